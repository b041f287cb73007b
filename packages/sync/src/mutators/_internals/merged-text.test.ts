import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mergeTexts } from './merged-text.ts'

const text = fc
  .array(fc.constantFrom('a', 'b', 'c', ' ', '\n', '  ', '日', '本', '😀'), { maxLength: 30 })
  .map((pieces) => pieces.join(''))
const word = fc.constantFrom('red', 'green', 'blue', 'white')

describe('[CD-3] merging two edits of one text', () => {
  it('the merge of two edits is the same whichever edit came first', () => {
    fc.assert(
      fc.property(text, text, text, (base, one, other) => {
        expect(mergeTexts(base, one, other)).toBe(mergeTexts(base, other, one))
      }),
      { numRuns: 2000 },
    )
  })

  it('merging an edit with no edit, or with the same edit, gives that edit', () => {
    fc.assert(
      fc.property(text, text, (base, edited) => {
        expect(mergeTexts(base, edited, base)).toBe(edited)
        expect(mergeTexts(base, base, edited)).toBe(edited)
        expect(mergeTexts(base, edited, edited)).toBe(edited)
      }),
    )
  })

  it('edits at both ends of a text are both kept, and the text between them does not change', () => {
    const middle = fc
      .array(word, { minLength: 1, maxLength: 8 })
      .map((words) => `\n  keep ${words.join(' ')} keep\t`)
    fc.assert(
      fc.property(middle, fc.constantFrom(' ', '\n', ' \n\n'), (kept, gap) => {
        const written = (first: string, last: string) => `${first}${gap}${kept}${gap}${last}`
        expect(mergeTexts(written('first', 'last'), written('FIRST', 'last'), written('first', 'LAST'))).toBe(
          written('FIRST', 'LAST'),
        )
      }),
    )
  })

  const inserted = fc.array(fc.constantFrom('eggs', 'rye', 'apples', 'jam', 'salt', ''), {
    minLength: 1,
    maxLength: 4,
  })
  const list = fc.array(fc.constantFrom('milk', 'flour', 'tea', ''), { minLength: 1, maxLength: 6 })
  const within = (all: readonly string[], given: readonly string[]) => {
    let at = 0
    for (const line of all) if (line === given[at]) at++
    return at === given.length
  }

  it('[OF-2] lines that two edits insert at one place are all in the text, once, whichever edit came first', () => {
    fc.assert(
      fc.property(list, fc.nat(6), inserted, inserted, (base, place, one, other) => {
        const at = Math.min(place, base.length)
        const written = (lines: readonly string[]) =>
          [...base.slice(0, at), ...lines, ...base.slice(at)].join('\n')
        const merged = mergeTexts(base.join('\n'), written(one), written(other))
        expect(merged).toBe(mergeTexts(base.join('\n'), written(other), written(one)))
        const lines = merged?.split('\n') ?? []
        for (const given of [base, one, other, written(one).split('\n'), written(other).split('\n')])
          expect(within(lines, given)).toBe(true)
        // If `other` has every line of `one`, the merge is `other`.
        if (within(other, one)) expect(merged).toBe(written(other))
      }),
      { numRuns: 500 },
    )
  })

  it('[OF-2] an edit that is merged again into the merge changes nothing', () => {
    fc.assert(
      fc.property(list, fc.nat(6), inserted, inserted, (base, place, one, other) => {
        const at = Math.min(place, base.length)
        const [seen, mine, theirs] = [[], one, other].map((lines) =>
          [...base.slice(0, at), ...lines, ...base.slice(at)].join('\n'),
        ) as [string, string, string]
        const merged = mergeTexts(seen, mine, theirs) as string
        expect(mergeTexts(seen, mine, merged)).toBe(merged)
        expect(mergeTexts(seen, theirs, merged)).toBe(merged)
      }),
      { numRuns: 500 },
    )
  })

  it('[OF-2] a line that is written on in several changes stays one line beside the line of another device', () => {
    const base = 'Groceries list\neggs\nflour'
    expect(mergeTexts(base, `${base}\nbutter desk`, `${base}\napples phone`)).toBe(
      `${base}\napples phone\nbutter desk`,
    )
    const first = mergeTexts(base, `${base}\nbut`, `${base}\napples phone`) as string
    expect(mergeTexts(`${base}\nbut`, `${base}\nbutter desk`, first)).toBe(
      `${base}\napples phone\nbutter desk`,
    )
    // An edit that removes its own line again leaves the other edit's line.
    expect(mergeTexts(`${base}\nbut`, base, first)).toBe(`${base}\napples phone`)
    expect(mergeTexts(base, `${base} and rye`, `${base}\napples phone`)).toBe(`${base} and rye\napples phone`)
  })

  it('editing a word that the other edit deleted counts as an overlap', () => {
    expect(mergeTexts('one two three', 'one TWO three', 'one three')).toBeNull()
  })

  it('a long text is merged, and one that is too costly to compare counts as an overlap', () => {
    const lines = (count: number, line: (n: number) => string) =>
      Array.from({ length: count }, (_, n) => line(n)).join('\n')
    const edited = (at: number, line: (n: number) => string) => (n: number) => (n === at ? 'EDITED' : line(n))
    const own = (n: number) => `line ${n}`
    expect(
      mergeTexts(lines(1_500, own), lines(1_500, edited(5, own)), lines(1_500, edited(1_400, own))),
    ).toBe(lines(1_500, edited(1_400, edited(5, own))))
    const alike = () => 'a'
    const began = performance.now()
    // Without the limit, this merge takes minutes.
    const merged = mergeTexts(
      lines(9_000, alike),
      lines(9_000, edited(5, alike)),
      lines(9_000, edited(8_000, alike)),
    )
    expect(merged).toBeNull()
    expect(performance.now() - began).toBeLessThan(2_000)
  })

  it('the texts of one change share one limit for the cost of comparing', () => {
    const words = (...changed: number[]) =>
      Array.from({ length: 200 }, (_, n) => (changed.includes(n) ? `W${n}` : `w${n % 40}`)).join(' ')
    const effort = { steps: 500_000 }
    const merge = () => mergeTexts(words(), words(1), words(190), effort)
    expect(merge()).toBe(words(1, 190))
    expect(Array.from({ length: 10 }, merge).at(-1)).toBeNull()
  })
})
