import { describe, expect, it } from 'vitest'
import { changesTags, stepsWords } from './finding-words.ts'

describe('the steps to the cards of an act, in words', () => {
  it('[TG-3] are those of now and of afterwards', () => {
    expect(stepsWords({ before: 2.14, after: 1.75 })).toBe(
      'Finding one of these cards by a tag takes 2.1 steps now, 1.8 afterwards.',
    )
    expect(stepsWords({ before: 2.01, after: 1.98 })).toBe(
      'Finding one of these cards by a tag takes 2 steps, now and afterwards.',
    )
    expect(stepsWords({ before: 1233.2, after: 10.04 })).toBe(
      'Finding one of these cards by a tag takes 1,233 steps now, 10 afterwards.',
    )
    expect(stepsWords({ before: 1, after: 3 })).toBe(
      'Finding one of these cards by a tag takes 1 step now, 3 afterwards.',
    )
  })

  it('[TG-3] say so where there is no tag to begin with', () => {
    expect(stepsWords({ before: 3, after: null })).toBe(
      'Finding one of these cards by a tag takes 3 steps now. Afterwards they have none.',
    )
    expect(stepsWords({ before: null, after: 1 })).toBe(
      'These cards have no tag now. Finding one takes 1 step afterwards.',
    )
    expect(stepsWords({ before: null, after: null })).toBe('')
  })

  it('[TG-3] are left out where no card keeps other tags', () => {
    const look = { type: 'note', content: '', color: null, isDone: false, tags: [] } as const
    const tagged = { ...look, tags: [{ id: 'a', name: 'a', color: null, isImplied: false }] }
    const examples = (before: typeof tagged | typeof look, after: typeof tagged | null) => ({
      cardExamples: [{ id: 'c', before, after }],
    })
    expect(changesTags(examples(look, tagged))).toBe(true)
    expect(changesTags(examples(tagged, tagged))).toBe(false)
    expect(changesTags(examples(tagged, null))).toBe(false)
  })
})
