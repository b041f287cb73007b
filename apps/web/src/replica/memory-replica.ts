import type { Change, Id, Refusal, Workspace } from '@cardinal/domain'
import type { AskableWorkspace } from '@cardinal/engine'
import type { Mutation, Undoing } from '@cardinal/sync'
import type { Acts } from './acts/acts.ts'
import type { ConnectionSnapshot, ReplicaConnection } from './connection.ts'
import { isAnswerLoaded, loadAnswers } from './engine.ts'
import type { Account, Replica, RowEvent, SyncState } from './replica.ts'
import type { ShownWorkspace } from './worker/shown-workspace.ts'

const SAVED: SyncState = {
  storage: 'memory',
  unstored: 0,
  phase: 'saved',
  trouble: null,
  blocked: 0,
  lost: null,
  waiting: 0,
  hasCopy: true,
  loadedRows: 0,
  repairs: 0,
  rejected: [],
}

/**
 * A workspace in the page's memory, without worker, storage and server, for the landing page's live demo and
 * component tests. Mutators and answers are the real ones. Mutators are imported at the first change, because
 * most visitors only search.
 */
export function memoryConnection(
  engine: AskableWorkspace,
  changes: readonly Change[],
  options: { workspace?: Workspace; now?: () => number } = {},
): ReplicaConnection {
  const workspace = options.workspace ?? { id: '0'.repeat(24), name: 'demo', createdAt: 0, updatedAt: 0 }
  const replica = memoryReplica(engine, changes, workspace.id, options.now ?? Date.now)
  const listeners = new Set<() => void>()
  const account = (state: Pick<Account, 'settings' | 'workspaces'>): Account => ({
    ...state,
    mutate: async (mutation) => {
      const { applyAccountMutation } = await import('./account-overlay.ts')
      snapshot = {
        ...snapshot,
        account: account(applyAccountMutation(snapshot.account, mutation, Date.now())),
      }
      for (const listener of [...listeners]) listener()
    },
  })
  let snapshot: ConnectionSnapshot = {
    replica,
    account: account({
      settings: { savedSearches: [], searchesByWorkspace: {}, showHelpers: true, currentWorkspaceId: null },
      workspaces: [workspace],
    }),
    sync: SAVED,
  }
  return {
    snapshot: () => snapshot,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    retryRejected: async () => {},
    discardRejected: async () => {},
    retryAllRejected: async () => {},
    stopTrying: async () => {},
    moveRejected: async () => {},
    unsaved: async () => [],
    nudge: () => {},
    sendAll: async () => ({ acts: 0, keys: [] }),
    wipe: async () => {},
  }
}

/** Refuses moves, because there is no other workspace. */
const onlyWorkspace = (_cardIds: readonly Id[], id: Id): Promise<never> =>
  refuse({ kind: 'not-found', what: 'workspace', id })

async function refuse(refusal: Refusal): Promise<never> {
  const { MutationRefused } = await import('./mutation-refused.ts')
  throw new MutationRefused(refusal)
}

function memoryReplica(
  engine: AskableWorkspace,
  changes: readonly Change[],
  workspaceId: Id,
  now: () => number,
): Replica {
  let shown: ShownWorkspace | null = null
  let acts: Acts | null = null
  engine.apply(changes)
  const listeners = new Set<(event: RowEvent) => void>()
  let version = 0
  const opened = async (): Promise<ShownWorkspace> => {
    const { ShownWorkspace } = await import('./worker/shown-workspace.ts')
    shown ??= new ShownWorkspace(engine, changes)
    return shown
  }
  const mutate = async (mutation: Mutation): Promise<Undoing> => {
    const outcome = (await opened()).mutate(mutation, now())
    if (!outcome.ok) return refuse(outcome.error)
    version++
    for (const listener of [...listeners]) listener('changed')
    return outcome.value
  }
  return {
    workspaceId,
    ask: async (question, params) => {
      if (!isAnswerLoaded(question)) await loadAnswers()
      return engine.ask(question, params)
    },
    askWithVersion: async (question, params) => {
      if (!isAnswerLoaded(question)) await loadAnswers()
      return { answer: engine.ask(question, params), version }
    },
    idle: async () => {},
    loaded: async () => {},
    mutate,
    acts: async () => {
      const { DeviceActs } = await import('./acts/device-acts.ts')
      acts ??= new DeviceActs(null, now)
      return acts
    },
    preview: async (mutations, searches) => {
      const { previewAct } = await import('./preview-act.ts')
      return previewAct(mutations, searches, { ...(await opened()).tried, now: now() })
    },
    previewMove: onlyWorkspace,
    moveCards: onlyWorkspace,
    moveBack: ({ workspaceId }) => onlyWorkspace([], workspaceId),
    planUndo: async (undoing) => {
      const { planUndo } = await import('@cardinal/sync')
      return planUndo(undoing, (await opened()).shown, now())
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    get version() {
      return version
    },
    seq: null,
  }
}
