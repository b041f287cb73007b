import { type Calendar, partsOf, type SearchTree } from '@cardinal/domain'
import type { ConditionSuggestion } from '@cardinal/engine'
import { CalendarRange, Globe, ListTree, type LucideIcon, Palette, Paperclip } from 'lucide-react'
import { type KeyboardEvent, useMemo } from 'react'
import { useStore } from 'zustand'
import { useAnswer } from '../../../replica/index.ts'
import { TYPE_ICONS } from '../../../shared/cards/card-types.ts'
import { countsOf, localCalendar } from '../../../shared/search/filters.ts'
import { useListSearch } from '../../../shared/search/use-card-search.ts'
import { type HomeSubject, typeOf } from '../../../shared/search/use-home-address.ts'
import { KIND_WORDS } from '../../../shared/searchbar/mode-words.ts'
import { Chip, Icon } from '../../../ui/index.ts'
import { deferredSearch } from '../deferred-search.ts'
import { homeSearch } from '../home-screen.ts'
import { homeList, writeInSearchbar } from '../list/home-list.ts'
import styles from './search-area.module.css'

const MOST_CHIPS = 4
/** The fewest cards for which conditions are offered. */
const FEWEST_CARDS = 10
/** How many years before the present one are offered. */
const YEARS = 30
const QUARTERS = ['Jan–Mar', 'Apr–Jun', 'Jul–Sep', 'Oct–Dec']

/**
 * Years, sites, kinds and colours that narrow the search, for people who don't remember a card's tags. A press
 * writes the condition into the bar.
 */
export function OtherChips({ subject }: { subject: HomeSubject }) {
  const text = useStore(homeSearch, (state) => state.text)
  const total = useStore(homeList, (list) => list.total)
  const chips = useChips(subject)
  if (text.trim() === '' || total === 0) return null
  const shown = total > FEWEST_CARDS && !text.trimEnd().endsWith(':') ? chips : []
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend for what the label says.
    <div
      role="group"
      aria-label="Narrow by year, site, kind or colour"
      className={styles.others}
      onKeyDown={onKeyDown}
    >
      {shown.map(({ token, label, icon, color, count }) => (
        <Chip
          key={token}
          label={label}
          count={count}
          color={color}
          before={<Icon of={icon} size={13} />}
          onInclude={() => add(token)}
        />
      ))}
    </div>
  )
}

interface OtherChip {
  /** The condition that a press adds to the text of the bar. */
  readonly token: string
  readonly label: string
  readonly count: number
  readonly icon: LucideIcon
  readonly color?: string
}

/** Offers for the search. The previous ones stay until the next answer, so that nothing flickers. */
function useChips(subject: HomeSubject): readonly OtherChip[] {
  const search = useListSearch(deferredSearch, typeOf(subject))
  const text = useStore(deferredSearch, (state) => state.text)
  const spans = useMemo(() => spansFor(search.search, localCalendar()), [search.search])
  const isAsked = text.trim() !== '' && !text.includes('\n')
  const { answer } = useAnswer(
    'suggestConditions',
    isAsked ? { query: countsOf(search), spans, limit: MOST_CHIPS } : null,
    'deferred',
  )
  return useMemo(
    () => (isAsked && answer !== undefined ? answer.map((found) => chipOf(found, spans)) : []),
    [isAsked, answer, spans],
  )
}

interface NamedSpan {
  readonly start: number
  readonly end: number
  readonly days: string
  readonly label: string
}

/** The years, newest first. In a search for one year, its quarters. In a search for other days of adding, nothing. */
function spansFor(search: SearchTree, { startOfDay, today }: Calendar): readonly NamedSpan[] {
  const created = partsOf(search).flatMap((part) =>
    part.kind === 'time' && part.field === 'created' ? [part.days] : [],
  )
  const [days] = created
  if (days !== undefined) {
    const year = created.length === 1 && /^\d{4}$/.test(days) ? Number(days) : null
    if (year === null) return []
    return QUARTERS.map((label, at) => ({
      start: startOfDay({ year, month: at * 3 + 1, day: 1 }),
      end: startOfDay({ year, month: at * 3 + 4, day: 1 }),
      days: `${year}-${twoDigits(at * 3 + 1)}..${year}-${twoDigits(at * 3 + 3)}`,
      label: `${label} ${year}`,
    }))
  }
  return Array.from({ length: YEARS }, (_, ago) => {
    const year = (today?.year ?? 0) - ago
    return {
      start: startOfDay({ year, month: 1, day: 1 }),
      end: startOfDay({ year: year + 1, month: 1, day: 1 }),
      days: String(year),
      label: String(year),
    }
  })
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0')
}

function chipOf(found: ConditionSuggestion, spans: readonly NamedSpan[]): OtherChip {
  const { count } = found
  switch (found.kind) {
    case 'span': {
      const { days = '', label = '' } = spans[found.at] ?? {}
      return { token: `created:${days}`, label, count, icon: CalendarRange }
    }
    case 'site':
      return { token: `site:${found.site}`, label: found.site, count, icon: Globe }
    case 'type':
      return {
        token: `is:${found.type}`,
        label: KIND_WORDS[found.type].many,
        count,
        icon: TYPE_ICONS[found.type],
      }
    case 'color':
      return { token: `color:${found.color}`, label: found.color, count, icon: Palette, color: found.color }
    case 'subnotes':
      return { token: 'has:subtasks', label: 'with subtasks', count, icon: ListTree }
    case 'file':
      return { token: 'has:file', label: 'with files', count, icon: Paperclip }
  }
}

/**
 * Adds a condition after the text. The pressed chip disappears, so the bar gets the focus, except on touch
 * screens.
 */
function add(token: string): void {
  const { text, put } = homeSearch.getState()
  const typed = text.trim()
  const before = /[,，]$/.test(typed) ? typed.slice(0, -1).trimEnd() : typed
  const hadFocus = document.activeElement?.closest('[role=group]') != null
  put(`${before}, ${token}`)
  if (hadFocus && !matchMedia('(pointer: coarse)').matches) writeInSearchbar()
}

/** Arrows move from chip to chip. Up and Escape go to the bar. */
function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
  const chips = [...event.currentTarget.querySelectorAll<HTMLElement>('button')]
  const at = chips.indexOf(event.target as HTMLElement)
  if (event.key === 'ArrowRight') chips[at + 1]?.focus()
  else if (event.key === 'ArrowLeft') chips[at - 1]?.focus()
  else if (event.key === 'ArrowUp' || event.key === 'Escape') writeInSearchbar()
  else return
  event.preventDefault()
  event.stopPropagation()
}
