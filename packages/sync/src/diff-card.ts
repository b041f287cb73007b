import {
  type Card,
  changedValues,
  completionsEdit,
  filesEdit,
  type Id,
  LINK_FIELDS,
  missingFrom,
  type Subnote,
  stripTemporaryPrefix,
} from '@cardinal/domain'
import type { CardEdit, IdsEdit, SubnoteEdit, SubnotePlace } from './mutation.ts'

/** The wanted card. A field that is left out is not changed. */
export type WantedCard = Partial<Omit<Card, 'id' | 'createdAt' | 'updatedAt'>>

/**
 * Returns the changes of a card as arguments of `editCard`. A subnote with an emptied text is removed. The order of
 * tags and links is the order of attaching, so sorting them is no change.
 *
 * @param seen the card that the person started from, even if another version is stored by now
 * @returns null where nothing was changed
 */
export function diffCard(seen: Card, wanted: WantedCard): CardEdit | null {
  const edit: CardEdit = {
    cardId: seen.id,
    ...(isOther(seen.content, wanted.content) && {
      content: { before: seen.content, after: wanted.content },
    }),
    ...(isOther(seen.address, wanted.address) && {
      address: { before: seen.address, after: wanted.address },
    }),
    ...(isOther(seen.type, wanted.type) && { type: wanted.type }),
    ...valueEdits(seen, wanted),
    ...idsEdits(seen, wanted),
    ...subnoteEdits(seen.subnotes, wanted.subnotes),
  }
  return Object.keys(edit).length > 1 ? edit : null
}

/** Completions and files are changed one by one, so that none of another device is lost. */
function valueEdits(seen: Card, wanted: WantedCard): Partial<CardEdit> {
  const { completions, files, ...values } = changedValues(seen, wanted)
  const completed = completions === undefined ? null : completionsEdit(seen.completions, completions)
  const attached = files === undefined ? null : filesEdit(seen.files, files)
  return { ...values, ...(completed && { completed }), ...(attached && { attached }) }
}

function isOther<T>(seen: T, wanted: T | undefined): wanted is T {
  return wanted !== undefined && wanted !== seen
}

const LISTS = ['tagIds', ...LINK_FIELDS] as const

function idsEdits(seen: Card, wanted: WantedCard): Partial<Record<(typeof LISTS)[number], IdsEdit>> {
  const edits: Partial<Record<(typeof LISTS)[number], IdsEdit>> = {}
  for (const list of LISTS) {
    const ids = wanted[list]
    if (ids === undefined) continue
    const [added, removed] = [missingFrom(seen[list], ids), missingFrom(ids, seen[list])]
    if (added.length + removed.length > 0) edits[list] = { added: [...new Set(added)], removed }
  }
  return edits
}

function subnoteEdits(
  seen: readonly Subnote[],
  given: readonly Subnote[] | undefined,
): Pick<CardEdit, 'subnotes'> {
  if (given === undefined) return {}
  const wanted = given
    .filter(({ text }) => text.trim() !== '')
    .map((subnote) => ({ ...subnote, id: stripTemporaryPrefix(subnote.id) }))
  const edits = [...removals(seen, wanted), ...placings(seen, wanted), ...changes(seen, wanted)]
  return edits.length === 0 ? {} : { subnotes: edits }
}

function removals(seen: readonly Subnote[], wanted: readonly Subnote[]): SubnoteEdit[] {
  const wantedIds = new Set(wanted.map(({ id }) => id))
  return seen.flatMap(({ id, text }): SubnoteEdit[] =>
    wantedIds.has(id) ? [] : [{ kind: 'remove', id, text }],
  )
}

/**
 * Additions and moves from the first place to the last, so that each follows a neighbour in its final place.
 * Moves the fewest subnotes possible, because others may be editing them.
 */
function placings(seen: readonly Subnote[], wanted: readonly Subnote[]): SubnoteEdit[] {
  const seenAt = new Map(seen.map(({ id }, index) => [id, index]))
  const staying = longestRising(wanted.flatMap(({ id }) => seenAt.get(id) ?? []))
  return wanted.flatMap((subnote, index): SubnoteEdit[] => {
    const at = seenAt.get(subnote.id)
    const place = placeOf(wanted, index)
    if (at === undefined) return [{ kind: 'add', subnote, place }]
    return staying.has(at) ? [] : [{ kind: 'move', id: subnote.id, place }]
  })
}

function changes(seen: readonly Subnote[], wanted: readonly Subnote[]): SubnoteEdit[] {
  const seenById = new Map(seen.map((subnote) => [subnote.id, subnote]))
  return wanted.flatMap(({ id, text, isTicked }, index): SubnoteEdit[] => {
    const before = seenById.get(id)
    if (before === undefined) return []
    const edits: SubnoteEdit[] = []
    if (before.text !== text) {
      const place = placeOf(wanted, index)
      edits.push({ kind: 'text', id, text: { before: before.text, after: text }, isTicked, place })
    }
    if (before.isTicked !== isTicked) edits.push({ kind: 'tick', id, isTicked })
    return edits
  })
}

function placeOf(subnotes: readonly Subnote[], index: number): SubnotePlace {
  const after: Id | null = subnotes[index - 1]?.id ?? null
  return { after, index }
}

/** Returns a longest increasing subsequence. */
function longestRising(numbers: readonly number[]): Set<number> {
  // ends[n]: the smallest last number of an increasing subsequence of length n + 1.
  const ends: number[] = []
  const before = new Map<number, number | undefined>()
  for (const number of numbers) {
    let at = ends.findIndex((end) => end >= number)
    if (at < 0) at = ends.length
    ends[at] = number
    before.set(number, ends[at - 1])
  }
  const run = new Set<number>()
  for (let number = ends.at(-1); number !== undefined; number = before.get(number)) run.add(number)
  return run
}
