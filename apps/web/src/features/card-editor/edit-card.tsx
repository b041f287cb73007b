import type { PopupProps } from '../../overlays/index.ts'
import { CardForm } from '../../shared/card-form/card-form.tsx'
import { CardOrGone } from '../../shared/card-form/card-or-gone.tsx'
import type { CardParams } from './params.ts'

/** Renders the whole form for an existing card. */
export default function EditCard({ params, close }: PopupProps<CardParams>) {
  return (
    <CardOrGone id={params.entityId ?? null}>
      {(edited) => <CardForm key={edited.card.id} {...edited} onDone={close} />}
    </CardOrGone>
  )
}
