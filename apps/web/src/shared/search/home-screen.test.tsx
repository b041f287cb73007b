// @vitest-environment happy-dom
import type { ComponentType } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, it, vi } from 'vitest'
import { ErrorBoundary } from '../../ui/index.ts'
import { type HomeModes, HomeModesProvider, HomeNote, type HomeNoteProps } from './home-screen.tsx'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const Note = ({ cardId }: HomeNoteProps) => <p>{`The note ${cardId}`}</p>

/** Renders a note as the page does, outside of `act`, which would skip React's waits. */
function shown(note: HomeModes['note']): HTMLElement {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  const modes: HomeModes = { workspace: () => null, chart: () => null, note }
  const place = document.createElement('div')
  createRoot(place).render(
    <ErrorBoundary>
      <HomeModesProvider modes={modes}>
        <HomeNote cardId="a" fallback="Opening" />
      </HomeModesProvider>
    </ErrorBoundary>,
  )
  return place
}

/** Resolves after everything but timers has run. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
}

it('a note is shown when its code is there, without waiting for a timer', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  let arrive: (found: { default: ComponentType<HomeNoteProps> }) => void = () => {}
  const place = shown(
    () =>
      new Promise((resolve) => {
        arrive = resolve
      }),
  )
  await settled()
  expect(place.textContent).toBe('Opening')
  arrive({ default: Note })
  await settled()
  expect(place.textContent).toBe('The note a')
})

it('a note whose code cannot be fetched shows the error, and is asked for again at a press', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const load = vi.fn<HomeModes['note']>().mockRejectedValueOnce(new Error('The line is broken'))
  load.mockResolvedValue({ default: Note })
  const place = shown(load)
  await settled()
  expect(place.textContent).toContain('Something went wrong!')
  place.querySelector('button')?.click()
  await settled()
  expect(place.textContent).toBe('The note a')
})
