import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Moments } from './moments.ts'

const BERLIN = 'Europe/Berlin'
const dueIn = (value: unknown, timeZone = BERLIN) => new Moments({ timeZone }).due('due', value)

describe('the moments of a file', () => {
  it.each([
    ['2026-03-09', '2026-03-09'],
    ['2026/03/09', '2026-03-09'],
    ['2026.3.9', '2026-03-09'],
    ['[[2026-03-09]]', '2026-03-09'],
    ['[[Daily/2026-03-09|today]]', '2026-03-09'],
    ['[[Mar 9th, 2026]]', '2026-03-09'],
    ['/Date(1773063000000)/', '2026-03-09T14:30'],
    [{ $date: '2026-03-09T13:30:00Z' }, '2026-03-09T14:30'],
    [{ $date: { $numberLong: '1773063000000' } }, '2026-03-09T14:30'],
    ['9.3.2026', '2026-03-09'],
    ['09.03.26', '2026-03-09'],
    ['9.3.2026, 14:30', '2026-03-09T14:30'],
    ['3/13/2026 2:30 PM', '2026-03-13T14:30'],
    ['13/3/2026', '2026-03-13'],
    ['20260309', '2026-03-09'],
    [20260309, '2026-03-09'],
    ['2026-03-09T14:30', '2026-03-09T14:30'],
    ['2026-03-09 14:30:15', '2026-03-09T14:30'],
    ['2026-03-09T14:30:15.123Z', '2026-03-09T15:30'],
    ['2026-03-09T23:00:00+0000', '2026-03-10T00:00'],
    ['2026-03-09T14:30:00-08:00', '2026-03-09T23:30'],
    ['20260309T143000Z', '2026-03-09T15:30'],
    ['20260309143000000', '2026-03-09T15:30'],
    ['1773066600', '2026-03-09T15:30'],
    [1773066600, '2026-03-09T15:30'],
    ['1773066600000', '2026-03-09T15:30'],
    ['1773066600000000', '2026-03-09T15:30'],
    ['13417540200000000', '2026-03-09T15:30'],
    ['March 9, 2026 2:30 PM', '2026-03-09T14:30'],
    ['9. März 2026', '2026-03-09'],
    ['9 de marzo de 2026', '2026-03-09'],
    ['Mon, 09 Mar 2026 14:30:00 GMT', '2026-03-09T15:30'],
    ['12/30/2026 12:05 am', '2026-12-30T00:05'],
    ['Mar 9 2026 2pm', '2026-03-09T14:00'],
    ['3/13/2026, 2:30:00\u202fPM', '2026-03-13T14:30'],
    ['Mon Mar 09 2026 14:30:00 GMT+0200 (Eastern European Time)', '2026-03-09T13:30'],
    ['Mon Mar  9 14:30:00 2026', '2026-03-09T14:30'],
    ['2026-03-09T14:30:00+02:00[Europe/Kyiv]', '2026-03-09T13:30'],
    ['2026-03-09T14:30:00\u221205:00', '2026-03-09T20:30'],
    ['9.3.2026 14.30', '2026-03-09T14:30'],
    ['9.3.2026 14:30 +0200', '2026-03-09T13:30'],
    ['09-Mar-2026', '2026-03-09'],
    ['09-Mar-26', '2026-03-09'],
    ['2026 March 9', '2026-03-09'],
    ['2026年3月9日 14:30', '2026-03-09T14:30'],
    ['٢٠٢٦-٠٣-٠٩', '2026-03-09'],
    ['9 марта 2026 г.', '2026-03-09'],
    ['9 marca 2026', '2026-03-09'],
    ['lundi 9 mars 2026 à 14h30', '2026-03-09T14:30'],
    ['9 mars 2026 14h', '2026-03-09T14:00'],
    ['2026-W11-1', null],
    ['9.3.2026 14', null],
    ['-1', null],
    ['0', null],
    ['2026', null],
    ['2026-02-30', null],
    ['31.2.2026', null],
    ['2026-03-09T25:00', null],
    ['soon', null],
    ['', null],
    [{}, null],
  ])('the date %j is read as due %s', (value, due) => expect(dueIn(value)).toBe(due))

  it('a time without a zone is read in the zone of the row, else of the import, also when clocks change', () => {
    const moments = new Moments({ timeZone: BERLIN })
    expect(moments.instant('x', '2026-03-09T14:30', 'America/New_York')).toBe(Date.UTC(2026, 2, 9, 18, 30))
    expect(moments.usesTimeZone).toBe(false)
    expect(moments.instant('x', '2026-03-09T14:30')).toBe(Date.UTC(2026, 2, 9, 13, 30))
    expect(moments.usesTimeZone).toBe(true)
    expect(moments.instant('x', '2026-03-29T03:00')).toBe(Date.UTC(2026, 2, 29, 1))
    expect(moments.instant('x', '2026-10-25T04:00')).toBe(Date.UTC(2026, 9, 25, 3))
    expect(moments.due('x', '2026-03-09T23:00:00Z', 'Asia/Tokyo', true)).toBe('2026-03-10')
  })

  it('property: an instant is due at the local time of its zone', () => {
    const zone = fc.constantFrom(BERLIN, 'America/St_Johns', 'Asia/Kathmandu', 'Pacific/Auckland', 'UTC')
    const at = fc.date({ min: new Date('1971-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(zone, at, (timeZone, date) => {
        const shown = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
        expect(dueIn(date.toISOString(), timeZone)).toBe(shown.format(date).replace(' ', 'T'))
      }),
    )
  })

  it('the order of day and month is decided by all values of a field', () => {
    const first = new Moments({ timeZone: 'America/Chicago' })
    expect(first.due('due', '4/3/2026')).toBe('2026-04-03')
    expect(first.due('due', '13/3/2026')).toBe('2026-03-13')
    expect(first.isContradicted).toBe(true)
    const second = first.decided()
    expect(second.due('due', '4/3/2026')).toBe('2026-03-04')
    expect(second.due('due', '13/3/2026')).toBe('2026-03-13')
    expect([second.isContradicted, second.assumedOrder]).toEqual([false, null])
  })

  it('an order of day and month that no value decides is assumed and reported, and can be chosen', () => {
    const moments = new Moments({ timeZone: BERLIN })
    expect(moments.due('due', '4/3/2026')).toBe('2026-03-04')
    expect(moments.assumedOrder).toBe('day-first')
    const chosen = new Moments({ timeZone: BERLIN, dateOrder: 'month-first' })
    expect(chosen.due('due', '4/3/2026')).toBe('2026-04-03')
  })
})
