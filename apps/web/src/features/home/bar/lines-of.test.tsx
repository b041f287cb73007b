import { parseSearch, printSearch } from '@cardinal/domain'
import { groups, searchTexts } from '@cardinal/testing'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { localCalendar } from '../../../shared/search/filters.ts'
import { sameSearch } from '../../../shared/search/saved-searches.ts'
import { candidatesOf, linesOf } from './lines-of.ts'

const sources = fc.record({
  sites: fc.subarray(['example.org', 'a.example', 'b.example', 'c.example']),
  colors: fc.array(
    fc.record({ color: fc.constantFrom(null, 'red' as const, 'blue' as const), count: fc.nat(9) }),
    { maxLength: 3 },
  ),
  saved: fc.array(searchTexts, { maxLength: 5 }),
  groups: fc.array(groups, { maxLength: 5 }),
})

it('the empty bar offers at most eight searches of different kinds, each of which finds its count of cards', () => {
  fc.assert(
    fc.property(sources, fc.array(fc.nat(3), { minLength: 20, maxLength: 20 }), (given, figures) => {
      const candidates = candidatesOf(given)
      const counts = candidates.map(({ text }) => figures[text.length % figures.length] ?? 0)
      // The engine counts at most 20 at once.
      expect(candidates.length).toBeLessThanOrEqual(20)
      for (const { text, tree } of candidates)
        expect(printSearch(parseSearch(text, localCalendar()))).toBe(printSearch(tree))
      const lines = linesOf(candidates, counts)
      expect(new Set(lines.map(({ kind }) => kind)).size).toBe(lines.length)
      expect(lines.length).toBeLessThanOrEqual(8)
      for (const line of lines) {
        const at = candidates.findIndex(({ kind, text }) => kind === line.kind && text === line.text)
        expect(line.count).toBe(counts[at])
        expect(line.count).toBeGreaterThan(0)
        expect(lines.filter(({ text }) => sameSearch(text, line.text))).toEqual([line])
      }
    }),
  )
})

it('the empty bar offers the newest saved search, the most used colour and the newest group, unless they find nothing', () => {
  const group = { color: null, isHidden: false, tagIds: [], updatedAt: 0 }
  const candidates = candidatesOf({
    sites: ['much.example', 'less.example'],
    colors: [
      { color: null, count: 9 },
      { color: 'blue', count: 1 },
      { color: 'red', count: 5 },
    ],
    saved: ['old', 'new, due:today'],
    groups: [
      { ...group, id: '1', title: 'mugs', createdAt: 1 },
      { ...group, id: '2', title: 'kitchen', createdAt: 3 },
      { ...group, id: '3', title: 'secret', createdAt: 4, isHidden: true },
    ],
  })
  const textsWhere = (isFound: (text: string) => boolean) =>
    linesOf(
      candidates,
      candidates.map(({ text }) => (isFound(text) ? 2 : 0)),
    ).map(({ text }) => text)
  const lastYear = new Date().getFullYear() - 1
  expect(textsWhere(() => true)).toEqual([
    'due:today',
    'created:week',
    'is:untagged',
    'new, due:today',
    'group:kitchen',
    'site:much.example',
    'color:red',
    `created:${lastYear}`,
  ])
  expect(
    textsWhere((text) => !['new, due:today', 'group:kitchen', 'color:red', 'due:today'].includes(text)),
  ).toEqual([
    'created:week',
    'is:untagged',
    'old',
    'group:mugs',
    'site:much.example',
    'color:blue',
    `created:${lastYear}`,
  ])
  expect(textsWhere(() => false)).toEqual([])
})
