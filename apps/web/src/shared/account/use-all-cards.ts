import { useEffect, useState } from 'react'
import { useAccount, useAnswer } from '../../replica/index.ts'
import { session } from '../../session/index.ts'

export interface AllCards {
  /** null until it is known. */
  readonly total: number | null
  /** False while the server can't be asked: then the open workspace alone is counted. */
  readonly isOfAll: boolean
}

/** Returns how many cards the person has over all workspaces, which is what the free plan counts. */
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

/** Resolves with the number of all cards; null where the server does not answer for every workspace. */
async function countAll(workspaceIds: readonly string[]): Promise<number | null> {
  const counts = await Promise.all(
    workspaceIds.map((workspace_id) =>
      session.account
        .call<readonly { count: number }[]>('POST', '/entity/get-count', { workspace_id })
        .then((types) => types.reduce((sum, { count }) => sum + count, 0))
        .catch(() => null),
    ),
  )
  return counts.reduce<number | null>(
    (sum, count) => (sum === null || count === null ? null : sum + count),
    0,
  )
}
