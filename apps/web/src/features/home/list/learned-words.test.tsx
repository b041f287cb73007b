import fc from 'fast-check'
import { expect, it } from 'vitest'
import { SITTING_MS } from '../../../shared/changes/sitting.ts'
import {
  afterFailure,
  afterOffer,
  afterReaching,
  afterSearch,
  failedLately,
  isLearnable,
  type Learned,
  NOTHING_LEARNED,
} from './learned-words.ts'

const WORDS = [
  'velo',
  'vel',
  'Vélo',
  'rad',
  'bici',
  'fiets',
  'cykel',
  'rower',
  'po',
  '2026',
  'is:open',
  'two words',
]

const steps = fc.array(
  fc.oneof(
    fc.record({ fails: fc.uniqueArray(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 3 }) }),
    fc.record({ reaches: fc.constantFrom('card-1', 'card-2', 'tag-1') }),
    fc.record({ minutes: fc.nat(6) }),
    fc.record({ searches: fc.constant(true) }),
  ),
  { maxLength: 60 },
)

it('[SB-8] a failed word is offered once for each tag or card, and only in the sitting of its search', () => {
  fc.assert(
    fc.property(steps, (walk) => {
      let learned: Learned = NOTHING_LEARNED
      let now = 1_800_000_000_000
      const offered = new Set<string>()
      /** When each failed word was last seen in its sitting. */
      const seenAt = new Map<string, number>()
      const search = () => {
        for (const [word, at] of seenAt) if (now - at < SITTING_MS) seenAt.set(word, now)
      }
      for (const step of walk) {
        if ('minutes' in step) now += step.minutes * 60_000
        else if ('searches' in step) {
          learned = afterSearch(learned, now)
          search()
        } else if ('fails' in step) {
          learned = afterFailure(learned, step.fails, now)
          search()
          for (const word of WORDS) {
            const begins = (failed: string) =>
              fold(word).startsWith(fold(failed)) || fold(failed).startsWith(fold(word))
            if (step.fails.some(begins)) seenAt.set(word, now)
          }
        } else {
          const [latest] = failedLately(learned, now)
          if (latest === undefined) continue
          expect(isLearnable(latest.word)).toBe(true)
          expect(now - (seenAt.get(latest.word) ?? 0)).toBeLessThan(SITTING_MS)
          learned = afterReaching(learned)
          expect(failedLately(learned, now), 'only the next card is compared').toEqual([])
          const next = afterOffer(learned, latest.word, step.reaches)
          const pair = `${fold(latest.word)} ${step.reaches}`
          expect(next === null).toBe(offered.has(pair))
          if (next === null) continue
          offered.add(pair)
          learned = next
        }
        expect(learned.failed.length).toBeLessThanOrEqual(5)
      }
    }),
  )
})

function fold(word: string): string {
  return word.toLowerCase().replace('é', 'e')
}

it('a word of three letters or more can be learned, but not a number, a field or several words', () => {
  expect(WORDS.filter(isLearnable)).toEqual(['velo', 'vel', 'Vélo', 'rad', 'bici', 'fiets', 'cykel', 'rower'])
  for (const word of ['हिन्दी', 'naïve', 'node-js', "rock'n'roll", 'x'.repeat(50)])
    expect(isLearnable(word)).toBe(true)
  for (const word of ['', 'ab', 'a b c', '123', '-velo', 'site:x.example', 'velo*', 'x'.repeat(51)])
    expect(isLearnable(word)).toBe(false)
})

it('a failed word replaces its own beginnings, and keeps the other words of its search', () => {
  const typed = ['ve', 'vel', 'velo', 'vel'].reduce(
    (learned, word, at) => afterFailure(learned, [word], at),
    NOTHING_LEARNED,
  )
  expect(typed.failed).toMatchObject([{ word: 'velo', beside: [], at: 3 }])
  expect(afterFailure(NOTHING_LEARNED, ['kitchen', 'rad'], 9).failed).toEqual([
    { word: 'kitchen', beside: ['rad'], at: 9 },
    { word: 'rad', beside: ['kitchen'], at: 9 },
  ])
})
