import { LIMITS } from '@cardinal/domain'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createHighlightStore, marksOf } from './highlight-store.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const answer = async (id: string) =>
  id === 'a' ? { sharesGroup: ['b', 'c'], sharesTodos: ['c', 'd'] } : { sharesGroup: [], sharesTodos: ['b'] }

describe('[HM-10] related tags of the hovered tag', () => {
  it('hovering a tag marks tags that share a group, todos or both, for 10 seconds', async () => {
    const store = createHighlightStore()
    store.getState().hover('a', answer)
    await vi.advanceTimersByTimeAsync(200)
    const marks = ['a', 'b', 'c', 'd'].map((id) => marksOf(store.getState(), id))
    expect(marks).toEqual(['', 'group', 'group todo', 'todo'])
    await vi.advanceTimersByTimeAsync(LIMITS.highlightClears)
    expect(marksOf(store.getState(), 'c')).toBe('')
    expect(store.getState().hoveredId).toBeNull()
  })

  it('passing over a tag marks nothing, and the last hovered tag wins', async () => {
    const store = createHighlightStore()
    const ask = vi.fn(answer)
    store.getState().hover('a', ask)
    store.getState().hover('x', ask)
    await vi.advanceTimersByTimeAsync(200)
    expect(ask.mock.calls).toEqual([['x']])
    expect(marksOf(store.getState(), 'b')).toBe('todo')
  })

  it('related tags that arrive too late are dropped', async () => {
    const store = createHighlightStore()
    store.getState().hover('a', async (id) => {
      await new Promise((resolve) => setTimeout(resolve, 5_000))
      return answer(id)
    })
    await vi.advanceTimersByTimeAsync(200)
    store.getState().clear()
    await vi.advanceTimersByTimeAsync(6_000)
    expect(marksOf(store.getState(), 'b')).toBe('')
  })
})
