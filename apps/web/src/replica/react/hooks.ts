import { type Id, searchesIn } from '@cardinal/domain'
import type { AnswerOf, ParamsOf, QuestionName } from '@cardinal/engine'
import type { Mutation, Undoing } from '@cardinal/sync'
import {
  startTransition,
  useCallback,
  useLayoutEffect,
  useMemo,
  useReducer,
  useState,
  useSyncExternalStore,
} from 'react'
import { session, signOut } from '../../session/index.ts'
import type { Account, RejectedChange, SyncState } from '../replica.ts'
import { useConnected, useConnection, useReplica } from './context.tsx'
import { LiveQuestion, type Priority, paramsKey } from './live-question.ts'

export interface UsedAnswer<Q extends QuestionName> {
  /** Undefined until the first answer. Later the previous answer stays until the next one comes. */
  readonly answer: AnswerOf<Q> | undefined
  /** The parameters that `answer` is for. */
  readonly answered: ParamsOf<Q> | null
  /** Whether the answer is for earlier parameters or outdated rows, or missing. */
  readonly isStale: boolean
  readonly error: Error | null
}

/**
 * Asks a question while the component is mounted, and asks again whenever rows change. `params` null: asks
 * nothing. A `deferred` question is asked after the others, and its answer is rendered in a transition. After
 * another workspace is opened there is no answer until that workspace gives one.
 */
export function useAnswer<Q extends QuestionName>(
  question: Q,
  params: ParamsOf<Q> | null,
  priority: Priority = 'first',
): UsedAnswer<Q> {
  const replica = useReplica()
  const { workspaceId } = replica
  const begin = () => ({ question, workspaceId, asker: new LiveQuestion(question, priority) })
  const [kept, setKept] = useState(begin)
  const isSame = kept.question === question && kept.workspaceId === workspaceId
  const live = isSame ? kept : begin()
  if (!isSame) setKept(live)
  const { asker } = live
  const key = paramsKey(params)
  const canWait = priority === 'deferred' || asker.snapshot().params === null
  const shown = useSyncExternalStore(canWait ? noSubscription : asker.subscribe, asker.snapshot)
  const [, draw] = useReducer((drawn: number) => drawn + 1, 0)
  useLayoutEffect(
    () => (canWait ? asker.subscribe(() => startTransition(draw)) : undefined),
    [asker, canWait],
  )
  // A layout effect asks before the first paint, which takes as long as the answer.
  useLayoutEffect(() => asker.follow(replica, JSON.parse(key) as ParamsOf<Q> | null), [asker, replica, key])
  return {
    answer: shown.answer,
    answered: shown.params,
    isStale: params !== null && !asker.isAnswered(key),
    error: shown.error,
  }
}

/**
 * Subscribes to nothing: deferred and first answers are rendered in a transition instead. The first cards of a
 * screen are many elements, and a key press can interrupt a transition.
 */
const noSubscription = () => () => {}

/** See `Replica.mutate`. The same function as long as the workspace stays open. */
export function useMutate(): (mutation: Mutation) => Promise<Undoing> {
  const replica = useReplica()
  return useCallback((mutation) => replica.mutate(mutation), [replica])
}

/** Settings and workspaces, with pending changes applied. */
export function useAccount(): Account {
  return useConnected('account')
}

/** The saved searches of this workspace, oldest first. */
export function useSearchesHere(): readonly string[] {
  const { settings } = useAccount()
  const { workspaceId } = useReplica()
  return useMemo(() => searchesIn(settings, workspaceId), [settings, workspaceId])
}

export function useSyncState(): SyncState {
  return useConnected('sync')
}

export function useRejectedChanges(): {
  retry: (key: string, edited?: RejectedChange['mutation']) => Promise<void>
  retryAll: () => Promise<void>
  discard: (key: string) => Promise<void>
  move: (keys: readonly string[], workspaceId: Id) => Promise<void>
} {
  const connection = useConnection()
  return {
    retry: (key, edited) => connection.retryRejected(key, edited),
    retryAll: () => connection.retryAllRejected(),
    discard: (key) => connection.discardRejected(key),
    move: (keys, workspaceId) => connection.moveRejected(keys, workspaceId),
  }
}

/**
 * Signs out on this device; see `signOut` of the session. `mayLose` asks what to do with changes that could not
 * be sent. Resolves with false if the person stays signed in.
 *
 * @param wipeMore removes further data of the person from this device; right afterwards the page ends with the
 *   session
 */
export function useSignOut(
  wipeMore: () => Promise<void>,
): (mayLose: (waiting: number) => Promise<boolean>) => Promise<boolean> {
  const connection = useConnection()
  const data = {
    sendAll: () => connection.sendAll(),
    wipe: async () => {
      await connection.wipe()
      await wipeMore()
    },
  }
  return (mayLose) => signOut(session, data, mayLose)
}
