import type { Card } from '@cardinal/domain'
import { useAnswer, useSyncState } from '../../../replica/index.ts'
import { EditInPlace } from '../../../shared/cards/edit-in-place.tsx'
import { homeFocus } from '../home-screen.ts'
import styles from './card-mode.module.css'

/**
 * Renders the editor of a card that another tab or device deleted while its text was edited in the list. The row
 * disappears, and this editor keeps the unsaved text.
 *
 * @param props.card as it was listed last
 */
export default function GoneEditor({ card }: { card: Card }) {
  const { answer } = useAnswer('cardsById', { ids: [card.id] })
  const { hasCopy } = useSyncState()
  if (!hasCopy || answer === undefined || answer[0] !== undefined) return null
  return (
    <div className={styles.gone}>
      <p role="alert">The card that you are editing was deleted meanwhile. Saving brings it back.</p>
      <EditInPlace card={card} isGone onDone={() => homeFocus.getState().edit(null)} />
    </div>
  )
}
