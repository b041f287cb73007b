import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type SearchbarState, searchbarMode, searchbarWarning } from './mode.ts'

const NO_FACTS = { aTagMatches: false, equalsACard: false, namesAWorkspace: false }

function state(changed: Partial<SearchbarState> & { text: string }): SearchbarState {
  return {
    restedText: changed.text,
    isSignedIn: true,
    canAdd: true,
    subject: 'note',
    hasOtherWarning: false,
    facts: NO_FACTS,
    ...changed,
  }
}

describe('searchbarMode', () => {
  it('[SB-2] searchbarMode is loading until the text has stopped changing', () => {
    expect(searchbarMode(state({ text: 'new thing', restedText: 'new thin' }))).toBe('loading')
  })

  it('[SB-2] searchbarMode is add when nothing prevents it, and always for a text with a line break', () => {
    expect(searchbarMode(state({ text: 'new thing' }))).toBe('add')
    const facts = { aTagMatches: true, equalsACard: true, namesAWorkspace: true }
    expect(searchbarMode(state({ text: 'a\nb', facts }))).toBe('add')
    expect(searchbarMode(state({ text: 'a\rb', facts }))).toBe('add')
    expect(searchbarMode(state({ text: 'x\n', hasOtherWarning: true }))).toBe('add')
  })

  it('[SB-2] searchbarMode is never add without a sign-in or a type, even for a text with a line break', () => {
    expect(searchbarMode(state({ text: 'a\nb', isSignedIn: false }))).toBe('search')
    expect(searchbarMode(state({ text: 'a\nb', subject: null }))).toBe('search')
  })

  it.each([
    ['signed out', { isSignedIn: false }],
    ['no type chosen', { subject: null }],
    ['a word that stands twice', { text: 'tea, Tea' }],
    ['one character and white space', { text: ' x ' }],
    ['another warning', { hasOtherWarning: true }],
    ['a tag matches', { facts: { ...NO_FACTS, aTagMatches: true } }],
    ['equals a card', { facts: { ...NO_FACTS, equalsACard: true } }],
    ['names a workspace', { facts: { ...NO_FACTS, namesAWorkspace: true } }],
    ['a tag with a minus', { subject: 'tag' as const, text: 'milk, -tea' }],
  ])('[SB-2] searchbarMode is search for this state: %s', (_, changed) => {
    expect(searchbarMode(state({ text: 'new thing', ...changed }))).toBe('search')
  })

  it.each([
    ['note', 1, 'search'],
    ['note', 2, 'add'],
    ['note', 500, 'add'],
    ['note', 501, 'search'],
    ['tag', 50, 'add'],
    ['tag', 51, 'search'],
    ['workspace', 50, 'add'],
    ['workspace', 51, 'search'],
  ] as const)('[SB-2] searchbarMode for a new %s of %i characters is %s', (subject, length, mode) => {
    expect(searchbarMode(state({ subject, text: 'x'.repeat(length) }))).toBe(mode)
  })

  it('[SB-2] a bar that only searches is in search mode at once, whatever its text', () => {
    for (const text of ['new thing', 'a\nb', '']) {
      for (const restedText of [text, 'new']) {
        expect(searchbarMode(state({ text, restedText, canAdd: false }))).toBe('search')
      }
    }
  })

  it('[SB-2] a text that only excludes is in search mode', () => {
    const minus = fc.constantFrom('-', '- ', ' -')
    const exclusion = fc.tuple(minus, fc.stringMatching(/^[a-z]{2,8}$/)).map((parts) => parts.join(''))
    const subject = fc.constantFrom('note' as const, 'todo' as const, 'link' as const, 'tag' as const)
    fc.assert(
      fc.property(fc.uniqueArray(exclusion, { minLength: 1, maxLength: 3 }), subject, (words, of) => {
        expect(searchbarMode(state({ subject: of, text: words.join(', ') }))).toBe('search')
      }),
    )
    expect(searchbarMode(state({ subject: 'todo', text: '-home' }))).toBe('search')
    expect(searchbarMode(state({ subject: 'todo', text: 'sell -home' }))).toBe('add')
  })

  it.each([
    ['https://example.org/a', 'add'],
    ['Read https://example.org/a', 'add'],
    ['example.org/a', 'add'],
    ['https://example.org/a\nhttps://example.org/b', 'add'],
    ['words alone', 'search'],
    ['words\non two lines', 'search'],
    ['Learn Node.js', 'search'],
  ])('[SB-2] [CD-10] in a list of links, the mode for %j is %s', (text, mode) => {
    expect(searchbarMode(state({ subject: 'link', text }))).toBe(mode)
    expect(searchbarMode(state({ subject: 'todo', text }))).toBe('add')
  })

  it('[SB-2] a text with a minus can still be added as a note', () => {
    expect(searchbarMode(state({ text: 'milk, -tea' }))).toBe('add')
  })
})

describe('searchbarWarning', () => {
  it('[SB-4] searchbarWarning names the first reason that prevents adding', () => {
    expect(searchbarWarning(state({ text: 'a, a', isSignedIn: false }))).toBe(
      'Please login to search through your stuff',
    )
    expect(searchbarWarning(state({ text: 'a, a', subject: null }))).toBe(
      'Select 1 of 4 options above ( link / note / tag / todo )',
    )
    expect(searchbarWarning(state({ text: 'a, A' }))).toBe('Duplicates not allowed')
    expect(searchbarWarning(state({ text: 'a, b' }))).toBeNull()
    expect(searchbarWarning(state({ text: 'a, b', subject: null, canAdd: false }))).toBeNull()
    expect(searchbarWarning(state({ text: 'a, A', subject: null, canAdd: false }))).toBe(
      'Duplicates not allowed',
    )
    expect(searchbarWarning(state({ text: 'a,\na' }))).toBeNull()
  })
})
