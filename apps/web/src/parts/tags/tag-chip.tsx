import type { Color, Id } from '@cardinal/domain'
import { Layers, ListTodo, Minus } from 'lucide-react'
import { memo, type MouseEvent, useCallback } from 'react'
import { useStore } from 'zustand'
import { useReplica } from '../../replica/index.ts'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/icon.tsx'
import { grouped } from '../text/counted.ts'
import { useTagGestures } from './gestures.tsx'
import { highlightStore, marksOf } from './highlight-store.ts'
import styles from './tag-chip.module.css'
import { useLongPress } from './use-long-press.ts'

/** What a chip shows of a tag. */
export interface ChipTag {
  readonly id: Id
  readonly name: string
  readonly color: Color | null
}

export interface TagChipProps {
  readonly tag: ChipTag
  /** Cards, in whatever sense the place gives to it; left out where there is none. */
  readonly count?: number | undefined
  /** What the count counts, for ears: "of these". */
  readonly countOf?: string | undefined
  /** Where the tag stands on a card: its menu offers to take it off. */
  readonly cardId?: Id | undefined
  readonly tabIndex?: number | undefined
}

/**
 * A tag, the same wherever it stands: click includes it in the search of this place (once more: takes it
 * out), minus or Alt-click excludes it, right click, long press or the menu key opens its menu.
 */
export const TagChip = memo(function TagChip({ tag, count, countOf, cardId, tabIndex }: TagChipProps) {
  const gestures = useTagGestures()
  const replica = useReplica()
  const state = gestures.useStateOf(tag.name)
  const marks = useStore(highlightStore, (highlights) => marksOf(highlights, tag.id))

  const openMenu = useCallback(
    (anchor: HTMLElement) => gestures.openMenu({ tag, cardId: cardId ?? null, anchor }),
    [gestures, tag, cardId],
  )
  const longPress = useLongPress(openMenu)
  const exclude = () => gestures.edit(state === 'excluded' ? 'remove' : 'exclude', tag)
  const click = (event: MouseEvent) => {
    if (longPress.wasLong()) return
    if (event.altKey) exclude()
    else gestures.edit(state === 'included' ? 'remove' : 'include', tag)
  }

  return (
    <span className={styles.chip} data-state={state} data-marks={marks} {...(tag.color && { 'data-color': tag.color })}>
      <button
        type="button"
        className={styles.name}
        aria-pressed={state === 'included'}
        aria-keyshortcuts="Alt+Enter -"
        tabIndex={tabIndex}
        {...longPress.handlers}
        onClick={click}
        onContextMenu={(event) => {
          event.preventDefault()
          openMenu(event.currentTarget)
        }}
        onKeyDown={(event) => {
          if (event.key !== '-' && !(event.key === 'Enter' && event.altKey)) return
          event.preventDefault()
          exclude()
        }}
        onPointerEnter={(event) => event.pointerType === 'mouse' && hover(tag.id, replica)}
        onFocus={(event) => event.currentTarget.matches(':focus-visible') && hover(tag.id, replica)}
      >
        {tag.color && <span className={styles.dot} />}
        <span className={styles.text}>{tag.name}</span>
        {count !== undefined && (
          <span className={styles.count}>
            {grouped(count)}
            {countOf !== undefined && <span className="visually-hidden"> {countOf}</span>}
          </span>
        )}
        {state === 'excluded' && <span className="visually-hidden">, left out</span>}
        <Marks marks={marks} />
      </button>
      <button
        type="button"
        tabIndex={-1}
        className={styles.minus}
        aria-label={state === 'excluded' ? `Stop leaving out ${tag.name}` : `Leave out ${tag.name}`}
        onClick={exclude}
      >
        <Icon of={Minus} size={12} />
      </button>
    </span>
  )
})

/** Kinship as an icon and a word, beside its colour. */
function Marks({ marks }: { marks: string }) {
  if (marks === '') return null
  return (
    <span className={styles.marks}>
      {marks.includes('group') && (
        <span className={cx(styles.mark, styles.group)}>
          <Icon of={Layers} size={10} />
          <span className="visually-hidden">, shares a group</span>
        </span>
      )}
      {marks.includes('todo') && (
        <span className={cx(styles.mark, styles.todo)}>
          <Icon of={ListTodo} size={10} />
          <span className="visually-hidden">, shares todos</span>
        </span>
      )}
    </span>
  )
}

function hover(tagId: Id, replica: ReturnType<typeof useReplica>): void {
  highlightStore.getState().hover(tagId, (id) => replica.ask('highlights', { tagId: id }))
}
