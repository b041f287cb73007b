import type { Id } from '@cardinal/domain'
import { memo } from 'react'
import { useStore } from 'zustand'
import { Chip } from '../../ui/chip.tsx'
import { useChipState, useTagGestures } from './gestures.tsx'
import { highlightStore, marksOf } from './highlight-store.ts'
import { tagMenu } from './tag-menu.ts'
import { type ChipTag, chipNames } from './tag-names.ts'

interface TagChipProps {
  readonly tag: ChipTag
  /** The number of cards, defined by the place. Absent: not shown. */
  readonly count?: number | undefined
  /** The length of a bar behind the chip, from 0 to 1. With it the chip fills a row. */
  readonly share?: number | undefined
  readonly reason?: string | undefined
  /** The card with the tag, from which the menu can remove it. */
  readonly cardId?: Id | undefined
  readonly onRemove?: (() => void) | undefined
  readonly size?: 'sm' | 'md'
  readonly tabIndex?: number
}

/**
 * A tag that changes the search of this place. A click includes it, and a second click removes it. Minus or
 * Alt-click excludes it. Right click, long press or the menu key opens its menu.
 */
export const TagChip = memo(function TagChip(props: TagChipProps) {
  const { tag, count, share, reason, cardId, onRemove, size = 'sm', tabIndex } = props
  const gestures = useTagGestures()
  const state = useChipState(tag)
  const marks = useStore(highlightStore, (highlights) => marksOf(highlights, tag.id))

  return (
    <Chip
      {...chipNames(tag)}
      color={tag.color}
      state={state}
      count={count}
      share={share}
      reason={reason}
      sharesGroup={marks.includes('group')}
      sharesTodos={marks.includes('todo')}
      onInclude={() => gestures.edit(state === 'included' ? 'remove' : 'include', tag)}
      onExclude={() => gestures.edit(state === 'excluded' ? 'remove' : 'exclude', tag)}
      onRemove={onRemove}
      menuItems={() => tagMenu(gestures, tag, cardId ?? null)}
      onPoint={(isPointed) => {
        const ask = (id: Id) => gestures.replica.ask('highlights', { tagId: id })
        if (isPointed) highlightStore.getState().hover(tag.id, ask)
        else highlightStore.getState().leave(tag.id)
      }}
      size={size}
      {...(tabIndex !== undefined && { tabIndex })}
    />
  )
}, showTheSame)

/** Whether two tags look the same. Each answer consists of new but mostly equal objects. */
function showTheSame(before: TagChipProps, after: TagChipProps): boolean {
  return (
    before.tag.id === after.tag.id &&
    before.tag.name === after.tag.name &&
    before.tag.displayName === after.tag.displayName &&
    before.tag.color === after.tag.color &&
    before.count === after.count &&
    before.share === after.share &&
    before.reason === after.reason &&
    before.cardId === after.cardId &&
    before.onRemove === after.onRemove &&
    before.size === after.size &&
    before.tabIndex === after.tabIndex
  )
}
