import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { utcCalendar } from './days.ts'
import { parseSearch } from './grammar.ts'
import { printSearch } from './print.ts'
import { translateSearch } from './translate.ts'

const CALENDAR = utcCalendar(Date.UTC(2026, 2, 1))

describe('translateSearch', () => {
  it.each([
    ['linkding', '#a and (#b or !untagged)', 'tag:a, tag:b | tags:0'],
    ['linkding', '#music and not #live', 'tag:music, -live'],
    ['linkding', '"exact words" and #a or #b', '("exact words", tag:a) | tag:b'],
    ['linkding', 'python and #web', 'python, tag:web'],
    [
      'a mail program',
      'label:work subject:"weekly report" before:2024/05/01',
      'tag:work, "weekly report", created:<2024-05-01',
    ],
    ['a mail program', '{label:home label:garden} -label:done', 'tag:home | tag:garden, -done'],
    ['a mail program', 'label:a newer_than:7d', 'tag:a, created:last 7 days'],
    ['a mail program', 'java AND (scala OR vim)', 'java, scala | vim'],
    ['a mail program', 'tag:java NOT tag:scala', 'tag:java, -scala'],
    ['a mail program', 'older_than:2y label:a', '-created:last 2 years, tag:a'],
    ['Danbooru', 'blue_sky ~cat ~dog -night order:score', 'blue_sky, -(night), cat | dog'],
    ['Danbooru', 'long_hair -blue_eyes 1girl', 'long_hair, 1girl, -(blue_eyes)'],
    ['Raindrop', '#"machine learning" -#old link:github.com', 'tag:machine learning, -old, site:github.com'],
    ['Raindrop', '#a #b match:OR', 'tag:a | tag:b'],
    ['Raindrop', 'notag:true created:>2024-01-01', 'tags:0, created:>2024-01-01'],
  ])('[SB-1] translateSearch recognises a search of %s: %s', (from, text, translated) => {
    expect(translateSearch(text)).toEqual({ from, text: translated })
  })

  it.each([
    'milk, tea',
    'Buy milk and bread',
    'Call #3 about the lease',
    'is:open',
    'https://example.org/a_b c',
    'snake_case',
    'fix user_id bug',
    'rename user_id',
    'tea | coffee',
    '"oat milk"',
    '(a or b)',
    '#a #b',
    '#a #b buy milk tomorrow',
    '',
  ])('[SB-1] translateSearch does not change %j', (text) => {
    expect(translateSearch(text)).toBeNull()
  })

  it('[SB-1] every text that translateSearch returns is canonical', () => {
    const parts = [
      '#a',
      '-#b',
      'and',
      'or',
      'not',
      '(',
      ')',
      '{',
      '}',
      '!untagged',
      '"x y"',
      '~c',
      'label:d',
      'after:2024',
      'e_f',
      '-',
      '#"',
      'g:h',
    ]
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...parts), { maxLength: 9 }), (some) => {
        const found = translateSearch(some.join(' '))
        if (found === null) return
        expect(printSearch(parseSearch(found.text, CALENDAR))).toBe(found.text)
      }),
    )
  })
})
