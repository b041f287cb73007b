import type { Card } from '@cardinal/domain'
import { EditInPlace } from '../../../shared/cards/edit-in-place.tsx'
import { homeFocus } from '../home-screen.ts'
import styles from './gone-editor.module.css'

/** Renders the editor of a card whose row is gone, and keeps the text that was not saved. */
export default function GoneEditor({ card }: { card: Card }) {
  return (
    <div className={styles.gone}>
      <p role="alert">The card that you are editing was deleted meanwhile. Saving brings it back.</p>
      <EditInPlace card={card} isGone onDone={() => homeFocus.getState().edit(null)} />
    </div>
  )
}
