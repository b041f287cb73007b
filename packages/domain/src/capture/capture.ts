import type { CardType } from '../card.ts'
import type { Day, Due } from '../due.ts'
import { squeeze, tagName } from '../folding.ts'
import { LIMITS } from '../limits.ts'
import { withoutEnd } from '../lists.ts'
import { newTagsProblem } from '../names.ts'
import type { Tag } from '../tag.ts'
import { namesOfTag } from '../tag-relations.ts'
import { type DueWords, findDates, type Span } from './dates.ts'
import type { FigureOrder } from './figures.ts'

// Exported here, so that both load together at the first typed text.
export { translateSearch } from '../searchbar/translate.ts'
export { type DueWords, readDue } from './dates.ts'
export { type FigureOrder, spellDay } from './figures.ts'
export { type Rescue, rescueOf, wordsApart } from './rescue.ts'

/** Words that were read as a tag, a due date or a start date. They are removed from the content. */
export interface CaptureChip extends Span {
  readonly kind: 'tag' | 'due' | 'start'
  /** The words as written, without white space and commas around them. */
  readonly words: string
}

/** A tag by its names: `#a/b` is b, with a as its parent. */
export interface CapturedTag {
  readonly name: string
  /** From the next parent up. */
  readonly parents: readonly string[]
}

export interface Captured {
  /** The text without the words of the chips. The same text where there is no chip. */
  readonly content: string
  /** In the order of the text; none overlap. */
  readonly chips: readonly CaptureChip[]
  /** Each name once. */
  readonly tags: readonly CapturedTag[]
  readonly due: DueWords | null
  /** The start date. Null: none. */
  readonly startAt: Day | null
}

interface CaptureAsked {
  /** Dates are understood for todos alone. */
  readonly type: CardType
  /** The wall clock of the person. */
  readonly now: Due
  /** Words that the person turned back into plain text, as written. */
  readonly refused?: readonly string[]
  /** Whether a tag has this name or other name, so that `#c++` may be meant. */
  readonly isTagName?: (name: string) => boolean
  /** In which order the person's language writes day and month. Absent: `3/12` stays text. */
  readonly order?: FigureOrder
}

/**
 * Reads `#tag` and, for a todo, dates and repetition in words. Skips quotes, code, addresses, words after a
 * backslash, and refused words. Any text is allowed: unread words stay text.
 */
export function capture(text: string, asked: CaptureAsked): Captured {
  const plain = plainSpans(text, asked.refused ?? [])
  const isPlain = (span: Span) => overlaps(plain, span)
  const tagged = findTags(text, isPlain, asked.isTagName ?? (() => false))
  const isTaken = (span: Span) => isPlain(span) || overlaps(tagged, span)
  const found = asked.type === 'todo' ? findDates(text, asked.now, isTaken, asked.order) : null
  const spans = [
    ...tagged.map(({ from, to }) => ({ kind: 'tag' as const, from, to })),
    ...(found?.spans ?? []),
  ].sort((a, b) => a.from - b.from)
  const wide = withCommas(text, spans)
  const chips = spans.map(
    ({ kind, from, to }, at): CaptureChip => ({ kind, words: text.slice(from, to), from, to, ...wide[at] }),
  )
  return {
    content: without(text, chips),
    chips,
    tags: onceEach(tagged.map(({ tag }) => tag)),
    due: found?.due ?? null,
    startAt: found?.startAt ?? null,
  }
}

/** Whether a name in stored form is one of these tags' names. */
export function namesIn(
  tags: readonly Pick<Tag, 'name' | 'otherNames' | 'displayName'>[],
): (name: string) => boolean {
  const names = new Set(tags.flatMap((tag) => namesOfTag(tag).map(tagName)))
  return (name) => names.has(name)
}

/**
 * How tags were written where that differs from their stored form: `garden` was written `Garden`. A new tag
 * gets that as its display name. Each name once, as first written.
 */
export function spellingsIn(
  chips: readonly Pick<CaptureChip, 'kind' | 'words'>[],
): ReadonlyMap<string, string> {
  const spellings = new Map<string, string>()
  for (const { kind, words } of chips) {
    for (const part of kind === 'tag' ? words.replace(/^#|[,，]$/g, '').split('/') : []) {
      const written = squeeze(part.normalize('NFC').replace(/[_-]+/g, ' '))
      const name = tagName(written)
      if (!spellings.has(name)) spellings.set(name, written)
    }
  }
  return new Map([...spellings].filter(([name, written]) => written !== name))
}

/**
 * The tag names that words after `#` may mean: each word and its parts between slashes, as written and with
 * spaces.
 */
export function hashWords(text: string): string[] {
  if (!text.includes('#')) return []
  const words = [...text.slice(0, 2_000).matchAll(/(?:^|[\s,，])#([^\s#,，]{1,50})/g)].map(
    ([, word = '']) => [word, ...(word.includes('/') ? word.split('/') : [])],
  )
  return [...new Set(words.flat().flatMap((word) => [tagName(word), tagName(word.replace(/[_-]+/g, ' '))]))]
    .filter((name) => name !== '')
    .slice(0, 40)
}

/**
 * Widens spans over the commas between them. At the beginning or end of a line, the comma between the spans
 * and the other text is included too. All other commas stay text. `spans` are in order.
 */
function withCommas(text: string, spans: readonly Span[]): Span[] {
  const wide = spans.map(({ from, to }) => ({ from, to }))
  let first = 0
  for (const [at, span] of wide.entries()) {
    const next = wide[at + 1]
    const gap = next === undefined ? null : SEPARATOR.exec(text.slice(span.to, next.from).slice(0, 40))
    if (next !== undefined && gap?.[0].length === next.from - span.to) {
      span.to += gap[1]?.length ?? 0
      continue
    }
    const start = wide[first] as Span & { from: number }
    first = at + 1
    const before = text.slice(Math.max(0, start.from - 20), start.from)
    const behind = text.slice(span.to, span.to + 80)
    const isAtStart = /(?:^|\n)[ \t]*$/.test(before)
    const [restOfLine = ''] = behind.split(/[\r\n]/, 1)
    const isAtEnd = ['', ',', '，'].includes(restOfLine.trim())
    if (isAtStart || isAtEnd) span.to += /^[ \t]*[,，]/.exec(behind)?.[0].length ?? 0
    if (isAtEnd && !isAtStart) start.from -= /[,，][ \t]*$/.exec(before)?.[0].length ?? 0
  }
  return wide
}

/** White space with at most one comma. The capture group ends behind the comma. */
const SEPARATOR = /^([ \t]*[,，])?[ \t]*/

/** The text without the spans, and without the white space around them. */
function without(text: string, spans: readonly Span[]): string {
  let kept = ''
  let at = 0
  for (const { from, to } of spans) {
    kept += text.slice(at, from)
    at = to
    const isAtStart = kept === '' || kept.endsWith('\n')
    if (isAtStart) at += /^[ \t\u00a0]*/.exec(text.slice(to))?.[0].length ?? 0
    else if (/^(?:\s|$|[,.;:!?)])/.test(text.slice(to, to + 1))) kept = kept.replace(TRAILING, '')
  }
  return kept + text.slice(at)
}

const TRAILING = /(?<![ \t\u00a0])[ \t\u00a0]+$/

function onceEach(tags: readonly CapturedTag[]): CapturedTag[] {
  const byName = new Map<string, CapturedTag>()
  for (const tag of tags) if (!byName.has(tag.name)) byName.set(tag.name, tag)
  return [...byName.values()]
}

interface TagSpan extends Span {
  readonly tag: CapturedTag
}

function findTags(
  text: string,
  isPlain: (span: Span) => boolean,
  isTagName: (name: string) => boolean,
): TagSpan[] {
  const found: TagSpan[] = []
  if (!text.includes('#')) return found
  for (const match of text.matchAll(TAG)) {
    if (found.length === LIMITS.tagsPerCard) break
    const word = match[1] as string
    const from = match.index
    const most = withoutEnd(word, CLOSING)
    const read = readTag(word, isTagName) ?? readTag(most, isTagName)
    const to = from + 1 + (read?.length ?? 0)
    if (read !== null && !isPlain({ from, to })) found.push({ from, to, tag: read.tag })
  }
  return found
}

/** Null: not a tag, such as `12`, `fff0aa` or a name that a new tag may not have. */
function readTag(
  word: string,
  isTagName: (name: string) => boolean,
): { readonly tag: CapturedTag; readonly length: number } | null {
  const length = word.length
  const whole = tagName(word)
  if (whole !== '' && isTagName(whole)) return { tag: { name: whole, parents: [] }, length }
  if (!NAME.test(word) || !/\p{L}/u.test(word) || isColor(word)) return null
  const names = word
    .split('/')
    .filter((part) => part !== '')
    .map((part) => nameOf(part, isTagName))
  const [name, ...parents] = names.toReversed()
  if (name === undefined || newTagsProblem(names) !== null || new Set(names).size < names.length) return null
  return { tag: { name, parents }, length }
}

/** `two_words` and `two-words` mean the tag with exactly that name if there is one, otherwise `two words`. */
function nameOf(part: string, isTagName: (name: string) => boolean): string {
  const written = tagName(part)
  return isTagName(written) ? written : tagName(written.replace(/[_-]+/g, ' '))
}

/** `a0b1c2` and `fff` are colours; a word such as `cafe` is not. */
function isColor(word: string): boolean {
  return /^(?=.*\d|(.)\1+$)(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i.test(word)
}

const TAG = /(?<![^\s,，])#([^\s#,，]{1,200})(?![^\s,，])/gu
const CLOSING = '.;:!?)]}\'"”’»…'
const NAME = /^[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}_/-]|(?<=[\p{L}\p{M}])[\u200c\u200d](?=[\p{L}\p{M}]))*$/u

/** The spans of a text that are never read as tags or dates, in order; none overlap. */
function plainSpans(text: string, refused: readonly string[]): readonly Span[] {
  const spans = [...text.matchAll(PLAIN)].map(({ 0: { length }, index }) => ({
    from: index,
    to: index + length,
  }))
  for (const words of refused.filter((each) => each !== '')) {
    for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + words.length))
      spans.push({ from: at, to: at + words.length })
  }
  const merged: { from: number; to: number }[] = []
  for (const span of spans.sort((a, b) => a.from - b.from)) {
    const last = merged.at(-1)
    if (last !== undefined && span.from < last.to) last.to = Math.max(last.to, span.to)
    else merged.push({ ...span })
  }
  return merged
}

/** Whether `span` overlaps one of `spans`, which are in order. */
function overlaps(spans: readonly Span[], { from, to }: Span): boolean {
  let [low, high] = [0, spans.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((spans[middle] as Span).to <= from) low = middle + 1
    else high = middle
  }
  const next = spans[low]
  return next !== undefined && next.from < to
}

/** Code, quotes, links between cards and of Markdown, escaped words, addresses, and e-mail addresses. Linear in the text. */
const PLAIN = new RegExp(
  [
    '```[\\s\\S]*?(?:```|$)',
    '`[^`\\n]+`',
    '(?<![\\p{L}\\p{N}])"[^"\\n]+"(?![\\p{L}\\p{N}])',
    "(?<![\\p{L}\\p{N}])'[^'\\n]+'(?![\\p{L}\\p{N}])",
    '“[^“”\\n]+”|„[^„“”\\n]+[“”]|«[^«»\\n]+»|‘[^‘’\\n]+’',
    '\\[\\[[^[\\]\\n]+\\]\\]|\\[[^[\\]\\n]+\\]\\([^()\\s]+\\)',
    '\\\\\\S+',
    '(?<![\\p{L}\\p{N}+.-])(?:[a-z][a-z0-9+.-]{0,20}://|mailto:|tel:|www\\.)[^\\s<>"]+',
    '(?<!\\S)[^\\s@]{1,64}@[^\\s@]+',
    '(?<![\\w:/@.-])(?:[a-z0-9-]{1,63}\\.)+[a-z]{2,}(?:[/?#][^\\s<>"]*)?',
  ].join('|'),
  'giu',
)
