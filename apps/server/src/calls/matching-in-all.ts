import {
  type AnswerOf,
  type Entity,
  entityToWire,
  type Failure,
  type getMatchingEntities,
} from '@cardinal/contract'
import { type Id, LIMITS, ok, type Result, refused } from '@cardinal/domain'
import type { CardQuery } from '../workspaces/asking.ts'
import { openWorkspace } from './ask.ts'
import { type CallContext, callerOf } from './handler.ts'

type Answer = AnswerOf<typeof getMatchingEntities>

/**
 * Searches all workspaces: docs/search.md, section 9. Cards are ordered by workspace, so that a page asks each workspace
 * only for its own part.
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

/** Sums counts of colours: largest first, then by name, no colour last. */
function sumOfColors(answers: readonly Pick<Answer, 'color_counts'>[]): Answer['color_counts'] {
  const counts = new Map<Answer['color_counts'][number]['color'], number>()
  for (const { color, count } of answers.flatMap(({ color_counts }) => color_counts))
    counts.set(color, (counts.get(color) ?? 0) + count)
  const rank = (color: string | null) => color ?? '\uffff'
  return [...counts]
    .map(([color, count]) => ({ color, count }))
    .sort((a, b) => b.count - a.count || (rank(a.color) < rank(b.color) ? -1 : 1))
}
