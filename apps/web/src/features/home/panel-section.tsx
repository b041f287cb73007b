import { LIMITS } from '@cardinal/domain'
import type { TagCount, TagInUse } from '@cardinal/engine'
import { memo, type ReactNode, useMemo, useState } from 'react'
import { useAnswer } from '../../replica/index.ts'
import { TagChip } from '../../shared/tags/tag-chip.tsx'
import { grouped } from '../../shared/text/counted.ts'
import { Disclosure } from '../../ui/accordion.tsx'
import { Button } from '../../ui/index.ts'
import { device, useDevice } from './device.ts'
import styles from './tags-panel.module.css'

/** A part of the panel with its number of tags; whether it is folded is remembered on this device. */
export function PanelSection(props: {
  name: string
  title: string
  count?: number | undefined
  startsFolded?: boolean
  children: ReactNode
}) {
  const { name, title, count, startsFolded = false } = props
  // What is remembered is that it stands the other way round than it starts.
  const isTurned = useDevice((state) => state.folded.includes(`panel-${name}`))
  const isOpen = startsFolded === isTurned
  return (
    <div className={styles.section}>
      <Disclosure
        isOpen={isOpen}
        onChange={() => device.getState().fold(`panel-${name}`, !isTurned)}
        title={
          <span className={styles.heading}>
            {title}
            {count !== undefined && <span className={styles.count}>{grouped(count)}</span>}
          </span>
        }
      >
        {props.children}
      </Disclosure>
    </div>
  )
}

/** Tags by id with a count each: 30, then as many again at each press. */
export const CountedTags = memo(function CountedTags({
  counts,
  empty,
}: {
  counts: readonly TagCount[]
  empty: string
}) {
  const [limit, setLimit] = useState<number>(LIMITS.sortedTags)
  const shown = useMemo(() => counts.slice(0, limit), [counts, limit])
  const ids = useMemo(() => shown.map(({ tagId }) => tagId), [shown])
  const { answer } = useAnswer('tagsById', ids.length === 0 ? null : { ids }, 'deferred')
  const tagsById = useMemo(
    () => new Map((answer ?? []).flatMap((tag) => (tag ? [[tag.id, tag] as const] : []))),
    [answer],
  )
  if (counts.length === 0) return <p className={styles.empty}>{empty}</p>
  return (
    <>
      <div className={styles.tags}>
        {shown.map(({ tagId, count }) => {
          const tag = tagsById.get(tagId)
          return tag && <TagChip key={tagId} tag={tag} count={count} />
        })}
      </div>
      <More
        hidden={counts.length - shown.length}
        onMore={() => setLimit((before) => before + LIMITS.sortedTags * 3)}
      />
    </>
  )
})

export const TagsOf = memo(function TagsOf({ tags }: { tags: readonly TagInUse[] }) {
  const [limit, setLimit] = useState<number>(LIMITS.sortedTags)
  return (
    <>
      <div className={styles.tags}>
        {tags.slice(0, limit).map((tag) => (
          <TagChip key={tag.id} tag={tag} count={tag.cardCount} />
        ))}
      </div>
      <More
        hidden={tags.length - limit}
        onMore={() => setLimit((before) => before + LIMITS.sortedTags * 3)}
      />
    </>
  )
})

function More({ hidden, onMore }: { hidden: number; onMore: () => void }) {
  if (hidden <= 0) return null
  return (
    <Button size="sm" tone="quiet" onClick={onMore}>
      Show More Than 30
    </Button>
  )
}
