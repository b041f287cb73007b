import type { PopupProps } from '../../overlays/index.ts'
import { CardOrGone, GoneNotice } from '../../shared/card-form/card-or-gone.tsx'
import { EditInPlace } from '../../shared/cards/edit-in-place.tsx'

export default function EditText({ params, close }: PopupProps<'entity-edit-text'>) {
  return (
    <CardOrGone id={params.entityId ?? null}>
      {(edited) => (
        <>
          {edited.isGone && <GoneNotice />}
          <EditInPlace key={edited.card.id} {...edited} onDone={close} />
        </>
      )}
    </CardOrGone>
  )
}
