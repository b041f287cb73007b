import { expect, it } from 'vitest'
import { daysAhead } from './postpone.ts'

const daysOf = (now: string) => daysAhead(now).map(([, day]) => day)

it.each([
  ['a Wednesday', '2026-03-11T09:00', ['2026-03-11', '2026-03-12', '2026-03-14', '2026-03-16']],
  ['a Friday', '2026-03-13T09:00', ['2026-03-13', '2026-03-14', '2026-03-14', '2026-03-16']],
  ['a Saturday', '2026-03-14T09:00', ['2026-03-14', '2026-03-15', '2026-03-21', '2026-03-16']],
  ['a Sunday', '2026-03-15T09:00', ['2026-03-15', '2026-03-16', '2026-03-21', '2026-03-16']],
  ['a Monday', '2026-03-16T09:00', ['2026-03-16', '2026-03-17', '2026-03-21', '2026-03-23']],
])('on %s the menu of due dates offers the next weekend and Monday', (_, now, days) => {
  expect(daysOf(now)).toEqual(days)
})

it('the weekend after a weekend day is called the next one', () => {
  const labels = (now: string) => daysAhead(now).map(([label]) => label.split(',')[0])
  expect(labels('2026-03-13T09:00')[2]).toBe('Weekend')
  expect(labels('2026-03-14T09:00')[2]).toBe('Next weekend')
  expect(labels('2026-03-15T09:00')[2]).toBe('Next weekend')
})
