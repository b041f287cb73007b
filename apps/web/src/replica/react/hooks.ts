import type { AnswerOf, ParamsOf, QuestionName } from '@cardinal/engine'
import type { Mutation } from '@cardinal/sync'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { session, signOut } from '../../session/index.ts'
import type { Account, Done, RefusedChange, SyncState } from '../replica.ts'
import { useConnection, useConnectionSnapshot, useReplica } from './context.tsx'
import { LiveQuestion, paramsKey } from './live-question.ts'

export interface UsedAnswer<Q extends QuestionName> {
  /** Undefined until the first answer; afterwards the previous answer stays while the next is on its way. */
  readonly answer: AnswerOf<Q> | undefined
  /** The answer belongs to other params than the present ones (or none came yet). */
  readonly isStale: boolean
  readonly error: Error | null
}

/** Keeps a question answered while the component shows. `params` null asks nothing. */
export function useAnswer<Q extends QuestionName>(question: Q, params: ParamsOf<Q> | null): UsedAnswer<Q> {
  const replica = useReplica()
  const [live, setLive] = useState(() => ({ question, asker: new LiveQuestion(question) }))
  if (live.question !== question) setLive({ question, asker: new LiveQuestion(question) })
  const { asker } = live
  const key = paramsKey(params)
  useEffect(() => asker.follow(replica, JSON.parse(key) as ParamsOf<Q> | null), [asker, replica, key])
  const { answer, key: answeredKey, error } = useSyncExternalStore(asker.subscribe, asker.snapshot)
  return { answer, isStale: params !== null && answeredKey !== key, error }
}

/** Carries a mutation out in the open workspace; see `Replica.mutate`. The same function while it stays open. */
export function useMutate(): (mutation: Mutation) => Promise<Done> {
  const replica = useReplica()
  return useCallback((mutation) => replica.mutate(mutation), [replica])
}

/** Settings and workspaces, with the person's changes in them already. */
export function useAccount(): Account {
  return useConnectionSnapshot().account
}

export function useSyncState(): SyncState {
  return useConnectionSnapshot().sync
}

/** What a person can do about a refused change. */
export function useRefusedChanges(): {
  retry: (key: string, edited?: RefusedChange['mutation']) => Promise<void>
  discard: (key: string) => Promise<void>
} {
  const connection = useConnection()
  return {
    retry: (key, edited) => connection.retryRefused(key, edited),
    discard: (key) => connection.discardRefused(key),
  }
}

/**
 * Signs the person out of this device; see `signOut` of the session. `mayLose` asks what to do with changes
 * that could not be sent. Resolves with false when the person stays.
 */
export function useSignOut(): (mayLose: (waiting: number) => Promise<boolean>) => Promise<boolean> {
  const connection = useConnection()
  return (mayLose) => signOut(session, connection, mayLose)
}
