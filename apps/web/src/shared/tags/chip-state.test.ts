import { expect, it } from 'vitest'
import { isOnAll, stateOf, wordIn } from './chip-state.ts'

it('[SB-5] a chip shows whether its tag is included, excluded or not in the search', () => {
  expect(stateOf('Maths, -old', { name: 'maths' })).toBe('included')
  expect(stateOf('maths, -OLD', { name: 'old' })).toBe('excluded')
  expect(stateOf('math', { name: 'maths' })).toBe('none')
  expect(stateOf('café', { name: 'cafe' })).toBe('included')
})

it('[SB-5] a tag is recognised in the search by each of its names, and the text keeps that name', () => {
  const tag = { name: 'cplusplus', displayName: 'C++' }
  expect(stateOf('maths, c++', tag)).toBe('included')
  expect(stateOf('-CPlusPlus', tag)).toBe('excluded')
  expect(stateOf('cpp', tag)).toBe('none')
  expect(wordIn('maths, c++', tag)).toBe('C++')
  expect(wordIn('-cplusplus', tag)).toBe('cplusplus')
  expect(wordIn('', { name: 'group', displayName: '(a)' })).toBe('group')
})

it('[SB-5] a tag counts as on all results where every alternative of the search asks for it', () => {
  const maths = { name: 'maths' }
  expect(isOnAll('Maths, exam', maths)).toBe(true)
  expect(isOnAll('tag:maths', maths)).toBe(true)
  expect(isOnAll('maths | exam', maths)).toBe(false)
  expect(isOnAll('-maths', maths)).toBe(false)
  expect(isOnAll('"maths"', maths)).toBe(false)
  expect(isOnAll('math', maths)).toBe(false)
})
