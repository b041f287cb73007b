import type { ParamsOf } from '@cardinal/engine'
import { afterEach, expect, it, vi } from 'vitest'
import type { Session } from '../session/session.ts'
import { connectionFor } from './connect.ts'
import type { PageApi, WorkerState } from './worker/api.ts'

const W = 'f'.repeat(24)

/** The worker's side of the connection, reduced to what questions need. */
const worker = vi.hoisted(() => ({ page: null as PageApi | null }))
vi.mock('./thread.ts', () => ({ takeThread: () => ({ terminate: () => {} }) }))
vi.mock('comlink', () => ({
  proxy: (page: PageApi) => page,
  wrap: () => ({
    connect: (page: PageApi) => {
      worker.page = page
    },
    setVisible: () => {},
    nudge: () => {},
  }),
}))
vi.mock('./copies/find-copies.ts', () => ({
  withFoundWords: () => Promise.reject(new Error('no network')),
}))
afterEach(() => vi.unstubAllGlobals())

it.each(['copy', 'file'])(
  '[SB-1] searches of the field “%s” that failed offline are asked again once when the network is back',
  async (kind) => {
    const page = new EventTarget()
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
    vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
    vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
    const tokens = { waitingInCopy: 0 }
    const session = { tokens, snapshot: () => ({ isSignedIn: true }), subscribe: () => () => {} }
    const connection = connectionFor(session as unknown as Session, 'u')
    const { sync } = connection.snapshot()
    const known = { hasFoundNothing: false, clockOffset: 0 }
    const state = { workspaceId: W, version: 1, seq: 1, sync, account: null, ...known }
    worker.page?.state(state satisfies WorkerState)
    const { replica } = connection.snapshot()
    const params = { search: { kind } } as unknown as ParamsOf<'listCards'>
    for (let n = 0; n < 5; n++)
      await expect(replica?.askWithVersion('listCards', params)).rejects.toThrow('no network')
    const events: string[] = []
    replica?.subscribe((event) => events.push(event))
    page.dispatchEvent(new Event('online'))
    expect(events).toEqual(['changing'])
    page.dispatchEvent(new Event('online'))
    expect(events).toEqual(['changing'])
    connection.close()
  },
)
