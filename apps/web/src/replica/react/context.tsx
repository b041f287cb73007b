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
  const { connection } = props
  const isOpen = useSyncExternalStore(connection.subscribe, () => connection.snapshot().replica !== null)
  return (
    <ConnectionContext value={connection}>
      {isOpen ? props.children : (props.fallback ?? null)}
    </ConnectionContext>
  )
}

/** The connection itself; throws where no provider stands above. */
export function useConnection(): ReplicaConnection {
  const connection = use(ConnectionContext)
  if (connection === null) throw new Error('A ReplicaProvider is missing above this component.')
  return connection
}

/**
 * One thing of the connection's snapshot. A component is drawn anew when that one changed: the state of saving
 * changes several times with every act, and nearly every component holds the replica.
 */
export function useConnected<Name extends keyof ConnectionSnapshot>(name: Name): ConnectionSnapshot[Name] {
  const connection = useConnection()
  return useSyncExternalStore(connection.subscribe, () => connection.snapshot()[name])
}

/** The workspace that is open. A new object when the person switches to another. */
export function useReplica(): Replica {
  const replica = useConnected('replica')
  if (replica === null) throw new Error('No workspace is open yet.')
  return replica
}
