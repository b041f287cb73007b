import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Closeness, closeness, compareCloseness, singleWords } from './loose.ts'
import { codePointsOf, isWithinEdits } from './nearness.ts'
import { parseSearch } from './searchbar/grammar.ts'

describe('closeness', () => {
  const of = (typed: string, word: string) => closeness(codePointsOf(typed), codePointsOf(word))

  it.each([
    ['hotky', 'hotkey', 1, true],
    ['validaton', 'validation', 1, true],
    ['vlaidation', 'validation', 1, true],
    ['vallidatoin', 'validation', 2, true],
    // Whichever word is longer has four letters, or eight.
    ['jva', 'java', 1, true],
    ['mesags', 'messages', 2, true],
    ['vlaid', 'validation', 1, false],
    ['progarm', 'programming', 1, false],
    ['日本橋駅', '日本橋', 1, true],
    // An underscore does not count as a letter.
    ['modav', 'mod_dav', 1, true],
    ['moddav', 'mod_dav', 0, true],
    ['modd', 'mod_dav', 0, false],
  ])('[SB-1] the word %s is close to %s', (typed, word, edits, isWhole) => {
    expect(of(typed, word)?.distance).toBe(2 * edits + (isWhole ? 0 : 1))
  })

  it.each([
    ['collecting', 'collector'],
    ['collecting', 'collect'],
    ['painter', 'painting'],
    ['documentation', 'documents'],
    ['developers', 'development'],
    ['wanderungen', 'wandern'],
    ['educatives', 'education'],
    ['κατασκευαστησ', 'κατασκευαζω'],
  ])('[SB-1] the words %s and %s are forms of one word, beyond all edits', (word, form) => {
    expect(of(word, form)?.distance).toBe(6)
  })

  it.each([
    ['jva', 'jav'],
    ['cat', 'cot'],
    ['ab', 'abcd'],
    ['latge', 'lattice'],
    ['mesags', 'massage'],
    // A beginning is close only with the right first letter.
    ['alid', 'validation'],
    ['balid', 'validation'],
    // An exact search finds these.
    ['hotkey', 'hotkeys'],
    ['dation', 'validation'],
    ['mod', 'mod_dav'],
    ['x'.repeat(41), `${'x'.repeat(40)}y`],
    // The shared beginning is shorter than both endings.
    ['contracts', 'control'],
    ['automobile', 'automating'],
    // Four common letters are too few.
    ['testing', 'testers'],
    // An ending with digits makes no form of a word.
    ['release2011', 'release4096'],
  ])('[SB-1] the word %s is not close to %s', (typed, word) => {
    expect(of(typed, word)).toBeNull()
  })

  it('[SB-1] two words are close exactly when the definition says so', () => {
    const units = (maxLength: number) =>
      fc.string({ unit: fc.constantFrom('a', 'b', 'c', '7', '😀'), maxLength })
    fc.assert(
      fc.property(units(7), units(7), units(7), (shared, rest, other) => {
        const [typed, word] = [shared + rest, shared + other]
        fc.pre(typed !== '' && word !== '')
        expect(of(typed, word)).toEqual(byDefinition(typed, word))
      }),
      { numRuns: 3000 },
    )
  })
})

/** The best closeness over all beginnings of the word and the whole word, or else a form. */
function byDefinition(typed: string, word: string): Closeness | null {
  const [from, to] = [[...typed], [...word]]
  if (from.length < 3 || word.includes(typed)) return null
  const differs = from.findIndex((point, at) => point !== to[at])
  const shared = differs === -1 ? from.length : differs
  const found = to.flatMap((_, at): Closeness[] => {
    const end = to.slice(0, at + 1)
    const longer = Math.max(end.length, from.length)
    const edits = [0, 1, 2].find((few) => isWithinEdits(from.join(''), end.join(''), few))
    const isWhole = end.length === to.length
    const isForgiven = edits !== undefined && edits <= (longer < 4 ? 0 : longer < 8 ? 1 : 2)
    const distance = 2 * (edits ?? 0) + (isWhole ? 0 : 1)
    return isForgiven && (isWhole || (from.length >= 4 && shared > 0)) ? [{ distance, shared }] : []
  })
  const rests = [...from.slice(shared), ...to.slice(shared)]
  const isForm = shared >= 5 && shared >= rests.length && !rests.includes('7')
  return found.sort(compareCloseness)[0] ?? (isForm ? { distance: 6, shared } : null)
}

it.each([
  ['hotkey eclipse, Java', ['hotkey', 'eclipse', 'java']],
  ['web-dav and web-dav', ['web', 'dav', 'and']],
  ['c++ templates', ['c++', 'templates']],
  ['tag:java, "oat milk", tea | milk', []],
  ['tea, -milk', ['tea']],
  ['a b c d e f g h i j k l', [...'abcdefghijkl']],
  ['a b c d e f g h i j k l m', []],
])('[SB-1] the single words of %s are %j', (text, words) => {
  expect(singleWords(parseSearch(text))).toEqual(words)
})
