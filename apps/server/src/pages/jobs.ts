import { type CopyRule, pageAddress, ruleKeeps } from '@cardinal/domain'
import type { NewPageJob } from '../store/tables/pages.ts'
import type { ChangeHook, WrittenChange } from '../workspaces/change-workspace.ts'
import { livingCopyRule } from './living-copy-rule.ts'

/** Lower numbers first: a person waits, an import, a later check. */
export const PRIORITY = { person: 0, import: 1, look: 2 } as const

/** Larger changes count as imports. */
const FEW = 10

/**
 * Queues links after every change: new links, links with a new address, and links to be copied from now on.
 *
 * @param wake called when there are some
 */
export function queueLinks(wake: () => void): ChangeHook {
  return async (tx, change) => {
    const jobs = jobsOf(change, await livingCopyRule(tx, change.user))
    if (jobs.length === 0) return null
    wake()
    return () => tx.pages.add(jobs, change.now)
  }
}

function jobsOf({ user, workspaceId, written, wasLiving }: WrittenChange, copyRule: CopyRule): NewPageJob[] {
  const priority = written.length > FEW ? PRIORITY.import : PRIORITY.person
  return written.flatMap((one) => {
    if (one.kind !== 'card' || one.after === null) return []
    const address = pageAddress(one.after)
    if (address === null) return []
    const isNewlyCopied =
      ruleKeeps(copyRule, one.after) &&
      one.after.page?.copiedAt === undefined &&
      !(one.before !== undefined && ruleKeeps(copyRule, one.before))
    if (one.after.page?.address === address && !isNewlyCopied) return []
    const isKnown = one.before !== undefined && wasLiving(one.id) && pageAddress(one.before) === address
    return isKnown && !isNewlyCopied
      ? []
      : [jobFor({ userId: user.id, workspaceId, cardId: one.id }, address, priority)]
  })
}

/** The job of a link; without a host where there is nothing to fetch. */
export function jobFor(
  { userId, workspaceId, cardId }: Pick<NewPageJob, 'userId' | 'workspaceId' | 'cardId'>,
  address: string | null,
  priority: number,
): NewPageJob {
  const host = address !== null && URL.canParse(address) ? new URL(address).host : ''
  return { userId, workspaceId, cardId, address: address ?? '', host, priority }
}
