import { type Card, type Id, parentIdsOf } from '@cardinal/domain'
import type { TagInUse } from '@cardinal/engine'
import { useAnswer } from '../../../replica/index.ts'
import { useTagsById } from '../../../shared/cards/tags-context.tsx'
import { TagChip } from '../../../shared/tags/tag-chip.tsx'
import { cx } from '../../../ui/cx.ts'
import styles from './rows.module.css'

/**
 * Renders the tags of a card, small. On the card that keys act on, Tab reaches them, and tags that they imply follow in
 * paler chips.
 */
export function CardTags({ card, isActive }: { card: Card; isActive: boolean }) {
  const tagsById = useTagsById()
  if (card.tagIds.length === 0) return null
  const tags = card.tagIds.flatMap((id) => tagsById.get(id) ?? [])
  return (
    <div className={cx(styles.tags, isActive && styles.all)}>
      {tags.map((tag) => (
        <TagChip key={tag.id} tag={tag} cardId={card.id} tabIndex={isActive ? 0 : -1} />
      ))}
      {isActive && tags.some(mayImply) && <ImpliedTags tagIds={card.tagIds} />}
    </div>
  )
}

/** Returns whether a tag may imply others: its parents, or the tags that its groups imply. */
function mayImply(tag: TagInUse): boolean {
  return parentIdsOf(tag).length > 0 || tag.groupIds.length > 0
}

function ImpliedTags({ tagIds }: { tagIds: readonly Id[] }) {
  const { answer = [] } = useAnswer('impliedTags', { tagIds }, 'deferred')
  return answer.map((tag) => (
    <span key={tag.id} className={styles.implied}>
      <TagChip tag={tag} reason="implied" tabIndex={0} />
    </span>
  ))
}
