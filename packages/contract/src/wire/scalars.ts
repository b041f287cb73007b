import {
  BAD_NAME_MESSAGE,
  type CardType,
  COLORS,
  checkName,
  checkOtherName,
  FILE_HASH,
  grouped,
  type Id,
  isDay,
  isDue,
  isId,
  isStorable,
  LIMITS,
  LONGEST_PLACE,
  lengthProblem,
  MEDIA_TYPE,
  NOT_A_DAY,
  NOT_A_DUE,
  NOT_A_RECURRENCE,
  PLACE,
  recurrenceProblem,
  stripTemporaryPrefix,
  TEMPORARY_ID_PREFIX,
  tagName,
} from '@cardinal/domain'
import * as z from 'zod/mini'

const ID = /^[0-9a-f]{24}$/
const STAGED_ID = new RegExp(`^(?:${TEMPORARY_ID_PREFIX}.{0,100}|[0-9a-f]{24})$`)
const REFERENCE = new RegExp(`^(?:${TEMPORARY_ID_PREFIX})?[0-9a-f]{24}$`)
const NOT_AN_ID = 'must be 24 lower-case hex characters'

/**
 * Checks length only if the value is a text or list. The library's check runs on anything with a `length`, also after the
 * type was refused; an object with its own `length` could make it throw.
 */
export function maxLength(most: number, error?: Parameters<typeof z.maxLength>[1]) {
  return ofTextOrList(z.maxLength(most, error))
}

export function minLength(least: number, error?: string) {
  return ofTextOrList(z.minLength(least, error))
}

function ofTextOrList<Check extends z.core.$ZodCheck<never>>(check: Check): Check {
  check._zod.def.when = ({ value }) => typeof value === 'string' || Array.isArray(value)
  return check
}

export const id = z.string().check(z.regex(ID, NOT_AN_ID), maxLength(24))
/** An id that the client chose for a new row; `temp_id,` may precede it, or stand alone. */
export const stagedId = z.string().check(z.regex(STAGED_ID, NOT_AN_ID), maxLength(150))
/** The id of an existing row, possibly with its temporary prefix. */
export const reference = z.string().check(z.regex(REFERENCE, NOT_AN_ID), maxLength(50))
/** Ids in answers: without a limit. */
export const ids = z.array(id)
/** Ids in requests. */
export const sentIds = listOf(id, LIMITS.idsInList)
export const someIds = listOf(id, LIMITS.idsInList, 1)
/** Null or absent: the current workspace, or else the first one. */
export const workspaceId = z.optional(z.nullable(id))

/**
 * A list with a maximum length. Longer ones are refused before their items are checked: every bad item would be an issue,
 * and a body has room for millions.
 */
export function listOf<S extends z.core.$ZodType>(
  item: S,
  most: number,
  least = 0,
  error = tooManyItems(most),
) {
  const isShort = z.transform((value, { issues }) => {
    if (Array.isArray(value) && value.length > most)
      issues.push({ code: 'custom', message: error, input: value.length })
    return value
  })
  const list = z.array(item).check(minLength(least), maxLength(most, error))
  // `z.pipe` loses the type of the list.
  return z.pipe(isShort, list) as unknown as typeof list
}

function tooManyItems(most: number): string {
  return `at most ${grouped(most)} at once`
}

/**
 * Limits the product of two lists' lengths.
 *
 * @param fields the names of the lists
 */
export function fewCombinations<Field extends string>(fields: readonly [Field, Field], most: number) {
  const [first, second] = fields
  return z.refine<Readonly<Record<Field, readonly unknown[]>>>(
    (body) => body[first].length * body[second].length <= most,
    { path: [second], error: `together with ${first}, at most ${grouped(most)} combinations` },
  )
}

/** The permanent id of a staged id (see `stagedId`); without one, a new id. */
export function settledId(staged: string | undefined, newId: () => Id): Id {
  const stripped = staged === undefined ? '' : stripTemporaryPrefix(staged)
  return isId(stripped) ? stripped : newId()
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,3})?Z$/
/** ISO 8601 in UTC. Milliseconds are optional in requests, always present in answers. */
export const instant = z
  .string()
  .check(
    z.regex(INSTANT, 'must be a time like 2024-01-31T12:00:00.000Z'),
    z.refine(isInstant, 'must be a time that exists'),
    maxLength(24),
  )

/** Refuses dates that roll over: 31 February is not read as March. */
function isInstant(text: string): boolean {
  const time = Date.parse(text)
  return Number.isFinite(time) && new Date(time).toISOString().startsWith(text.slice(0, 19))
}

/** Ms since 1970. */
export function fromInstant(text: string): number {
  return Date.parse(text)
}

export function toInstant(time: number): string {
  return new Date(time).toISOString()
}

/** A day, or a minute of a day, by the person's wall clock. */
export const due = z.string().check(z.refine(isDue, NOT_A_DUE), maxLength(16))
/** By the person's wall clock. */
export const day = z.string().check(z.refine(isDay, NOT_A_DAY), maxLength(10))
/** An RRULE of RFC 5545, without its name. */
export const recurrence = z.string().check(
  maxLength(200),
  z.refine((text) => recurrenceProblem(text) === null, NOT_A_RECURRENCE),
)
/** The moments at which a recurring card was completed. */
export const completions = listOf(
  instant.check(z.refine((text) => fromInstant(text) >= 0, 'must be a time since 1970')),
  LIMITS.completions,
)
/** SHA-256 of a file's bytes. */
export const fileHash = z
  .string()
  .check(z.regex(FILE_HASH, 'must be a SHA-256 of 64 lower-case hex characters'), maxLength(64))
const side = z.int().check(z.minimum(1), z.maximum(1_000_000))
/** The last moment of ECMAScript's dates. */
const LATEST_INSTANT_MS = 8_640_000_000_000_000

/** A file on a card. `type` is what the device says; a download has the type of the content. */
export const wireFile = z.strictObject({
  hash: fileHash,
  name: z
    .string()
    .check(minLength(1), maxLength(LIMITS.fileNameLength), z.refine(isStorable, 'must hold no NUL')),
  type: z.string().check(
    z.refine((type) => type === '' || MEDIA_TYPE.test(type), 'must be a media type'),
    maxLength(80),
  ),
  size: z.int().check(z.minimum(0), z.maximum(Number.MAX_SAFE_INTEGER)),
  width: z.optional(side),
  height: z.optional(side),
  /** When a browser saw the page that the file is, in ms since 1970. Absent: the file is no kept page. */
  keptAt: z.optional(z.int().check(z.minimum(0), z.maximum(LATEST_INSTANT_MS))),
})
export const wireFiles = listOf(wireFile, LIMITS.filesPerCard)
/** Order by hand: letters and digits, the last one not 0. */
export const placeText = z
  .string()
  .check(maxLength(LONGEST_PLACE), z.regex(PLACE, 'must be digits and letters that do not end with 0'))

export const color = z.nullable(z.enum(COLORS))

/** `hyperlink` is a link. */
const WIRE_TYPES = ['todo', 'note', 'hyperlink'] as const
export const wireType = z.enum(WIRE_TYPES)
/** Null: all types. */
export const typeAskedFor = z._default(z.nullable(wireType), null)
export type WireType = (typeof WIRE_TYPES)[number]

export function typeFromWire(type: WireType): CardType {
  return type === 'hyperlink' ? 'link' : type
}

export function typeToWire(type: CardType): WireType {
  return type === 'link' ? 'hyperlink' : type
}

/**
 * A text of at most `units` UTF-16 units. The schema publishes a looser limit, because JSON Schema counts code points.
 *
 * @param what names the text in the error: "A subtask"
 * @param limit the limit in the error, where another rule sets a lower one
 */
export function atMost(units: number, what = 'A text', limit = units) {
  const error = ({ input }: { readonly input?: unknown }) => lengthProblem(what, String(input), limit)
  return z.string().check(
    maxLength(units, { error }),
    z.refine((value) => value.length <= units, { error }),
  )
}

/** A text that every store returns unchanged: without NUL and lone surrogates. */
export function keptText(units: number, what?: string, limit?: number) {
  return atMost(units, what, limit).check(
    z.refine(isStorable, 'must not hold NUL or half of a surrogate pair'),
  )
}

/** A storable text that is not blank. */
export function text(units: number, what?: string) {
  return keptText(units, what).check(z.refine((value) => value.trim() !== '', 'must not be empty'))
}

export const content = text(LIMITS.contentLength)
/** Completed and checked by the mutation; null: the link has none. */
export const address = z.nullable(keptText(LIMITS.contentLength, 'An address'))
export const subnoteText = text(LIMITS.subnoteLength, 'A subtask')
/** Limits only the size; the rule of names checks the characters and has its own sentence. */
export const name = keptText(1_000, 'A name', LIMITS.nameLength).check(
  // The rule of names refuses these, too, but its error does not name the field.
  z.refine((value) => nameIsShort(value), {
    error: ({ input }) => lengthProblem('A name', tagName(String(input)), LIMITS.nameLength) ?? '',
  }),
)

function nameIsShort(text: string): boolean {
  const checked = checkName(text)
  return checked.ok || checked.error === BAD_NAME_MESSAGE
}

/** Checked by `checkOtherName`. */
export const otherName = keptText(1_000, 'A name', LIMITS.nameLength).check(
  z.refine((value) => checkOtherName(value).ok, {
    error: ({ input }) => {
      const checked = checkOtherName(String(input))
      return checked.ok ? '' : checked.error
    },
  }),
)

export const searchText = atMost(LIMITS.searchTextLength, 'A search')
/** All words together may not be longer than one search text. */
export const searchWords = listOf(searchText, LIMITS.searchWordsInList).check(
  z.refine((words) => words.reduce((sum, { length }) => sum + length, 0) <= LIMITS.searchTextLength, {
    error: `at most ${grouped(LIMITS.searchTextLength)} characters together`,
  }),
)
/** The epoch that a device knows. A malformed one counts as a different one. */
export const epoch = z.string().check(maxLength(200))

/** The key of the change that a device saw acknowledged last. A malformed one counts as unknown. */
export const lastKey = z.string().check(maxLength(200))
export const count = z.int().check(z.minimum(0))
export const position = z.int().check(z.minimum(0))

/** @param limit of rows, if the request has none */
export function pageOf(limit: number) {
  return z._default(
    z.strictObject({
      page: z._default(z.int().check(z.minimum(0)), 0),
      limit: z._default(z.int().check(z.minimum(1), z.maximum(LIMITS.pageSize)), limit),
    }),
    { page: 0, limit },
  )
}

export const page = pageOf(25)

/** `{ data }` without further fields. */
export function answer<S extends z.core.$ZodType>(data: S) {
  return z.object({ data })
}

/** Answer of a change in a workspace, with its sequence number. */
export function changed<S extends z.core.$ZodType>(data: S) {
  return z.object({ data, seq: count })
}

/** Such as `Europe/Berlin`. Whether the zone exists is checked by the server. */
export const timeZone = atMost(100).check(z.regex(/^[\w+/-]+$/, 'must be a time zone'))
