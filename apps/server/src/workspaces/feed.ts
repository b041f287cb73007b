import { setImmediate } from 'node:timers/promises'
import type { Card, Change, Id, Tag, TagGroup, Workspace } from '@cardinal/domain'
import type { Store, Stored, StoredWorkspace } from '../store/index.ts'

/** Rows that are read at once: enough to be quick, few enough to let other requests have their turn between. */
const PAGE = 1_000

/** A run of changes, in the order in which they should be applied. */
export type FeedPage = readonly Change[]

/**
 * Every living row of a workspace: the workspace itself, tags, groups, then cards, newest first.
 *
 * The caller read `workspace` before. Rows that change while this runs come in either state, and again in
 * what `changedRows` tells after `workspace.seq`: nothing is missed.
 */
export async function* allRows(
  store: Store,
  userId: Id,
  workspace: StoredWorkspace,
): AsyncGenerator<FeedPage> {
  yield [workspaceChange(workspace)]
  const start = { rev: 0, id: '' }
  for await (const page of pages<Tag>(
    (after) => store.tags.changedAfter(userId, workspace.id, after, PAGE),
    start,
  ))
    yield page.filter((stored) => stored.deletedAt === null).map(tagChange)
  for await (const page of pages<TagGroup>(
    (after) => store.groups.changedAfter(userId, workspace.id, after, PAGE),
    start,
  ))
    yield page.filter((stored) => stored.deletedAt === null).map(groupChange)
  let last: Card | null = null
  for (;;) {
    const page: Stored<Card>[] = await store.cards.newest(userId, workspace.id, last, PAGE)
    if (page.length > 0) yield page.map(cardChange)
    await setImmediate()
    last = page.at(-1)?.row ?? null
    if (last === null || page.length < PAGE) return
  }
}

/** The rows that changed after a sequence number, those that are gone included, in the order of changing. */
export async function* changedRows(
  store: Store,
  userId: Id,
  workspace: StoredWorkspace,
  since: number,
): AsyncGenerator<FeedPage> {
  if (workspace.seq === since) return // The usual case of a device that asks every minute.
  if (workspace.rev > since) yield [workspaceChange(workspace)]
  const start = { rev: since + 1, id: '' }
  for await (const page of pages<Tag>(
    (after) => store.tags.changedAfter(userId, workspace.id, after, PAGE),
    start,
  ))
    yield page.map(tagChange)
  for await (const page of pages<TagGroup>(
    (after) => store.groups.changedAfter(userId, workspace.id, after, PAGE),
    start,
  ))
    yield page.map(groupChange)
  for await (const page of pages<Card>(
    (after) => store.cards.changedAfter(userId, workspace.id, after, PAGE),
    start,
  ))
    yield page.map(cardChange)
}

async function* pages<Row extends { readonly id: Id }>(
  read: (after: { rev: number; id: Id }) => Promise<Stored<Row>[]>,
  start: { rev: number; id: Id },
): AsyncGenerator<Stored<Row>[]> {
  let after = start
  for (;;) {
    const page = await read(after)
    const last = page.at(-1)
    if (last === undefined) return
    yield page
    if (page.length < PAGE) return
    await setImmediate()
    after = { rev: last.rev, id: last.row.id }
  }
}

function workspaceChange({ id, name, createdAt, updatedAt }: Workspace): Change {
  return { kind: 'workspace', id, row: { id, name, createdAt, updatedAt } }
}

function cardChange({ row, deletedAt }: Stored<Card>): Change {
  return { kind: 'card', id: row.id, row: deletedAt === null ? row : null }
}

function tagChange({ row, deletedAt }: Stored<Tag>): Change {
  return { kind: 'tag', id: row.id, row: deletedAt === null ? row : null }
}

function groupChange({ row, deletedAt }: Stored<TagGroup>): Change {
  return { kind: 'group', id: row.id, row: deletedAt === null ? row : null }
}
