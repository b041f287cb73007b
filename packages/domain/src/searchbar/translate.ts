import { fold, squeeze } from '../folding.ts'
import { LIMITS } from '../limits.ts'
import { UTC_DAYS } from './days.ts'
import { readField } from './fields.ts'
import { allOf, anyOf, notOf } from './normal-form.ts'
import { printSearch } from './print.ts'
import { NOTHING_ASKED, type SearchTree } from './search-tree.ts'

/** A search from another program, in our search language. */
interface TranslatedSearch {
  readonly from: 'linkding' | 'Raindrop' | 'Danbooru' | 'a mail program'
  readonly text: string
}

/** How each program's searches are recognised; the first match counts. */
const SIGNS: readonly (readonly [TranslatedSearch['from'], { test(text: string): boolean }])[] = [
  ['Raindrop', /(?:^|\s)(?:-#|-?#"|match:OR|notag:true|link:\S)/],
  ['linkding', /(?:^|[\s(])(?:!un(?:tagged|read)|#[^\s()#]+ (?:and|or|not|\(|!))|(?:and|or|not|\() ?#\S/i],
  [
    'a mail program',
    /(?:^|[\s({-])(?:label|subject|before|after|older_than|newer_than):\S|^(?=.*[a-z]).*\s(?:AND|NOT)\s\S/,
  ],
  ['Danbooru', { test: isOfDanbooru }],
]

/**
 * Translates a search of linkding, Raindrop, Danbooru or a mail program. Null for any other text, and for one with commas,
 * which is a search of ours. Drops what we can't express, such as an order.
 */
export function translateSearch(text: string): TranslatedSearch | null {
  if (text.length > LONGEST_TEXT || /[,，\n|]/.test(text)) return null
  const trimmed = text.trim()
  const from = SIGNS.find(([, sign]) => sign.test(trimmed))?.[0]
  if (from === undefined) return null
  const translated = printSearch(new Reader(trimmed, /(?:^|\s)match:OR(?:\s|$)/.test(trimmed)).read())
  return translated === '' || fold(translated) === fold(trimmed) ? null : { from, text: translated }
}

const LONGEST_TEXT = 500

/**
 * Danbooru: optional tags, an order, or underscores in at least half of the tags. A single name with an underscore may be in
 * any text.
 */
function isOfDanbooru(text: string): boolean {
  const parts = text.split(/\s+/)
  if (parts.some((part) => /^(?:~|order:|rating:)./.test(part))) return true
  const joined = parts.filter((part) => /^-?\w+_\w/.test(part)).length
  return joined > 1 && joined * 2 >= parts.length && !/[:/"]/.test(text)
}

/** Splits into parentheses, quoted texts with their prefix, and anything else up to white space or a parenthesis. */
function partsIn(text: string): string[] {
  const parts: string[] = []
  for (let at = 0; at < text.length; at++) {
    const start = at
    while (at < text.length && !/[\s(){}"]/.test(text.charAt(at))) at++
    const close = text[at] === '"' ? text.indexOf('"', at + 1) : -1
    if (close >= 0) at = close + 1
    if (at > start) parts.push(text.slice(start, at))
    if (/[(){}]/.test(text.charAt(at))) parts.push(text.charAt(at))
    else if (close >= 0 && at < text.length) at--
  }
  return parts
}

/** `or` between lists; the parts of a list must all match; `not` or a minus before one part. */
class Reader {
  private readonly parts: readonly string[]
  private readonly isAny: boolean
  private at = 0
  private depth = 0

  constructor(text: string, isAny: boolean) {
    this.parts = partsIn(text)
    this.isAny = isAny
  }

  read(): SearchTree {
    const found: SearchTree[] = []
    // An unmatched closing parenthesis ended the list too early: go on.
    for (; this.at < this.parts.length; this.at++) found.push(this.readChoice())
    return allOf(found)
  }

  private readChoice(): SearchTree {
    const lists = [this.readList()]
    while (/^or$/i.test(this.parts[this.at] ?? '')) {
      this.at++
      lists.push(this.readList())
    }
    const asking = lists.filter((list) => list.kind !== 'all' || list.parts.length > 0)
    return asking.length === 0 ? NOTHING_ASKED : anyOf(asking)
  }

  private readList(): SearchTree {
    const found: SearchTree[] = []
    const optional: SearchTree[] = []
    for (; this.at < this.parts.length && !/^(?:or|\)|\})$/i.test(this.parts[this.at] ?? ''); this.at++) {
      const isOptional = this.parts[this.at]?.startsWith('~')
      const tree = this.readPart()
      if (tree !== null) (isOptional ? optional : found).push(tree)
    }
    if (optional.length > 0) found.push(anyOf(optional))
    return this.isAny && found.length > 1 ? anyOf(found) : allOf(found)
  }

  /** Null for a part without a condition. */
  private readPart(): SearchTree | null {
    const part = this.parts[this.at] ?? ''
    if (/^(?:not|-)$/i.test(part)) {
      this.at++
      const tree = this.at < this.parts.length ? this.readPart() : null
      return tree && notOf(tree)
    }
    if (part === '(' || part === '{') return this.readInside(part === '{')
    if (/^and$/i.test(part)) return null
    if (/^[-~]./.test(part)) {
      const tree = atomOf(part.slice(1))
      return part.startsWith('-') ? tree && notOf(tree) : tree
    }
    return atomOf(part)
  }

  /** In mail programs braces hold alternatives. */
  private readInside(isChoice: boolean): SearchTree | null {
    this.at++
    if (++this.depth > LIMITS.searchDepth) return null
    const tree = this.readChoice()
    this.depth--
    const parts = tree.kind === 'words' ? tree.words.map(wordOf) : tree.kind === 'all' ? tree.parts : [tree]
    return isChoice && parts.length > 1 ? anyOf(parts) : parts.length === 0 ? null : tree
  }
}

function wordOf(word: string): SearchTree {
  return { kind: 'words', words: [word] }
}

function tagOf(name: string): SearchTree | null {
  return fold(name) === '' ? null : { kind: 'tag', name: squeeze(name), isExact: false }
}

/** A tag, text, field or word; null: we can't express it. */
function atomOf(part: string): SearchTree | null {
  const [, mark, field = '', quotes, rest = ''] = /^(#?)(?:([a-z_]+):(?=.))?(")?(.*?)"?$/s.exec(part) ?? []
  if (mark === '#') return tagOf(field === '' ? rest : `${field}:${rest}`)
  if (part === '!untagged') return readOwn('is', 'untagged')
  if (part.startsWith('!')) return null
  const condition = field === '' ? undefined : fieldOf(field, rest)
  if (condition !== undefined) return condition
  if (field !== '') return wordOf(`${field}:${rest}`)
  if (fold(rest) === '') return null
  return quotes === undefined ? wordOf(squeeze(rest)) : { kind: 'text', text: squeeze(rest) }
}

/** Undefined: not a field. */
function fieldOf(field: string, value: string): SearchTree | null | undefined {
  const days = value.replaceAll('/', '-')
  switch (field) {
    case 'label':
    case 'tag':
      return tagOf(value)
    case 'subject':
    case 'title':
    case 'note':
    case 'excerpt':
      return { kind: 'text', text: value }
    case 'link':
      return readOwn('site', value) ?? { kind: 'text', text: value }
    case 'notag':
      return readOwn('is', 'untagged')
    case 'before':
      return readOwn('created', `<${days}`)
    case 'after':
      return readOwn('created', `>=${days}`)
    case 'newer_than':
    case 'older_than':
      return ageOf(value, field === 'older_than')
    case 'match':
    case 'order':
    case 'rating':
    case 'in':
      return null
    default:
      return readOwn(field, value) ?? undefined
  }
}

const UNITS: Readonly<Record<string, string>> = { d: 'days', w: 'weeks', m: 'months', y: 'years' }

/** `7d` and the like, counted back from today. */
function ageOf(value: string, isOlder: boolean): SearchTree | null {
  const [, count, unit = ''] = /^(\d{1,4})([dwmy])$/.exec(value) ?? []
  if (count === undefined) return null
  const tree = readOwn('created', `last ${count} ${UNITS[unit]}`)
  return tree && isOlder ? notOf(tree) : tree
}

function readOwn(name: string, text: string): SearchTree | null {
  return readField(name, { text, isQuoted: false, calendar: { ...UTC_DAYS, today: TODAY, now: NOW } })
}

/** Any moment will do: only the spelling of the days is used. */
const TODAY = { year: 2000, month: 1, day: 1 }
const NOW = '2000-01-01T00:00'
