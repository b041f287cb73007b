import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addressesIn } from './address.ts'
import { splitLinks } from './split-links.ts'

describe('[CD-10] a text with several addresses is several links', () => {
  it.each([
    ['https://a.example\nhttps://b.example', ['https://a.example', 'https://b.example']],
    ['A https://a.example and B https://b.example', ['A https://a.example and B', 'https://b.example']],
    [
      'To read\nhttps://a.example\n\nwell\nhttps://b.example x',
      ['To read\nhttps://a.example\nwell', 'https://b.example x'],
    ],
    ['https://a.example https://a.example/b', ['https://a.example', 'https://a.example/b']],
    ['  one https://a.example ', ['one https://a.example']],
    ['none', ['none']],
  ])('the text %j is split at its addresses', (text, links) => {
    expect(splitLinks(text)).toEqual(links)
  })

  it('splitLinks keeps every word, and no link gets two addresses', () => {
    const word = fc.stringMatching(/^[a-z]{1,5}$/)
    const piece = fc.oneof(
      word,
      word.map((name) => `https://${name}.example`),
      fc.constantFrom('\n', '\n\n', ','),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        const text = pieces.join(' ')
        const links = splitLinks(text)
        const words = (of: string) => of.split(/\s+/).filter((each) => each !== '')
        expect(links.flatMap(words)).toEqual(words(text))
        for (const link of links) expect(addressesIn(link).length).toBeLessThan(2)
      }),
    )
  })
})
