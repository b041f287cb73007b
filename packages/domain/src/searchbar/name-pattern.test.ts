import { expect, it } from 'vitest'
import { fitsPattern, isNamePattern } from './pieces.ts'

it.each([
  ['java*', 'java', true],
  ['java*', 'javascript', true],
  ['java*', 'old java', false],
  ['*_old', 'x_old', true],
  ['*_old', 'x_old_', false],
  ['a*b*c', 'axxbxxc', true],
  ['a*b*c', 'axxcxxb', false],
  ['*b*', 'abc', true],
  ['ab*ba', 'aba', false],
  ['a*a', 'a', false],
  ['a**c', 'abc', true],
])('the pattern %s and the name %s match: %s', (pattern, name, fits) => {
  expect(fitsPattern(pattern)(name)).toBe(fits)
})

it('a lone star is not a pattern', () => {
  expect(['*', '**', '* *', 'a', 'a*', '*a'].map(isNamePattern)).toEqual([
    false,
    false,
    false,
    false,
    true,
    true,
  ])
})
