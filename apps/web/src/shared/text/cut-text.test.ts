import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cutText } from './cut-text.ts'

it('[HM-16] a long text is cut after a word within 100 characters, and marked as cut', () => {
  expect(cutText('short')).toEqual({ shown: 'short', isCut: false })
  const long = `${'word '.repeat(30)}end`
  const { shown, isCut } = cutText(long)
  expect(isCut).toBe(true)
  expect(shown.length).toBeLessThanOrEqual(101)
  expect(shown.endsWith('word…')).toBe(true)
})

it('[HM-16] a text is never cut inside a character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
      const { shown } = cutText(text)
      expect(shown.isWellFormed()).toBe(text.isWellFormed())
    }),
  )
})
