import { act, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useStore } from 'zustand'
import { createMemoryReplica } from '../../replica/create-memory-replica.ts'
import { ReplicaProvider } from '../../replica/index.ts'
import { deferredSearch, useDeferredSearch } from './deferred-search.ts'
import { homeSearch } from './home-screen.ts'

function Follower() {
  useDeferredSearch()
  return <output>{useStore(deferredSearch, ({ text }) => text)}</output>
}

it('the deferred search skips texts between the first and the latest key', async () => {
  homeSearch.getState().put('kept from before')
  const connection = createMemoryReplica([])
  const { unmount } = render(
    <ReplicaProvider connection={connection}>
      <Follower />
    </ReplicaProvider>,
  )
  await screen.findByText('kept from before')
  const heard: string[] = []
  const stop = deferredSearch.subscribe(({ text }) => heard.push(text))
  act(() => {
    for (const text of ['b', 'br', 'bread']) homeSearch.getState().type(text)
  })
  await screen.findByText('bread')
  expect(heard).toEqual(['bread'])
  stop()
  unmount()
  homeSearch.getState().put('')
  await Promise.resolve()
  expect(deferredSearch.getState().text).toBe('bread')
})
