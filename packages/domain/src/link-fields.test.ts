import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addressOf, ownTexts, textWithAddress } from './card.ts'
import { addressAfter, addressOfLink, completeAddress, isAddress, placeOfAddress } from './links.ts'

const A = 'https://a.example/p'
const TITLE = 'See https://other.example/x for more'
const link = (content: string, address: string | null) => ({ type: 'link' as const, content, address })

it('only a link without an address takes the address in its text', () => {
  expect(addressAfter(null, { type: 'link', content: `Title\n${A}` })).toBe(A)
  expect(addressAfter(null, { type: 'note', content: `Title\n${A}` })).toBeNull()
  expect(addressAfter({ type: 'note', content: A, address: null }, { type: 'link', content: A })).toBe(A)
  expect(addressAfter(link('Words', null), { type: 'link', content: `Words ${A}` })).toBe(A)
})

it.each([
  ['the title gets an address', link(`Title\n${A}`, A), `${TITLE}\n${A}`, A],
  ['the title is all the text there is, and gets an address', link('Title', A), TITLE, A],
  ['the line of the address is removed below such a title', link(`${TITLE}\n${A}`, A), TITLE, A],
  ['the text loses its only address', link(`Title\n${A}`, A), 'Title', A],
  [
    'the text gets another address in its place',
    link(`Title\n${A}`, A),
    'Title\nhttps://b.example/',
    'https://b.example/',
  ],
  ['somebody said that there is none', link(TITLE, null), `${TITLE}!`, null],
])('the text of a link is edited without naming an address: %s', (_, before, content, address) => {
  expect(addressAfter(before, { type: 'link', content })).toBe(address)
})

it('a link keeps its address when it becomes a note and a link again', () => {
  const note = { ...link('Title', A), type: 'note' as const }
  expect(addressAfter(link('Title', A), note)).toBe(A)
  expect(addressOf(note)).toBeNull()
  expect(addressAfter(note, { type: 'link', content: TITLE })).toBe(A)
})

it('an address counts as part of a text only where it stands as a whole, and one on a line of its own comes first', () => {
  expect(placeOfAddress(`https://a.example/page\n${A}\n\n${A}`, A)).toBe(23)
  expect(placeOfAddress('https://a.example/page', A)).toBe(-1)
  expect(placeOfAddress(`Read ${A}, then (${A})`, A)).toBe(5)
  expect(placeOfAddress(`Read ${A}?\n${A}`, A)).toBe(26)
  expect(placeOfAddress('words', '')).toBe(-1)
})

it('the address taken from a text is found again in that text', () => {
  const pieces = [
    'https://x.yz/a',
    'http://x',
    'www.x.yz',
    'x.yz/b',
    'mailto:a@b',
    ' ',
    '\n',
    '(',
    ').',
    '!?',
    '"',
    'é',
    ':',
  ]
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 8 }), (parts) => {
      const content = parts.join('')
      const address = addressOfLink(content)
      if (address === null) return
      expect(isAddress(address)).toBe(true)
      expect(placeOfAddress(content, address)).toBeGreaterThanOrEqual(0)
      expect(textWithAddress(link(content, address))).toBe(content)
    }),
  )
})

it.each([
  [`${TITLE}\n${A}\n\nWhy`, A, TITLE, 'Why'],
  [`${TITLE}\n\nWhy`, A, TITLE, 'Why'],
  [`${A} ${TITLE}`, A, TITLE, ''],
  ['', A, '', ''],
  [A, A, '', ''],
])(
  'of %j, title and description are what is left without the address',
  (content, address, title, description) => {
    expect(ownTexts({ content, address })).toEqual({ url: address, title, description })
  },
)

it('an address that a text does not hold is added below it', () => {
  expect(textWithAddress(link(TITLE, A))).toBe(`${TITLE}\n${A}`)
  expect(textWithAddress({ ...link(TITLE, A), type: 'todo' })).toBe(TITLE)
})

it.each([
  [' https://x.example/a b ', 'https://x.example/a%20b'],
  ['x.example/a', 'https://x.example/a'],
  ['//x.example', 'https://x.example'],
  ['mailto:a@x.example', 'mailto:a@x.example'],
  ['http://localhost:3000/?', 'http://localhost:3000/?'],
])('%j is stored as the address %j', (written, address) => {
  expect(completeAddress(written)).toBe(address)
  expect(isAddress(address)).toBe(true)
})

it.each(['', 'words', 'https://', 'file:///etc', 'about:blank', 'https://a b', ` ${A}`])(
  '%j is no address',
  (text) => {
    expect(isAddress(text)).toBe(false)
  },
)
