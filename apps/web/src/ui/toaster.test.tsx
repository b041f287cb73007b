// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ACTION_TIME_MS, TOAST_TIME_MS, Toaster, toast } from './toaster.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  act(() => void vi.runAllTimers())
  cleanup()
  vi.useRealTimers()
})

const seen = (text: string) =>
  screen.queryAllByText(text).filter((element) => element.tagName === 'SPAN').length

describe('toasts', () => {
  it('[OF-7] toasts close after 500 ms, and later for screen readers', () => {
    render(<Toaster />)
    act(() => toast('Saved'))
    expect(TOAST_TIME_MS).toBe(500)
    expect(seen('Saved')).toBe(1)
    act(() => void vi.advanceTimersByTime(499))
    expect(seen('Saved')).toBe(1)
    act(() => void vi.advanceTimersByTime(1))
    expect(seen('Saved')).toBe(0)
    expect(screen.getByRole('status').textContent).toBe('Saved')
    act(() => void vi.advanceTimersByTime(5000))
    expect(screen.getByRole('status').textContent).toBe('')
  })

  it('[OF-7] toasts with an action stay until the action can be used', () => {
    const undo = vi.fn()
    render(<Toaster />)
    act(() => toast('Deleted', { label: 'Undo', onSelect: undo }))
    act(() => void vi.advanceTimersByTime(ACTION_TIME_MS - 1))
    act(() => screen.getByRole('button', { name: 'Undo' }).click())
    expect(undo).toHaveBeenCalledOnce()
    expect(seen('Deleted')).toBe(0)
  })

  it('[OF-7] toasts with an action close after a while, but not while they are hovered or focused', () => {
    render(<Toaster />)
    act(() => toast('Deleted', { label: 'Undo', onSelect: () => {} }))
    const undo = screen.getByRole('button', { name: 'Undo' })
    fireEvent.focus(undo)
    act(() => void vi.advanceTimersByTime(10 * ACTION_TIME_MS))
    expect(seen('Deleted')).toBe(1)
    fireEvent.blur(undo)
    act(() => void vi.advanceTimersByTime(ACTION_TIME_MS - 1))
    expect(seen('Deleted')).toBe(1)
    act(() => void vi.advanceTimersByTime(1))
    expect(seen('Deleted')).toBe(0)
  })

  it('[OF-7] a toast with an action is replaced by a newer one', () => {
    render(<Toaster />)
    act(() => toast('First', { label: 'Undo', onSelect: () => {} }))
    act(() => toast('Second', { label: 'Undo', onSelect: () => {} }))
    expect(seen('First')).toBe(0)
    act(() => screen.getByRole('button', { name: 'Dismiss' }).click())
    expect(seen('Second')).toBe(0)
  })
})
