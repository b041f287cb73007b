import type { Change, SearchTree } from '@cardinal/domain'
import { ALL_CARDS, type AskableWorkspace, SEARCHES_AT_ONCE } from '@cardinal/engine'
import type { ActPreview, Mutation, Rows, TriedAct } from '@cardinal/sync'
import { tryAct } from '@cardinal/sync/planning'

/** What an act would do, with what it would do to searches. */
export interface PreviewedAct extends ActPreview {
  /** How many cards each search finds before and afterwards. Null: too many cards are touched to count that. */
  readonly searches: readonly SearchPreview[] | null
}

export interface SearchPreview {
  readonly before: number
  readonly after: number
}

/** Above this the searches are left out: the index would be changed and changed back for longer than a moment. */
const MOST_COUNTED = 5000

/** A search as it is, and as it is when it has followed the tags that the act renames. */
export interface SearchPair {
  readonly before: SearchTree
  readonly after: SearchTree
}

/**
 * Tries an act beside the rows of a workspace. Null: it is refused.
 *
 * @param engine of the same rows. The act is applied to it and taken back, with no pause in between, so that nobody else
 *   is answered from it: a word that names no tag any more is looked for in all texts, also in those of untouched cards.
 */
export function previewAct(
  mutations: readonly Mutation[],
  searches: readonly SearchPair[],
  { rows, engine, now }: { rows: Rows; engine: AskableWorkspace; now: number },
): PreviewedAct | null {
  const tried = tryAct(mutations, rows, now)
  if (tried === null) return null
  const { preview, changes, cards } = tried
  if (cards.length > MOST_COUNTED) return { ...preview, searches: null }
  if (searches.length === 0) return { ...preview, searches: [] }
  const before = counts(
    engine,
    searches.map((each) => each.before),
  )
  try {
    engine.apply(changes)
    const after = counts(
      engine,
      searches.map((each) => each.after),
    )
    return { ...preview, searches: before.map((count, at) => ({ before: count, after: after[at] ?? 0 })) }
  } finally {
    engine.apply(rowsBefore(tried, rows))
  }
}

/** The rows that an act changed, as they are without it. Tags come first, so that groups and cards find them. */
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
