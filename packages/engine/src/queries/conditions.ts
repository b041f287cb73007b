import {
  CARD_TYPES,
  type CardState,
  type CompletedCondition,
  type Day,
  type DayCondition,
  dayNumber,
  dayOf,
  dueKey,
  type FileCondition,
  filesOf,
  fold,
  type Id,
  KEYS_IN_A_DAY,
  type SearchCondition,
  wasCompletedIn,
} from '@cardinal/domain'
import {
  type Bits,
  bitsFor,
  clearBit,
  hasBit,
  keepCommon,
  ordinalsOf,
  setBit,
  takeAway,
} from '../structures/bits.ts'
import type { BoundedColumn } from '../structures/bounded-column.ts'
import { type CardTable, colorNumber } from '../structures/card-table.ts'
import type { Reader } from '../tables.ts'
import { cardsTagged, tagOrdinals, tagsNamed } from './tag-rows.ts'

export type ConditionReader = Pick<Reader, 'cards' | 'tags' | 'groups' | 'texts' | 'postings' | 'taggedCards'>

/** Returns a new bitmap of the cards of `within` that meet one condition. */
export function cardsMeeting(reader: ConditionReader, condition: SearchCondition, within: Bits): Bits {
  const { cards, texts } = reader
  switch (condition.kind) {
    case 'tag': {
      const found = bitsFor(within.length * 32)
      addTagged(reader, condition, found, within)
      return found
    }
    case 'text':
      return texts.find(fold(condition.text), within)
    case 'copy':
      return cardsWithCopies(reader, condition.cardIds ?? [], within)
    case 'file':
      return cardsWithFiles(reader, condition, within)
    case 'site':
      return texts.findSite(condition.site, within)
    case 'group':
      return cardsTagged(reader, tagsOfGroups(reader, condition.title), within)
    case 'type':
      return common(within.slice(), cards.byType[CARD_TYPES.indexOf(condition.type)] as Bits)
    case 'is':
      return cardsInState(reader, condition.state, within)
    case 'has':
      return common(within.slice(), cards.having(condition.what))
    case 'color':
      return common(within.slice(), cards.byColor[colorNumber(condition.color)] as Bits)
    case 'workspace':
      return within.slice()
    case 'tags': {
      const { least, most } = condition
      return between(within, cards.tagCount, least, most === null ? null : most + 1)
    }
    case 'time': {
      const times = condition.field === 'created' ? cards.createdAt : cards.updatedAt
      return between(within, times.values, condition.start, condition.end, times)
    }
    case 'completed':
      return completedIn(reader, condition, within)
    case 'due':
      // A card without a due date has the key Infinity, which is never below the end.
      return between(
        within,
        cards.dueKey,
        (condition.start ?? Number.NEGATIVE_INFINITY) * KEYS_IN_A_DAY,
        (condition.end ?? Number.POSITIVE_INFINITY) * KEYS_IN_A_DAY,
      )
    case 'start':
      return startingIn(cards, condition, within)
    case 'overdue': {
      const today = dueKey(dayOf(condition.now))
      const open = cardsInState(reader, 'open', within)
      const late = between(open, cards.dueKey, null, dueKey(condition.now))
      takeAway(late, between(late, cards.dueKey, today, today + 1))
      return late
    }
  }
}

function completedIn(
  { cards }: Pick<ConditionReader, 'cards'>,
  { start, end }: CompletedCondition,
  within: Bits,
): Bits {
  const found = common(within.slice(), cards.having('completed'))
  const [from, to] = [start ?? Number.NEGATIVE_INFINITY, end ?? Number.POSITIVE_INFINITY]
  for (const ordinal of ordinalsOf(found))
    if (!wasCompletedIn(cards.at(ordinal), from, to)) clearBit(found, ordinal)
  return found
}

function startingIn(cards: CardTable, { start, end }: DayCondition, within: Bits): Bits {
  const found = common(within.slice(), cards.having('start'))
  for (const ordinal of ordinalsOf(found)) {
    const day = dayNumber(cards.at(ordinal).startAt as Day)
    if (day < (start ?? day) || day >= (end ?? Number.POSITIVE_INFINITY)) clearBit(found, ordinal)
  }
  return found
}

/** Returns a new bitmap of the cards of `within` that have a copy and one of these ids. */
function cardsWithCopies({ cards }: Pick<ConditionReader, 'cards'>, ids: readonly Id[], within: Bits): Bits {
  const found = bitsFor(within.length * 32)
  for (const id of ids) {
    const ordinal = cards.ordinalOf(id)
    const hasCopy = ordinal !== undefined && hasBit(cards.having('copy'), ordinal)
    if (hasCopy) setBit(found, ordinal)
  }
  return common(found, within)
}

/** Returns a new bitmap of the cards of `within` that have a file with this text in its words or its name. */
function cardsWithFiles(
  { cards }: Pick<ConditionReader, 'cards'>,
  { text, hashes = [] }: FileCondition,
  within: Bits,
): Bits {
  const found = common(within.slice(), cards.having('file'))
  const folded = fold(text)
  const hasWords = new Set(hashes)
  for (const ordinal of ordinalsOf(found)) {
    const files = filesOf(cards.at(ordinal).files)
    if (!files.some(({ name, hash }) => hasWords.has(hash) || fold(name).includes(folded)))
      clearBit(found, ordinal)
  }
  return found
}

type TagCondition = Extract<SearchCondition, { kind: 'tag' }>

/** Adds to a bitmap the cards that meet a condition of a tag; only those of `within` unless that is null. */
export function addTagged(
  reader: ConditionReader,
  condition: TagCondition,
  found: Bits,
  within: Bits | null = null,
): void {
  const named = tagsNamed(reader, condition.name)
  if (!condition.isExact) reader.taggedCards.addTo(found, named, within)
  else for (const tag of named) reader.postings.addTo(found, tag, within)
}

/** Removes from a bitmap the cards that meet a condition of a tag. */
export function takeTagged(reader: ConditionReader, condition: TagCondition, left: Bits): void {
  const named = tagsNamed(reader, condition.name)
  if (!condition.isExact) reader.taggedCards.takeFrom(left, named)
  else for (const tag of named) reader.postings.takeFrom(left, tag)
}

/** Rough cost of a condition: bitmaps are cheapest, then columns, then texts. */
export function costOfCondition({ kind }: SearchCondition): number {
  return COSTS[kind]
}

const COSTS: Readonly<Record<SearchCondition['kind'], number>> = {
  type: 0,
  tag: 0,
  workspace: 0,
  group: 1,
  copy: 1,
  file: 3,
  is: 1,
  has: 1,
  color: 0,
  tags: 2,
  time: 2,
  completed: 2,
  due: 2,
  start: 2,
  overdue: 2,
  site: 3,
  text: 4,
}

export const COST_OF_TEXTS = COSTS.text

function cardsInState({ cards }: Pick<ConditionReader, 'cards'>, state: CardState, within: Bits): Bits {
  switch (state) {
    case 'done':
      return common(within.slice(), cards.having('done'))
    case 'open': {
      const todos = common(within.slice(), cards.byType[CARD_TYPES.indexOf('todo')] as Bits)
      takeAway(todos, cards.having('done'))
      return todos
    }
    case 'duplicate':
      return common(within.slice(), cards.withSameContent())
    case 'dead':
      return common(within.slice(), cards.having('dead'))
  }
}

function tagsOfGroups(reader: ConditionReader, title: string): number[] {
  const folded = fold(title)
  const groups = reader.groups.values().filter((group) => fold(group.title) === folded)
  return tagOrdinals(
    reader,
    groups.flatMap((group) => group.tagIds),
  )
}

/** Intersects two bitmaps. Changes the first one, and returns it. */
function common(bits: Bits, other: Bits): Bits {
  keepCommon(bits, other)
  return bits
}

/**
 * Returns a new bitmap of the ordinals whose number in a column is at least `start` and below `end`; null leaves an end
 * open.
 *
 * @param bounds of each block of 32 ordinals, which mostly decide about the whole block; undefined: none are kept
 */
function between(
  within: Bits,
  column: Uint16Array | Float64Array,
  start: number | null,
  end: number | null,
  bounds?: BoundedColumn,
): Bits {
  const [least, above] = [start ?? Number.NEGATIVE_INFINITY, end ?? Number.POSITIVE_INFINITY]
  const bits = bitsFor(within.length * 32)
  for (let i = 0; i < within.length; i++) {
    let word = within[i] as number
    if (bounds !== undefined) {
      const [lowest, highest] = [bounds.least[i] as number, bounds.greatest[i] as number]
      if (lowest >= above || highest < least) continue
      if (lowest >= least && highest < above) {
        bits[i] = word
        continue
      }
    }
    let kept = 0
    // Without a branch for each card, which would be mispredicted.
    for (; word !== 0; word &= word - 1) {
      const bit = 31 - Math.clz32(word & -word)
      const value = column[(i << 5) + bit] as number
      kept |= (Number(value >= least) & Number(value < above)) << bit
    }
    bits[i] = kept
  }
  return bits
}
