// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { createMemoryReplica } from '../../replica/create-memory-replica.ts'
import { ReplicaProvider, useReplica } from '../../replica/index.ts'
import { draftStore, draftsRead, restoreDraft } from './draft-store.ts'
import { type DraftKind, useDraft } from './use-draft.tsx'

beforeAll(() => draftsRead)
afterEach(cleanup)

const KIND: DraftKind<string> = {
  key: 'card:c',
  isData: (value) => typeof value === 'string',
  fresh: () => 'saved',
  reopened: (data) => data,
  isChanged: (data) => data !== 'saved',
  labelOf: (data) => data,
}

it('[CD-3] saving and continuing leaves the draft of another tab offered and stored', async () => {
  const connection = createMemoryReplica([])
  const wrapper = ({ children }: { children: ReactNode }) => (
    <ReplicaProvider connection={connection}>{children}</ReplicaProvider>
  )
  const { workspaceId } = renderHook(() => useReplica(), { wrapper }).result.current
  restoreDraft({ userId: '', workspaceId, key: KIND.key, tabId: 'other', at: 5, label: 'x', data: 'other’s' })
  const { result } = renderHook(() => useDraft(KIND), { wrapper })
  expect(result.current.found).toMatchObject({ isApplied: false })
  act(() => result.current.set(() => 'mine'))
  act(() => result.current.follow(() => 'saved'))
  expect(result.current.found).toMatchObject({ at: 5, isApplied: false })
  act(() => result.current.keep())
  expect(result.current.data).toBe('other’s')
  expect(result.current.found).toBeNull()
  expect([...draftStore.getState().drafts.values()].map(({ data }) => data)).toEqual(['other’s'])
})

it('[CD-3] the editor of the whole card takes over the draft of a smaller editor, and there is one draft', async () => {
  const connection = createMemoryReplica([])
  const wrapper = ({ children }: { children: ReactNode }) => (
    <ReplicaProvider connection={connection}>{children}</ReplicaProvider>
  )
  const part = { ...KIND, key: 'card-text:d' }
  const whole = {
    ...KIND,
    key: 'card:d',
    takesOver: { key: part.key, into: (other: unknown, own: string) => `${own}, ${String(other)}` },
  }
  const first = renderHook(() => useDraft(part), { wrapper })
  act(() => first.result.current.set(() => 'typed'))
  first.unmount()
  const { result } = renderHook(() => useDraft(whole), { wrapper })
  expect(result.current.data).toBe('saved, typed')
  expect(result.current.found).toMatchObject({ isApplied: true })
  const keys = [...draftStore.getState().drafts.values()].map(({ key }) => key)
  expect(keys.filter((key) => key.endsWith(':d'))).toEqual(['card:d'])
})
