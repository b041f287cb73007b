import { isSharedComputer } from '../session/shared-computer.ts'
import { type FirstToken, IN_MEMORY } from './worker/api.ts'

interface Thread {
  readonly userId: string
  readonly worker: Worker
}

/** The thread that `early.ts` started, until the page takes it. */
let earlyThread: Thread | null = null

/**
 * Starts the thread that will hold a user's data: it reads the disk, and asks the server, while the page's own
 * scripts are on their way.
 *
 * @param firstToken an access token for that time; null: the server has to wait
 */
export function startThread(userId: string, firstToken: string | null = null): void {
  if (earlyThread !== null) return
  const worker = newThread(userId)
  earlyThread = { userId, worker }
  if (firstToken !== null) worker.postMessage({ firstToken } satisfies FirstToken)
}

/** The user's thread: the one that was started early, or a new one. Each is handed out once. */
export function takeThread(userId: string): Worker {
  const thread = earlyThread
  earlyThread = null
  if (thread?.userId === userId) return thread.worker
  thread?.worker.terminate()
  return newThread(userId)
}

/** Its name tells it whose data it holds, and whether in memory alone. */
function newThread(userId: string): Worker {
  const name = isSharedComputer ? userId + IN_MEMORY : userId
  return new Worker(new URL('./worker/main.ts', import.meta.url), { type: 'module', name })
}
