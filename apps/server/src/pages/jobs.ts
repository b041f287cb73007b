import { type Card, type Id, pageAddress } from '@cardinal/domain'
import type { Written } from '../store/index.ts'
import type { NewPageJob } from '../store/tables/pages.ts'

/** Which jobs go first: a person waits; an import; a later look. */
export const PRIORITY = { person: 0, import: 1, look: 2 } as const

/** A change of more cards than this is an import or the like. */
const FEW = 10

/** The links of a change whose pages are to be fetched: new links, and links with another address than before. */
export function jobsOf(
  userId: Id,
  workspaceId: Id,
  written: readonly Written[],
  wasLiving: (id: Id) => boolean,
): NewPageJob[] {
  const priority = written.length > FEW ? PRIORITY.import : PRIORITY.person
  return written.flatMap((one) => {
    if (one.kind !== 'card' || one.after === null) return []
    const address = pageAddress(one.after)
    if (address === null || one.after.page?.address === address) return []
    const isKnown = one.before !== undefined && wasLiving(one.id) && pageAddress(one.before) === address
    return isKnown ? [] : [jobOfCard({ userId, workspaceId, cardId: one.id, ...texts(one.after) }, priority)]
  })
}

function texts({ type, content }: Card): Pick<Card, 'type' | 'content'> {
  return { type, content }
}

/** The job of a link; without a host where there is nothing to fetch. */
export function jobOfCard(
  card: Pick<NewPageJob, 'userId' | 'workspaceId' | 'cardId'> & Pick<Card, 'type' | 'content'>,
  priority: number,
): NewPageJob {
  const { userId, workspaceId, cardId } = card
  const address = pageAddress(card) ?? ''
  const host = URL.canParse(address) ? new URL(address).host : ''
  return { userId, workspaceId, cardId, address, host, priority }
}
