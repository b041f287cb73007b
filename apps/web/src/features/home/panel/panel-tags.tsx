import { LIMITS } from '@cardinal/domain'
import type { TagInUse } from '@cardinal/engine'
import { memo, useMemo, useState } from 'react'
import { useAnswer } from '../../../replica/index.ts'
import { TagChip } from '../../../shared/tags/tag-chip.tsx'
import { Button } from '../../../ui/index.ts'
import styles from './tags-panel.module.css'

interface ListProps {
  readonly empty: string
  /** True: one tag a line, with a bar for its count. Else side by side. */
  readonly hasBars?: boolean
}

/** Renders a list of tags with their counts of cards: 30, and 30 more at each press. */
export const PanelTags = memo(function PanelTags(props: ListProps & { tags: readonly TagInUse[] }) {
  const { tags, empty, hasBars = false } = props
  const [limit, setLimit] = useState<number>(LIMITS.sortedTags)
  const most = Math.max(1, ...tags.map((tag) => tag.cardCount))
  if (tags.length === 0) return <p className={styles.empty}>{empty}</p>
  return (
    <>
      <div className={hasBars ? styles.bars : styles.tags}>
        {tags.slice(0, limit).map((tag) => (
          <TagChip
            key={tag.id}
            tag={tag}
            count={tag.cardCount}
            {...(hasBars && { share: tag.cardCount / most })}
          />
        ))}
      </div>
      {tags.length > limit && (
        <Button size="sm" tone="quiet" onClick={() => setLimit((before) => before + LIMITS.sortedTags * 3)}>
          Show More Than 30
        </Button>
      )}
    </>
  )
})

/** Renders the same for tags given by id, each with its count. */
export const CountedTags = memo(function CountedTags(
  props: ListProps & { counts: readonly { readonly tagId: string; readonly count: number }[] },
) {
  const { counts, ...list } = props
  const ids = useMemo(() => counts.map(({ tagId }) => tagId), [counts])
  const { answer } = useAnswer('tagsById', ids.length === 0 ? null : { ids }, 'deferred')
  const tags = useMemo(() => {
    const tagsById = new Map((answer ?? []).flatMap((tag) => (tag ? [[tag.id, tag] as const] : [])))
    return counts.flatMap(({ tagId, count }) => {
      const tag = tagsById.get(tagId)
      return tag ? [{ ...tag, cardCount: count }] : []
    })
  }, [answer, counts])
  if (counts.length > 0 && answer === undefined) return null
  return <PanelTags tags={tags} {...list} />
})
