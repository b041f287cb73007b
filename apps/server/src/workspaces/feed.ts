import type { Card, Change, Id, Tag, TagGroup, Workspace } from '@cardinal/domain'
import { yieldToEventLoop } from '../lib/waiting.ts'
import type { Store, Stored, StoredWorkspace } from '../store/index.ts'

/** Rows per query: enough to be fast, few enough not to delay other requests. */
const PAGE_ROWS = 1_000
/** Tags per page: more, because a tag without relations is small. */
const TAGS_PAGE = 2_000
/** Rows of the first page, when nothing is known of their sizes. */
const FIRST_PAGE = { card: 20, tag: 500, group: 20 }
/** Approximate UTF-16 units of text per page. */
const PAGE_UNITS = 1 << 18
/** Cost of an id in a list, in UTF-16 units of text. */
const ID_UNITS = 16
const MIN_PAGE_ROWS = 2

/** Changes, in the order in which they are applied. */
export type FeedPage = readonly Change[]

/**
 * Every living row: the workspace itself, tags, groups, then cards, newest first.
 *
 * `workspace` must be read before. A row that changes meanwhile comes in its old or new state, and again in
 * `changedRows` after `workspace.seq`, so nothing is missed.
 */
export async function* allRows(
  store: Store,
  userId: Id,
  workspace: StoredWorkspace,
): AsyncGenerator<FeedPage> {
  yield [workspaceChange(workspace)]
  for (const kind of ['tag', 'group'] as const)
    for await (const page of changedPages(store, userId, workspace, kind, 0))
      yield page.filter(({ row }) => row !== null)
  yield* newestCards(store, userId, workspace.id, null)
}

/**
 * Living cards, newest first. Reads the next page while the present one is used.
 *
 * @param behind only cards after this one; null: all
 */
export async function* newestCards(
  store: Store,
  userId: Id,
  workspaceId: Id,
  behind: Pick<Card, 'createdAt' | 'id'> | null,
): AsyncGenerator<FeedPage> {
  let size = FIRST_PAGE.card
  let reading = store.cards.newest(userId, workspaceId, behind, size)
  for (;;) {
    const page = await reading
    const last = page.at(-1)
    if (last === undefined) return
    const isFull = page.length === size
    size = sizeBehind('card', page)
    if (isFull) reading = store.cards.newest(userId, workspaceId, last, size)
    reading.catch(() => {}) // A failure is thrown when the page is used.
    yield cardChanges(page)
    if (!isFull) return
    await yieldToEventLoop()
  }
}

/** Rows changed after a sequence number, including deleted ones, in order of change. */
export async function* changedRows(
  store: Store,
  userId: Id,
  workspace: StoredWorkspace,
  since: number,
): AsyncGenerator<FeedPage> {
  if (workspace.seq === since) return // The usual case: nothing has changed.
  if (workspace.rev > since) yield [workspaceChange(workspace)]
  for (const kind of ['tag', 'group', 'card'] as const)
    yield* changedPages(store, userId, workspace, kind, since + 1)
}

const TABLE_BY_KIND = { card: 'cards', tag: 'tags', group: 'groups' } as const

async function* changedPages(
  store: Store,
  userId: Id,
  workspace: StoredWorkspace,
  kind: keyof typeof TABLE_BY_KIND,
  fromRev: number,
): AsyncGenerator<FeedPage> {
  let size = FIRST_PAGE[kind]
  let after = { rev: fromRev, id: '' }
  for (;;) {
    const page = await store[TABLE_BY_KIND[kind]].changedAfter(userId, workspace.id, after, size)
    const last = page.at(-1)
    if (last === undefined) return
    yield page.map((stored) => changeOf(kind, stored))
    if (page.length < size) return
    size = sizeBehind(
      kind,
      page.map(({ row }) => row),
    )
    await yieldToEventLoop()
    after = { rev: last.rev, id: last.row.id }
  }
}

/** Rows of the next page: fewer if these are long. */
export function sizeBehind(
  kind: keyof typeof TABLE_BY_KIND,
  rows: readonly (Card | Tag | TagGroup)[],
): number {
  let units = 0
  for (const row of rows) units += unitsOf(row)
  const most = kind === 'tag' ? TAGS_PAGE : PAGE_ROWS
  return Math.max(MIN_PAGE_ROWS, Math.min(most, Math.floor((PAGE_UNITS * rows.length) / Math.max(units, 1))))
}

function unitsOf(row: Card | Tag | TagGroup): number {
  if ('title' in row) return row.tagIds.length * ID_UNITS
  if ('name' in row) return ((row.parentIds?.length ?? 0) + (row.childGroupIds?.length ?? 0)) * ID_UNITS
  const values = (row.completions?.length ?? 0) + (row.files?.length ?? 0)
  let units = row.content.length + row.tagIds.length * ID_UNITS + values
  for (const { text } of row.subnotes) units += text.length
  return units
}

function cardChanges(cards: readonly Card[]): FeedPage {
  return cards.map((row) => ({ kind: 'card', id: row.id, row }))
}

function workspaceChange({ id, name, createdAt, updatedAt }: Workspace): Change {
  return { kind: 'workspace', id, row: { id, name, createdAt, updatedAt } }
}

/** A deleted row becomes null. */
function changeOf(
  kind: keyof typeof TABLE_BY_KIND,
  { row, deletedAt, mergedInto }: Stored<Card | Tag | TagGroup>,
): Change {
  if (deletedAt === null) return { kind, id: row.id, row } as Change
  return { kind, id: row.id, row: null, ...(mergedInto !== undefined && { mergedInto }) } as Change
}
