import { toInstant, userToWire } from '@cardinal/contract'
import { type Id, restorableSince } from '@cardinal/domain'
import { livingCopyRule } from '../pages/jobs.ts'
import type { Store, StoredWorkspace, User } from '../store/index.ts'
import { ACCOUNT_FORMAT } from './read-own.ts'
import { copyRows } from './write-copies.ts'
import { deletedRows, writeExport } from './write-export.ts'

/**
 * An account's contents as JSON, in chunks. Equal rows give equal bytes, in every account and at any time.
 * Importing the file into an empty account restores them.
 */
export async function* writeContents(store: Store, user: User, now: number): AsyncGenerator<string> {
  yield* writeWorkspaces(store, user, now, { format: ACCOUNT_FORMAT, version: 2 }, null)
}

/** All that is stored about a person as JSON, in chunks, except secrets and their hashes. */
export async function* writeAccount(store: Store, user: User, now: number): AsyncGenerator<string> {
  const sessions = await store.sessions.ofUser(user.id, now)
  const tokens = await store.personalTokens.ofUser(user.id)
  const webhooks = await store.webhooks.ofUser(user.id)
  const subscriptions = await store.billing.subscriptionsOf(user.id)
  const head = {
    format: ACCOUNT_FORMAT,
    version: 2,
    exported_at: toInstant(now),
    user: { _id: user.id, ...userToWire(user), createdAt: toInstant(user.createdAt) },
    identities: (await store.identities.ofUser(user.id)).map(({ issuer, subject, email }) => ({
      issuer,
      subject,
      email,
    })),
    sessions: sessions.map(({ device, created_at: created, last_used_at: used }) => ({
      device,
      createdAt: toInstant(created),
      lastUsedAt: toInstant(used),
    })),
    tokens: tokens.map(({ name, scope, created_at: created, expires_at: expires }) => ({
      name,
      scope,
      createdAt: toInstant(created),
      expiresAt: expires === null ? null : toInstant(expires),
    })),
    webhooks: webhooks.map(({ address, events, created_at: created }) => ({
      address,
      events: events.split(','),
      createdAt: toInstant(created),
    })),
    payments: {
      customer: (await store.billing.customerOf(user.id)) ?? null,
      subscriptions: subscriptions.map(({ id, paidUntil, endedAt }) => ({
        id,
        paidUntil: toInstant(paidUntil),
        endedAt: endedAt === null ? null : toInstant(endedAt),
      })),
    },
  }
  yield* writeWorkspaces(store, user, now, head, user.id)
}

/** @param ownerId see `ExportParts` */
async function* writeWorkspaces(
  store: Store,
  user: User,
  now: number,
  head: object,
  ownerId: Id | null,
): AsyncGenerator<string> {
  const workspaces = await store.workspaces.ofUser(user.id)
  const isThere = workspaces.some(({ id }) => id === user.currentWorkspaceId)
  const copyRule = await livingCopyRule(store, user)
  const settings = {
    saved_searches: user.savedSearches,
    saved_searches_by_workspace: user.searchesByWorkspace,
    showHelpers: user.showHelpers,
    currentWorkspace: isThere ? user.currentWorkspaceId : null,
    copy_rule: { keeps: copyRule.keeps, tag_ids: copyRule.tagIds },
  }
  const shared_searches = await sharedSearchesIn(store, user.id, workspaces)
  yield `${JSON.stringify({ ...head, settings, shared_searches }).slice(0, -1)},"workspaces":[\n`
  for (const [index, workspace] of workspaces.entries()) {
    if (index > 0) yield ',\n'
    yield* writeExport(store, user.id, workspace, 'json', { ownerId })
  }
  yield '],"deleted":[\n'
  const since = restorableSince(now)
  yield* deletedRows(store, user.id, workspaces, since, ownerId)
  yield '\n],"copies":[\n'
  yield* copyRows(store, user.id)
  yield '\n]}\n'
}

/** Shared searches, oldest first, without their secret addresses. */
async function sharedSearchesIn(
  store: Pick<Store, 'sharedSearches'>,
  userId: Id,
  workspaces: readonly StoredWorkspace[],
) {
  const ids = new Set(workspaces.map(({ id }) => id))
  const rows = await store.sharedSearches.ofUser(userId)
  const searches = rows
    .filter(({ workspace_id }) => ids.has(workspace_id))
    .map(({ workspace_id: workspace, title, shows, query, created_at: created }) => ({
      workspace,
      title,
      shows: JSON.parse(shows) as unknown,
      query: JSON.parse(query) as unknown,
      createdAt: toInstant(Number(created)),
    }))
  const order = (one: (typeof searches)[number]) => one.createdAt + JSON.stringify(one)
  return searches.sort((a, b) => (order(a) < order(b) ? -1 : 1))
}
