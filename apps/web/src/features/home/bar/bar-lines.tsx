import { grouped } from '@cardinal/domain'
import { Bookmark, CalendarClock, Folders, History, type LucideIcon, Palette, Plus, Tag } from 'lucide-react'
import { useLayoutEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { useAnswer, useSearchesHere } from '../../../replica/index.ts'
import { TYPE_ICONS } from '../../../shared/cards/card-types.ts'
import { countsOf } from '../../../shared/search/filters.ts'
import { useCounts, useListSearch } from '../../../shared/search/use-card-search.ts'
import { typeOf, useHomeAddress } from '../../../shared/search/use-home-address.ts'
import { counted } from '../../../shared/text/counted.ts'
import { Icon } from '../../../ui/index.ts'
import { isComposing } from '../../../ui/typed-keys.ts'
import { barLines, homeSearch, openBarLines } from '../home-screen.ts'
import styles from './bar-lines.module.css'
import { type BarLine, candidatesOf, type LineKind, linesOf } from './lines-of.ts'

const ICONS: Readonly<Record<LineKind, LucideIcon>> = {
  due: CalendarClock,
  added: Plus,
  untagged: Tag,
  saved: Bookmark,
  group: Folders,
  site: TYPE_ICONS.link,
  color: Palette,
  year: History,
}

/** The searches that the empty searchbar offers. Arrow keys select one while the field has the focus. */
export function BarLines() {
  const lines = useLines()
  const { id, marked } = useStore(barLines)
  useLayoutEffect(() => {
    linesShown = lines
    const count = lines?.length ?? 0
    if (lines !== null) barLines.setState(({ marked }) => ({ count, marked: Math.min(marked, count - 1) }))
  }, [lines])
  if (lines === null || lines.length === 0) return null
  return (
    <div id={id} role="listbox" aria-label="Searches to begin with" className={styles.list}>
      {lines.map((line, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys of a combobox are its field's.
        // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the marked option.
        <div
          key={line.kind}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === marked}
          className={styles.line}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => runByPress(line)}
        >
          <span className={styles.icon} {...(line.color && { 'data-color': line.color })}>
            <Icon of={ICONS[line.kind]} size={15} />
          </span>
          <span className={styles.title}>{line.title}</span>
          <code className={styles.text}>{line.text}</code>
          <span className={styles.count} aria-hidden="true">
            {grouped(line.count)}
          </span>
          <span className="visually-hidden">{counted(line.count, 'card')}</span>
        </div>
      ))}
    </div>
  )
}

const MOST_SITES = 3
const NONE: readonly never[] = []

/** The lines with their counts. Null: not counted yet. */
function useLines(): readonly BarLine[] | null {
  const { subject } = useHomeAddress()
  const saved = useSearchesHere()
  const search = useListSearch(homeSearch, typeOf(subject))
  const colors = useCounts(search)?.colorCounts
  const { answer: sites } = useAnswer('sitesBeginning', { prefix: '', limit: MOST_SITES }, 'deferred')
  const { answer: groups } = useAnswer('allGroups', {}, 'deferred')
  const candidates = useMemo(
    () =>
      colors === undefined || sites === undefined || groups === undefined
        ? NONE
        : candidatesOf({ sites, colors, saved, groups }),
    [sites, colors, saved, groups],
  )
  const searches = useMemo(() => candidates.map(({ tree }) => tree), [candidates])
  const { answer: counts, isStale } = useAnswer(
    'countSearches',
    searches.length === 0 ? null : { query: countsOf(search), searches },
    'deferred',
  )
  const lines = useMemo(
    () => (isStale || !counts ? null : linesOf(candidates, counts)),
    [isStale, candidates, counts],
  )
  // The lines stay while cards are counted again.
  const [shown, setShown] = useState<readonly BarLine[] | null>(null)
  if (lines !== null && lines !== shown) setShown(lines)
  return shown
}

/** Writes a line's search into the bar. */
function run({ text }: BarLine): void {
  hideBarLines()
  homeSearch.getState().put(text)
}

/** On a touch screen, closes the keyboard, which would cover the results. */
function runByPress(line: BarLine): void {
  run(line)
  if (matchMedia('(pointer: coarse)').matches) (document.activeElement as HTMLElement | null)?.blur()
}

/** The painted lines, which keys select. Null: not counted yet, or closed. */
let linesShown: readonly BarLine[] | null = null

function hideBarLines(): void {
  linesShown = null
  if (barLines.getState().isOpen) barLines.setState({ isOpen: false, count: 0, marked: -1 })
}

/** Handles arrows, Enter and Escape before the bar's own handler, and leaves other keys to it. */
function onKeyDown(event: KeyboardEvent): void {
  const { key, target, ctrlKey, metaKey, altKey, shiftKey } = event
  if (ctrlKey || metaKey || altKey || shiftKey || isComposing(event) || !isField(target)) return
  const { isOpen, count, marked } = barLines.getState()
  const line = linesShown?.[marked]
  if (!isOpen) {
    // The arrow opens the lines, unless it moves through the suggestions.
    if (key !== 'ArrowDown' || target.value !== '' || target.hasAttribute('aria-activedescendant')) return
    barLines.setState({ isOpen: true, marked: 0 })
  } else if (linesShown === null && key === 'ArrowDown') {
    // Arrow keys work while the lines are loading.
    barLines.setState({ marked: marked + 1 })
  } else if (count === 0) {
    return
  } else if (key === 'ArrowDown') {
    if (marked < count - 1) barLines.setState({ marked: marked + 1 })
    else {
      hideBarLines()
      return // From the last line the arrow moves on to the suggestions.
    }
  } else if (key === 'ArrowUp' && line !== undefined) barLines.setState({ marked: marked - 1 })
  else if (key === 'Enter' && line !== undefined) run(line)
  else if (key === 'Escape') hideBarLines()
  else return
  event.preventDefault()
  event.stopPropagation()
}

function isField(target: EventTarget | null): target is HTMLInputElement {
  return target instanceof HTMLInputElement && target.matches('[data-lines="true"] [role="combobox"]')
}

// The bar is loaded before this module: presses and keys open the lines from now on.
document.addEventListener('keydown', onKeyDown, { capture: true })
document.addEventListener('click', ({ target }) => isField(target) && openBarLines())
// At keyup, Tab has already moved the focus.
document.addEventListener('keyup', ({ key, target }) => key === 'Tab' && isField(target) && openBarLines())
document.addEventListener('focusout', ({ target }) => isField(target) && hideBarLines())
homeSearch.subscribe(({ text }) => text !== '' && hideBarLines())
