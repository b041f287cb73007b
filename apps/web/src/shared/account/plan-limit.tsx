import { useEffect, useState } from 'react'
import { useAccount, useAnswer } from '../../replica/index.ts'
import { session, useSession } from '../../session/index.ts'
import { LinkButton } from '../../ui/index.ts'
import { siteOptions, useSiteOptions } from '../site/site-options.ts'
import { planOf } from './plan-of.ts'

/** How many cards the person's plan allows. 0: no limit. Null: not known yet. */
export function useLimit(): number | null {
  const { user } = useSession()
  const [ofFree, setOfFree] = useState<number | null>(null)
  useEffect(() => void siteOptions().then(({ freeCardLimit }) => setOfFree(freeCardLimit)), [])
  return planOf(user, Date.now()).isPaid ? 0 : ofFree
}

interface AllCards {
  /** Null: not known yet. */
  readonly total: number | null
  /** Whether all workspaces are counted. If the server can't be reached, only the open one is. */
  readonly isOfAll: boolean
}

/** The number of the person's cards in all workspaces, which the plan limits. */
export function useAllCards(): AllCards {
  const { workspaces } = useAccount()
  const { answer } = useAnswer('countCards', {})
  const open = answer ? answer.todo + answer.note + answer.link : null
  const ids = workspaces.map(({ id }) => id).join()
  const [all, setAll] = useState<number | null>(null)
  // Counts again when the open workspace changes, the only one that this device changes.
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
  /** How many more cards the plan allows. */
  readonly room: number
}

/** How many more cards the plan allows. Null: any number, or not known yet. */
export function usePlanRoom(): PlanRoom | null {
  const limit = useLimit()
  const { total } = useAllCards()
  if (limit === null || limit === 0 || total === null) return null
  return { total, limit, room: Math.max(0, limit - total) }
}

/** Null: the server didn't answer for every workspace. */
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
 * A link from a limit to the plans, or to the operator if the site sells none.
 *
 * @param isApart whether it opens in a new tab, because this page has unsaved input
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
