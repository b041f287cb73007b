import { describe, expect, it } from 'vitest'
import { HOME_KEYS, homeKeyOf, isLetter, type KeyStroke } from './home-keys.ts'

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
  ])('the keyboard map: %s', (key, does) => {
    expect(homeKeyOf(stroke(key), 'list')).toBe(does)
  })

  it('letters are typed into the bar outside a list, and are never commands in a field', () => {
    for (const key of ['n', 'j', 'k', 'x', 'e', 't', 'o']) {
      for (const place of ['elsewhere', 'field', 'empty-bar'] as const)
        expect(homeKeyOf(stroke(key), place)).toBeNull()
      expect(isLetter(stroke(key))).toBe(true)
    }
    for (const [key, does] of [
      ['/', 'search'],
      ['?', 'keys'],
      ['ArrowDown', 'next'],
      ['Escape', 'leave'],
    ] as const)
      expect(homeKeyOf(stroke(key), 'elsewhere')).toBe(does)
    expect(homeKeyOf(stroke('Escape'), 'field')).toBeNull()
    for (const key of [' ', '/', '-', 'Enter', 'Dead']) expect(isLetter(stroke(key))).toBe(false)
    expect(isLetter(stroke('a', { ctrlKey: true }))).toBe(false)
    for (const key of ['W', 'é', '7', 'ж']) expect(isLetter(stroke(key))).toBe(true)
  })

  it('commands and the key to add work everywhere, and undo is left to a field with text', () => {
    for (const place of ['list', 'elsewhere', 'field', 'empty-bar'] as const) {
      expect(homeKeyOf(stroke('k', { ctrlKey: true }), place)).toBe('commands')
      expect(homeKeyOf(stroke('K', { metaKey: true }), place)).toBe('commands')
      expect(homeKeyOf(stroke('Dead', { altKey: true, code: 'KeyN' }), place)).toBe('add')
      const undo = homeKeyOf(stroke('z', { ctrlKey: true }), place)
      expect(undo).toBe(place === 'field' ? null : 'undo')
    }
  })

  it('the keyboard map does not use combinations of the browser', () => {
    expect(homeKeyOf(stroke('j', { ctrlKey: true }), 'list')).toBeNull()
    expect(homeKeyOf(stroke('t', { altKey: true }), 'list')).toBeNull()
  })

  it('the keyboard map lists every key once, and does what it lists', () => {
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
        const held = {
          ctrlKey: written.startsWith('Mod+'),
          shiftKey: written.startsWith('Shift+'),
          altKey: written.startsWith('Alt+'),
          code: `Key${last.toUpperCase()}`,
        }
        expect(homeKeyOf(stroke(names[last] ?? last, held), 'list'), written).toBe(key)
      }
    }
  })

  it('a character key works with or without Shift as the keyboard needs it, and a named key does not', () => {
    expect(homeKeyOf(stroke('?', { shiftKey: true }), 'list')).toBe('keys')
    expect(homeKeyOf(stroke('/', { shiftKey: true }), 'list')).toBe('search')
    expect(homeKeyOf(stroke('ArrowDown', { shiftKey: true }), 'list')).toBeNull()
    expect(homeKeyOf(stroke('Z', { ctrlKey: true, shiftKey: true }), 'list')).toBeNull()
  })
})
