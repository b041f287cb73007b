import { IMPLEMENTATIONS, workedExample } from '@cardinal/testing'
import { describe, expect, it } from 'vitest'
import { bitsFor, setBit } from '../structures/bits.ts'
import { countable } from './counting.ts'

describe.each(IMPLEMENTATIONS)('%s counts what was found', (_, make) => {
  const LINES = `
    note a #x #y @red
    note b #x @red
    note c #x #z @blue
    note d #x
    note e #y @blue
    note f`
  const countedIn = (text: string, change?: (example: ReturnType<typeof workedExample>) => void) => {
    const example = workedExample(make(), LINES)
    change?.(example)
    const { total, colorCounts, intersectionCounts } = example.match(text)
    const colors = colorCounts.map(({ color, count }) => `${color ?? 'none'} ${count}`)
    return [total, colors, example.counted(intersectionCounts)]
  }

  it('[HM-5] the counts are right when fewer than half of the cards match', () => {
    expect(countedIn('y')).toEqual([2, ['blue 1', 'red 1'], ['y 2', 'x 1']])
  })

  it('[HM-5] the counts are right when exactly half of the cards match', () => {
    expect(countedIn('y | z')).toEqual([3, ['blue 2', 'red 1'], ['x 2', 'y 2', 'z 1']])
  })

  it('[HM-5] the counts are right when more than half, all or none of the cards match', () => {
    expect(countedIn('x')).toEqual([4, ['red 2', 'blue 1', 'none 1'], ['x 4', 'y 1', 'z 1']])
    expect(countedIn('')).toEqual([6, ['blue 2', 'red 2', 'none 2'], ['x 4', 'y 2', 'z 1']])
    expect(countedIn('x, -x')).toEqual([0, [], []])
  })

  it('[HM-5] the counts are right after cards changed colour and tags, and after others were deleted', () => {
    const counts = countedIn('-z', (example) => {
      example.changeCard(1, { color: 'blue', tagIds: [] })
      example.changeCard(2, { color: null })
      example.workspace.apply([{ kind: 'card', id: example.card(5), row: null }])
    })
    expect(counts).toEqual([4, ['none 3', 'blue 1'], ['x 2']])
  })

  it('[HM-5] counts of colours ignore the chosen colours, also when more than half of the cards match', () => {
    const { match } = workedExample(make(), LINES)
    expect(match('x', { colors: ['blue', null] })).toMatchObject({
      total: 2,
      colorCounts: [
        { color: 'red', count: 2 },
        { color: 'blue', count: 1 },
        { color: null, count: 1 },
      ],
    })
  })
})

describe('a set of cards that is counted', () => {
  const cardsTo = (end: number) => {
    const cards = bitsFor(7)
    for (let ordinal = 0; ordinal < end; ordinal++) setBit(cards, ordinal)
    return cards
  }
  const counted = (cards: number, found: number) =>
    countable({ cards: { count: cards, all: cardsTo(cards) } }, cardsTo(found))

  it('[HM-5] a counted set lists its own cards while they are at most half of all cards', () => {
    expect(counted(6, 0)).toEqual({ size: 0, ordinals: Uint32Array.of(), areOthers: false })
    expect(counted(6, 3)).toEqual({ size: 3, ordinals: Uint32Array.of(0, 1, 2), areOthers: false })
    expect(counted(7, 3)).toEqual({ size: 3, ordinals: Uint32Array.of(0, 1, 2), areOthers: false })
  })

  it('[HM-5] a counted set lists the other cards when these are fewer', () => {
    expect(counted(6, 4)).toEqual({ size: 4, ordinals: Uint32Array.of(4, 5), areOthers: true })
    expect(counted(7, 4)).toEqual({ size: 4, ordinals: Uint32Array.of(4, 5, 6), areOthers: true })
    expect(counted(7, 7)).toEqual({ size: 7, ordinals: Uint32Array.of(), areOthers: true })
  })
})
