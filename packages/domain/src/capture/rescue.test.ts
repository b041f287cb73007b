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
  ])('the failed search %j can be searched as %j', (text, meant) => {
    expect(rescueOf(text, TAGS)).toEqual({ text: meant })
  })

  it.each([
    'is:',
    'is:lost',
    'color:mauve',
    'created:soon',
    'call, -urgent',
    'buy milk, -home',
    'author:tolkien',
    // One of the words is the name of a tag, or close to it.
    'baking soda',
    'Baking soda',
    'Bakign bread',
    'best italian bread',
    'italia trains',
    'c++ templates',
    'best italian bread for baking',
  ])('the search %j is not changed', (text) => {
    expect(rescueOf(text, TAGS)).toEqual({ text: null })
  })

  it.each([
    'Call Ada',
    'note: buy milk',
    'localhost:3000',
    'mailto:ada@example.org',
    'read author:tolkien',
    'at 12:30',
    'https://example.org',
    'bake',
    'buy milk and bread',
    'buy bread for baking',
    'Try baking',
    'start baking!',
    'learn cplu',
    'bake bread',
    'buy italian bread from the market',
    'a\nb',
    '',
    '-home',
  ])('the text %j is only offered for adding', (text) => {
    expect(rescueOf(text, TAGS)).toBe(null)
  })

  it('a word that is close to several tags is not replaced by any of them', () => {
    expect(rescueOf('bakin', [...TAGS, { name: 'bating' }, { name: 'bakin2' }])).toBe(null)
  })
})
