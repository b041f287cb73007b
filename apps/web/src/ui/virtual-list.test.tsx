// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { VirtualList } from './virtual-list.tsx'

/** px above the list: the header and the sticky searchbar. */
const ABOVE = 260

const ITEMS = Array.from({ length: 500 }, (_, index) => `card ${index}`)

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(HTMLUListElement.prototype, 'getBoundingClientRect').mockReturnValue(
    new DOMRect(0, ABOVE, 800, 600),
  )
  vi.spyOn(document.documentElement, 'scrollHeight', 'get').mockReturnValue(ABOVE + ITEMS.length * 68)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** Renders the list with a row to reveal. Resolves with the positions that it scrolled to. */
async function placesScrolledTo(index: number): Promise<(number | undefined)[]> {
  const places: (number | undefined)[] = []
  vi.spyOn(window, 'scrollTo').mockImplementation((to?: ScrollToOptions | number) => {
    places.push(typeof to === 'object' ? to.top : to)
  })
  render(
    <VirtualList items={ITEMS} keyOf={(item) => item} estimatedHeight={68} label="Cards" reveal={{ index }}>
      {(item) => <p>{item}</p>}
    </VirtualList>,
  )
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  return places
}

describe('a row that is revealed when its list is drawn', () => {
  it('[SB-10] a revealed row is scrolled into view, below everything above the list', async () => {
    const places = await placesScrolledTo(300)
    expect(places.at(-1)).toBeGreaterThan(300 * 68 + ABOVE - window.innerHeight)
  })
})
