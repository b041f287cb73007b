import { afterEach, expect, it, vi } from 'vitest'
import { afterFirstSave, showWaitingOnBadge } from './device.ts'

afterEach(() => vi.unstubAllGlobals())

it('[OF-2] the browser is asked once for persistent storage, after the first save', () => {
  const persist = vi.fn(() => Promise.reject(new Error('Not now.')))
  vi.stubGlobal('navigator', { storage: { persist } })
  afterFirstSave()
  afterFirstSave()
  expect(persist).toHaveBeenCalledTimes(1)
})

it('[OF-1] [OF-8] the icon of the installed app shows the number of waiting changes', () => {
  const shown: number[] = []
  const setAppBadge = async (waiting: number) => void shown.push(waiting)
  const clearAppBadge = async () => void shown.push(0)
  vi.stubGlobal('navigator', { setAppBadge, clearAppBadge })
  for (const waiting of [2, 1, 0]) showWaitingOnBadge(waiting)
  expect(shown).toEqual([2, 1, 0])
})

it('[OF-1] a browser without badges or persistent storage causes no error', () => {
  vi.stubGlobal('navigator', {})
  afterFirstSave()
  showWaitingOnBadge(1)
})
