import {
  measureElement,
  useVirtualizer,
  useWindowVirtualizer,
  type VirtualItem,
  type Virtualizer,
  windowScroll,
} from '@tanstack/react-virtual'
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useRowsNear } from './use-rows-near.ts'
import styles from './virtual-list.module.css'

interface VirtualListProps<Item> {
  items: readonly Item[]
  keyOf: (item: Item) => string
  /** Estimated height of a row in px. Each row is measured when it becomes visible. */
  estimatedHeight: number
  children: (item: Item, index: number) => ReactNode
  label: string
  /** Number of columns of equal width. The shortest is filled first. */
  columns?: number | undefined
  gap?: number | undefined
  /** The scrolling element; absent: the window. */
  scrollRef?: RefObject<HTMLElement | null> | undefined
  /** Called near the last rows, to load more. */
  onEndNear?: (() => void) | undefined
  /** A row to scroll to, once for each object; null: none. */
  reveal?: { readonly index: number } | null | undefined
}

/**
 * A new result measures about twenty rows, and each would render the list again. So they are rendered together;
 * the overscan leaves time for that while scrolling.
 */
const DRAWS_AT_ONCE = false

/**
 * Measures a row. A single column is in normal flow, so positions are right before measuring. The observer
 * reports heights in the same frame, and reading them now would force a layout. In several columns, rows are
 * positioned by their heights.
 */
function sizeOfRow<Scroller extends Element | Window>(columns: number) {
  return (
    row: HTMLLIElement,
    entry: ResizeObserverEntry | undefined,
    virtualizer: Virtualizer<Scroller, HTMLLIElement>,
  ): number => {
    if (columns > 1 || entry !== undefined) return measureElement(row, entry, virtualizer)
    return virtualizer.measurementsCache[virtualizer.indexFromElement(row)]?.size ?? 0
  }
}

/**
 * Scrolls only if the position differs: a virtualizer starts by scrolling to the present position, which would
 * force a layout.
 */
const scrollIfElsewhere: typeof windowScroll<Window> = (offset, options, virtualizer) => {
  const isThere = offset === virtualizer.scrollOffset && !options.adjustments
  if (!isThere) windowScroll(offset, options, virtualizer)
}

/** A list of any length, in which only rows near the window are rendered. Rows may have any height. */
export function VirtualList<Item>(props: VirtualListProps<Item>) {
  return props.scrollRef ? <InElement {...props} scrollRef={props.scrollRef} /> : <InWindow {...props} />
}

function InElement<Item>(props: VirtualListProps<Item> & { scrollRef: RefObject<HTMLElement | null> }) {
  const { items, keyOf, estimatedHeight, columns = 1, gap = 0, scrollRef } = props
  // An outer element gets its ref only after the list's effects, so read it again before the browser paints an
  // empty list.
  const [, lookAgain] = useState(false)
  useLayoutEffect(() => lookAgain(true), [])
  const virtualizer = useVirtualizer<HTMLElement, HTMLLIElement>({
    count: items.length,
    getScrollElement: () => scrollRef.current,
    estimateSize: () => estimatedHeight,
    getItemKey: (index) => keyOf(items[index] as Item),
    // Few extra rows: these lists are short, and open with a popup that people wait for.
    ...useRowsNear(4),
    lanes: columns,
    gap,
    useFlushSync: DRAWS_AT_ONCE,
    measureElement: sizeOfRow(columns),
  })
  return <Rows {...props} virtualizer={virtualizer} />
}

function InWindow<Item>(props: VirtualListProps<Item>) {
  const { items, keyOf, estimatedHeight, columns = 1, gap = 0 } = props
  const listRef = useRef<HTMLUListElement>(null)
  const [margin, setMargin] = useState<number | null>(null)
  useEffect(() => {
    // In the next frame, which computes the layout anyway. Reading now would force one.
    const frame = requestAnimationFrame(() => {
      const top = listRef.current?.getBoundingClientRect().top ?? 0
      setMargin(top + window.scrollY)
    })
    return () => cancelAnimationFrame(frame)
  }, [])
  const virtualizer = useWindowVirtualizer<HTMLLIElement>({
    count: items.length,
    estimateSize: () => estimatedHeight,
    getItemKey: (index) => keyOf(items[index] as Item),
    ...useRowsNear(6),
    lanes: columns,
    gap,
    scrollMargin: margin ?? 0,
    // Sticky elements cover the top of the list, so a revealed row must be below them.
    scrollPaddingStart: margin ?? 0,
    scrollToFn: scrollIfElsewhere,
    useFlushSync: DRAWS_AT_ONCE,
    measureElement: sizeOfRow(columns),
  })
  // A row's position depends on the list's own position, which is not known yet.
  const reveal = margin === null ? null : props.reveal
  return <Rows {...props} reveal={reveal} virtualizer={virtualizer} listRef={listRef} />
}

function Rows<Item>({
  items,
  children,
  label,
  columns = 1,
  gap = 0,
  onEndNear,
  reveal,
  virtualizer,
  listRef,
}: VirtualListProps<Item> & {
  virtualizer: Virtualizer<HTMLElement, HTMLLIElement> | Virtualizer<Window, HTMLLIElement>
  listRef?: RefObject<HTMLUListElement | null> | undefined
}) {
  const rows = virtualizer.getVirtualItems()
  const lastShown = rows.at(-1)?.index ?? 0
  const { scrollMargin } = virtualizer.options
  const isFlow = columns === 1
  const before = isFlow ? (rows[0]?.start ?? scrollMargin) - scrollMargin : 0
  useEffect(() => {
    if (items.length > 0 && lastShown >= items.length - 4) onEndNear?.()
  }, [lastShown, items.length, onEndNear])
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when a row is to be seen, not when rows change
  useEffect(() => {
    if (reveal) virtualizer.scrollToIndex(reveal.index, { align: 'auto' })
  }, [reveal])
  return (
    <ul
      ref={listRef}
      // biome-ignore lint/a11y/noRedundantRoles: Safari drops the role of a list without bullets
      role="list"
      aria-label={label}
      // Focusable, because it takes the focus of a row that is removed.
      tabIndex={-1}
      className={styles.list}
      data-columns={isFlow ? undefined : columns}
      style={{ height: virtualizer.getTotalSize(), paddingBlockStart: before }}
    >
      {rows.map((row) => (
        <li
          key={row.key}
          ref={virtualizer.measureElement}
          data-index={row.index}
          aria-posinset={row.index + 1}
          aria-setsize={items.length}
          className={isFlow ? styles.row : styles.placed}
          style={isFlow ? { marginBlockEnd: gap } : positionOf(row, columns, gap, scrollMargin)}
        >
          {children(items[row.index] as Item, row.index)}
        </li>
      ))}
    </ul>
  )
}

function positionOf(row: VirtualItem, columns: number, gap: number, margin: number) {
  const width = `calc((100% - ${gap * (columns - 1)}px) / ${columns})`
  return {
    width,
    left: `calc((${width} + ${gap}px) * ${row.lane})`,
    transform: `translateY(${row.start - margin}px)`,
  }
}
