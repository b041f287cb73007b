import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { looksLikeNote } from '../card.ts'
import { isDue, startProblem } from '../due.ts'
import { recurrenceProblem } from '../recurrence.ts'
import { type Captured, capture, hashWords, readDue, spellingsIn } from './capture.ts'
import { PHRASES_NOW as NOW, PHRASES } from './phrases.ts'

const asTodo = (text: string, refused: readonly string[] = []) =>
  capture(text, { type: 'todo', now: NOW, refused })
const names = ({ tags }: Captured) => tags.map(({ name, parents }) => [name, ...parents].join(' < '))

describe('dates and repetition in words', () => {
  it.each(['Book a table for Sunday', 'Bread for tomorrow', 'Move the talk from monday to tuesday'])(
    'a date that needs a word before it stays text without that word: %s',
    (text) => {
      expect(asTodo(text)).toMatchObject({ content: text, due: null })
    },
  )

  it.each([
    ['Read chapter 5 on the last day of the month', '2026-03-31'],
    ['Count the stock at the end of the month', '2026-03-31'],
    ['Clean the car at the end of the week', '2026-03-15'],
    ['Close the books at the end of the year', '2026-12-31'],
    ['Change the filter on the first of next month', '2026-04-01'],
  ])('the word before the end of a month, week or year belongs to the date: %s', (text, dueAt) => {
    expect(asTodo(text)).toMatchObject({ content: text.replace(/ (?:on|at) the.*/, ''), due: { dueAt } })
  })

  it('the list of date phrases has 300 phrases, each once', () => {
    expect(new Set(PHRASES.map(({ phrase }) => phrase)).size).toBe(300)
    expect(PHRASES).toHaveLength(300)
  })

  it.each(PHRASES.map(({ phrase, due }) => [phrase, due] as const))(
    'the text "%s" is read with the date, repetition and rest of the list',
    (phrase, due) => {
      expect(asTodo(phrase).due).toEqual(due)
    },
  )

  it.each([
    ['Tax return yesterday', '2026-03-08'],
    ['Tax return yesterday at 9', '2026-03-08T09:00'],
    ['What Ann said yesterday about tea', null],
  ])('a past day makes an overdue todo only at the end of a line: %s', (text, due) => {
    expect(asTodo(text).due?.dueAt ?? null).toBe(due)
  })

  it('a day and month in figures are read in the order of the language, and not at all where the order is unknown', () => {
    const dueIn = (text: string, order?: 'dmy' | 'mdy' | 'ymd') =>
      capture(text, { type: 'todo', now: NOW, ...(order && { order }) }).due?.dueAt ?? null
    expect(dueIn('Rent 3/12', 'dmy')).toBe('2026-12-03')
    expect(dueIn('Rent 3/12', 'mdy')).toBe('2026-03-12')
    expect(dueIn('Rent 3/12', 'ymd')).toBe('2026-03-12')
    expect(dueIn('Rent 3/12/2027', 'dmy')).toBe('2027-12-03')
    expect(dueIn('Rent 27/12', 'mdy')).toBe('2026-12-27')
    expect(dueIn('3/12 pay the rent', 'dmy')).toBe('2026-12-03')
    for (const text of ['Rent 3/12', 'Rent 27/12', 'Rent 3/12/2027']) expect(dueIn(text), text).toBeNull()
    for (const text of ['Cream 1/2', 'On call 24/7', 'Mix 3/12 of it', 'Rent 13/13', 'Rent 3/120'])
      expect(dueIn(text, 'dmy'), text).toBeNull()
  })

  it('on a Saturday or Sunday, "the weekend" is today', () => {
    const on = (now: string, text: string) => readDue(text, now)?.dueAt
    for (const day of ['2026-03-14', '2026-03-15'])
      for (const text of ['weekend', 'this weekend', 'on the weekend'])
        expect(on(`${day}T09:00`, text), `${text} on ${day}`).toBe(day)
    expect(on('2026-03-14T09:00', 'next weekend')).toBe('2026-03-21')
    expect(on('2026-03-15T09:00', 'next weekend')).toBe('2026-03-21')
    expect(on('2026-03-13T09:00', 'weekend')).toBe('2026-03-14')
  })

  it('a date field understands a lone word that would stay text inside a sentence', () => {
    expect(readDue('noon', NOW)?.dueAt).toBe('2026-03-10T12:00')
    expect(readDue('wed', NOW)?.dueAt).toBe('2026-03-11')
    expect(readDue('2026-03-01T14:30', NOW)?.dueAt, 'as the API writes it').toBe('2026-03-01T14:30')
    for (const text of [
      '',
      'soon',
      'fri fri',
      'tomorrow or so',
      'every',
      'in 0 days',
      'every 00 weeks',
      'x'.repeat(300),
    ])
      expect(readDue(text, NOW), text).toBe(null)
  })

  it.each([
    ['Call Ada tomorrow at 9 about the roof', 'Call Ada about the roof', ['tomorrow at 9']],
    ['Tomorrow, call Ada', 'call Ada', ['Tomorrow']],
    ['Call Ada, tomorrow', 'Call Ada', ['tomorrow']],
    ['Call Ada tomorrow, about the roof', 'Call Ada, about the roof', ['tomorrow']],
    ['Buy milk today!', 'Buy milk!', ['today']],
    ['Vacuum every 2 weeks due:tomorrow', 'Vacuum', ['every 2 weeks', 'due:tomorrow']],
    ['Read 9:30 the news tomorrow', 'Read the news', ['9:30', 'tomorrow']],
    ['Read the friday report tomorrow', 'Read the friday report', ['tomorrow']],
    ['due:fri 14:00 call Ada about 2 things', 'call Ada about 2 things', ['due:fri 14:00']],
    ['call Ada due:monday, not tomorrow', 'call Ada, not tomorrow', ['due:monday']],
    ['Wasser  holen\ttoday', 'Wasser  holen', ['today']],
  ])('only the words of the date are removed from %j', (text, content, chips) => {
    const captured = asTodo(text)
    expect([captured.content, captured.chips.map(({ words }) => words)]).toEqual([content, chips])
  })

  it.each([
    ['every day at 8 pills until 20 dec', 'pills', '2026-03-10T08:00', 'FREQ=DAILY;UNTIL=20261220'],
    ['pills until 20 dec every day at 8', 'pills', '2026-03-10T08:00', 'FREQ=DAILY;UNTIL=20261220'],
    ['every day pills until 20 dec at 8', 'pills', '2026-03-10T08:00', 'FREQ=DAILY;UNTIL=20261220'],
    [
      'every friday, buy bread till next month',
      'buy bread',
      '2026-03-13',
      'FREQ=WEEKLY;BYDAY=FR;UNTIL=20260401',
    ],
    [
      'every day until 1 dec keep the lights on until 20 dec',
      'keep the lights on until 20 dec',
      '2026-03-09',
      'FREQ=DAILY;UNTIL=20261201',
    ],
  ])('the end of a repetition may stand apart from it: %s', (text, content, dueAt, recurrence) => {
    expect(asTodo(text)).toMatchObject({ content, due: { dueAt, recurrence } })
  })

  it('an end without a repetition is no date', () => {
    expect(asTodo('Keep the tickets until friday')).toMatchObject({
      content: 'Keep the tickets until friday',
      due: null,
    })
    expect(asTodo('Open until friday, close it tomorrow').due?.dueAt).toBe('2026-03-10')
    expect(readDue('until friday', NOW)).toBe(null)
  })

  it.each([
    ['dinner with Sam tonight', '2026-03-09T19:00', '2026-03-09T20:39', '2026-03-09'],
    ['dinner with Sam this afternoon', '2026-03-09T12:00', '2026-03-09T15:00', '2026-03-09'],
    ['dinner with Sam this evening', '2026-03-09T19:00', '2026-03-09T23:59', '2026-03-09'],
    ['dinner with Sam tonight at 9', '2026-03-09T21:00', '2026-03-09T20:39', '2026-03-09T21:00'],
  ])('a part of today that has begun is today without a time: %s', (text, atNoon, late, dueAt) => {
    expect(asTodo(text).due?.dueAt).toBe(atNoon)
    expect(capture(text, { type: 'todo', now: late }).due?.dueAt).toBe(dueAt)
  })

  it.each([
    'gym mon wed fri',
    'gym mon, wed and fri at 7',
    'Gym monday wednesday friday',
    'call Ada on monday or tuesday',
    'Ask Bob due mon/fri',
    'mon, fri: gym',
  ])('days in a list without a repetition stay text, because none of them is the due date: %s', (text) => {
    expect(asTodo(text)).toMatchObject({ content: text, due: null })
  })

  it('a list of days leaves the date that stands apart from it', () => {
    expect(asTodo('Ask about mon and wed courses tomorrow')).toMatchObject({
      content: 'Ask about mon and wed courses',
      due: { dueAt: '2026-03-10' },
    })
  })

  it.each([
    ['Meet Bob at 5', '2026-03-09T17:00'],
    ['Meet Bob tomorrow at 3', '2026-03-10T15:00'],
    ["Meet Bob tomorrow 5 o'clock", '2026-03-10T17:00'],
    ['Meet Bob @ 1', '2026-03-09T13:00'],
    ['Run tomorrow morning at 5', '2026-03-10T05:00'],
    ['Run every morning at 5', '2026-03-10T05:00'],
    ['Run at 6', '2026-03-10T06:00'],
    ['Run at 05', '2026-03-10T05:00'],
    ['Run at 5:00', '2026-03-10T05:00'],
    ['Run at 5am', '2026-03-10T05:00'],
    ['Run at 0', '2026-03-10T00:00'],
  ])(
    'a bare hour from 1 to 5 is in the afternoon unless it is written as one of 24 or is in a morning: %s',
    (text, dueAt) => {
      expect(asTodo(text).due?.dueAt).toBe(dueAt)
    },
  )

  it('only todos get a date from their text', () => {
    for (const type of ['note', 'link'] as const)
      expect(capture('Call Ada tomorrow', { type, now: NOW })).toMatchObject({ due: null, chips: [] })
  })
})

describe('start dates in words', () => {
  const read = (text: string) => {
    const { content, due, startAt, chips } = asTodo(text)
    return [content, startAt, due?.dueAt ?? null, chips.map(({ kind, words }) => `${kind}: ${words}`)]
  }

  it.each([
    ['Paint the fence start monday', 'Paint the fence', '2026-03-16', null, ['start: start monday']],
    ['Paint the fence starts on friday', 'Paint the fence', '2026-03-13', null, ['start: starts on friday']],
    ['Starting tomorrow, eat less', 'eat less', '2026-03-10', null, ['start: Starting tomorrow']],
    [
      'Paint starting in 3 days the fence',
      'Paint the fence',
      '2026-03-12',
      null,
      ['start: starting in 3 days'],
    ],
    ['start:fri paint the fence', 'paint the fence', '2026-03-13', null, ['start: start:fri']],
    ['Paint the fence start: 1 dec', 'Paint the fence', '2026-12-01', null, ['start: start: 1 dec']],
    [
      'Paint start monday, due friday 9:00',
      'Paint',
      '2026-03-16',
      '2026-03-13T09:00',
      ['start: start monday', 'due: due friday 9:00'],
    ],
    [
      'Paint due 1 dec, starts next month',
      'Paint',
      '2026-04-01',
      '2026-12-01',
      ['due: due 1 dec, starts next month'],
    ],
    [
      'Paint tomorrow #house starting today',
      'Paint',
      '2026-03-09',
      '2026-03-10',
      ['due: tomorrow', 'tag: #house', 'start: starting today'],
    ],
  ])('the start date of %j is read', (text, content, startAt, due, chips) => {
    expect(read(text)).toEqual([content, startAt, due, chips])
  })

  it.each([
    'Start the engine',
    'Start monday with a run',
    'Starting 3rd grade',
    'Talk about starting monday classes',
    'Course starts at 9 tomorrow',
    'Course starts tomorrow at 9',
    'Course starts tonight',
    'Restart monday',
    'start:',
    'start:none',
    'Say "starts monday"',
    String.raw`Say \starts monday`,
  ])('no start date is read from %j', (text) => {
    expect(asTodo(text).startAt).toBeNull()
  })

  it('beside a repetition without a day, words such as “starts 1 dec” name its first occurrence', () => {
    const first = { dueAt: '2026-12-04', recurrence: 'FREQ=WEEKLY;BYDAY=FR' }
    for (const text of [
      'every friday starts 1 dec',
      'every friday starting 1 dec',
      'start 1 dec every friday',
    ])
      expect(asTodo(`Paint ${text}`), text).toMatchObject({ due: first, startAt: null })
    expect(asTodo('Paint tomorrow every week start:today')).toMatchObject({
      due: { dueAt: '2026-03-10', recurrence: 'FREQ=WEEKLY' },
      startAt: '2026-03-09',
    })
  })

  it('a field for due dates does not read a start date', () => {
    expect(readDue('start monday', NOW)).toBeNull()
    expect(readDue('every friday starting 1 dec', NOW)?.dueAt).toBe('2026-12-04')
  })
})

describe('tags in a text', () => {
  it.each([
    ['Call Ada #family', 'Call Ada', ['family']],
    ['#family call Ada #Family', 'call Ada', ['family']],
    ['Call #family Ada', 'Call Ada', ['family']],
    ['Read #two_words now', 'Read now', ['two words']],
    ['Read #read-later.', 'Read.', ['read later']],
    ['#a/b x', 'x', ['b < a']],
    ['#work/big/plan x', 'x', ['plan < big < work']],
    ['Größe #über, #日本 x', 'Größe x', ['über', '日本']],
    ['Call Ada #family, #phone', 'Call Ada', ['family', 'phone']],
    ['Call Ada, #family,', 'Call Ada', ['family']],
    ['#family, #phone, call Ada', 'call Ada', ['family', 'phone']],
    ['Call #family, Ada and #bob, then go', 'Call, Ada and, then go', ['family', 'bob']],
    ['Call Ada, #family tomorrow,\nabout tea', 'Call Ada\nabout tea', ['family']],
    ['https://example.org/a#part #web', 'https://example.org/a#part', ['web']],
  ])('the tags in %j are read', (text, content, tags) => {
    const captured = asTodo(text)
    expect([captured.content, names(captured)]).toEqual([content, tags])
  })

  it.each([
    'Fix #12',
    'Learn C# and F#',
    'See example.org/x#part',
    'Colour #fff or #a0b1c2',
    'Mail me#you@example.org',
    '# Heading',
    'a ##b',
    'Run `#code` now',
    '```\n#code\n```',
    'Say "#word" now',
    'Say “#word” now',
    "Say '#word' now",
    String.raw`Say \#word now`,
    '[[#card]]',
    'See [#1](#part)',
    '#2026/03',
    '#a+b',
    `#${'x'.repeat(51)}`,
    '#',
  ])('no tag is read from %j', (text) => {
    expect(asTodo(text)).toEqual({ content: text, chips: [], tags: [], due: null, startAt: null })
  })

  it('an existing tag with signs or underscores is preferred to a new name', () => {
    const isTagName = (name: string) => ['c++', 'two_words'].includes(name)
    const captured = capture('Read #C++, #two_words and #big_plan', { type: 'note', now: NOW, isTagName })
    expect(names(captured)).toEqual(['c++', 'two_words', 'big plan'])
    expect(captured.content).toBe('Read and')
  })
})

it('new tags and their parents are shown with the capitals that were typed, the first time', () => {
  const shown = (text: string) => [...spellingsIn(capture(text, { type: 'note', now: NOW }).chips)]
  expect(shown('Sow #Garden, #GARDEN and #soup')).toEqual([['garden', 'Garden']])
  expect(shown('Read #Work/Big_Plan.')).toEqual([
    ['work', 'Work'],
    ['big plan', 'Big Plan'],
  ])
  expect(shown('Sow #garden #Garden tomorrow')).toEqual([])
})

it('the names looked up for tags in a text are the words behind #, their parts, and both with spaces', () => {
  expect(hashWords('Read #Two_words and #a/big_plan/ #12')).toEqual([
    ...['two_words', 'two words', 'a/big_plan/', 'a/big plan/', 'a', 'big_plan', 'big plan', '12'],
  ])
  expect(hashWords('no tag')).toEqual([])
})

describe('nothing is lost', () => {
  const word = fc.constantFrom(
    ...[
      '#tag',
      '#a/b',
      'due:',
      'due:every',
      'every',
      '2',
      'weeks',
      'fri',
      'and',
      'in',
      '31',
      'feb',
      '9am',
      ',',
    ],
    ...[
      '\n',
      '\t',
      'x',
      '9999',
      'tomorrow',
      'at',
      '9',
      '"',
      "'",
      '`',
      '\\',
      'https://example.org/a',
      'last day',
      'start',
      'starting',
      'start:',
      'monday',
    ],
    ...['שלום', '日本', 'a.', '#', '(', ')', 'until', 'on the', 'of every month', '31st'],
  )
  const texts = fc.oneof(
    fc.array(word, { maxLength: 14 }).map((words) => words.join(' ')),
    fc.string(),
    fc.string({ unit: 'binary' }),
    fc.constantFrom(...PHRASES.map(({ phrase }) => phrase)),
  )

  it('a text keeps every byte when all chips are refused', () => {
    fc.assert(
      fc.property(texts, (text) => {
        let refused: string[] = []
        // Words after a refused chip may become chips in the next round.
        for (let round = 0; round < 60; round++) {
          const { chips } = asTodo(text, refused)
          if (chips.length === 0) break
          refused = [...refused, ...chips.map(({ words }) => words)]
        }
        expect(asTodo(text, refused)).toEqual({
          content: text,
          chips: [],
          tags: [],
          due: null,
          startAt: null,
        })
      }),
    )
  })

  it('the text that is left and the words of the chips together hold all that was typed', () => {
    const letters = (text: string) => text.replace(/[\s,，]/g, '')
    fc.assert(
      fc.property(texts, fc.constantFrom('todo' as const, 'note' as const), (text, type) => {
        const { content, chips, due, startAt } = capture(text, { type, now: NOW })
        const parts = chips.map(({ from, to }) => text.slice(from, to))
        const rest = chips.reduceRight((left, { from, to }) => left.slice(0, from) + left.slice(to), text)
        expect(letters(content)).toBe(letters(rest))
        expect(parts.map(letters)).toEqual(chips.map(({ words }) => letters(words)))
        if (chips.length === 0) expect(content).toBe(text)
        expect(startProblem(startAt)).toBeNull()
        if (due !== null) expect([isDue(due.dueAt), recurrenceProblem(due.recurrence)]).toEqual([true, null])
      }),
    )
  })

  it('a refused word stays text, and the others are still understood', () => {
    expect(asTodo('Call #a tomorrow', ['tomorrow'])).toMatchObject({ content: 'Call tomorrow', due: null })
    expect(asTodo('Call #a tomorrow', ['#a'])).toMatchObject({ content: 'Call #a', tags: [] })
  })

  it('hostile texts of the longest length are read quickly', () => {
    const start = performance.now()
    for (const piece of [
      '"',
      '“',
      '`',
      '[[',
      '#a ',
      '"#a ',
      'every ',
      'a.',
      'a',
      '9 ',
      'due:',
      'start:',
      'start mon due ',
      '\\',
      '\t',
      'x@',
      '#a/',
    ])
      asTodo(piece.repeat(Math.ceil(100_000 / piece.length)))
    // Generous: a quadratic algorithm takes minutes.
    expect(performance.now() - start).toBeLessThan(3_000)
  })
})

it('a text with several lines, a heading, a quote, code or a table is recognised as a note', () => {
  for (const text of ['a\nb', '# Plan', '> said', '```js', '| a | b |'])
    expect(looksLikeNote(text), text).toBe(true)
  for (const text of ['a', 'a\n', '#plan', '- home', '1. buy', '-home'])
    expect(looksLikeNote(text), text).toBe(false)
})
