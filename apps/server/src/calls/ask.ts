import {
  type AnswerOf,
  type Entity,
  entityToWire,
  type Failure,
  type getMatchingEntities,
  messageOf,
} from '@cardinal/contract'
import { type Id, LIMITS, ok, type Result, refused, unique } from '@cardinal/domain'
import { yieldToEventLoop } from '../lib/waiting.ts'
import type { Stored } from '../services.ts'
import { type Asking, type CardQuery, openAsking } from '../workspaces/asking.ts'
import { type CallContext, callerOf, TextAnswer } from './handler.ts'

/** Opens the named workspace, or the current one, for the asking user. */
export async function openWorkspace(
  context: CallContext,
  named: Id | null | undefined,
): Promise<Result<Asking, Failure>> {
  const opened = await openAsking(context.services, callerOf(context).userId, named ?? null)
  return opened.ok ? opened : refused(messageOf(opened.error))
}

/** Opens every workspace with one of these rows, in the order of the rows; if there is none, the current one. */
export async function openWorkspacesOf(
  context: CallContext,
  kind: 'tags' | 'groups',
  ids: readonly Id[],
): Promise<Result<readonly Asking[], Failure>> {
  const rows = await context.services.store[kind].byIds(callerOf(context).userId, ids)
  const living = rows.filter((stored) => stored.deletedAt === null)
  const byId = new Map(living.map((stored) => [stored.row.id, stored.workspaceId]))
  const workspaceIds = unique(ids.flatMap((id) => byId.get(id) ?? []))
  const opened: Asking[] = []
  for (const workspaceId of workspaceIds.length === 0 ? [null] : workspaceIds) {
    const one = await openWorkspace(context, workspaceId)
    if (!one.ok) return one
    opened.push(one.value)
  }
  return ok(opened)
}

/** The living tag or group that an id stands for; null: deleted. */
export async function livingId(
  given: Id,
  read: (id: Id) => Promise<readonly Stored<unknown>[]>,
): Promise<Id | null> {
  const seen = new Set<Id>()
  for (let id: Id | undefined = given; id !== undefined && !seen.has(id); ) {
    seen.add(id)
    const [stored]: readonly Stored<unknown>[] = await read(id)
    if (stored?.deletedAt === null) return id
    id = stored?.mergedInto
  }
  return null
}

/**
 * Writes an answer with a list of any length, and yields to the event loop in between.
 *
 * @param weightOf cost of a row; a row of a few hundred characters costs 1
 * @param rest the other fields of the answer
 */
export async function longList<Row>(
  rows: readonly Row[],
  toWire: (row: Row) => unknown,
  weightOf: (row: Row) => number,
  rest: Readonly<Record<string, unknown>>,
): Promise<TextAnswer> {
  const written: string[] = []
  let weight = 0
  for (const row of rows) {
    weight += weightOf(row)
    if (weight > ROWS_PER_SLICE) {
      await yieldToEventLoop()
      weight = 0
    }
    written.push(JSON.stringify(toWire(row)))
  }
  const others = Object.entries(rest).map(
    ([name, value]) => `,${JSON.stringify(name)}:${JSON.stringify(value)}`,
  )
  return new TextAnswer(`{"data":[${written.join(',')}]${others.join('')}}`, false)
}

/** Cost of rows written without yielding, which takes about 5 ms. */
const ROWS_PER_SLICE = 1_000

type Answer = AnswerOf<typeof getMatchingEntities>

/**
 * Searches all workspaces (docs/search.md, section 9). Cards are ordered by workspace, so that a page reads cards
 * only of the workspaces on it.
 *
 * @param first the workspace that the call names, or the current one
 */
export async function matchingInAll(
  context: CallContext,
  first: Id | null,
  query: CardQuery,
): Promise<Result<Answer, Failure>> {
  const opened = await openWorkspace(context, first)
  if (!opened.ok) return opened
  const { id: firstId } = opened.value.workspace
  const owned = await context.services.store.workspaces.ofUser(callerOf(context).userId)
  if (owned.length > LIMITS.searchedWorkspaces) return refused(TOO_MANY)
  const ids = [firstId, ...owned.map(({ id }) => id).filter((id) => id !== firstId)]
  const data: Entity[] = []
  const answers: Omit<Answer, 'data'>[] = []
  let before = 0
  for (const id of ids) {
    const asking = await openWorkspace(context, id)
    // Deleted since the list was read.
    if (!asking.ok) continue
    const limit = query.parts === 'counts' ? 0 : query.limit - data.length
    const part = { ...query, offset: Math.max(0, query.offset - before), limit }
    const found = await asking.value.askTexts('matchCards', limit === 0 ? { ...part, parts: 'counts' } : part)
    if (!found.ok) return found
    const { cards, total, colorCounts, intersectionCounts, tagRanks } = found.value
    before += total
    data.push(...cards.map((card) => ({ ...entityToWire(card, asking.value.userId), workspace_id: id })))
    answers.push({
      total_in_db: total,
      color_counts: colorCounts.map(({ color, count }) => ({ color, count })),
      intersection_counts: intersectionCounts.map(({ tagId, count }) => ({ _id: tagId, count })),
      tagRanks: tagRanks.map(({ cardId, rank }) => ({ _id: cardId, tagRank: rank })),
      workspaces: [{ _id: id, count: total }],
    })
  }
  return ok({
    data,
    total_in_db: before,
    color_counts: sumOfColors(answers),
    intersection_counts: answers.flatMap(({ intersection_counts }) => intersection_counts),
    tagRanks: answers.flatMap(({ tagRanks }) => tagRanks),
    workspaces: answers.flatMap(({ workspaces = [] }) => workspaces),
  })
}

const TOO_MANY: Failure = {
  status: 400,
  msg: `workspace:all looks through at most ${LIMITS.searchedWorkspaces} workspaces.`,
}

/** Adds up the counts of each colour. Largest first, then by name; cards without a colour come last. */
function sumOfColors(answers: readonly Pick<Answer, 'color_counts'>[]): Answer['color_counts'] {
  const counts = new Map<Answer['color_counts'][number]['color'], number>()
  for (const { color, count } of answers.flatMap(({ color_counts }) => color_counts))
    counts.set(color, (counts.get(color) ?? 0) + count)
  const rank = (color: string | null) => color ?? '\uffff'
  return [...counts]
    .map(([color, count]) => ({ color, count }))
    .sort((a, b) => b.count - a.count || (rank(a.color) < rank(b.color) ? -1 : 1))
}

/** ms of writing before the next yield. */
const LONGEST_SLICE_MS = 5

/** Yields between the rows of the answer's lists, because a hundred cards may have 10 MB. */
export async function jsonInTurns(answer: unknown): Promise<string> {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return JSON.stringify(answer)
  let end = performance.now() + LONGEST_SLICE_MS
  const fields: string[] = []
  for (const [name, value] of Object.entries(answer)) {
    if (value === undefined) continue
    const rows: string[] = []
    for (const row of Array.isArray(value) ? value : []) {
      rows.push(JSON.stringify(row) ?? 'null')
      if (performance.now() < end) continue
      await yieldToEventLoop()
      end = performance.now() + LONGEST_SLICE_MS
    }
    fields.push(
      `${JSON.stringify(name)}:${Array.isArray(value) ? `[${rows.join(',')}]` : JSON.stringify(value)}`,
    )
  }
  return `{${fields.join(',')}}`
}
