import { createContext, type ReactNode, use, useSyncExternalStore } from 'react'
import type { ConnectionSnapshot, ReplicaConnection } from '../connection.ts'
import type { Replica } from '../replica.ts'

const ConnectionContext = createContext<ReplicaConnection | null>(null)

/**
 * Hands the person's data down to the screens below. `fallback` shows until the open workspace is known
 * (a moment after the start); everything below it can rely on `useReplica`.
 */
export function ReplicaProvider(props: {
  connection: ReplicaConnection
  fallback?: ReactNode
  children: ReactNode
}): ReactNode {
  const { replica } = useSyncExternalStore(props.connection.subscribe, props.connection.snapshot)
  return (
    <ConnectionContext value={props.connection}>
      {replica === null ? (props.fallback ?? null) : props.children}
    </ConnectionContext>
  )
}

/** The connection itself; throws where no provider stands above. */
export function useConnection(): ReplicaConnection {
  const connection = use(ConnectionContext)
  if (connection === null) throw new Error('A ReplicaProvider is missing above this component.')
  return connection
}

export function useConnectionSnapshot(): ConnectionSnapshot {
  const connection = useConnection()
  return useSyncExternalStore(connection.subscribe, connection.snapshot)
}

/** The workspace that is open. A new object when the person switches to another. */
export function useReplica(): Replica {
  const { replica } = useConnectionSnapshot()
  if (replica === null) throw new Error('No workspace is open yet.')
  return replica
}
