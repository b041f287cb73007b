import { parse as parseToml } from 'smol-toml'
import { type Document, parseDocument } from 'yaml'
import { isObject, parseJson } from '../lib/decoding.ts'
import type { Ledger } from './ledger.ts'

const FRONT_MATTER = /^\s*---[ \t]*\r?\n([\s\S]{0,60000}?)\r?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/
/** Front matter of Hugo and Zola. */
const IN_TOML = /^\s*\+\+\+[ \t]*\r?\n([\s\S]{0,60000}?)\r?\n\+\+\+[ \t]*(?:\r?\n|$)/
/** The beginning of a field's line, with the name. */
const FIELD = /^(?:"([^"\n]{1,200})"|'([^'\n]{1,200})'|([^\s#\-'"[\]{}:][^:\n]{0,200}?))[ \t]*:(?:[ \t]+|$)/
/** Fields of one line that are always plain text, whatever characters they contain. */
const TEXTS = new Set(['title', 'name'])
/** Fields that front matter usually has. */
const USUAL_FIELDS = new Set(
  'title,name,tags,tag,keywords,aliases,date,created,updated,url,source,author'.split(','),
)
/** What the receipt calls malformed front matter. */
const NO_YAML = 'front matter that is no YAML, read line by line'

interface Entry {
  readonly name: string
  /** The rest of the line after the name. */
  readonly value: string
  /** The indented lines below it. */
  readonly below: readonly string[]
}

/**
 * The fields of a note's front matter, and the text below it. People and programs write more than YAML there:
 * `title: Fwd: Hints`, `tags: #one #two`, `tags: [[page]]`, TOML or JSON. A field that is not YAML is read as
 * plain text, which the receipt mentions.
 */
export function splitFrontMatter(text: string, ledger: Ledger): [Record<string, unknown>, string] {
  const toml = IN_TOML.exec(text)
  if (toml !== null) return fromToml(toml, text, ledger)
  const matter = matterIn(text)
  const { source = '', below = text } = matter ?? {}
  const json = source.trimStart().startsWith('{') ? parseJson(source) : undefined
  if (matter !== null && isObject(json)) return [{ ...json }, below]
  const { entries, strays } = entriesOf(source)
  // Text between two horizontal rules is no front matter.
  const isProse = strays.length > 0 && !entries.some(({ name }) => USUAL_FIELDS.has(name.toLowerCase()))
  if (matter === null || entries.length === 0 || isProse) return [{}, text]
  for (const line of strays) ledger.note('front matter', line, { isGarbled: true })
  const whole = yamlOf(source)
  const facts: Record<string, unknown> = {}
  let isNoted = false
  for (const entry of entries) {
    const own = plainValue(entry)
    if (Object.hasOwn(facts, entry.name)) ledger.note(entry.name, facts[entry.name])
    const parsed = own === undefined ? (isObject(whole) ? whole : yamlOf(sourceOf(entry))) : undefined
    facts[entry.name] = own === undefined ? (isObject(parsed) ? parsed[entry.name] : asItStands(entry)) : own
    if (whole !== undefined || isNoted || yamlOf(sourceOf(entry)) !== undefined) continue
    ledger.note(NO_YAML, sourceOf(entry), { isGarbled: true })
    isNoted = true
  }
  return [facts, below]
}

/** The front matter without its rules, and the text below. All lines may be indented like the first rule. */
function matterIn(text: string): { readonly source: string; readonly below: string } | null {
  const start = text.search(/\S/)
  const indent = start < 0 ? '' : text.slice(text.lastIndexOf('\n', start) + 1, start)
  const lines = text.split('\n')
  const plain =
    indent === ''
      ? text
      : lines.map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line)).join('\n')
  const [all, source] = FRONT_MATTER.exec(plain) ?? []
  if (all === undefined || source === undefined) return null
  return { source, below: all.endsWith('\n') ? lines.slice(all.split('\n').length - 1).join('\n') : '' }
}

function fromToml(matter: RegExpExecArray, text: string, ledger: Ledger): [Record<string, unknown>, string] {
  try {
    // Zola writes tags in a table.
    const { taxonomies = {}, ...facts } = plain(parseToml(matter[1] ?? '')) as Record<string, unknown>
    return [
      { ...facts, ...(isObject(taxonomies) ? taxonomies : { taxonomies }) },
      text.slice(matter[0].length),
    ]
  } catch {
    ledger.note('front matter that is no TOML, kept as text', matter[1], { isGarbled: true })
    return [{}, text]
  }
}

function entriesOf(matter: string): { readonly entries: Entry[]; readonly strays: string[] } {
  const strays: string[] = []
  const entries: { name: string; value: string; below: string[] }[] = []
  for (const line of matter.split(/\r?\n/)) {
    // Some files indent the first field with a tab.
    const found = FIELD.exec(entries.length === 0 ? line.trimStart() : line)
    const name = found?.[1] ?? found?.[2] ?? found?.[3]
    const last = entries.at(-1)
    if (name !== undefined)
      entries.push({
        name,
        value: line.slice(line.indexOf(found?.[0] ?? '') + (found?.[0].length ?? 0)).trim(),
        below: [],
      })
    else if (last !== undefined && /^(?:\s|- |-$|[\]}]|$)/.test(line)) last.below.push(line)
    else if (line.trim() !== '' && !line.startsWith('#')) strays.push(line)
  }
  return { entries, strays }
}

function sourceOf({ name, value, below }: Entry): string {
  return [`${JSON.stringify(name)}: ${value}`, ...below].join('\n')
}

/**
 * The YAML value, with every scalar as text. Undefined: not YAML, or YAML would mean something other than it
 * looks like.
 */
function yamlOf(source: string): unknown {
  return readYaml(source, (options) => {
    const document = parseDocument(source, { ...options, schema: 'failsafe', uniqueKeys: false })
    return document.warnings.length > 0 ? null : document
  })
}

/** Undefined: not YAML, or nested deeper than people write. */
export function readYaml(
  source: string,
  parse: (options: { readonly logLevel: 'silent'; readonly prettyErrors: false }) => Document | null,
): unknown {
  if (isDeep(source)) return undefined
  try {
    // Finding the line of each error takes quadratic time.
    const document = parse({ logLevel: 'silent', prettyErrors: false })
    if (document === null || document.errors.length > 0) return undefined
    return plain(document.toJS({ maxAliasCount: 20 }))
  } catch {
    return undefined
  }
}

/** As JSON: YAML and TOML also have dates, sets, maps and bytes, which would look like empty objects. */
function plain(value: unknown): unknown {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? String(value) : value.toISOString()
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64')
  if (value instanceof Set) return [...value].map(plain)
  if (value instanceof Map)
    return Object.fromEntries([...value].map(([name, inside]) => [String(name), plain(inside)]))
  if (Array.isArray(value)) return value.map(plain)
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, inside]) => [name, plain(inside)]))
}

const DEEPEST = 100

/**
 * Whether YAML may be nested deeper than `DEEPEST`: by brackets, by marks in one line such as `- - -`, or by
 * indentation. The parser recurses, and a full stack of a thread makes V8 end the process, which no `catch` can
 * prevent.
 */
function isDeep(source: string): boolean {
  let brackets = 0
  for (const sign of source) {
    if (sign === '[' || sign === '{') brackets++
    else if (sign === ']' || sign === '}') brackets--
    if (brackets > DEEPEST) return true
  }
  const indents = [0]
  for (const line of source.split('\n')) {
    const text = line.trimStart()
    if (text === '') continue
    const indent = line.length - text.length
    while ((indents.at(-1) ?? 0) > indent) indents.pop()
    if ((indents.at(-1) ?? 0) < indent) indents.push(indent)
    const marks = text.split(/[ \t]+/).filter((word) => MARK.test(word)).length
    if (indents.length + marks > DEEPEST) return true
  }
  return false
}

/** Marks a list item, a key, a tag or an anchor in YAML. One may contain the next, so each counts as a level. */
const MARK = /^(?:[-?:]$|[!&])/

/** The value of a field that is one text or one list as people write it; undefined: YAML must parse it. */
function plainValue({ name, value, below }: Entry): unknown {
  const isOneLine = below.every((line) => line.trim() === '')
  if (isOneLine) {
    if (TEXTS.has(name.toLowerCase()) && !/^(["']).*\1$|^[|>][+-]?$/.test(value))
      return /^(?:null|~)$/i.test(value) ? null : commentless(value)
    // A placeholder that a template left unfilled.
    if (/^\{\{[^{}]*\}\}$/.test(value)) return { [value.slice(2, -2)]: value }
    if (/^[^"'[{|>&*!#%@`?-]/.test(value)) return scalarOf(commentless(value))
    if (/^#\S/.test(value) || /^\[\[[^[\]]*\]\]$/.test(value)) return value
    return value.startsWith('[') && value.endsWith(']') && /^[^"']*$/.test(value) && value.includes('#')
      ? itemsOf(value)
      : undefined
  }
  const items = below.filter((line) => line.trim() !== '')
  const isTagged =
    value === '' &&
    items.every((line) => /^\s*-\s/.test(line)) &&
    items.some((line) => /^\s*-\s+#\S/.test(line))
  return isTagged ? items.map((line) => bare(line.replace(/^\s*-\s+/, ''))) : undefined
}

function asItStands({ value, below }: Entry): unknown {
  const items = below.map((line) => line.trim()).filter((line) => line !== '')
  if (items.length > 0 && items.every((line) => line.startsWith('-')))
    return items.map((line) => bare(line.slice(1).trim()))
  if (items.length > 0) return [value.replace(/^[|>][+-]?$/, ''), ...items].join('\n').trim()
  if (/^\[(?!\[)[^\]]*\]?$/.test(value)) return itemsOf(value.endsWith(']') ? value : `${value}]`)
  return bare(commentless(value))
}

/** Items of a list in brackets. */
function itemsOf(value: string): string[] {
  return value
    .slice(1, -1)
    .split(',')
    .map((item) => bare(item.trim()))
}

/** Without quotes around the whole, or a single quote that is never closed. */
function bare(text: string): string {
  const [, quote = '', rest = ''] = /^(["'])(.*)$/.exec(text) ?? []
  if (quote === '') return text
  const end = rest.indexOf(quote)
  if (end < 0) return rest
  // With an odd number of quotes before the last one, some are apostrophes in a single text.
  const isWhole = rest.endsWith(quote) && rest.split(quote).length % 2 === (end === rest.length - 1 ? 0 : 1)
  return isWhole ? rest.slice(0, -1) : text
}

/** A YAML comment has white space before and after its #. A tag has none after it. */
function commentless(value: string): string {
  return value.replace(/(?:^|\s)#(?:\s.*)?$/, '').trim()
}

/** Null for the ways to write an empty value. */
function scalarOf(text: string): unknown {
  if (/^(?:null|~)$/i.test(text)) return null
  return /^false$/i.test(text) ? false : text
}
