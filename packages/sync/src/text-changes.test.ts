import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { textChanges } from './text-changes.ts'

const text = fc
  .array(fc.constantFrom('a', 'b', 'c', ' ', '\n', '  ', '日', '本', '😀'), { maxLength: 30 })
  .map((pieces) => pieces.join(''))

const applied = (before: string, changes: ReturnType<typeof textChanges>) =>
  [...changes]
    .reverse()
    .reduce((now, { from, to, insert }) => now.slice(0, from) + insert + now.slice(to), before)

describe('the places in which two texts differ', () => {
  it('applying the changed places turns one text into the other, in order and without overlap', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const changes = textChanges(before, after)
        expect(applied(before, changes)).toBe(after)
        for (const [n, { from, to }] of changes.entries()) {
          expect(from).toBeLessThanOrEqual(to)
          expect(from).toBeGreaterThanOrEqual(changes[n - 1]?.to ?? 0)
        }
      }),
      { numRuns: 2000 },
    )
  })

  it('two separate changes give two changed places, with the text between them unchanged', () => {
    expect(textChanges('milk\nmy line\neggs and flour', 'oat milk\nmy line\neggs and rye flour')).toEqual([
      { from: 0, to: 0, insert: 'oat ' },
      { from: 22, to: 22, insert: 'rye ' },
    ])
  })
})
