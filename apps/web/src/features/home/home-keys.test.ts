import { describe, expect, it } from 'vitest'
import { HOME_KEY_MAP, homeKeyOf, type KeyStroke } from './home-keys.ts'

const stroke = (key: string, held: Partial<KeyStroke> = {}): KeyStroke => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
})

describe('[HM-20] the keyboard map', () => {
  it.each([
    ['/', 'search'],
    ['n', 'add'],
    ['j', 'next'],
    ['k', 'previous'],
    ['x', 'select'],
    ['e', 'edit'],
    ['t', 'tag'],
    ['?', 'keys'],
    ['Escape', 'leave'],
    ['Delete', 'delete'],
    ['q', null],
  ])('%s', (key, does) => {
    expect(homeKeyOf(stroke(key), false)).toBe(does)
  })

  it('letters are letters while somebody writes; commands are at hand always', () => {
    expect(homeKeyOf(stroke('x'), true)).toBeNull()
    expect(homeKeyOf(stroke('Escape'), true)).toBeNull()
    expect(homeKeyOf(stroke('k', { ctrlKey: true }), true)).toBe('commands')
    expect(homeKeyOf(stroke('K', { metaKey: true }), false)).toBe('commands')
    expect(homeKeyOf(stroke('z', { ctrlKey: true }), true)).toBeNull()
    expect(homeKeyOf(stroke('z', { ctrlKey: true }), false)).toBe('undo')
  })

  it('leaves the browser its own combinations', () => {
    expect(homeKeyOf(stroke('j', { ctrlKey: true }), false)).toBeNull()
    expect(homeKeyOf(stroke('t', { altKey: true }), false)).toBeNull()
  })

  it('shows every key once', () => {
    const shown = HOME_KEY_MAP.flatMap(({ keys }) => keys)
    expect(new Set(shown).size).toBe(shown.length)
  })
})
