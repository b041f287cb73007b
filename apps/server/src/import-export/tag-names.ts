import { checkName, displayNameOf, LIMITS, type Tag, tagName, wordsProblem } from '@cardinal/domain'
import { nameEmoji } from './emoji-names.ts'

/**
 * Converts another program's tag to a valid name; null if no letter or digit is left. Meaningful characters
 * become words: "c++" → "cplusplus", "c#" → "csharp", ".net" → "dotnet", "r&d" → "r and d", "100%" → "100
 * percent". Hyphens become underscores, apostrophes are dropped, other characters become spaces. A name of only
 * emoji becomes their English names. Words beyond the limit are dropped.
 */
export function cleanTagName(text: string): string | null {
  const name = nameOf(text)
  return name === null || wordsProblem(name) === null ? name : legalName(firstWords(name))
}

/** Like `cleanTagName`, but an existing tag's name may have any number of words. */
export function knownTagName(text: string, isKnown: (name: string) => boolean): string | null {
  const name = nameOf(text)
  return name !== null && isKnown(name) ? name : cleanTagName(text)
}

/** A keycap such as 1️⃣ contains a digit, so its emoji name is used instead. */
function nameOf(text: string): string | null {
  return (text.includes('\u20e3') ? null : legalName(text)) ?? legalName(nameEmoji(text))
}

function firstWords(name: string): string {
  const points = [...name]
  while (wordsProblem(points.join('')) !== null) points.pop()
  return points.join('')
}

/** A byte order mark, and direction marks around words. No stored name has them. */
export const UNSEEN_MARKS = /[\ufeff\u202a-\u202e\u2066-\u2069]/g

function legalName(spelling: string): string | null {
  const text = spelling.replace(UNSEEN_MARKS, '')
  const kept = checkName(text)
  if (kept.ok) return kept.value
  let name = tagName(text).replace(/^#+/, '')
  for (const [pattern, word] of WORDS) name = name.replace(pattern, word)
  name = cut(tagName(name.replace(ILLEGAL, ' ').replace(/^[^\p{L}\p{N}]+/u, '')))
  const checked = checkName(name)
  return checked.ok ? checked.value : withoutJoiners(name)
}

/** A tag's name in files: its display name if importing that gives the same tag, else its name. */
export function nameInFile(tag: Pick<Tag, 'name' | 'displayName'>): string {
  const shown = displayNameOf(tag)
  const [read, ...more] = splitTags(shown)
  return read === shown && more.length === 0 && cleanTagName(shown) === tag.name ? shown : tag.name
}

/** Joiners are valid only between letters. If one is elsewhere, all are dropped. */
function withoutJoiners(name: string): string | null {
  const checked = checkName(name.replace(/[\u200c\u200d]/g, ''))
  return checked.ok ? checked.value : null
}

/** Cuts a name to the longest allowed length, never inside a surrogate pair. */
function cut(name: string): string {
  let short = name.slice(0, LIMITS.nameLength)
  if (/[\ud800-\udbff]$/.test(short)) short = short.slice(0, -1)
  return short.trim()
}

const WORDS: readonly (readonly [RegExp, string])[] = [
  [/\+/g, 'plus'],
  [/(?<=\S)#/g, 'sharp'],
  [/\.(?=[\p{L}\p{N}])/gu, 'dot'],
  [/&/g, ' and '],
  [/%/g, ' percent'],
  [/@(?=\S)/g, 'at '],
  [/['’ʼ`´]/g, ''],
  [/[-‐-―]/g, '_'],
]
const ILLEGAL = /[^\p{L}\p{N}\p{M}_ \u200c\u200d]/gu

/** Whether a spelling loses no sign when it becomes a name: each sign is in the name, or became a word. */
export function isWhole(spelling: string): boolean {
  let name = tagName(spelling)
  for (const [pattern, word] of WORDS) name = name.replace(pattern, word)
  return /^[\p{L}\p{N}]/u.test(name.trimStart()) && name.search(ILLEGAL) < 0
}

/** Names separated by commas, semicolons or vertical bars. A quoted name may contain these: `a, "b, c"`. */
export function splitTags(text: string): string[] {
  const names: string[] = []
  for (let at = 0; at < text.length; ) {
    const [quoted, behind] = quotedAt(text, at)
    const end = quoted === null ? endOfName(text, at) : behind
    names.push((quoted ?? text.slice(at, end)).trim())
    at = end + 1
  }
  return names.filter((name) => name !== '')
}

const SEPARATOR = /[,，;|]/g

function endOfName(text: string, from: number): number {
  SEPARATOR.lastIndex = from
  return SEPARATOR.exec(text)?.index ?? text.length
}

/** The quoted name that begins here, and its end; null: none. */
function quotedAt(text: string, from: number): [name: string | null, end: number] {
  let start = from
  while (text[start] === ' ') start++
  const close = text[start] === '"' ? text.indexOf('"', start + 1) : -1
  if (close < 0) return [null, from]
  const end = endOfName(text, close)
  return text.slice(close + 1, end).trim() === '' ? [text.slice(start + 1, close), end] : [null, from]
}
