import { createContext, type ReactNode, use, useSyncExternalStore } from 'react'
import type { ConnectionSnapshot, ReplicaConnection } from '../connection.ts'
import type { Replica } from '../replica.ts'

const ConnectionContext = createContext<ReplicaConnection | null>(null)

/**
 * Provides the person's data to the screens below it. `fallback` is shown until the open workspace is known, soon
 * after the start; then `useReplica` works for all below it.
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

/** @throws outside of a provider */
export function useConnection(): ReplicaConnection {
  const connection = use(ConnectionContext)
  if (connection === null) throw new Error('A ReplicaProvider is missing above this component.')
  return connection
}

/**
 * One value of the connection's snapshot. Renders again only when that value changes: the state of saving changes
 * several times with each act, and nearly every component uses the snapshot.
 */
export function useConnected<Name extends keyof ConnectionSnapshot>(name: Name): ConnectionSnapshot[Name] {
  const connection = useConnection()
  return useSyncExternalStore(connection.subscribe, () => connection.snapshot()[name])
}

/** The open workspace. A new object when the person opens another one. */
export function useReplica(): Replica {
  const replica = useConnected('replica')
  if (replica === null) throw new Error('No workspace is open yet.')
  return replica
}
