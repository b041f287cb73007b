import '../../src/app/trusted-types.ts'
import { connectionFor, type OpenConnection } from '../../src/replica/index.ts'
import { session, signOut } from '../../src/session/index.ts'

declare global {
  interface Window {
    /** The page's session and replica, used by the tests. */
    harness: {
      session: typeof session
      connect: (userId: string) => OpenConnection
      signOut: (connection: OpenConnection, mayLose: boolean) => Promise<boolean>
      longTasks: number[]
    }
  }
}

const longTasks: number[] = []
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) longTasks.push(entry.duration)
}).observe({ entryTypes: ['longtask'] })

window.harness = {
  session,
  connect: (userId) => connectionFor(session, userId),
  signOut: (connection, mayLose) => signOut(session, connection, async () => mayLose),
  longTasks,
}
