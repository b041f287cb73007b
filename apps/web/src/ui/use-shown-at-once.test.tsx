import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useShownAtOnce } from './use-shown-at-once.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const shownOver = (value: boolean) =>
  renderHook(({ value }) => useShownAtOnce(value), { initialProps: { value } })

it('[CD-4] a choice is shown before the value changes, and then the value is shown', () => {
  const { result, rerender } = shownOver(false)
  act(() => result.current[1](true))
  expect(result.current[0]).toBe(true)
  rerender({ value: true })
  expect(result.current[0]).toBe(true)
  rerender({ value: false })
  expect(result.current[0]).toBe(false)
})

it('[CD-4] the shown choice is reverted if the value does not change', () => {
  const { result } = shownOver(false)
  act(() => result.current[1](true))
  act(() => void vi.advanceTimersByTime(999))
  expect(result.current[0]).toBe(true)
  act(() => void vi.advanceTimersByTime(1))
  expect(result.current[0]).toBe(false)
})
