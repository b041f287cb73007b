import { describe, expect, it } from 'vitest'
import { addressesIn, addressKey } from './address.ts'
import { bareAddress, unsafeAddress } from './links.ts'
import { checkName } from './names.ts'
import { isNear, isWithinEdits } from './nearness.ts'
import { parseSearch } from './searchbar/grammar.ts'
import { printSearch } from './searchbar/print.ts'
import { NOTHING_ASKED } from './searchbar/search-tree.ts'

function took(act: () => void): number {
  const start = performance.now()
  act()
  return performance.now() - start
}

/** ms. Generous: a quadratic algorithm takes minutes. */
const LIMIT_MS = 1500

describe('long and hostile texts are read in a moment', () => {
  it('[CD-10] long and hostile texts are parsed quickly for addresses', () => {
    const time = took(() => {
      addressKey('a'.repeat(100_000))
      addressKey(`http://${'/'.repeat(100_000)}x`)
      addressKey(`http://x?${'utm_a=1&'.repeat(20_000)}`)
      bareAddress('a'.repeat(100_000))
      bareAddress('a.'.repeat(50_000))
      bareAddress('a.b '.repeat(25_000))
      bareAddress('a.js '.repeat(20_000))
      bareAddress(`x.yz${'!'.repeat(100_000)}`)
      addressesIn('http://'.repeat(20_000))
      addressesIn('a'.repeat(100_000))
      addressesIn(`${'a.'.repeat(50_000)}://`)
      addressesIn(`http://x${')'.repeat(50_000)}y`)
    })
    expect(time).toBeLessThan(LIMIT_MS)
  })

  it('[CD-10] long and hostile texts are parsed quickly for unsafe addresses', () => {
    const pieces = ['j '.repeat(50_000), 'java\t'.repeat(20_000), '&amp;'.repeat(20_000), ')'.repeat(100_000)]
    const time = took(() => {
      for (const text of pieces) expect(unsafeAddress(`https://a.b/${text}`)).toBeNull()
    })
    expect(time).toBeLessThan(LIMIT_MS)
  })

  it('[TG-2] long and hostile texts are parsed quickly for names', () => {
    const time = took(() => {
      expect(checkName('a '.repeat(50_000)).ok).toBe(false)
      expect(checkName('a\u200d'.repeat(50_000)).ok).toBe(false)
    })
    expect(time).toBeLessThan(LIMIT_MS)
  })

  it('[TG-6] long and hostile texts are compared quickly for nearness', () => {
    const time = took(() => {
      expect(isWithinEdits('a'.repeat(100_000), 'b', 2)).toBe(false)
      expect(isNear('short', 'x'.repeat(100_000))).toBe(false)
    })
    expect(time).toBeLessThan(LIMIT_MS)
  })

  it('[SB-1] long and hostile texts are parsed quickly for searches', () => {
    const time = took(() => {
      expect(parseSearch(','.repeat(10_000))).toEqual(NOTHING_ASKED)
      expect(parseSearch('x'.repeat(100_000))).toEqual({ kind: 'words', words: ['x'.repeat(100_000)] })
    })
    expect(time).toBeLessThan(LIMIT_MS)
  })

  it('[SB-1] texts of signs alone are parsed as searches in a time that grows with their length', () => {
    const units = [
      '(',
      '"',
      '""',
      ',"',
      '"a,',
      '(,',
      '),',
      '-(',
      'tag:"',
      ' | ',
      ' OR',
      '  ',
      ' "',
      'a:',
      '(a),',
      'is:open,',
    ]
    for (const unit of units) {
      const shortest = (length: number) => {
        const text = unit.repeat(length)
        return Math.min(...[1, 2, 3, 4, 5].map(() => took(() => printSearch(parseSearch(text)))))
      }
      // Sixteen times the text may take 80 times as long; a quadratic algorithm takes 256 times as long.
      expect(shortest(8_000), unit).toBeLessThan(80 * Math.max(shortest(500), 1))
    }
  })
})
