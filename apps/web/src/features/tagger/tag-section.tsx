import { type Color, grouped, type Id, LIMITS } from '@cardinal/domain'
import type { TagInUse } from '@cardinal/engine'
import { type ReactNode, useState } from 'react'
import { Disclosure } from '../../ui/accordion.tsx'
import { Button } from '../../ui/index.ts'
import { TagBox } from './tag-box.tsx'
import styles from './tagger.module.css'
import type { Tagging } from './use-tagging.ts'

export interface TagSectionProps {
  readonly title: string
  readonly tags: readonly TagInUse[]
  readonly tagging: Tagging
  readonly color?: Color | null
  readonly startsFolded?: boolean
  /** Shown when there is no tag; without it an empty section is left out. */
  readonly empty?: string
  readonly reasonOf?: (id: Id) => string | undefined
  readonly before?: ReactNode
}

/** Renders tags under a heading that folds: 30 at first, the rest on demand. */
export function TagSection(props: TagSectionProps) {
  const { title, tags, tagging, color, empty, reasonOf } = props
  const [isOpen, setIsOpen] = useState(props.startsFolded !== true)
  const [isExpanded, setIsExpanded] = useState(false)
  if (tags.length === 0 && empty === undefined) return null
  const shown = isExpanded ? tags : tags.slice(0, LIMITS.sortedTags)
  return (
    <Disclosure
      isOpen={isOpen}
      onChange={setIsOpen}
      className={styles.section}
      title={
        <span className={styles.heading}>
          {color !== undefined && <span className={styles.dot} data-color={color ?? undefined} />}
          {title}
          <span className={styles.headingCount}>{grouped(tags.length)}</span>
        </span>
      }
    >
      {props.before}
      {tags.length === 0 && <p className={styles.none}>{empty}</p>}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend for what the label says. */}
      <div role="group" aria-label={title} className={styles.boxes}>
        {shown.map((tag) => (
          <TagBox
            key={tag.id}
            tag={tag}
            share={tagging.shareOf(tag.id)}
            on={tagging.coverage.get(tag.id) ?? 0}
            of={tagging.cards.length}
            reason={reasonOf?.(tag.id)}
            onToggle={tagging.toggle}
          />
        ))}
      </div>
      {tags.length > LIMITS.sortedTags && (
        <Button size="sm" tone="quiet" aria-expanded={isExpanded} onClick={() => setIsExpanded(!isExpanded)}>
          {isExpanded ? 'Show 30' : 'Show More Than 30'}
        </Button>
      )}
    </Disclosure>
  )
}
