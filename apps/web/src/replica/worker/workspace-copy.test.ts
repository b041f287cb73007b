import type { AskableWorkspace } from '@cardinal/engine'
import { sample } from '@cardinal/testing'
import { expect, it } from 'vitest'
import { createEngine as createRealEngine } from '../engine.ts'
import { type CopyMeta, NOTHING_KNOWN, type ReplicaStore } from './store/store.ts'
import { WorkspaceCopy } from './workspace-copy.ts'

const META: CopyMeta = { workspaceId: 'f'.repeat(24), generation: 'g', slices: 0, cursor: '', seq: 1 }

/** A copy without stored rows, and a log of its notifications. */
function observed(createEngine: () => AskableWorkspace = createRealEngine) {
  const done: string[] = []
  const copy = new WorkspaceCopy({
    workspaceId: META.workspaceId,
    known: NOTHING_KNOWN,
    store: {} as ReplicaStore,
    createEngine,
    unstored: () => [],
    onRows: () => done.push('rows'),
    onChange: () => {},
    onLargeCopy: () => {},
    yieldToEventLoop: async () => {
      done.push('others')
    },
    rest: async (ms) => {
      done.push(`rest ${ms}`)
    },
  })
  return { copy, done }
}

it('work that the engine defers while a copy loads is done in slices that yield to the event loop', async () => {
  let left = 3
  const { copy, done } = observed(() =>
    Object.assign(createRealEngine(), {
      flush: () => {
        done.push('flushed')
        return --left > 0
      },
    }),
  )
  copy.adopt(META)
  copy.adopt(META)
  await expect.poll(() => left).toBe(0)
  expect(done).toEqual(['rest 500', 'others', 'flushed', 'others', 'flushed', 'others', 'flushed'])
})

it('[OF-2] the worker pauses exactly while the page paints the first cards of a load', async () => {
  const { changes } = sample(`todo something #one\n${'todo something else\n'.repeat(9)}`)
  const tags = changes.filter(({ kind }) => kind === 'tag')
  const cards = changes.filter(({ kind }) => kind === 'card')
  const { copy, done } = observed()
  await copy.preview(tags)
  expect(done).toEqual([])
  await copy.preview(cards.slice(0, 1))
  expect(done).toEqual(['rows', 'rest 100'])
  await copy.preview(cards.slice(1))
  expect(done).toEqual(['rows', 'rest 100', 'rows'])
})
