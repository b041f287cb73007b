import {
  type Change,
  type Id,
  LIMITS,
  type Page,
  type Refusal,
  type Tag,
  type TagGroup,
} from '@cardinal/domain'
import { exceedsPlan } from '@cardinal/sync'
import type { Revision, StoreTransaction, SubnoteRevision, User, Written } from '../store/index.ts'

/** Bytes that each row counts as, besides its texts: ids, times, index entries. */
const ROW_BYTES = 200
/** Bytes that an id in a list counts as. */
const ID_BYTES = 40
/** Fewest ms between recounts of an account, because a recount reads all its rows. */
const RECOUNT_INTERVAL_MS = 10 * 60_000

/**
 * Whether an account may store more. Its counter only grows, which costs nothing. When it reaches the quota, the
 * stored rows are counted, because many may have been removed since.
 */
export class Quotas {
  readonly #limit: number | null
  readonly #now: () => number
  readonly #countedAt = new Map<Id, number>()

  /** @param limit bytes per account; null: no limit */
  constructor(limit: number | null, now: () => number) {
    this.#limit = limit
    this.#now = now
  }

  /** Whether this many more bytes would exceed the quota. The caller holds the user's lock. */
  async isOver(tx: StoreTransaction, user: User, bytes: number): Promise<boolean> {
    const limit = this.#limit
    if (limit === null || bytes <= 0 || user.storedBytes + bytes <= limit) return false
    const now = this.#now()
    if (now - (this.#countedAt.get(user.id) ?? 0) < RECOUNT_INTERVAL_MS) return true
    this.#countedAt.set(user.id, now)
    // Answers stored for repeated requests must not fill the account.
    await tx.operations.shortenAnswers(user.id)
    const stored = await tx.users.countStoredBytes(user.id)
    await tx.users.setStoredBytes(user.id, stored)
    const isOver = stored + bytes > limit
    if (!isOver) this.#countedAt.delete(user.id)
    return isOver
  }
}

/** Bytes that a change adds; negative if it removes more. */
export function addedBytes(
  written: readonly Written[],
  contents: readonly Revision[],
  subnotes: readonly SubnoteRevision[],
): number {
  const rows = written.reduce((sum, { before, after }) => sum + bytesOf(after) - bytesOf(before), 0)
  const ofContents = contents.reduce(
    (sum, { content, address }) =>
      sum + ROW_BYTES + Buffer.byteLength(content) + Buffer.byteLength(address ?? ''),
    0,
  )
  return subnotes.reduce((sum, { text }) => sum + ROW_BYTES + Buffer.byteLength(text), rows + ofContents)
}

type Row = Written['after'] | Written['before']

/** Bytes of the page facts of a link, as stored. */
function bytesOfPage(page: Page | undefined): number {
  return page === undefined ? 0 : Buffer.byteLength(JSON.stringify(page))
}

function bytesOf(row: Row): number {
  if (row === null || row === undefined) return 0
  if ('content' in row) {
    const { tagIds, parentIds, siblingIds, childIds } = row
    const ids = tagIds.length + parentIds.length + siblingIds.length + childIds.length
    const texts = row.subnotes.reduce((sum, { text }) => sum + ROW_BYTES + Buffer.byteLength(text), 0)
    const own =
      Buffer.byteLength(row.content) +
      Buffer.byteLength(row.address ?? '') +
      Buffer.byteLength(row.completions ?? '') +
      Buffer.byteLength(row.files ?? '')
    return ROW_BYTES + own + bytesOfPage(row.page) + texts + ID_BYTES * ids
  }
  if ('tagIds' in row) return ROW_BYTES + ID_BYTES * row.tagIds.length
  const names = (row.otherNames ?? []).reduce((sum, name) => sum + Buffer.byteLength(name), 0)
  return (
    ROW_BYTES +
    names +
    Buffer.byteLength(row.displayName ?? '') +
    ID_BYTES * ((row.parentIds?.length ?? 0) + (row.childGroupIds?.length ?? 0))
  )
}

/**
 * The refusal of a change that adds too many tags, relations or groups. They are limited because they are always
 * loaded as a whole, and because a new tag is compared with all names. What the change doesn't add isn't checked.
 */
export async function overWorkspaceLimit(
  tx: StoreTransaction,
  userId: Id,
  workspaceId: Id,
  written: readonly Written[],
): Promise<Refusal | null> {
  const added = { tags: 0, relations: 0, groups: 0, groupTags: 0 }
  for (const one of written) {
    if (one.kind === 'tag') {
      added.tags += count(one.after) - count(one.before)
      added.relations += relationsOf(one.after) - relationsOf(one.before)
    } else if (one.kind === 'group') {
      added.groups += count(one.after) - count(one.before)
      added.groupTags += tagsIn(one.after) - tagsIn(one.before)
    }
  }
  const held = {
    ...(added.tags > 0 || added.relations > 0 ? await tx.tags.held(userId, workspaceId) : NO_TAGS),
    ...(added.groups > 0 || added.groupTags > 0 ? await tx.groups.held(userId, workspaceId) : NO_GROUPS),
  }
  for (const what of ['tags', 'relations', 'groups', 'groupTags'] as const) {
    const limit = LIMITS.inWorkspace[what]
    if (added[what] > 0 && held[what] + added[what] > limit) return { kind: 'workspace-full', what, limit }
  }
  return null
}

const NO_TAGS = { tags: 0, relations: 0 }
const NO_GROUPS = { groups: 0, groupTags: 0 }

const count = (row: object | null | undefined) => (row == null ? 0 : 1)
const tagsIn = (group: TagGroup | null | undefined) => group?.tagIds.length ?? 0
/** Bytes of a tag's relations, as stored. */
const relationsOf = (tag: Tag | null | undefined) =>
  listBytes(tag?.otherNames) +
  listBytes(tag?.parentIds) +
  listBytes(tag?.childGroupIds) +
  Buffer.byteLength(tag?.displayName ?? '')
const listBytes = (list: readonly string[] | undefined) =>
  list === undefined ? 0 : Buffer.byteLength(JSON.stringify(list))

/**
 * Most cards of the user in all workspaces; 0: no limit. An expired plan counts as the free one; existing cards
 * stay.
 *
 * @param freeLimit limit of the free plan; null: none
 */
export function cardLimit(user: User, freeLimit: number | null, now: number): number {
  const isFree = user.plan === 'free' || (user.planExpiresAt !== null && user.planExpiresAt <= now)
  return isFree ? (freeLimit ?? 0) : 0
}

/** The refusal of a change that adds more cards than the plan allows. */
export async function overPlan(
  tx: StoreTransaction,
  user: User,
  changes: readonly Change[],
  isLiving: (cardId: Id) => boolean,
  freeLimit: number | null,
  now: number,
): Promise<Refusal | null> {
  const limit = cardLimit(user, freeLimit, now)
  const adds = changes.some((c) => c.kind === 'card' && c.row !== null && !isLiving(c.id))
  if (limit === 0 || !adds) return null
  return exceedsPlan(changes, isLiving, await tx.cards.counts(user.id), limit)
}
