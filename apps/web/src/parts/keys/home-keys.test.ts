import { describe, expect, it } from 'vitest'
import { HOME_KEYS, homeKeyOf, type KeyStroke } from './home-keys.ts'

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

  it('shows every key once, and obeys what it shows', () => {
    const shown = HOME_KEYS.flatMap(({ keys }) => keys)
    expect(new Set(shown).size).toBe(shown.length)
    const names: Readonly<Record<string, string>> = {
      '↓': 'ArrowDown',
      '↑': 'ArrowUp',
      Del: 'Delete',
      Esc: 'Escape',
    }
    for (const { keys, key } of HOME_KEYS) {
      for (const written of keys) {
        const last = written.split('+').at(-1) ?? ''
        const held = { ctrlKey: written.startsWith('Mod+'), shiftKey: written.startsWith('Shift+') }
        expect(homeKeyOf(stroke(names[last] ?? last, held), false), written).toBe(key)
      }
    }
  })

  it('a character counts whatever Shift does on that keyboard; a named key does not', () => {
    expect(homeKeyOf(stroke('?', { shiftKey: true }), false)).toBe('keys')
    expect(homeKeyOf(stroke('/', { shiftKey: true }), false)).toBe('search')
    expect(homeKeyOf(stroke('ArrowDown', { shiftKey: true }), false)).toBeNull()
    expect(homeKeyOf(stroke('Z', { ctrlKey: true, shiftKey: true }), false)).toBeNull()
  })
})
