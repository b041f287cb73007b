import { type CopyRule, type Id, pageAddress, ruleKeeps, unique } from '@cardinal/domain'
import type { Store, Stored, StoreTransaction, User } from '../store/index.ts'
import { NO_TEXT } from '../store/tables/page-copies.ts'
import type { NewPageJob } from '../store/tables/pages.ts'
import type { ChangeHook, WrittenChange } from '../workspaces/change-workspace.ts'
import { withAliased } from '../workspaces/load-rows.ts'

/** Lower numbers first: a person waits; an import; a later check. */
export const PRIORITY = { person: 0, import: 1, look: 2 } as const

/** Most links of a change that count as added by a person; more are an import. */
const MOST_BY_HAND = 10

/**
 * Queues links after every change: new links, links with a new address, and links that a rule now copies.
 *
 * @param wake called when links were queued
 */
export function queueLinks(wake: () => void): ChangeHook {
  return async (tx, change) => {
    const toCopy = await withoutMark(tx, change)
    const jobs = jobsOf(change, await livingCopyRule(tx, change.user), toCopy)
    if (jobs.length === 0) return null
    wake()
    const marked = jobs.filter(({ cardId }) => toCopy.has(cardId))
    return async () => {
      await tx.pages.add(jobs, change.now)
      for (const { userId, cardId, address } of marked)
        await tx.pageCopies.put(emptyCopy(userId, cardId, address))
    }
  }
}

/** The cards that a rule wants to copy, except cards that have or had a copy. */
async function withoutMark(
  tx: Pick<StoreTransaction, 'pageCopies'>,
  { user, toCopy }: WrittenChange,
): Promise<ReadonlySet<Id>> {
  if (toCopy.length === 0) return new Set()
  const marks = await tx.pageCopies.marksOf(user.id, toCopy)
  return new Set(toCopy.filter((id) => !marks.has(id)))
}

/** @param toCopy cards that a rule wants to copy */
function jobsOf(
  { user, workspaceId, written, wasLiving }: WrittenChange,
  copyRule: CopyRule,
  toCopy: ReadonlySet<Id>,
): NewPageJob[] {
  const priority = written.length > MOST_BY_HAND ? PRIORITY.import : PRIORITY.person
  return written.flatMap((one) => {
    if (one.kind !== 'card' || one.after === null) return []
    const address = pageAddress(one.after)
    if (address === null) return []
    const isNewlyCopied =
      toCopy.has(one.id) ||
      (ruleKeeps(copyRule, one.after) &&
        one.after.page?.copiedAt === undefined &&
        !(one.before !== undefined && ruleKeeps(copyRule, one.before)))
    if (one.after.page?.address === address && !isNewlyCopied) return []
    const isKnown = one.before !== undefined && wasLiving(one.id) && pageAddress(one.before) === address
    return isKnown && !isNewlyCopied
      ? []
      : [jobFor({ userId: user.id, workspaceId, cardId: one.id }, address, priority)]
  })
}

/** A link's job. Its host is empty if there is nothing to fetch. */
export function jobFor(
  { userId, workspaceId, cardId }: Pick<NewPageJob, 'userId' | 'workspaceId' | 'cardId'>,
  address: string | null,
  priority: number,
): NewPageJob {
  const host = address !== null && URL.canParse(address) ? new URL(address).host : ''
  return { userId, workspaceId, cardId, address: address ?? '', host, priority }
}

/** The row of a copy without a text yet. */
export function emptyCopy(userId: Id, cardId: Id, address: string) {
  return {
    user_id: userId,
    card_id: cardId,
    state: 'waiting',
    problem: '',
    address,
    ...NO_TEXT,
    removed_at: null,
  } as const
}

/**
 * A user's rule for automatic copies, without deleted tags, and with merged tags replaced by the tags they were
 * merged into. The stored rule keeps the merged tags, so that the merge can be undone.
 */
export async function livingCopyRule(
  store: Pick<Store, 'tags'>,
  { id, copyRule }: Pick<User, 'id' | 'copyRule'>,
): Promise<CopyRule> {
  if (copyRule.tagIds.length === 0) return copyRule
  const living = await livingTags(store, id, copyRule.tagIds)
  return { ...copyRule, tagIds: living(copyRule.tagIds) }
}

/** Returns a function that replaces merged tags by the tags they were merged into, and leaves out deleted tags. */
export async function livingTags(
  store: Pick<Store, 'tags'>,
  userId: Id,
  ids: readonly Id[],
): Promise<(some: readonly Id[]) => readonly Id[]> {
  const read = (wanted: readonly Id[]) => store.tags.byIds(userId, wanted)
  const tags = await withAliased(await read(ids), read)
  const known = new Map(tags.map((tag) => [tag.row.id, tag]))
  return (some) => unique(some.flatMap((each) => livingTag(each, known) ?? []))
}

function livingTag(given: Id, known: ReadonlyMap<Id, Stored<unknown>>): Id | null {
  let id = given
  for (let hop = 0; hop < known.size; hop++) {
    const tag = known.get(id)
    if (tag?.deletedAt === null) return id
    if (tag?.mergedInto === undefined) return null
    id = tag.mergedInto
  }
  return null
}
