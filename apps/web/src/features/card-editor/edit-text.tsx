import type { PopupProps } from '../../overlays/index.ts'
import { CardOrGone, GoneNotice } from '../../shared/card-form/card-or-gone.tsx'
import { EditInPlace } from '../../shared/cards/edit-in-place.tsx'
import type { CardParams } from './params.ts'

/** Edits only the text of a card. */
export default function EditText({ params, close }: PopupProps<CardParams>) {
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
