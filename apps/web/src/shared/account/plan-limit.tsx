import { useEffect, useState } from 'react'
import { useAccount, useAnswer } from '../../replica/index.ts'
import { session, useSession } from '../../session/index.ts'
import { LinkButton } from '../../ui/index.ts'
import { siteOptions, useSiteOptions } from '../site/site-options.ts'
import { planOf } from './plan-of.ts'

/** Cards allowed by the person's plan. 0: no limit; null: not known yet. */
export function useLimit(): number | null {
  const { user } = useSession()
  const [ofFree, setOfFree] = useState<number | null>(null)
  useEffect(() => void siteOptions().then(({ freeCardLimit }) => setOfFree(freeCardLimit)), [])
  return planOf(user, Date.now()).isPaid ? 0 : ofFree
}

interface AllCards {
  /** null until it is known. */
  readonly total: number | null
  /** False: the server is unreachable, so only the open workspace is counted. */
  readonly isOfAll: boolean
}

/** The person's cards over all workspaces, which count towards the plan. */
export function useAllCards(): AllCards {
  const { workspaces } = useAccount()
  const { answer } = useAnswer('countCards', {})
  const open = answer ? answer.todo + answer.note + answer.link : null
  const ids = workspaces.map(({ id }) => id).join()
  const [all, setAll] = useState<number | null>(null)
  // Counted again when the open workspace changes: it alone changes here.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above.
  useEffect(() => {
    let isWanted = true
    countAll(ids === '' ? [] : ids.split(',')).then((total) => {
      if (isWanted) setAll(total)
    })
    return () => {
      isWanted = false
    }
  }, [ids, open])
  const isSingle = workspaces.length === 1
  return isSingle ? { total: open, isOfAll: true } : { total: all ?? open, isOfAll: all !== null }
}

interface PlanRoom {
  readonly total: number
  readonly limit: number
  /** Cards that fit. */
  readonly room: number
}

/** Returns how many more cards the plan allows. Null: any number, or not known yet. */
export function usePlanRoom(): PlanRoom | null {
  const limit = useLimit()
  const { total } = useAllCards()
  if (limit === null || limit === 0 || total === null) return null
  return { total, limit, room: Math.max(0, limit - total) }
}

/** Null: the server did not answer for every workspace. */
async function countAll(workspaceIds: readonly string[]): Promise<number | null> {
  const counts = await Promise.all(
    workspaceIds.map((workspace_id) =>
      session.account
        .call('POST /entity/get-count', { body: { workspace_id } })
        .then((types) => types.reduce((sum, { count }) => sum + count, 0))
        .catch(() => null),
    ),
  )
  return counts.reduce<number | null>(
    (sum, count) => (sum === null || count === null ? null : sum + count),
    0,
  )
}

/**
 * Links from a limit to the plans, or to the operator if the site sells none.
 *
 * @param isApart whether it opens in a new tab, because this page has what would be lost
 */
export function PlanLink({ isApart = false }) {
  const { takesPayments } = useSiteOptions()
  return (
    <LinkButton
      size="sm"
      tone="primary"
      href={takesPayments ? '/pricing' : '/contact'}
      target={isApart ? '_blank' : undefined}
    >
      {takesPayments ? 'See plans' : 'Ask the operator'}
    </LinkButton>
  )
}
