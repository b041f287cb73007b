import { expect, it, vi } from 'vitest'
import type { ReplicaPorts } from './ports.ts'
import type { SendOutcome } from './sender.ts'
import { SyncLoop } from './sync-loop.ts'

it('[OF-6] a blocked change that another tab has sent no longer counts as blocked', async () => {
  let hasWaiting = true
  const trouble = { kind: 'blocked', status: 403 } as const
  const loop = new SyncLoop({
    ports: {
      clock: { now: () => 0, after: () => () => {} },
      chance: { bytes: (length: number) => new Uint8Array(length), fraction: () => 0 },
    } as unknown as ReplicaPorts,
    send: async () => ({ kind: 'done', hasSent: false, blocked: { count: 1, trouble } }),
    pull: async () => ({ kind: 'done', isNew: false }),
    refreshAccount: async () => ({ kind: 'done' }),
    hasWaiting: () => hasWaiting,
    onStoreChange: () => {},
    onReached: () => {},
    onChange: () => {},
  })
  loop.start()
  await vi.waitFor(() => expect(loop.blocked).toBe(1))
  expect([loop.phase(false, 1), loop.trouble]).toEqual(['waiting-to-retry', trouble])

  hasWaiting = false
  expect([loop.phase(false, 0), loop.trouble, loop.blocked]).toEqual(['saved', null, 0])
})

it('[OF-6] a tab that waits after a failure continues when another tab has reached the server', async () => {
  let answer: SendOutcome = { kind: 'later', wait: null, trouble: { kind: 'offline', status: null } }
  const tabs: SyncLoop[] = []
  const tab = () => {
    const loop = new SyncLoop({
      ports: {
        // A stopped clock, so that nothing is retried.
        clock: { now: () => 0, after: () => () => {} },
        chance: { bytes: (length: number) => new Uint8Array(length), fraction: () => 0 },
      } as unknown as ReplicaPorts,
      send: async () => answer,
      pull: async () => ({ kind: 'done', isNew: false }),
      refreshAccount: async () => ({ kind: 'done' }),
      hasWaiting: () => false,
      onStoreChange: () => {},
      onReached: () => {
        for (const other of tabs) if (other !== loop) other.reachedElsewhere()
      },
      onChange: () => {},
    })
    tabs.push(loop)
    return loop
  }
  const [here, there] = [tab(), tab()]
  here.start()
  there.start()
  await vi.waitFor(() => expect(there.phase(false, 0)).toBe('waiting-to-retry'))
  answer = { kind: 'done', hasSent: true, blocked: null }
  here.nudge()
  await vi.waitFor(() => expect([here.phase(false, 0), there.phase(false, 0)]).toEqual(['saved', 'saved']))
})
