import type { Card } from '@cardinal/domain'
import type { MouseEvent } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { homeSelection } from '../search/home-screen.ts'
import { SUBJECT_WORDS } from '../searchbar/mode-words.ts'
import { cutText } from '../text/cut-text.ts'
import styles from './card-mark.module.css'
import { TYPE_ICONS } from './card-types.ts'

/** The type of a card as an icon that turns into a tick box: in its place, so that nothing moves. */
export function CardMark(props: { card: Card; isSelected: boolean; onStretch: (card: Card) => void }) {
  const { card, isSelected, onStretch } = props
  const click = (event: MouseEvent) => {
    if (!event.shiftKey) return
    event.preventDefault()
    onStretch(card)
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the box inside is what keys use; this adds Shift-click alone.
    <label className={styles.mark} onClick={click}>
      <input
        type="checkbox"
        className={styles.box}
        tabIndex={-1}
        checked={isSelected}
        aria-label={`Select the ${SUBJECT_WORDS[card.type].one} “${cutText(card.content, 40).shown}”`}
        onChange={() => homeSelection.getState().toggle('cards', card.id)}
      />
      <span className={styles.icon}>
        <Icon of={TYPE_ICONS[card.type]} size={16} />
      </span>
    </label>
  )
}
