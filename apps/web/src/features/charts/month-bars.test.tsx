import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { ChartFigure } from './chart-figure.tsx'
import { labelPlace, MonthBars } from './month-bars.tsx'
import { monthBins } from './month-bins.ts'

afterEach(cleanup)

const bins = monthBins(
  [
    { month: '2026-01', counts: { todo: 2, note: 0, link: 3 } },
    { month: '2026-02', counts: { todo: 1, note: 4, link: 0 } },
  ],
  12,
)

it('[HM-17] the bars over time are one Tab stop; arrows move between their parts, and Enter searches', () => {
  const runs: string[] = []
  render(<MonthBars bins={bins} width={600} onRun={(bin, type) => runs.push(`${bin.label} ${type}`)} />)
  const pieces = screen.getAllByRole('button')
  expect(pieces.map((piece) => piece.getAttribute('aria-label'))).toEqual([
    'Jan 2026: 2 todos',
    'Jan 2026: 3 links',
    'Feb 2026: 1 todo',
    'Feb 2026: 4 notes',
  ])
  expect(pieces.filter((piece) => piece.getAttribute('tabindex') === '0')).toHaveLength(1)
  fireEvent.focus(pieces[3] as Element)
  fireEvent.keyDown(pieces[3] as Element, { key: 'ArrowDown' })
  expect(document.activeElement).toBe(pieces[2])
  fireEvent.keyDown(pieces[2] as Element, { key: 'ArrowLeft' })
  expect(document.activeElement).toBe(pieces[0])
  fireEvent.keyDown(pieces[0] as Element, { key: 'Enter' })
  fireEvent.click(pieces[1] as Element)
  expect(runs).toEqual(['Jan 2026 todo', 'Jan 2026 link'])
})

it('[HM-17] every chart can be read as a table', () => {
  render(
    <ChartFigure title="By type" hint="" table={{ heads: ['Type', 'Cards'], rows: [['Todos', '3']] }}>
      <p>picture</p>
    </ChartFigure>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'By type as a table' }))
  expect(screen.queryByText('picture')).toBeNull()
  expect(screen.getByRole('row', { name: 'Todos 3' })).toBeDefined()
})

it('[HM-17] a month is centred under its bar, and the last one stays inside the chart', () => {
  const placesAt = (step: number) => [3, 4].map((index) => labelPlace(index, 5, step))
  const [wide, lastWide] = placesAt(160)
  expect(lastWide).toEqual({ x: (wide?.x ?? 0) + 160, textAnchor: 'middle' })
  const [narrow, lastNarrow] = placesAt(12)
  expect(lastNarrow).toEqual({ x: (narrow?.x ?? 0) + 1.5 * 12, textAnchor: 'end' })
})
