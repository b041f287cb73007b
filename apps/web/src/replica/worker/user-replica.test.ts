import { expect, it } from 'vitest'
import { createEngine } from '../engine.ts'
import type { Network } from './network.ts'
import type { CoreState } from './replica-core.ts'
import { MemoryStore } from './store/memory-store.ts'
import { UserReplica } from './user-replica.ts'

const HOME = 'a'.repeat(24)
const KITCHEN = 'b'.repeat(24)

const never = new Promise<never>(() => {})
const silent: Network = {
  push: () => never,
  pull: () => never,
  expectLoad: () => {},
  account: () => never,
  events: () => never,
}

/** A device with two stored workspaces and a rejected change. Its server never answers. */
async function device(): Promise<UserReplica> {
  const store = new MemoryStore()
  await store.writeAccount({
    settings: {
      savedSearches: ['bread'],
      searchesByWorkspace: {},
      showHelpers: false,
      currentWorkspaceId: KITCHEN,
    },
    workspaces: [
      { id: HOME, name: 'Home', createdAt: 1, updatedAt: 1 },
      { id: KITCHEN, name: 'Kitchen', createdAt: 2, updatedAt: 2 },
    ],
  })
  await store.enqueue([
    {
      key: 'k',
      workspaceId: KITCHEN,
      mutation: { name: 'renameWorkspace', args: { workspaceId: KITCHEN, name: '' } },
      at: 3,
      call: { method: 'POST', path: '/workspace/update-one', body: {} },
    },
  ])
  const [entry] = (await store.read(KITCHEN, null, 0)).outbox
  if (entry === undefined) throw new Error('The store has lost the change.')
  const rejected = [{ entry, reason: 'A name is missing.', at: 4, because: null }]
  await store.settle({ acknowledged: [], rejected })
  return new UserReplica({
    userId: 'u',
    store,
    network: silent,
    ports: {
      clock: { now: () => 5, after: () => () => {} },
      chance: { bytes: (length) => new Uint8Array(length), fraction: () => 0.5 },
      locks: { hold: (_name, act) => act() },
      channel: { post: () => {}, listen: () => () => {}, close: () => {} },
      yieldToEventLoop: async () => {},
    },
    createEngine,
  })
}

const told = ({ sync, account }: CoreState) => ({
  rejected: sync.rejected.map(({ reason }) => reason),
  workspaces: account?.workspaces.map(({ name }) => name),
  savedSearches: account?.settings.savedSearches,
})

it('[HM-18] [OF-8] the account and the rejected changes stay visible while another workspace is opened', async () => {
  const user = await device()
  await user.start()
  expect(user.workspaceId).toBe(KITCHEN)
  const states: unknown[] = []
  user.subscribe(() => {
    const state = user.core?.state()
    states.push(state && told(state))
  })
  await user.mutateAccount({ name: 'updateSettings', args: { currentWorkspaceId: HOME } })
  expect(user.workspaceId).toBe(HOME)
  const always = {
    rejected: ['A name is missing.'],
    workspaces: ['Home', 'Kitchen'],
    savedSearches: ['bread'],
  }
  expect(states.length).toBeGreaterThan(1)
  expect(states).toEqual(states.map(() => always))
  user.stop()
})
