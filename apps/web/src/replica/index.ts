/** The person's data as screens use it: ask, mutate, subscribe. `app/` chooses where the rows are. */

export type { Trouble } from '../session/trouble.ts'
export { type Acts, KEPT_ACTS, type KeptAct } from './acts/acts.ts'
export { connectionFor, type OpenConnection } from './connect.ts'
export type { ConnectionSnapshot, ReplicaConnection } from './connection.ts'
export { COPIES_NOT_HERE } from './copies/database.ts'
export { keepsHere, setKeepsHere, useKeepsHere } from './copies/here.ts'
export { MutationRefused } from './mutation-refused.ts'
export { painted } from './painted.ts'
export type { ActEffects, PreviewedAct, SearchPair } from './preview-act.ts'
export { ReplicaProvider, useConnection, useReplica } from './react/context.tsx'
export {
  type UsedAnswer,
  useAccount,
  useAnswer,
  useMutate,
  useRejectedChanges,
  useSearchesHere,
  useSignOut,
  useSyncState,
} from './react/hooks.ts'
export type { Priority } from './react/live-question.ts'
export type {
  Account,
  MovePreview,
  RejectedChange,
  Replica,
  Settings,
  SyncState,
  UnsentChange,
} from './replica.ts'
export type { Lost } from './worker/store/idb-store.ts'
