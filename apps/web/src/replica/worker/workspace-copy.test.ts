import { expect, it } from 'vitest'
import { createEngine } from '../engine.ts'
import type { CopyMeta, ReplicaStore } from './store/store.ts'
import { WorkspaceCopy } from './workspace-copy.ts'

const META: CopyMeta = { workspaceId: 'f'.repeat(24), generation: 'g', slices: 0, cursor: '', seq: 1 }

it('what the engine puts off while a copy loads is done piece by piece, and others come in between', async () => {
  const done: string[] = []
  let left = 3
  const engine = Object.assign(createEngine(), {
    tidy: () => {
      done.push('tidied')
      return --left > 0
    },
  })
  const copy = new WorkspaceCopy({
    workspaceId: META.workspaceId,
    store: {} as ReplicaStore,
    createEngine: () => engine,
    unstored: () => [],
    onRows: () => {},
    onChange: () => {},
    onLargeCopy: () => {},
    breathe: async () => {
      done.push('others')
    },
    rest: async () => {
      done.push('rest')
    },
  })
  copy.adopt(META)
  copy.adopt(META)
  await expect.poll(() => left).toBe(0)
  expect(done).toEqual(['rest', 'others', 'tidied', 'others', 'tidied', 'others', 'tidied'])
})
