import { type CopyRule, type Id, pageAddress, ruleKeeps } from '@cardinal/domain'
import type { Written } from '../store/index.ts'
import type { NewPageJob } from '../store/tables/pages.ts'

/** Which jobs go first: a person waits; an import; a later look. */
export const PRIORITY = { person: 0, import: 1, look: 2 } as const

/** A change of more cards than this is an import or the like. */
const FEW = 10

/**
 * Returns the links of a change whose pages are to be fetched: new links, links with another address than before, and
 * links of which a copy is kept from now on.
 */
export function jobsOf(
  userId: Id,
  workspaceId: Id,
  written: readonly Written[],
  wasLiving: (id: Id) => boolean,
  copyRule: CopyRule,
): NewPageJob[] {
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
      : [jobFor({ userId, workspaceId, cardId: one.id }, address, priority)]
  })
}

/** Returns the job of a link with this address; without a host where there is nothing to fetch. */
export function jobFor(
  { userId, workspaceId, cardId }: Pick<NewPageJob, 'userId' | 'workspaceId' | 'cardId'>,
  address: string | null,
  priority: number,
): NewPageJob {
  const host = address !== null && URL.canParse(address) ? new URL(address).host : ''
  return { userId, workspaceId, cardId, address: address ?? '', host, priority }
}
