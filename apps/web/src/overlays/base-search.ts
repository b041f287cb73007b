import * as z from 'zod/mini'
import type { PopupParams } from './popup-address.ts'

/**
 * Search parameters of /home, also of the form and tagger routes, as named in the specification. Malformed values become
 * defaults. A single string counts as a list of one.
 */
export const baseSearch = z.object({
  popups_center: optionalList(),
  popups_top: optionalList(),
  /** Parameters of each open popup, by its name. */
  popups_params: z.catch(z.optional(z.record(z.string(), params())), undefined),
  assigning_tags: optionalList(),
  assigining_note: optionalList(),
  nav_hamburgerMenu_isOpen: z.catch(z.optional(z.boolean()), undefined),
  /** Id of the note opened as a document. */
  note: z.catch(z.optional(z.string().check(z.regex(/^[0-9a-f]{24}$/))), undefined),
  primary_opt: z.pipe(
    z.optional(z.unknown()),
    z.transform((value) => primaryOption(value)),
  ),
  /** `cards` is an addition to the specification's `compact`. */
  view_cards: z.catch(z.optional(z.enum(['compact', 'cards'])), undefined),
  col: z.catch(z.enum(['col', 'cols']), 'col'),
  exclude_fields: z.pipe(
    z.optional(z.unknown()),
    z.transform((value) => excludedFields(value)),
  ),
  // The search is in the address, so that Back returns to the previous one and links lead to it. Omitted parts have their
  // defaults.
  /** The text of the searchbar. */
  search: optionalText(),
  /** The text of the second searchbar. */
  second_search: optionalText(),
  /** Whether words match only tags. */
  only_tags: z.catch(z.optional(z.boolean()), undefined),
  /** Whether completed todos are listed. */
  done: z.catch(z.optional(z.boolean()), undefined),
  /** Names of colours; `none` for cards without one. */
  colors: optionalList(),
  /** "created,after,2026-03-01", or with two days: "updated,between,2026-03-01,2026-03-09". */
  dates: optionalText(),
  /** The order of cards and that of tags: "oldest,updated". */
  sort: optionalText(),
  sort_tags: optionalText(),
})
export type BaseSearch = z.infer<typeof baseSearch>

/** The specification's options, and `all`: cards of every kind in one list. */
export const PRIMARY_OPTIONS = ['hyperlink', 'note', 'todo', 'tag', 'workspace', 'chart', 'all'] as const
export type PrimaryOption = (typeof PRIMARY_OPTIONS)[number]

export const EXCLUDABLE_FIELDS = ['tags', 'content', 'dates', 'titles', 'buttons', 'input', 'btns'] as const
export type ExcludableField = (typeof EXCLUDABLE_FIELDS)[number]

/** Defaults, which are omitted from addresses. */
export const BASE_SEARCH_DEFAULTS = {
  primary_opt: 'todo',
  col: 'col',
  exclude_fields: ['buttons'],
} as const satisfies Partial<BaseSearch>

/** `link` is another name for hyperlink; unknown options become the default. */
function primaryOption(value: unknown): PrimaryOption {
  if (value === 'link') return 'hyperlink'
  return PRIMARY_OPTIONS.find((option) => option === value) ?? BASE_SEARCH_DEFAULTS.primary_opt
}

/** Known fields, each once. An empty list excludes nothing; no list is the default. */
function excludedFields(value: unknown): ExcludableField[] {
  const wanted = toList(value)
  if (wanted === undefined) return [...BASE_SEARCH_DEFAULTS.exclude_fields]
  const known = EXCLUDABLE_FIELDS.filter((field) => wanted.includes(field))
  return known.length === 0 && wanted.length > 0 ? [...BASE_SEARCH_DEFAULTS.exclude_fields] : known
}

function optionalList() {
  return z.pipe(
    z.optional(z.unknown()),
    z.transform((value): string[] | undefined => {
      const list = toList(value)
      return list && list.length > 0 ? list : undefined
    }),
  )
}

/** Numbers and booleans are taken as text. Empty counts as absent. */
function optionalText() {
  return z.pipe(
    z.optional(z.unknown()),
    z.transform((value): string | undefined => {
      const isText = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      return isText && value !== '' ? String(value) : undefined
    }),
  )
}

/** A list of texts, or a comma-separated text; undefined: neither. */
export function toList(value: unknown): string[] | undefined {
  if (typeof value === 'string') return value === '' ? [] : value.split(',').map((each) => each.trim())
  if (!Array.isArray(value)) return undefined
  return value.filter((each): each is string => typeof each === 'string')
}

function params() {
  return z.custom<PopupParams>(
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  )
}
