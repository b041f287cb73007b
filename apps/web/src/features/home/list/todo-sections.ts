import {
  allOf,
  type Card,
  type Day,
  type DayCondition,
  dayNumber,
  dayOf,
  notOf,
  type SearchTree,
  startsLater,
  weekdayOf,
} from '@cardinal/domain'

/**
 * In the order of the list. A week ends on Sunday. `starts`: todos that start on a later day, whenever they are
 * due.
 */
export const SECTIONS = ['overdue', 'today', 'tomorrow', 'week', 'later', 'someday', 'starts'] as const
export type TodoSection = (typeof SECTIONS)[number]

/** A heading of the list, with the number of its todos. Undefined: not counted yet. */
export interface SectionHead {
  readonly section: TodoSection
  readonly count: number | undefined
  readonly isFolded: boolean
}

export type ListRow = Card | SectionHead

/** The sections of a list by day. */
export interface TodoSections {
  readonly today: Day
  readonly folded: readonly TodoSection[]
  /** In the order of `SECTIONS`. Null: not counted yet. */
  readonly counts: readonly number[] | null
}

export function isSectionHead(row: ListRow): row is SectionHead {
  return 'section' in row
}

/** The name under which the device stores that a section is folded. For `starts` it stores that it is unfolded. */
export function foldName(section: TodoSection): string {
  return `todos-${section}`
}

/** The folded sections, from the names that the device stores. */
export function foldedSections(names: readonly string[]): readonly TodoSection[] {
  return SECTIONS.filter((each) => names.includes(foldName(each)) !== (each === 'starts'))
}

/** The number of todos in all sections, if some sections are folded. Null: the list has all of them. */
export function countedTodos(sections: TodoSections | null): number | null {
  if (sections === null || sections.counts === null) return null
  const { folded, counts } = sections
  if (folded.every((section) => counts[SECTIONS.indexOf(section)] === 0)) return null
  return counts.reduce((sum, count) => sum + count, 0)
}

/** The condition of todos that are overdue or due today. */
export function dueBy(today: Day): DayCondition {
  return { kind: 'due', days: '', start: null, end: dayNumber(today) + 1 }
}

export function conditionOf(section: TodoSection, today: Day): SearchTree {
  if (section === 'starts') return allOf([startAfter(today), notOf(dueBy(today))])
  const ends = endsOf(today)
  const at = SECTIONS.indexOf(section)
  const due: SearchTree =
    section === 'someday'
      ? notOf({ kind: 'due', days: 'any', start: null, end: null })
      : { kind: 'due', days: section, start: ends[at - 1] ?? null, end: ends[at] ?? null }
  return at < 2 ? due : allOf([due, notOf(startAfter(today))])
}

function startAfter(today: Day): DayCondition {
  return { kind: 'start', days: '', start: dayNumber(today) + 1, end: null }
}

/** The first day after each section, except the last two, in days since 1970-01-01. */
function endsOf(today: Day): readonly number[] {
  const number = dayNumber(today)
  return [number, number + 1, number + 2, Math.max(number + 2, number + 7 - weekdayOf(number))]
}

export function sectionOf(card: Pick<Card, 'dueAt' | 'startAt'>, today: Day): TodoSection {
  const { dueAt } = card
  if (startsLater(card, today)) return 'starts'
  if (dueAt === null) return 'someday'
  const number = dayNumber(dayOf(dueAt))
  return SECTIONS[endsOf(today).filter((end) => number >= end).length] ?? 'later'
}

/** The cards with todos that start later at the end, as in the sections. */
export function startedFirst(cards: readonly Card[], today: Day): readonly Card[] {
  const later = cards.filter((card) => startsLater(card, today))
  return later.length === 0 ? cards : [...cards.filter((card) => !later.includes(card)), ...later]
}

/**
 * Puts a heading above the cards of each section, unless no todo has a date. After a section that isn't fully
 * loaded, nothing is shown.
 */
export function rowsByDay(
  cards: readonly Card[],
  { today, folded, counts }: TodoSections,
): readonly ListRow[] {
  const cardsOf = (section: TodoSection) => cards.filter((card) => sectionOf(card, today) === section)
  const parts = SECTIONS.map((section, at) => ({ section, cards: cardsOf(section), count: counts?.[at] }))
    // A card that was just completed is still shown but not counted.
    .map((part) => ({
      ...part,
      count: part.count === undefined ? undefined : Math.max(part.count, part.cards.length),
    }))
  const shown = parts.filter(({ count, cards: own }) => own.length > 0 || (count ?? 0) > 0)
  if (shown.every(({ section }) => section === 'someday' && !folded.includes(section))) return cards
  const last = shown.findLastIndex(({ cards: own }) => own.length > 0)
  return shown.flatMap(({ section, cards: own, count }, at) => {
    const isFolded = folded.includes(section)
    if (own.length === 0 && !isFolded) return []
    const isBehindUnloaded =
      at > last &&
      shown.some((part) => part.cards.length < (part.count ?? 0) && !folded.includes(part.section))
    return isBehindUnloaded ? [] : [{ section, count, isFolded }, ...own]
  })
}
