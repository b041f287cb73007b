import type { Change, SearchTree } from '@cardinal/domain'
import { ALL_CARDS, type AskableWorkspace, SEARCHES_AT_ONCE } from '@cardinal/engine'
import type { ActPreview, Mutation, Rows, TriedAct } from '@cardinal/sync'
import { tryAct } from '@cardinal/sync/planning'
import { type FindingPreview, meanSteps, searchStarts } from './finding-preview.ts'

/** A preview of an act, with its effects on searches. */
export interface PreviewedAct extends ActPreview {
  /** Null: not asked for. */
  readonly effects: ActEffects | null
}

/** How an act changes the results of searches. */
export interface ActEffects {
  /** For each search, the number of found cards before and after. */
  readonly searches: readonly SearchPreview[]
  readonly finding: FindingPreview
}

interface SearchPreview {
  readonly before: number
  readonly after: number
}

/** A search before and after the act renames tags in it. */
export interface SearchPair {
  readonly before: SearchTree
  readonly after: SearchTree
}

/**
 * Tries an act on a duplicate of the workspace's rows. Null: it is refused.
 *
 * @param searches null: no effects are computed
 * @param engine of the same rows. The act is applied and reverted synchronously, so that no other question sees
 *   it. Counting only the touched cards would be wrong: when an act removes a tag, a search for its name finds
 *   texts of other cards
 */
export function previewAct(
  mutations: readonly Mutation[],
  searches: readonly SearchPair[] | null,
  { rows, engine, now }: { rows: Rows; engine: AskableWorkspace; now: number },
): PreviewedAct | null {
  const tried = tryAct(mutations, rows, now)
  if (tried === null) return null
  const { preview, changes } = tried
  if (searches === null) return { ...preview, effects: null }
  const starts = searchStarts(tried)
  const look = (trees: readonly SearchTree[], from: typeof starts.before) => ({
    counts: trees.length === 0 ? [] : counts(engine, trees),
    steps: meanSteps(engine, from),
  })
  const before = look(
    searches.map((each) => each.before),
    starts.before,
  )
  try {
    engine.apply(changes)
    const after = look(
      searches.map((each) => each.after),
      starts.after,
    )
    return {
      ...preview,
      effects: {
        searches: before.counts.map((count, at) => ({ before: count, after: after.counts[at] ?? 0 })),
        finding: { before: before.steps, after: after.steps },
      },
    }
  } finally {
    engine.apply(rowsBefore(tried, rows))
  }
}

/** Changes that restore the rows before the act. Tags come first, because groups and cards refer to them. */
function rowsBefore({ changes, cards }: TriedAct, rows: Rows): Change[] {
  const ids = { tag: new Set<string>(), group: new Set<string>(), card: new Set(cards.map(({ id }) => id)) }
  for (const { kind, id, row } of changes) {
    if (kind === 'workspace') continue
    ids[kind].add(id)
    if (kind === 'tag' && row === null) for (const group of rows.groupsHolding(id)) ids.group.add(group.id)
  }
  return [
    ...[...ids.tag].map((id): Change => ({ kind: 'tag', id, row: rows.tag(id) ?? null })),
    ...[...ids.group].map((id): Change => ({ kind: 'group', id, row: rows.group(id) ?? null })),
    ...[...ids.card].map((id): Change => ({ kind: 'card', id, row: rows.card(id) ?? null })),
  ]
}

function counts(engine: AskableWorkspace, searches: readonly SearchTree[]): readonly number[] {
  return engine.ask('countSearches', {
    query: { ...ALL_CARDS, offset: 0, limit: 0, parts: 'counts' },
    searches: searches.slice(0, SEARCHES_AT_ONCE),
  })
}
