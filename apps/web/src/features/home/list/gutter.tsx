import type { Card } from '@cardinal/domain'
import type { ChangeEvent } from 'react'
import { SUBJECT_WORDS } from '../../../shared/searchbar/mode-words.ts'
import { cutText } from '../../../shared/text/cut-text.ts'
import { homeSelection } from '../home-screen.ts'
import styles from './gutter.module.css'

/** Renders the left edge of a row: a box that chooses the card. It shows on hover, and while any card is chosen. */
export function Gutter(props: { card: Card; isSelected: boolean; onStretch: (card: Card) => void }) {
  const { card, isSelected, onStretch } = props
  const choose = ({ nativeEvent }: ChangeEvent) => {
    // One handler for both: a press that extends the selection must not toggle the pressed card as well.
    if (nativeEvent instanceof MouseEvent && nativeEvent.shiftKey) onStretch(card)
    else homeSelection.getState().toggle('cards', card.id)
  }
  return (
    <label className={styles.gutter} title="Select (x)">
      <input
        type="checkbox"
        className={styles.box}
        tabIndex={-1}
        checked={isSelected}
        aria-label={`Select the ${SUBJECT_WORDS[card.type].one} “${cutText(card.content, 40).shown}”`}
        onChange={choose}
      />
    </label>
  )
}
