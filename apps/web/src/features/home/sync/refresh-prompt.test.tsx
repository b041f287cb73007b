// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { keep } from '../../../shared/account/kept.ts'
import RefreshPrompt from './refresh-prompt.tsx'

const TWO_DAYS = 2 * 24 * 60 * 60 * 1000

describe('the prompt to refresh', () => {
  beforeEach(() => keep('device', 'last-refresh', Date.now() - TWO_DAYS))
  afterEach(() => {
    cleanup()
    vi.restoreAllMocks()
  })

  /** Renders the prompt on a page loaded by this type of navigation. */
  function shownAfter(type: string): HTMLElement | null {
    const entries = [{ type }] as unknown as PerformanceEntryList
    vi.spyOn(performance, 'getEntriesByType').mockReturnValue(entries)
    render(<RefreshPrompt />)
    return screen.queryByRole('status')
  }

  it('[HM-12] the prompt to refresh appears when the page was opened more than a day after the last refresh', () => {
    expect(shownAfter('navigate')?.textContent).toContain('more than a day')
  })

  it('[HM-12] the prompt to refresh counts a reload by the person as a refresh', () => {
    expect(shownAfter('reload')).toBeNull()
    cleanup()
    expect(shownAfter('navigate'), 'for a day').toBeNull()
  })
})
