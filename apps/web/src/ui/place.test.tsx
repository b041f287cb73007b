// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { place } from './place.ts'

/** Places a panel of this height at an anchor of 20 px, in a window of 900 px. */
function placed(height: number, top: number, matchWidth = false) {
  Object.defineProperty(window, 'innerHeight', { value: 900, configurable: true })
  Object.defineProperty(document.documentElement, 'clientWidth', { value: 1400, configurable: true })
  window.matchMedia = () => ({ matches: false }) as MediaQueryList
  const panel = document.createElement('div')
  Object.defineProperty(panel, 'offsetHeight', { value: height })
  Object.defineProperty(panel, 'offsetWidth', { value: 300 })
  place(panel, { left: 100, right: 200, top, bottom: top + 20 }, 'bottom-start', matchWidth)
  return [panel.style.top, panel.style.maxHeight]
}

it('a panel stands below its anchor or above it, wherever it fits as a whole', () => {
  expect(placed(300, 100)).toEqual(['126px', '766px'])
  expect(placed(300, 800)).toEqual(['494px', '786px'])
})

it('a tall panel covers an anchor in the middle of the window, and is not cut off', () => {
  expect(placed(500, 440)).toEqual(['392px', '884px'])
  expect(placed(1000, 440)).toEqual(['8px', '884px'])
})

it('a panel with enough height scrolls inside, and so does the list of a field', () => {
  expect(placed(850, 60)).toEqual(['86px', '806px'])
  expect(placed(500, 440, true)).toEqual(['466px', '426px'])
})
