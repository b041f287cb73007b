import type { Card, Id } from '@cardinal/domain'
import { ArrowDownRight, ArrowUpLeft, Link2, type LucideIcon } from 'lucide-react'
import { usePopups } from '../../../overlays/index.ts'
import { useAnswer } from '../../../replica/index.ts'
import { lineOf } from '../../../shared/text/note-title.ts'
import { Icon } from '../../../ui/icon.tsx'
import styles from './linked-cards.module.css'

const KINDS = [
  { label: 'Parent', icon: ArrowUpLeft, ids: (card: Card) => card.parentIds },
  { label: 'Related', icon: Link2, ids: (card: Card) => card.siblingIds },
  { label: 'Child', icon: ArrowDownRight, ids: (card: Card) => card.childIds },
] as const

/** Buttons that open the cards linked with a card (CD-11). */
export default function LinkedCards({ card }: { card: Card }) {
  const kinds = KINDS.filter(({ ids }) => ids(card).length > 0)
  if (kinds.length === 0) return null
  return (
    <div className={styles.linked}>
      {kinds.map(({ label, icon, ids }) => (
        <Kind key={label} label={label} icon={icon} ids={ids(card)} />
      ))}
    </div>
  )
}

function Kind({ label, icon, ids }: { label: string; icon: LucideIcon; ids: readonly Id[] }) {
  const { answer } = useAnswer('cardsById', { ids })
  const popups = usePopups()
  const cards = (answer ?? []).filter((card) => card !== undefined)
  return cards.map((card) => (
    <button
      key={card.id}
      type="button"
      className={styles.one}
      title={label}
      onClick={() => popups.open('master-editor', { entityId: card.id })}
    >
      <Icon of={icon} size={13} />
      <span className="visually-hidden">{label}: </span>
      {lineOf(card, 60)}
    </button>
  ))
}
