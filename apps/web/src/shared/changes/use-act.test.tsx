// @vitest-environment happy-dom
import type { Mutation, Undoing } from '@cardinal/sync'
import { cleanup, fireEvent, render, screen, act as settled, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { DeviceActs } from '../../replica/acts/device-acts.ts'
import { MutationRefused, type Replica } from '../../replica/index.ts'
import { Toaster } from '../../ui/toaster.tsx'
import { onGone, undoStack } from './undo-stack.ts'
import { actIn, undoLatest } from './use-act.ts'

/** A replica that accepts every mutation. */
function replica(
  workspaceId: string,
  mutate: (mutation: Mutation) => Promise<{ undo: Mutation[] }>,
): Replica {
  const acts = new DeviceActs(null)
  return {
    workspaceId,
    mutate: async (mutation: Mutation) => ({ ...(await mutate(mutation)), written: [] }),
    preview: async () => null,
    planUndo: async (undoing: Undoing) => ({ mutations: undoing.undo, left: [] }),
    acts: async () => acts,
  } as unknown as Replica
}

afterEach(cleanup)

const rename = { name: 'renameTag', args: { tagId: 'a'.repeat(24), name: 'mac' } } as const satisfies Mutation
const undo: Mutation = { name: 'renameTag', args: { tagId: 'a'.repeat(24), name: 'osx' } }
const spoken = () => screen.getByRole('status').textContent

it('[OF-7] a refused act is not reported as done', async () => {
  const mutate = async () => {
    throw new MutationRefused({ kind: 'tag-name-taken', name: 'mac', tagId: 'b'.repeat(24) })
  }
  const act = actIn(replica('c'.repeat(24), mutate))
  render(<Toaster />)
  await settled(async () => {
    expect(await act(rename, { done: 'Renamed to “mac”', onRefused: () => true })).toBe(false)
  })
  expect(spoken()).toBe('')
})

it('[OF-7] the message of an undo names what was undone', async () => {
  const act = actIn(replica('d'.repeat(24), async () => ({ undo: [undo] })))
  render(<Toaster />)
  const told = { done: 'Renamed to “mac”. “osx” still means it', label: 'Renamed to “mac”' }
  await settled(async () => void (await act(rename, told)))
  expect(spoken()).toBe(told.done)
  await settled(async () => void fireEvent.click(screen.getByRole('button', { name: 'Undo' })))
  await waitFor(() => expect(spoken()).toBe('Undone: Renamed to “mac”'))
  // Like other messages it stays until the person has read it.
  expect(screen.getByRole('button', { name: 'OK' })).toBeTruthy()
})

it('[OF-7] an undo before the answer to an act undoes that act, and not the one before it', async () => {
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  const slow: Mutation = { name: 'renameTag', args: { tagId: 'a'.repeat(24), name: 'slow' } }
  let isAsked = false
  const own = replica('2'.repeat(24), async (mutation) => {
    isAsked = mutation === slow
    if (isAsked) await answered
    return { undo: [undo] }
  })
  const act = actIn(own)
  render(<Toaster />)
  await settled(async () => void (await act(rename, { done: 'First' })))
  const acting = act(slow, { done: 'Second' })
  await waitFor(() => expect(isAsked).toBe(true))
  const undoing = undoLatest(own)
  await settled(async () => {
    answer()
    await Promise.all([acting, undoing])
  })
  await waitFor(() => expect(spoken()).toBe('Undone: Second'))
})

it('[CD-3] Ctrl+Z after discarding a draft restores the draft, and undoes no act', async () => {
  const own = replica('d'.repeat(24), async () => ({ undo: [undo] }))
  render(<Toaster />)
  await settled(async () => void (await actIn(own)(rename, { done: 'Renamed' })))
  let restored = 0
  undoStack.getState().setRestoreDraft(() => {
    restored++
    undoStack.getState().setRestoreDraft(null)
  })
  await settled(() => undoLatest(own))
  expect(restored).toBe(1)
  expect(spoken()).toBe('Undone: Changes discarded')
  await settled(() => undoLatest(own))
  await waitFor(() => expect(spoken()).toBe('Undone: Renamed'))
})

it('[HM-13] undoing the creation of a card says that the card is deleted', async () => {
  const cardId = '1'.repeat(24)
  const added: Mutation = { name: 'createCard', args: { card: { id: cardId, type: 'note', content: 'a' } } }
  const act = actIn(
    replica('f'.repeat(24), async () => ({ undo: [{ name: 'deleteCards', args: { cardIds: [cardId] } }] })),
  )
  render(<Toaster />)
  await settled(async () => void (await act(added, { done: 'Added a note' })))
  const deleted: unknown[] = []
  const stop = onGone((...what) => deleted.push(what))
  await settled(async () => void fireEvent.click(screen.getByRole('button', { name: 'Undo' })))
  await waitFor(() => expect(deleted).toEqual([['cards', [cardId]]]))
  stop()
})

it('[OF-7] an undo that is no longer possible names the act', async () => {
  const gone = replica('e'.repeat(24), async () => ({ undo: [undo] }))
  const left = [{ kind: 'tag', id: rename.args.tagId, why: 'deleted' }] as const
  const act = actIn({ ...gone, planUndo: async () => ({ mutations: [], left }) })
  render(<Toaster />)
  await settled(async () => void (await act(rename, { done: 'Renamed to “mac”' })))
  await settled(async () => void fireEvent.click(screen.getByRole('button', { name: 'Undo' })))
  await waitFor(() =>
    expect(spoken()).toContain('Can’t undo “Renamed to “mac””: what it changed is not there any more.'),
  )
})
