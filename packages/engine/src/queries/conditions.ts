import {
  CARD_TYPES,
  type CardState,
  dayOf,
  dueKey,
  fold,
  type Id,
  KEYS_IN_A_DAY,
  type SearchCondition,
} from '@cardinal/domain'
import { type Bits, bitsFor, keepCommon, setBit, takeAway } from '../structures/bits.ts'
import { colorNumber, TRAITS } from '../structures/card-table.ts'
import type { Reader } from '../tables.ts'
import { cardsTagged, tagsNamed } from './named-tags.ts'
import { tagOrdinals } from './tag-rows.ts'

export type ConditionReader = Pick<Reader, 'cards' | 'tags' | 'groups' | 'texts' | 'postings'>

/** A new bitmap of the cards of `within` that meet one condition. */
export function cardsMeeting(reader: ConditionReader, condition: SearchCondition, within: Bits): Bits {
  const { cards, texts } = reader
  switch (condition.kind) {
    case 'tag': {
      const found = bitsFor(within.length * 32)
      addTagged(reader, condition, found)
      return common(found, within)
    }
    case 'text':
      return texts.find(fold(condition.text), within)
    case 'copy':
      return cardsWithCopies(reader, condition.cardIds ?? [], within)
    case 'site':
      return texts.findSite(condition.site, within)
    case 'group':
      return common(cardsTagged(reader, tagsOfGroups(reader, condition.title)), within)
    case 'type':
      return common(within.slice(), cards.byType[CARD_TYPES.indexOf(condition.type)] as Bits)
    case 'is':
      return cardsInState(reader, condition.state, within)
    case 'has':
      return cardsWithTrait(reader, TRAITS[condition.what], within)
    case 'color': {
      const color = colorNumber(condition.color)
      return between(within, cards.color, color, color + 1)
    }
    case 'workspace':
      return within.slice()
    case 'tags': {
      const { least, most } = condition
      return between(within, cards.tagCount, least, most === null ? null : most + 1)
    }
    case 'time': {
      const { values } = condition.field === 'created' ? cards.createdAt : cards.updatedAt
      return between(within, values, condition.start, condition.end)
    }
    case 'due':
      // What is never due has an infinite key, which is before no end.
      return between(
        within,
        cards.dueKey,
        (condition.start ?? Number.NEGATIVE_INFINITY) * KEYS_IN_A_DAY,
        (condition.end ?? Number.POSITIVE_INFINITY) * KEYS_IN_A_DAY,
      )
    case 'overdue': {
      const now = dueKey(condition.now)
      const today = dueKey(dayOf(condition.now))
      return chosen(cardsInState(reader, 'open', within), (ordinal) => {
        const key = cards.dueKey[ordinal] as number
        return key < now && key !== today
      })
    }
  }
}

/** A new bitmap of the cards of `within` that have a copy and one of these ids. */
function cardsWithCopies({ cards }: Pick<ConditionReader, 'cards'>, ids: readonly Id[], within: Bits): Bits {
  const found = bitsFor(within.length * 32)
  for (const id of ids) {
    const ordinal = cards.ordinalOf(id)
    const hasCopy = ordinal !== undefined && ((cards.traits[ordinal] as number) & TRAITS.copy) !== 0
    if (hasCopy) setBit(found, ordinal)
  }
  return common(found, within)
}

type TagCondition = Extract<SearchCondition, { kind: 'tag' }>

/** Adds the cards that meet a condition of a tag to a bitmap. */
export function addTagged(reader: ConditionReader, condition: TagCondition, found: Bits): void {
  for (const tag of tagsMeant(reader, condition)) reader.postings.addTo(found, tag)
}

/** Takes the cards that meet a condition of a tag from a bitmap. */
export function takeTagged(reader: ConditionReader, condition: TagCondition, left: Bits): void {
  for (const tag of tagsMeant(reader, condition)) reader.postings.takeFrom(left, tag)
}

function tagsMeant(reader: ConditionReader, { name, isExact }: TagCondition): Iterable<number> {
  const named = tagsNamed(reader, name)
  return isExact ? named : reader.tags.implied.withImplying(named)
}

/** Rough cost of a condition: what reads bitmaps comes before what reads columns, and texts come last. */
export function costOfCondition({ kind }: SearchCondition): number {
  return COSTS[kind]
}

const COSTS: Readonly<Record<SearchCondition['kind'], number>> = {
  type: 0,
  tag: 0,
  workspace: 0,
  group: 1,
  copy: 1,
  is: 1,
  has: 2,
  color: 2,
  tags: 2,
  time: 2,
  due: 2,
  overdue: 2,
  site: 3,
  text: 4,
}

export const COST_OF_TEXTS = COSTS.text

function cardsInState({ cards }: Pick<ConditionReader, 'cards'>, state: CardState, within: Bits): Bits {
  switch (state) {
    case 'done':
      return common(within.slice(), cards.done)
    case 'open': {
      const todos = common(within.slice(), cards.byType[CARD_TYPES.indexOf('todo')] as Bits)
      takeAway(todos, cards.done)
      return todos
    }
    case 'duplicate':
      return common(cards.withSameContent(), within)
    case 'dead':
      return cardsWithTrait({ cards }, TRAITS.dead, within)
  }
}

function cardsWithTrait({ cards }: Pick<ConditionReader, 'cards'>, trait: number, within: Bits): Bits {
  return chosen(within, (ordinal) => ((cards.traits[ordinal] as number) & trait) !== 0)
}

function tagsOfGroups(reader: ConditionReader, title: string): number[] {
  const folded = fold(title)
  const groups = reader.groups.values().filter((group) => fold(group.title) === folded)
  return tagOrdinals(
    reader,
    groups.flatMap((group) => group.tagIds),
  )
}

/** Keeps what both hold. Changes the first, and returns it. */
function common(bits: Bits, other: Bits): Bits {
  keepCommon(bits, other)
  return bits
}

/** A new bitmap of the ordinals whose number in a column is at least `start` and below `end`; null leaves an end open. */
function between(
  within: Bits,
  column: Uint8Array | Uint16Array | Float64Array,
  start: number | null,
  end: number | null,
): Bits {
  const [least, above] = [start ?? Number.NEGATIVE_INFINITY, end ?? Number.POSITIVE_INFINITY]
  const bits = bitsFor(within.length * 32)
  for (let i = 0; i < within.length; i++) {
    let kept = 0
    // Without a branch for each card, which would be mispredicted.
    for (let word = within[i] as number; word !== 0; word &= word - 1) {
      const bit = 31 - Math.clz32(word & -word)
      const value = column[(i << 5) + bit] as number
      kept |= (Number(value >= least) & Number(value < above)) << bit
    }
    bits[i] = kept
  }
  return bits
}

/** A new bitmap of the ordinals that a test chooses. */
function chosen(within: Bits, isChosen: (ordinal: number) => boolean): Bits {
  const bits = bitsFor(within.length * 32)
  for (let i = 0; i < within.length; i++) {
    let kept = 0
    for (let word = within[i] as number; word !== 0; word &= word - 1) {
      const bit = 31 - Math.clz32(word & -word)
      kept |= Number(isChosen((i << 5) + bit)) << bit
    }
    bits[i] = kept
  }
  return bits
}
