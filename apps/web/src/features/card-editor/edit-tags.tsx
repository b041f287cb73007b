import type { PopupProps } from '../../overlays/index.ts'
import { CardOrGone } from '../../shared/card-form/card-or-gone.tsx'
import { useHomeScreen } from '../../shared/search/home-screen.tsx'
import Engulfer from '../../shared/tags/engulfer.tsx'
import { lineOf } from '../../shared/text/note-title.ts'

/** The tag panel of one card, without the rest of its form. */
export default function EditTags({ params, close }: PopupProps<'entity-edit-tags'>) {
  const { search } = useHomeScreen()
  if (params.entityId === undefined) return <Engulfer cardId={null} search={search} onClose={close} />
  return (
    <CardOrGone id={params.entityId}>
      {({ card, isGone }) => (
        <>
          <p>{lineOf(card)}</p>
          {isGone ? (
            <p role="alert">This card was deleted meanwhile.</p>
          ) : (
            <Engulfer cardId={card.id} search={search} onClose={close} />
          )}
        </>
      )}
    </CardOrGone>
  )
}
