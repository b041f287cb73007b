import type { Id } from '@cardinal/domain'
import { usePopups } from '../../../overlays/index.ts'
import { useAnswer } from '../../../replica/index.ts'
import { cardsWith } from '../../../shared/cards/card-link.ts'
import { TYPE_ICONS } from '../../../shared/cards/card-types.ts'
import { useOpenNote } from '../../../shared/search/use-home-address.ts'
import { titleOf } from '../../../shared/text/note-title.ts'
import { Button } from '../../../ui/index.ts'
import styles from './note.module.css'

const MOST_SHOWN = 10

/** The cards whose texts link to this card, latest first. Without any, nothing is rendered. */
export function LinkedFrom({ cardId }: { cardId: Id }) {
  // One more than is shown, because a note may link to itself.
  const { answer } = useAnswer('matchCards', cardsWith(`text:"card:${cardId}"`, MOST_SHOWN + 1))
  const openNote = useOpenNote()
  const popups = usePopups()
  const cards = (answer?.cards ?? []).filter(({ id }) => id !== cardId).slice(0, MOST_SHOWN)
  if (cards.length === 0) return null
  return (
    <section aria-label="Linked from" className={styles.linkedFrom}>
      <h3 className={styles.linkedTitle}>Linked from</h3>
      {cards.map(({ id, type, content }) => (
        <Button
          key={id}
          size="sm"
          tone="quiet"
          icon={TYPE_ICONS[type]}
          onClick={() => (type === 'note' ? openNote(id) : popups.open('master-editor', { entityId: id }))}
        >
          {titleOf(content)}
        </Button>
      ))}
    </section>
  )
}
