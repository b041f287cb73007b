import { describe, expect, it } from 'vitest'
import type { Tag } from './tag.ts'
import {
  checkOtherName,
  displayNameOf,
  hasRelations,
  hasSameRelations,
  isInTexts,
  namesOfTag,
  withRelations,
} from './tag-relations.ts'

const TAG: Tag = {
  id: 'a'.repeat(24),
  name: 'cplusplus',
  color: null,
  clickCount: 0,
  lastClickedAt: null,
  createdAt: 0,
  updatedAt: 0,
}

describe('checkOtherName', () => {
  it.each([
    ['c++', 'c++'],
    ['C#', 'C#'],
    ['  d3.js ', 'd3.js'],
    ['self-hosted', 'self-hosted'],
    ['C  plus\nplus', 'C plus plus'],
    ['🌱', '🌱'],
    ['.net', '.net'],
  ])('checkOtherName keeps %j as %j', (text, kept) => {
    expect(checkOtherName(text)).toEqual({ ok: true, value: kept })
  })

  it.each(['', '  ', 'a, b', 'a，b', '-old', '\0', '\ud83d', 'x'.repeat(51), '\u0301'])(
    'checkOtherName refuses %j',
    (text) => {
      expect(checkOtherName(text).ok).toBe(false)
    },
  )
})

describe('withRelations', () => {
  it('withRelations keeps each other name once in its first spelling, sorted, and never the name of the tag', () => {
    const tag = withRelations(TAG, { otherNames: ['cpp', 'C++', 'c++', 'CPlusPlus'] })
    expect(tag.otherNames).toEqual(['C++', 'cpp'])
    expect(namesOfTag(tag)).toEqual(['cplusplus', 'C++', 'cpp'])
  })

  it('withRelations keeps each parent once, and never the tag itself', () => {
    const [b, c] = ['b'.repeat(24), 'c'.repeat(24)]
    expect(withRelations(TAG, { parentIds: [c, b, TAG.id, c] }).parentIds).toEqual([b, c])
    expect(withRelations(TAG, { childGroupIds: [c, b, c] }).childGroupIds).toEqual([b, c])
  })

  it('a display name is accepted only if it is one of the names of the tag in any case', () => {
    const tag = withRelations(TAG, { otherNames: ['c++'], displayName: 'C++' })
    expect([tag.displayName, displayNameOf(tag)]).toEqual(['C++', 'C++'])
    expect(withRelations(tag, { parentIds: [] }).displayName).toBe('C++')
    expect(displayNameOf(withRelations(tag, { otherNames: [] }))).toBe('cplusplus')
    expect(displayNameOf(withRelations(TAG, { displayName: 'CPlusPlus' }))).toBe('CPlusPlus')
    for (const none of ['c#', 'cplusplus', null])
      expect(Object.keys(withRelations(tag, { displayName: none }))).not.toContain('displayName')
    expect(hasSameRelations(tag, withRelations(tag, { displayName: 'c++' }))).toBe(false)
  })

  it('withRelations stores no empty fields, so that equal tags have equal rows', () => {
    const tag = withRelations(withRelations(TAG, { otherNames: ['cpp'] }), { otherNames: [] })
    expect(Object.keys(tag)).toEqual(Object.keys(TAG))
    expect(hasRelations(tag)).toBe(false)
  })
})

it('only names that begin and end with a letter or digit are found inside texts', () => {
  expect(['d3.js', 'self-hosted', 'x', '東京'].filter(isInTexts)).toHaveLength(4)
  expect(['c++', '.net', '🌱'].filter(isInTexts)).toEqual([])
})
