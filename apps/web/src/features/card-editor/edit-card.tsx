import type { PopupProps } from '../../overlays/index.ts'
import { CardForm } from '../../shared/card-form/card-form.tsx'
import { CardOrGone } from '../../shared/card-form/card-or-gone.tsx'

export default function EditCard({ params, close }: PopupProps<'home-editEntity'>) {
  return (
    <CardOrGone id={params.entityId ?? null}>
      {(edited) => <CardForm key={edited.card.id} {...edited} onDone={close} />}
    </CardOrGone>
  )
}
