import { expect, test } from 'vitest'
import { spellDay } from './figures.ts'

test.each([
  ['12152026', 'mdy', '2026-12-15'],
  ['15122026', 'dmy', '2026-12-15'],
  ['20261215', 'mdy', '2026-12-15'],
  ['15122026', 'mdy', '2026-12-15'],
  ['12/5/2026', 'mdy', '2026-12-05'],
  ['12/5/2026', 'dmy', '2026-05-12'],
  ['12/5/26', 'mdy', '2026-12-05'],
  ['5.12.2026 14:00', 'dmy', '2026-12-05 14:00'],
  ['2026-12-15', 'dmy', '2026-12-15'],
  ['2026/1/5', 'mdy', '2026-01-05'],
] as const)('the figures “%s”, written in the order %s, are the day %s', (text, order, day) => {
  expect(spellDay(text, order)).toBe(day)
})

test.each([
  '1',
  '12',
  '1215',
  '12152',
  '121520',
  '1215202',
  '121520261',
  '12/15/2',
  '12/15/202',
  '2026-1',
  '12/15',
  '0026-12-15',
  '31/02/2026',
  '99999999',
  '',
])('the figures “%s” are no day, because they are incomplete or no such day exists', (text) => {
  for (const order of ['ymd', 'mdy', 'dmy'] as const) expect(spellDay(text, order)).toBeNull()
})
