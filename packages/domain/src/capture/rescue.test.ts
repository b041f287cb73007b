import { describe, expect, it } from 'vitest'
import { rescueOf } from './rescue.ts'

const TAGS = [{ name: 'baking' }, { name: 'italian' }, { name: 'cplusplus', otherNames: ['c++'] }]

describe('what a text may have meant as a search', () => {
  it.each([
    ['bakign', 'baking'],
    ['italain, baking', 'italian, baking'],
    ['c++, bakin', 'c++, baking'],
    ['baking, -italain', 'baking, -italian'],
    ['colr:red', 'color:red'],
    ['creted:today', 'created:today'],
  ])('%j is rescued as %j', (text, meant) => {
    expect(rescueOf(text, TAGS)).toEqual({ text: meant })
  })

  it.each(['is:', 'is:lost', 'color:mauve', 'created:soon', 'call, -urgent', 'buy milk, -home'])(
    '%j is searched as it stands',
    (text) => {
      expect(rescueOf(text, TAGS)).toEqual({ text: null })
    },
  )

  it.each([
    'Call Ada',
    'note: buy milk',
    'at 12:30',
    'https://example.org',
    'bake',
    'Bakign bread',
    'a\nb',
    '',
    '-home',
  ])('%j is nothing but a text to add', (text) => {
    expect(rescueOf(text, TAGS)).toBe(null)
  })

  it('a word that is near to several tags rescues none', () => {
    expect(rescueOf('bakin', [...TAGS, { name: 'bating' }, { name: 'bakin2' }])).toBe(null)
  })
})
