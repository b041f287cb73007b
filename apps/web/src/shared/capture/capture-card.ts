import {
  type Card,
  type CardType,
  type Due,
  dayOf,
  displayNameOf,
  type Id,
  isCalled,
  looksLikeNote,
  namesOfTag,
  newTagsProblem,
  tagName,
  wallClock,
} from '@cardinal/domain'
import {
  type Captured,
  type CapturedTag,
  capture,
  type DueWords,
  hashWords,
  namesIn,
  spellingsIn,
} from '@cardinal/domain/capture'
import type { TagInUse } from '@cardinal/engine'
import type { Mutation } from '@cardinal/sync'
import type { Replica } from '../../replica/index.ts'
import { cardsToLink, linkTo } from '../cards/card-link.ts'
import { dueSentence, startWords } from '../cards/due-words.ts'
import { newId } from '../changes/new-id.ts'
import type { Completion } from '../searchbar/suggestions.ts'
import { cutText } from '../text/cut-text.ts'
import { titleOf } from '../text/note-title.ts'
import { figureOrder } from '../text/typed-day.ts'

export { hashWords, namesIn, rescueOf, translateSearch, wordsApart } from '@cardinal/domain/capture'
export { ChipLine, Understood } from './chip-line.tsx'
export { nextItem } from './list-item.ts'

/** A card as its text describes it. */
export interface CapturedCard {
  readonly content: string
  /** Values recognised in the text. */
  readonly dates: Partial<Pick<Card, 'dueAt' | 'recurrence' | 'startAt'>>
  readonly tagIds: readonly Id[]
  /** As in `ReadText`. */
  readonly said: string
  /** Mutations that create new tags and their parents, to run before the one of the card. */
  readonly making: readonly Mutation[]
}

/** What was recognised in a text, with words for people. */
export interface ReadText extends Captured {
  /** Such as "due tomorrow 14:00, starts today, tagged work, home". Empty: nothing was recognised. */
  readonly said: string
  /** The kind that the text looks like. Null: no particular one. */
  readonly kind: 'note' | 'todo' | null
  /** The dates for the label of a button, in at most 36 characters. Empty: none. */
  readonly shortDates: string
  /** Whether `shortDates` leaves out a part, such as the recurrence. */
  readonly isShortened: boolean
}

const LONGEST_LABEL = 36

/** Like `capture`, but a text that contains only a date stays as it is, because a card needs a text. */
export function readText(text: string, asked: Parameters<typeof capture>[1]): ReadText {
  const captured = capture(text, { order: figureOrder(), ...asked })
  const { content, due, startAt, tags } = captured
  const kind = looksLikeNote(text) ? 'note' : due !== null || startAt !== null ? 'todo' : null
  if (content.trim() === '' && tags.length === 0) return { ...NOTHING_READ, content: text, kind }
  const begins = startAt === null ? '' : lowered(startWords(startAt, dayOf(asked.now)))
  const whole = [due && dueSaid(due, asked.now), begins].filter(Boolean).join(', ')
  const tagged = tags.length === 0 ? '' : `tagged ${tags.map(({ name }) => name).join(', ')}`
  const said = [whole, tagged].filter(Boolean).join(', ')
  const isShortened = due !== null && whole.length > LONGEST_LABEL
  const shortDates = isShortened ? dueSaid({ ...due, recurrence: null }, asked.now) : whole
  return { ...captured, said, kind, shortDates, isShortened }
}

/** The result if nothing is recognised, without the text. */
const NOTHING_READ = {
  chips: [],
  tags: [],
  due: null,
  startAt: null,
  said: '',
  shortDates: '',
  isShortened: false,
}

function dueSaid({ dueAt, recurrence }: DueWords, now: Due): string {
  return lowered(dueSentence(dueAt, now, recurrence))
}

function lowered(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1)
}

/** Reads a text at the time it is added, with the present tags. */
export async function captureCard(
  replica: Replica,
  text: string,
  type: CardType,
  refused: readonly string[],
): Promise<CapturedCard> {
  const keywords = hashWords(text)
  const known = keywords.length === 0 ? [] : await replica.ask('tagsBySearchword', { keywords })
  const now = wallClock(new Date())
  const { content, chips, due, startAt, tags, said } = readText(text, {
    type,
    now,
    refused,
    isTagName: namesIn(known),
  })
  return {
    content: content.trim(),
    dates: { ...due, ...(startAt !== null && { startAt }) },
    said,
    ...(await tagsOf(replica, tags, spellingsIn(chips))),
  }
}

/**
 * Tags with these names. Missing ones are created with their parents, and displayed as they are written. An
 * existing tag keeps its relations, so the card gets the written parents, too.
 */
async function tagsOf(
  replica: Replica,
  tags: readonly CapturedTag[],
  spellings: ReadonlyMap<string, string>,
): Promise<Pick<CapturedCard, 'tagIds' | 'making'>> {
  const names = [...new Set(tags.flatMap(({ name, parents }) => [name, ...parents]))]
  if (names.length === 0) return { tagIds: [], making: [] }
  const known = await replica.ask('tagsBySearchword', { keywords: names })
  const there = (name: string) =>
    known.find((tag) => tag.name === name) ?? known.find((tag) => isCalled(tag, name))
  const fresh = names
    .filter((name) => there(name) === undefined)
    .map((name) => {
      const displayName = spellings.get(name)
      return { id: newId(), name, ...(displayName !== undefined && { displayName }) }
    })
  const idOf = (name: string) => there(name)?.id ?? (fresh.find((tag) => tag.name === name)?.id as Id)
  const making: Mutation[] = []
  if (fresh.length > 0) making.push({ name: 'createTags', args: { tags: fresh, attachToCardIds: [] } })
  const tagIds: Id[] = []
  for (const { name, parents } of tags) {
    tagIds.push(idOf(name))
    const [parent] = parents
    if (parent === undefined) continue
    if (there(name) !== undefined) tagIds.push(idOf(parent))
    for (const [at, each] of [name, ...parents].entries()) {
      const above = [name, ...parents][at + 1]
      if (above !== undefined && there(each) === undefined)
        making.push({ name: 'addTagParents', args: { tagIds: [idOf(each)], parentIds: [idOf(above)] } })
    }
  }
  return { tagIds: [...new Set(tagIds)], making }
}

/**
 * @param typed in stored form; each offered tag has a name that contains it
 * @param tags may be those found for an earlier text
 */
export function hashCompletions(typed: string, tags: readonly TagInUse[], most: number): Completion[] {
  const named = tags
    .map((tag) => ({ tag, name: nameWith(tag, typed) }))
    .filter(({ name }) => tagName(name).includes(typed))
  const begins = named.filter(({ name }) => tagName(name).startsWith(typed))
  const found = [...begins, ...named.filter((each) => !begins.includes(each))]
    .map(({ tag, name }) => ({ text: `#${name.replaceAll(' ', '_')}`, count: tag.cardCount }))
    .filter(({ text }) => !/[\s#,，]/.test(text.slice(1)))
  const isNew = typed !== '' && newTagsProblem([typed]) === null && !tags.some((tag) => isCalled(tag, typed))
  const fresh = isNew ? [{ text: `#${typed.replaceAll(' ', '_')}`, count: null, about: 'new tag' }] : []
  return [...found.slice(0, most), ...fresh]
}

/** Cards to link for the letters after `[[`. */
export async function linkCompletions(replica: Replica, typed: string): Promise<readonly Completion[]> {
  const cards = await cardsToLink(replica, typed, '')
  return cards.map((card) => ({
    text: cutText(titleOf(card.content), LONGEST_TITLE).shown,
    count: null,
    about: card.type,
    insert: linkTo(card),
  }))
}

const LONGEST_TITLE = 60

/** The name by which a tag was found, preferably its display name. */
function nameWith(tag: TagInUse, typed: string): string {
  const names = [displayNameOf(tag), ...namesOfTag(tag)]
  return names.find((name) => tagName(name).includes(typed)) ?? tag.name
}
