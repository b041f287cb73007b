import { describe, expect, it } from 'vitest'
import { relativeDate } from './relative-date.ts'

const now = new Date(2026, 2, 18, 1, 0).getTime() // a Wednesday, one in the morning
const ago = (hours: number) => relativeDate(now - hours * 3_600_000, now, 'en-GB')

describe('[HM-19] dates as people say them', () => {
  it.each([
    [0, 'just now'],
    [-5, 'just now'],
    [0.5, '30 min ago'],
    [1, '1 h ago'],
    [2, 'yesterday'],
    [25, 'yesterday'],
    [26, 'Monday'],
    [24 * 6, 'Thursday'],
    [24 * 7, '11 Mar'],
    [24 * 90, '18 Dec 2025'],
  ])('a date %s hours ago is written in relative words', (hours, expected) => {
    expect(ago(hours)).toBe(expected)
  })
})
