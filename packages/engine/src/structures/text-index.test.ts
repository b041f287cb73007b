import { fold, type SearchedTexts } from '@cardinal/domain'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Bits, bitsFor, hasBit, ordinalsOf, setBit } from './bits.ts'
import { TextIndex } from './text-index.ts'

const CAPACITY = 64

function textsOf(content: string, ...lines: readonly string[]): SearchedTexts {
  const subnotes = lines.map((text, n) => ({ id: String(n), text, isTicked: false }))
  return { type: 'note', content, address: null, subnotes }
}

/** An index over contents, and which of them contain a substring. */
function indexOf(contents: readonly string[], capacity = CAPACITY) {
  const rows: SearchedTexts[] = []
  const index = new TextIndex((ordinal) => rows[ordinal] ?? textsOf(''))
  const put = (ordinal: number, content: string) => {
    const texts = textsOf(content)
    index.set(ordinal, texts, capacity)
    rows[ordinal] = texts
  }
  contents.forEach((content, ordinal) => {
    put(ordinal, content)
  })
  return { index, put, find: (substring: string) => found(index, fold(substring), capacity) }
}

/** The cards that contain a folded text: all candidates if the index is sure of them, else the ones that match. */
function found(index: TextIndex, folded: string, capacity: number, within: Bits | null = null): number[] {
  const { ordinals, isSure } = index.candidates(folded, capacity, within)
  return [...ordinalsOf(ordinals)].filter((ordinal) => isSure || index.contains(ordinal, folded))
}

describe('TextIndex', () => {
  it('[SB-1] TextIndex finds patterns of any length inside a word, across words and across signs', () => {
    const { find } = indexOf(['Machine learning', 'learn, machine!', 'https://example.com/learn-more', 'x'])
    expect(find('learn')).toEqual([0, 1, 2])
    expect(find('e l')).toEqual([0])
    expect(find('e')).toEqual([0, 1, 2])
    expect(find('le')).toEqual([0, 1, 2])
    expect(find('://ex')).toEqual([2])
    expect(find('n, m')).toEqual([1])
    expect(find('.')).toEqual([2])
    expect(find('machine learnings')).toEqual([])
  })

  it('[SB-1] TextIndex finds substrings in scripts without spaces', () => {
    const { find } = indexOf(['東京都の天気', '京都', '東 京'])
    expect(find('京都')).toEqual([0, 1])
    expect(find('東京')).toEqual([0])
    expect(find('都の')).toEqual([0])
  })

  it('[SB-1] TextIndex finds exactly the texts that contain the substring, for any texts and substrings', () => {
    const unit = fc.constantFrom(
      'a',
      'b',
      'A',
      'é',
      ' ',
      ',',
      '-',
      '東',
      'が',
      '😀',
      '\ud83d',
      '\ude00',
      '\u0300',
      'ß',
      'ﬁ',
    )
    const text = fc.string({ unit, maxLength: 12 })
    fc.assert(
      fc.property(
        fc.array(text, { maxLength: 8 }),
        fc.array(text, { maxLength: 8 }),
        text,
        (first, second, substring) => {
          const folded = fold(substring)
          fc.pre(folded !== '')
          const { find, put } = indexOf(first)
          second.forEach((content, ordinal) => {
            put(ordinal, content)
          })
          const now = first
            .map((content, ordinal) => second[ordinal] ?? content)
            .concat(second.slice(first.length))
          expect(find(substring)).toEqual(
            [...now.keys()].filter((ordinal) => fold(now[ordinal] ?? '').includes(folded)),
          )
        },
      ),
      { numRuns: 1500 },
    )
  })

  it('[SB-1] TextIndex finds the same whether texts were indexed one by one or thousands at once', () => {
    const rows: SearchedTexts[] = []
    const index = new TextIndex((ordinal) => rows[ordinal] ?? textsOf(''))
    const add = (content: string) => {
      const texts = textsOf(content, `${content} again`)
      index.set(rows.length, texts, 8192)
      rows.push(texts)
    }
    const expectSame = () => {
      for (const substring of ['12', 'w1', '99 a', 'again', 'é', '7', 'w30', 'none'])
        expect(found(index, substring, 8192)).toEqual(
          [...rows.keys()].filter((ordinal) =>
            `${fold(rows[ordinal]?.content ?? '')} again`.includes(substring),
          ),
        )
    }
    // Few cards and many tokens: the cards of a substring that many tokens contain are cached until a card is added or
    // removed.
    for (let n = 0; n < 3000; n++) add(`w${n} common${n % 7}`)
    expectSame()
    add('w12é')
    expectSame()
    for (let n = 3000; n < 6000; n++) add(`w${n}`)
    expectSame()
    index.remove(3013)
    expect(found(index, 'w3012', 8192)).toEqual([])
    expect(found(index, 'w30', 8192)).not.toContain(3013)
  })

  it('TextIndex finds the same within some cards as within all cards', () => {
    const { index } = indexOf(
      Array.from({ length: 3000 }, (_, n) => `w${n} tea${n % 3} and w${n + 1}`),
      3000,
    )
    const substrings = fc.constantFrom('w1', 'w', '99', 'tea2', 'ea1 and', 'd w2', '7 tea', 'none')
    const some = fc.uniqueArray(fc.nat({ max: 2999 }), { maxLength: 300, size: 'max' })
    fc.assert(
      fc.property(substrings, some, fc.boolean(), (substring, ordinals, areLeftOut) => {
        const within = bitsFor(3000)
        for (let n = 0; n < 3000; n++) if (ordinals.includes(n) !== areLeftOut) setBit(within, n)
        const all = found(index, substring, 3000)
        expect(found(index, substring, 3000, within)).toEqual(all.filter((n) => hasBit(within, n)))
      }),
      { numRuns: 60 },
    )
  })

  it('TextIndex drops replaced words of a card, and asks for a rebuild when most tokens are on no card', () => {
    const { index, put, find } = indexOf(['old words'])
    put(0, 'new')
    expect(find('old')).toEqual([])
    expect([...index.cardsWithWord('words')]).toEqual([])
    for (let n = 0; n < 5000; n++) put(1, `passing${n}`)
    expect(index.isWorthRebuilding).toBe(true)
    index.remove(1)
    expect(find('passing')).toEqual([])
  })
})
