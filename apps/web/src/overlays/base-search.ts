import type { PopupParams } from './popup-address.ts'

/* Functions instead of schemas read an address: home does so before it draws, and a schema library would be a
   thirtieth of its code. */

/** For each parameter, a function that reads its value. It turns malformed values into defaults. */
export type Readers = Readonly<Record<string, (value: unknown) => unknown>>

type MayBeAbsent<R extends Readers> = {
  [Name in keyof R]: undefined extends ReturnType<R[Name]> ? Name : never
}[keyof R]

/** The parsed parameters. One that its reader turns into undefined is absent. */
export type ReadBy<R extends Readers> = {
  [Name in Exclude<keyof R, MayBeAbsent<R>>]: ReturnType<R[Name]>
} & { [Name in MayBeAbsent<R>]?: ReturnType<R[Name]> }

/** Reads the parameters that have a reader, and ignores all others. */
export function readBy<R extends Readers>(readers: R, given: object): ReadBy<R> {
  const values = given as Readonly<Record<string, unknown>>
  const read = Object.entries(readers).map(([name, reader]) => [name, reader(values[name])] as const)
  return Object.fromEntries(read.filter(([, value]) => value !== undefined)) as ReadBy<R>
}

/** The options of the specification, and `all`: cards of every kind in one list. */
const PRIMARY_OPTIONS = ['hyperlink', 'note', 'todo', 'tag', 'workspace', 'chart', 'all'] as const
export type PrimaryOption = (typeof PRIMARY_OPTIONS)[number]

export const EXCLUDABLE_FIELDS = ['tags', 'content', 'dates', 'titles', 'buttons', 'input', 'btns'] as const
export type ExcludableField = (typeof EXCLUDABLE_FIELDS)[number]

/** Defaults. They are omitted from addresses. */
export const BASE_SEARCH_DEFAULTS: {
  readonly primary_opt: PrimaryOption
  readonly col: 'col' | 'cols'
  readonly exclude_fields: ExcludableField[]
} = { primary_opt: 'todo', col: 'col', exclude_fields: ['buttons'] }

/**
 * Search parameters of /home, and of the pages of the form and the tagger; names are those of the specification.
 * A text counts as a list of one.
 */
export const BASE_SEARCH = {
  popups_center: list,
  popups_top: list,
  popups_params: paramsOfPopups,
  assigning_tags: list,
  assigining_note: list,
  nav_hamburgerMenu_isOpen: flag,
  /** Id of the note that is open as a document. */
  note: (value: unknown) => (typeof value === 'string' && /^[0-9a-f]{24}$/.test(value) ? value : undefined),
  primary_opt: primaryOption,
  /** The specification has only `compact`. */
  view_cards: oneOf(['compact', 'cards']),
  col: (value: unknown) => oneOf(['col', 'cols'])(value) ?? BASE_SEARCH_DEFAULTS.col,
  exclude_fields: excludedFields,
  // The search is in the address, so that Back restores it and links open it. Parts with default values are
  // omitted.
  /** The text of the searchbar. */
  search: text,
  /** The text of the second searchbar. */
  second_search: text,
  /** Whether words match only tags. */
  only_tags: flag,
  /** Whether completed todos are listed. */
  done: flag,
  /** Whether All lists cards that are hidden from All. */
  hidden: flag,
  /** Names of colours; `none` for cards without one. */
  colors: list,
  /** "created,after,2026-03-01", or with two days: "updated,between,2026-03-01,2026-03-09". */
  dates: text,
  /** Order of cards, and order of tags: "oldest,updated". */
  sort: text,
  sort_tags: text,
} satisfies Readers
export type BaseSearch = ReadBy<typeof BASE_SEARCH>

export const readBaseSearch = (given: object): BaseSearch => readBy(BASE_SEARCH, given)

/** `link` means hyperlink. Unknown options become the default. */
function primaryOption(value: unknown): PrimaryOption {
  if (value === 'link') return 'hyperlink'
  return PRIMARY_OPTIONS.find((option) => option === value) ?? BASE_SEARCH_DEFAULTS.primary_opt
}

/** Known fields, each once. An empty list excludes nothing; without a list the default applies. */
function excludedFields(value: unknown): ExcludableField[] {
  const wanted = toList(value)
  if (wanted === undefined) return [...BASE_SEARCH_DEFAULTS.exclude_fields]
  const known = EXCLUDABLE_FIELDS.filter((field) => wanted.includes(field))
  return known.length === 0 && wanted.length > 0 ? [...BASE_SEARCH_DEFAULTS.exclude_fields] : known
}

function list(value: unknown): string[] | undefined {
  const texts = toList(value)
  return texts && texts.length > 0 ? texts : undefined
}

/** Numbers and booleans are read as text. An empty text counts as absent. */
function text(value: unknown): string | undefined {
  const isText = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
  return isText && value !== '' ? String(value) : undefined
}

export function flag(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined
}

export function plainText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

export function oneOf<const Option>(options: readonly Option[]): (value: unknown) => Option | undefined {
  return (value) => options.find((option) => option === value)
}

/** A list of texts, or a comma-separated text. Undefined: neither. */
export function toList(value: unknown): string[] | undefined {
  if (typeof value === 'string') return value === '' ? [] : value.split(',').map((each) => each.trim())
  if (!Array.isArray(value)) return undefined
  return value.filter((each): each is string => typeof each === 'string')
}

/** By name of a popup, its parameters. */
function paramsOfPopups(value: unknown): Record<string, PopupParams> | undefined {
  return isRecord(value) && Object.values(value as object).every(isRecord)
    ? (value as Record<string, PopupParams>)
    : undefined
}

function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
