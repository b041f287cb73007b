import { displayNameOf, grouped } from '@cardinal/domain'
import type { TagInUse } from '@cardinal/engine'
import { Check, Minus, Plus } from 'lucide-react'
import { memo } from 'react'
import { Icon } from '../../ui/index.ts'
import type { Share } from './coverage.ts'
import styles from './tagger.module.css'

export interface TagBoxProps {
  readonly tag: TagInUse
  readonly share: Share
  /** The number of chosen cards with the tag, and the number of chosen cards. */
  readonly on: number
  readonly of: number
  readonly reason?: string | undefined
  readonly onToggle: (tag: TagInUse) => void
}

const CHECKED = { all: true, some: 'mixed', none: false } as const
const ICONS = { all: Check, some: Minus, none: Plus }

/** Renders a tag as a box with three states: on all of the chosen cards, on some, on none. */
export const TagBox = memo(function TagBox({ tag, share, on, of, reason, onToggle }: TagBoxProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a native box has no third state that a press leads out of
    <button
      type="button"
      role="checkbox"
      aria-checked={CHECKED[share]}
      className={styles.box}
      data-color={tag.color ?? undefined}
      data-share={share}
      disabled={of === 0}
      title={reason}
      onClick={() => onToggle(tag)}
    >
      <Icon of={ICONS[share]} size={13} />
      <span className={styles.boxName}>{displayNameOf(tag)}</span>
      <span className={styles.boxCount}>
        {share === 'some' ? (
          <>
            {grouped(on)}
            <span aria-hidden="true">/</span>
            <span className="visually-hidden"> of </span>
            {grouped(of)}
          </>
        ) : (
          grouped(tag.cardCount)
        )}
        <span className="visually-hidden"> cards</span>
      </span>
    </button>
  )
})
