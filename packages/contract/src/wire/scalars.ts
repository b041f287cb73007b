import {
  BAD_NAME_MESSAGE,
  type CardType,
  COLORS,
  checkName,
  checkOtherName,
  grouped,
  type Id,
  isDue,
  isId,
  isStorable,
  LIMITS,
  LONGEST_PLACE,
  lengthProblem,
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
 * Checks the length of a text or list, and of nothing else. The library's own check runs on whatever has a `length`, also
 * where the type was refused: an object with a `length` of its own would be measured, and could throw.
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
/** An id that the client chose for what it creates; behind "temp_id," there may be none. */
export const stagedId = z.string().check(z.regex(STAGED_ID, NOT_AN_ID), maxLength(150))
/** The id of something there already, which the client may still know by its temporary one. */
export const reference = z.string().check(z.regex(REFERENCE, NOT_AN_ID), maxLength(50))
/** Ids in an answer, as many as there are. */
export const ids = z.array(id)
/** Ids that somebody sends. */
export const sentIds = listOf(id, LIMITS.idsInList)
export const someIds = listOf(id, LIMITS.idsInList, 1)
/** Null or left out: the current workspace, or else the first one. */
export const workspaceId = z.optional(z.nullable(id))

/**
 * Returns a list with a limit. A longer one is refused before its items are looked at: each bad item would be an issue
 * of its own, and a body has room for millions.
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
  // To the outside it is the list alone.
  return z.pipe(isShort, list) as unknown as typeof list
}

function tooManyItems(most: number): string {
  return `at most ${grouped(most)} at once`
}

/**
 * Refuses two lists of which every item is combined with every item of the other, where that comes to too much.
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

/** Returns the id that a staged one stands for; a new one where it stands for none. */
export function settledId(staged: string | undefined, newId: () => Id): Id {
  const stripped = staged === undefined ? '' : stripTemporaryPrefix(staged)
  return isId(stripped) ? stripped : newId()
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,3})?Z$/
/** ISO 8601 in UTC; milliseconds may be left out on the way in and never are on the way out. */
export const instant = z
  .string()
  .check(
    z.regex(INSTANT, 'must be a time like 2024-01-31T12:00:00.000Z'),
    z.refine(isInstant, 'must be a time that exists'),
    maxLength(24),
  )

/** Rolls over no field: the 31st of February is refused, not read as March. */
function isInstant(text: string): boolean {
  const time = Date.parse(text)
  return Number.isFinite(time) && new Date(time).toISOString().startsWith(text.slice(0, 19))
}

/** Returns ms since 1970 of an instant that was checked. */
export function fromInstant(text: string): number {
  return Date.parse(text)
}

export function toInstant(time: number): string {
  return new Date(time).toISOString()
}

/** A day, or a minute of a day, by the person's wall clock. */
export const due = z.string().check(z.refine(isDue, NOT_A_DUE), maxLength(16))
/** An RRULE of RFC 5545, without its name. */
export const recurrence = z.string().check(
  maxLength(200),
  z.refine((text) => recurrenceProblem(text) === null, NOT_A_RECURRENCE),
)
/** A place in the order by hand: digits and letters, the last no 0. */
export const placeText = z
  .string()
  .check(maxLength(LONGEST_PLACE), z.regex(PLACE, 'must be digits and letters that do not end with 0'))

export const color = z.nullable(z.enum(COLORS))

/** `hyperlink` is what the wire calls a link. */
export const WIRE_TYPES = ['todo', 'note', 'hyperlink'] as const
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
 * Checks a text of at most so many UTF-16 units; the schema's own check, which counts code points, is a looser one to
 * publish.
 *
 * @param what the text is, as its problem names it: "A subtask"
 * @param limit the one that is said, where another rule keeps a lower one
 */
export function atMost(units: number, what = 'A text', limit = units) {
  const error = ({ input }: { readonly input?: unknown }) => lengthProblem(what, String(input), limit)
  return z.string().check(
    maxLength(units, { error }),
    z.refine((value) => value.length <= units, { error }),
  )
}

/** Returns text that is kept: no store takes NUL, and half a surrogate pair would come back as something else. */
export function keptText(units: number, what?: string, limit?: number) {
  return atMost(units, what, limit).check(
    z.refine(isStorable, 'must not hold NUL or half of a surrogate pair'),
  )
}

/** Returns the schema of a text that can be stored and is not blank. */
export function text(units: number, what?: string) {
  return keptText(units, what).check(z.refine((value) => value.trim() !== '', 'must not be empty'))
}

export const content = text(LIMITS.contentLength)
export const subnoteText = text(LIMITS.subnoteLength, 'A subtask')
/** The characters of a name are checked by its rule, which has a sentence of its own; this bounds its size. */
export const name = keptText(1_000, 'A name', LIMITS.nameLength).check(
  // The rule would say the same, but not in which field.
  z.refine((value) => nameIsShort(value), {
    error: ({ input }) => lengthProblem('A name', tagName(String(input)), LIMITS.nameLength) ?? '',
  }),
)

function nameIsShort(text: string): boolean {
  const checked = checkName(text)
  return checked.ok || checked.error === BAD_NAME_MESSAGE
}

/** Another name of a tag; its rule is `checkOtherName`. */
export const otherName = keptText(1_000, 'A name', LIMITS.nameLength).check(
  z.refine((value) => checkOtherName(value).ok, {
    error: ({ input }) => {
      const checked = checkOtherName(String(input))
      return checked.ok ? '' : checked.error
    },
  }),
)

export const searchText = atMost(LIMITS.searchTextLength, 'A search')
/** Words to look names up by; together they are no longer than a search. */
export const searchWords = listOf(searchText, LIMITS.searchWordsInList).check(
  z.refine((words) => words.reduce((sum, { length }) => sum + length, 0) <= LIMITS.searchTextLength, {
    error: `at most ${grouped(LIMITS.searchTextLength)} characters together`,
  }),
)
/** Which history a device knows. One that the server did not make counts as another one. */
export const epoch = z.string().check(maxLength(200))
export const count = z.int().check(z.minimum(0))
export const position = z.int().check(z.minimum(0))

/** @param limit of rows where none is asked for */
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

/** Returns the schema of `{ data }`, for answers without further fields. */
export function answer<S extends z.core.$ZodType>(data: S) {
  return z.object({ data })
}

/** Returns the answer to a change inside a workspace: with its sequence number after it. */
export function changed<S extends z.core.$ZodType>(data: S) {
  return z.object({ data, seq: count })
}

/** The name of a time zone, such as `Europe/Berlin`. Whether there is one of this name is for the server to say. */
export const timeZone = atMost(100).check(z.regex(/^[\w+/-]+$/, 'must be a time zone'))
