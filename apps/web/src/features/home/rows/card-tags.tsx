import type { Card } from '@cardinal/domain'
import { useTagsById } from '../../../shared/cards/tags-context.tsx'
import { TagChip } from '../../../shared/tags/tag-chip.tsx'
import { cx } from '../../../ui/cx.ts'
import styles from './rows.module.css'

/** The tags of a card, small. Tab reaches them on the card that keys act on. */
export function CardTags({ card, isActive }: { card: Card; isActive: boolean }) {
  const tagsById = useTagsById()
  if (card.tagIds.length === 0) return null
  return (
    <div className={cx(styles.tags, isActive && styles.all)}>
      {card.tagIds.map((id) => {
        const tag = tagsById.get(id)
        return tag && <TagChip key={id} tag={tag} cardId={card.id} tabIndex={isActive ? 0 : -1} />
      })}
    </div>
  )
}
