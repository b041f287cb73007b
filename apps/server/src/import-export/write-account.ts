import { entityToWire, toInstant, userToWire, workspaceToWire } from '@cardinal/contract'
import { type Id, LIMITS } from '@cardinal/domain'
import type { Store, StoredWorkspace, User } from '../store/index.ts'
import { ACCOUNT_FORMAT } from './read-json.ts'
import { writeExport } from './write-export.ts'

/** Deleted cards that are read at once. */
const PAGE = 500

/** Everything that is kept of a person, as JSON in pieces; secrets and their hashes are nobody's to read. */
export async function* writeAccount(store: Store, user: User, now: number): AsyncGenerator<string> {
  const sessions = await store.sessions.ofUser(user.id, now)
  const tokens = await store.personalTokens.ofUser(user.id)
  const subscriptions = await store.billing.subscriptionsOf(user.id)
  const head = {
    format: ACCOUNT_FORMAT,
    version: 1,
    exported_at: toInstant(now),
    user: { _id: user.id, ...userToWire(user), createdAt: toInstant(user.createdAt) },
    identities: (await store.identities.ofUser(user.id)).map(({ issuer, subject, email }) => ({
      issuer,
      subject,
      email,
    })),
    settings: {
      saved_searches: user.savedSearches,
      showHelpers: user.showHelpers,
      currentWorkspace: user.currentWorkspaceId,
    },
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
    payments: {
      customer: (await store.billing.customerOf(user.id)) ?? null,
      subscriptions: subscriptions.map(({ id, paidUntil, endedAt }) => ({
        id,
        paidUntil: toInstant(paidUntil),
        endedAt: endedAt === null ? null : toInstant(endedAt),
      })),
    },
  }
  yield `${JSON.stringify(head).slice(0, -1)},"workspaces":[\n`
  let isFirst = true
  for (const workspace of await store.workspaces.ofUser(user.id)) {
    if (!isFirst) yield ',\n'
    isFirst = false
    yield* writeExport(store, user.id, workspace, 'json')
  }
  yield '],"deleted":[\n'
  yield* writeDeleted(store, user.id, await store.workspaces.ofUser(user.id), now)
  yield ']}\n'
}

async function* writeDeleted(
  store: Store,
  userId: Id,
  workspaces: readonly StoredWorkspace[],
  now: number,
): AsyncGenerator<string> {
  const since = now - LIMITS.deletedCardsKept * 86_400_000
  let isFirst = true
  for (const workspace of workspaces)
    for (let offset = 0; ; offset += PAGE) {
      const { cards } = await store.cards.deleted(userId, workspace.id, since, { offset, limit: PAGE })
      for (const { row, deletedAt } of cards) {
        const facts = { workspace: workspaceToWire(workspace)._id, deletedAt: toInstant(deletedAt ?? 0) }
        yield `${isFirst ? '' : ',\n'}${JSON.stringify({ ...facts, entity: entityToWire(row, userId) })}`
        isFirst = false
      }
      if (cards.length < PAGE) break
    }
}
