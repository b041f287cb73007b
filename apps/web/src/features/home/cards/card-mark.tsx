import type { Card } from '@cardinal/domain'
import type { ChangeEvent } from 'react'
import { TYPE_ICONS } from '../../../shared/cards/card-types.ts'
import { homeSelection } from '../../../shared/search/home-screen.ts'
import { SUBJECT_WORDS } from '../../../shared/searchbar/mode-words.ts'
import { cutText } from '../../../shared/text/cut-text.ts'
import { Icon } from '../../../ui/icon.tsx'
import styles from './card-mark.module.css'

/** The type of a card as an icon that turns into a tick box: in its place, so that nothing moves. */
export function CardMark(props: { card: Card; isSelected: boolean; onStretch: (card: Card) => void }) {
  const { card, isSelected, onStretch } = props
  const choose = ({ nativeEvent }: ChangeEvent) => {
    // One place for both: a press that stretches the selection must not turn the card pressed over again.
    if (nativeEvent instanceof MouseEvent && nativeEvent.shiftKey) onStretch(card)
    else homeSelection.getState().toggle('cards', card.id)
  }
  return (
    <label className={styles.mark}>
      <input
        type="checkbox"
        className={styles.box}
        tabIndex={-1}
        checked={isSelected}
        aria-label={`Select the ${SUBJECT_WORDS[card.type].one} “${cutText(card.content, 40).shown}”`}
        onChange={choose}
      />
      <span className={styles.icon}>
        <Icon of={TYPE_ICONS[card.type]} size={16} />
      </span>
    </label>
  )
}
