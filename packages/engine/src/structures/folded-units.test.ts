import { fold, kindOfUnit, UNIT } from '@cardinal/domain'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FoldedUnits, indexOfUnits, textOf, unitsOf } from './folded-units.ts'
import { hashUnits } from './unit-hash.ts'

const folder = new FoldedUnits()

function folded(content: string, subnotes: readonly string[] = []): string {
  const lines = subnotes.map((text, n) => ({ id: String(n), text, isTicked: false }))
  folder.read({ type: 'note', content, address: null, subnotes: lines })
  return textOf(folder.units, 0, folder.length)
}

function tokensOf({ units, tokenCount, tokenStarts, tokenEnds, tokenHashes }: FoldedUnits) {
  return Array.from({ length: tokenCount }, (_, token) => {
    const [start = 0, end = 0] = [tokenStarts[token], tokenEnds[token]]
    expect(tokenHashes[token]).toBe(hashUnits(units, start, end))
    return textOf(units, start, end)
  })
}

/** Splits at gaps. Neighbouring units of one kind are one token, unless the kind stands alone. */
function tokensIn(whole: string): string[] {
  const kindAt = (at: number) => kindOfUnit(whole.charCodeAt(at))
  const tokens: string[] = []
  for (let at = 0; at < whole.length; at++) {
    const isContinued = at > 0 && kindAt(at) === kindAt(at - 1) && kindAt(at) !== UNIT.single
    if (kindAt(at) === UNIT.gap) continue
    if (isContinued) tokens.push((tokens.pop() ?? '') + whole.charAt(at))
    else tokens.push(whole.charAt(at))
  }
  return tokens
}

/** Any text, but mostly difficult ones: spaces, marks, and units that compose or decompose to several. */
const hard = fc.constantFrom(
  ...[
    'a',
    'B',
    ' ',
    '  ',
    '\n',
    '\t',
    '\u00a0',
    '\u3000',
    '\ufeff',
    '\0',
    '\u0001',
    'é',
    'e\u0301',
    'Å',
    '\u212b',
  ],
  ...[
    'ß',
    'ẞ',
    'ﬁ',
    'Σ',
    'ς',
    'İ',
    'ı',
    '½',
    '¨',
    'ª',
    'ᄀ',
    'ᅡ',
    'ᆨ',
    '가',
    'ㄱ',
    'ﾡ',
    'が',
    'か\u3099',
    'ｶ',
    'ﾞ',
  ],
  ...['क', 'ि', '\u09c7\u09be', '東', '😀', '\ud83d', '\ude00', '\u0345', '\u093c', 'Ж', 'ж'],
)
const text = fc.string({
  unit: fc.oneof({ weight: 3, arbitrary: hard }, fc.string({ unit: 'binary', maxLength: 1 })),
  maxLength: 20,
})

describe('FoldedUnits', () => {
  it('[SB-1] FoldedUnits folds every UTF-16 unit between others as fold does', () => {
    for (let unit = 0; unit < 0x10000; unit++) {
      const char = String.fromCharCode(unit)
      const around = `${char}É`
      if (folded(around) !== fold(around)) expect(folded(around)).toBe(fold(around))
    }
  })

  it('[SB-1] FoldedUnits folds any text as fold does', () => {
    fc.assert(
      fc.property(text, (content) => {
        expect(folded(content)).toBe(fold(content))
        if (folder.isLowerCase) expect(content.toLowerCase()).toBe(fold(content))
      }),
      { numRuns: 2000 },
    )
  })

  it('[SB-1] FoldedUnits separates the texts of a card by line breaks', () => {
    fc.assert(
      fc.property(text, fc.array(text, { minLength: 1, maxLength: 3 }), (content, subnotes) => {
        expect(folded(content, subnotes)).toBe([content, ...subnotes].map(fold).join('\n'))
        if (folder.isLowerCase)
          expect([content, ...subnotes].join('\n').toLowerCase()).toBe(
            [content, ...subnotes].map(fold).join('\n'),
          )
      }),
    )
  })

  it('[SB-1] FoldedUnits splits texts into tokens of one kind, each with its hash', () => {
    fc.assert(
      fc.property(text, fc.array(text, { maxLength: 2 }), (content, subnotes) => {
        const whole = folded(content, subnotes)
        const tokens = tokensOf(folder)
        expect(tokens).toEqual(tokensIn(whole))
        folder.readFolded(fold(content))
        expect(tokensOf(folder)).toEqual(tokensIn(fold(content)))
      }),
      { numRuns: 1000 },
    )
  })

  it('FoldedUnits detects when a text only needs lower case', () => {
    const isLowerCase = (content: string) => {
      folded(content)
      return folder.isLowerCase
    }
    expect(['Plain text', '東京', 'Наш дом', ''].map(isLowerCase)).toEqual([true, true, true, true])
    expect(['two  spaces', ' before', 'after ', 'café', 'ΣΑΣ', 'tab\there'].some(isLowerCase)).toBe(false)
  })

  it('FoldedUnits folds texts that are longer than its buffer', () => {
    const long = 'Éx '.repeat(50_000)
    expect(folded(long, ['a', long])).toBe(`${fold(long)}\na\n${fold(long)}`)
  })
})

describe('indexOfUnits', () => {
  it('indexOfUnits finds the same place as indexOf', () => {
    const few = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 12 })
    fc.assert(
      fc.property(few, few, (all, substring) => {
        expect(indexOfUnits(unitsOf(all), 0, all.length, unitsOf(substring))).toBe(all.indexOf(substring))
      }),
      { numRuns: 1000 },
    )
  })

  it('indexOfUnits takes time linear in the texts, even for repetitive ones', () => {
    const all = unitsOf(`${'a'.repeat(60_000)}b`)
    expect(indexOfUnits(all, 0, all.length, unitsOf(`${'a'.repeat(30_000)}b`))).toBe(30_000)
    expect(indexOfUnits(all, 1, all.length, unitsOf(`${'a'.repeat(30_000)}c`))).toBe(-1)
  })
})
