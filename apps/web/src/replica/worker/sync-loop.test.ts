import { expect, it, vi } from 'vitest'
import type { ReplicaPorts } from './ports.ts'
import { SyncLoop } from './sync-loop.ts'

it('[OF-6] a change that was held back here and sent by another tab troubles nobody any more', async () => {
  let hasWaiting = true
  const trouble = { kind: 'blocked', status: 403 } as const
  const loop = new SyncLoop({
    ports: {
      clock: { now: () => 0, after: () => () => {} },
      chance: { bytes: (length: number) => new Uint8Array(length), fraction: () => 0 },
    } as unknown as ReplicaPorts,
    send: async () => ({ kind: 'done', hasSent: false, heldBack: { count: 1, trouble } }),
    pull: async () => ({ kind: 'done', isNew: false }),
    refreshAccount: async () => ({ kind: 'done' }),
    hasWaiting: () => hasWaiting,
    onStoreChange: () => {},
    onChange: () => {},
  })
  loop.start()
  await vi.waitFor(() => expect(loop.heldBack).toBe(1))
  expect([loop.phase(false, 1), loop.trouble]).toEqual(['waiting-to-retry', trouble])

  hasWaiting = false
  expect([loop.phase(false, 0), loop.trouble, loop.heldBack]).toEqual(['saved', null, 0])
})
