import { isSharedComputer } from '../session/shared-computer.ts'
import { clockOffset } from './server-now.ts'
import { type FirstOffset, type FirstToken, IN_MEMORY } from './worker/api.ts'

interface Thread {
  readonly userId: string
  readonly worker: Worker
}

/** ms for the worker's first message. */
const FIRST_MESSAGE_TIMEOUT_MS = 10_000

/** The worker that `early.ts` started; null after the page has taken it. */
let earlyThread: Thread | null = null

/**
 * Starts the worker that holds a user's data. It reads the disk and asks the server while the page's scripts
 * load.
 *
 * @param firstToken an access token for its first requests; null: it sends none before the page passes one
 */
export function startThread(userId: string, firstToken: string | null = null): void {
  if (earlyThread !== null) return
  const worker = newThread(userId)
  earlyThread = { userId, worker }
  if (firstToken !== null) worker.postMessage({ firstToken } satisfies FirstToken)
}

/** The user's worker: the one started early, or a new one. Each is returned once. */
export function takeThread(userId: string): Worker {
  const thread = earlyThread
  earlyThread = null
  if (thread?.userId === userId) return thread.worker
  thread?.worker.terminate()
  return newThread(userId)
}

/** The worker's name is the user's id, with a suffix if it must store nothing. */
function newThread(userId: string): Worker {
  const name = isSharedComputer ? userId + IN_MEMORY : userId
  const worker = new Worker(new URL('./worker/main.ts', import.meta.url), { type: 'module', name })
  if (clockOffset !== 0) worker.postMessage({ clockOffset } satisfies FirstOffset)
  const tell = (eventName: string) => dispatchEvent(new Event(eventName))
  // An error before the first message means that the worker's file is bad; `start-watch.js` fetches it again.
  const fail = () => tell('thread-failed')
  const late = setTimeout(() => tell('thread-late'), FIRST_MESSAGE_TIMEOUT_MS)
  worker.addEventListener('error', fail)
  worker.addEventListener(
    'message',
    () => {
      clearTimeout(late)
      worker.removeEventListener('error', fail)
      tell('thread-awake')
    },
    { once: true },
  )
  return worker
}
