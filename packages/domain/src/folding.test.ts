import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fold, squeeze, tagName } from './folding.ts'

describe('fold', () => {
  it.each([
    ['Café  AU\nlait', 'cafe au lait'],
    ['ＦＵＬＬ width', 'full width'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['ςΣσ', 'σσσ'],
    ['ﬁle', 'file'],
    ['soft\u00adhyphen a\u200bb w\u2060j l\u200er \u2764\ufe0f', 'softhyphen ab wj lr \u2764'],
    ['don\u2019t e\u2011mail e\u2010mail', "don't e-mail e-mail"],
    ['İstanbul', 'istanbul'],
    ['ß', 'ß'],
    ['\u00a0a\u3000b\u2028c\t', 'a b c'],
    ['', ''],
    [' \n ', ''],
  ])('[SB-1] the folded form of %j is %j', (text, folded) => {
    expect(fold(text)).toBe(folded)
  })

  it('[SB-1] fold keeps the marks that are letters of their scripts', () => {
    expect(fold('कि')).toBe('कि')
    expect(fold('مُ')).toBe('مُ')
    expect(fold('が')).not.toBe(fold('か'))
  })

  it('[SB-1] folding a text twice gives the same as folding it once', () => {
    fc.assert(fc.property(anyText, (text) => fold(fold(text)) === fold(text)))
  })

  it('[SB-1] a folded text has single spaces between words and no other white space', () => {
    fc.assert(fc.property(anyText, (text) => !/^\s|\s$|\s\s|[^\S ]/.test(fold(text))))
  })

  it('[SB-1] fold gives the same as the steps of its rule one after the other', () => {
    const byTheRule = (text: string) =>
      text
        .replace(/[\ufe00-\ufe0f\u00ad\u200b\u200e\u200f\u2060]/g, '')
        .replaceAll('\u2019', "'")
        .replace(/[\u2010\u2011]/g, '-')
        .normalize('NFKD')
        .replace(/[\u0300-\u036f]/g, '')
        .toLowerCase()
        .replace(/ς/g, 'σ')
        .normalize('NFC')
        .replace(/\s+/g, ' ')
        .trim()
    fc.assert(fc.property(anyText, (text) => fold(text) === byTheRule(text)))
  })
})

describe('tagName', () => {
  it('[TG-3] tagName lower-cases, trims, squeezes and composes, and keeps accents', () => {
    expect(tagName('  Cr\u00e8me  Bru\u0302le\u0301e ')).toBe('cr\u00e8me br\u00fbl\u00e9e')
    expect(tagName('E\u0301cole')).toBe('école')
    expect(tagName('a\u200bb\u00ad')).toBe('ab')
    expect(tagName('Café')).not.toBe(tagName('cafe'))
  })

  it('[TG-3] two texts with different folded forms are different tag names', () => {
    fc.assert(fc.property(anyText, anyText, (a, b) => tagName(a) !== tagName(b) || fold(a) === fold(b)))
  })
})

describe('squeeze', () => {
  it.each(['\t', '\n', '\r', '\u00a0', '\u1680', '\u2003', '\u2028', '\u3000', '\ufeff', '  '])(
    'squeeze removes %j around a text and makes it one space inside',
    (space) => {
      expect(squeeze(`${space}a${space}b${space}`)).toBe('a b')
      expect(squeeze(`a${space}b`)).toBe('a b')
      expect(squeeze(space)).toBe('')
    },
  )

  it('squeeze gives the same as replacing runs of white space and trimming', () => {
    fc.assert(fc.property(anyText, (text) => squeeze(text) === text.replace(/\s+/g, ' ').trim()))
  })
})

const anyText = fc.oneof(
  fc.array(fc.nat({ max: 0xffff }), { maxLength: 20 }).map((units) => String.fromCharCode(...units)),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.string({
    unit: fc.constantFrom(
      'a',
      'Z',
      ' ',
      '\n',
      '\t',
      '\u00a0',
      '\u0085',
      '\ufeff',
      '\u200b',
      '\ufe0f',
      '\u2011',
      '\u2019',
      '\u2003',
      'é',
      'e\u0301',
      'ς',
      'İ',
      '\ud83d',
    ),
  }),
)
