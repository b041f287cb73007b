import { randomBytes } from 'node:crypto'
import type { Config } from '../config.ts'
import { serverKey } from '../identity/secrets.ts'
import type { Store } from '../store/index.ts'
import type { ChangeLimits } from '../workspaces/change-workspace.ts'
import type { EventBus } from '../workspaces/events.ts'
import { PageCopies } from './page-copies.ts'
import { PagePictures } from './page-pictures.ts'
import { PageQueue } from './page-queue.ts'
import { safeFetch } from './safe-fetch.ts'
import { type CopyThread, PageThread, type PictureProcess } from './threads.ts'

export { queueLinks } from './jobs.ts'
export { KeptPageCopies, queueKeptPages } from './kept-page-copies.ts'
export type { PageQueue } from './page-queue.ts'
export { isForbidden, type SafeFetch, safeFetch } from './safe-fetch.ts'
export { CopyThread, PictureProcess } from './threads.ts'

/** Null: this server fetches no pages. */
export async function createPageQueue(
  config: Pick<Config, 'fetchesPages' | 'fetchTestAddress'>,
  parts: {
    readonly store: Store
    readonly bus: EventBus
    readonly limits: ChangeLimits
    /** Stopped by the caller. */
    readonly pictures: PictureProcess
    /** Stopped by the caller. */
    readonly copyThread: CopyThread
    readonly now: () => number
    readonly onError: (error: Error) => void
  },
): Promise<PageQueue | null> {
  if (!config.fetchesPages) return null
  const { store, now } = parts
  const key = await serverKey(store, 'pictures', () => randomBytes(32).toString('hex'))
  const ending = new AbortController()
  const fetch = safeFetch({ testAddress: config.fetchTestAddress, stopped: ending.signal })
  const process = parts.pictures
  const pictures = new PagePictures({ store, fetch, process, key, now, stopped: ending.signal })
  const copies = new PageCopies({
    store,
    thread: parts.copyThread,
    quotas: parts.limits.quotas,
    now,
  })
  return new PageQueue({ ...parts, fetch, thread: new PageThread(), pictures, copies, ending })
}
