import { narrowQueryFor, sample } from '@cardinal/testing'
import { describe, expect, it } from 'vitest'
import { NaiveWorkspace } from '../reference/index.ts'
import { WorkspaceIndex } from '../workspace-index.ts'

const SAMPLE = sample(`
  link Pasta al forno https://kitchen.example/pasta #cooking #italian #quick
  link Pasta fresca https://kitchen.example/fresca #cooking #italian
  note pasta and soup and pasta #cooking #soup
  todo buy soup #shop #cooking
  note engine oil #car
  group food: cooking, soup`)

/** Scores only order suggestions, so no worked example has one. The reference implementation defines them. */
describe('the index gives a suggestion the score and the reasons that the reference implementation gives it', () => {
  const reference = new NaiveWorkspace()
  const index = new WorkspaceIndex()
  reference.apply(SAMPLE.changes)
  index.apply(SAMPLE.changes)

  it.each([
    ['a text', 'fresh pasta soup, see https://kitchen.example/soup', null, []],
    ['a card', 'Pasta al forno https://kitchen.example/pasta', SAMPLE.card(1), []],
    ['tags chosen', 'soup', null, [SAMPLE.tag('shop'), SAMPLE.tag('cooking')]],
    ['nothing', '', null, []],
  ])(
    '[SB-8] index and reference implementation give the same scores and reasons for labels of %s',
    (_, text, cardId, tagIds) => {
      const params = { text, type: null, cardId, tagIds, now: 0, limit: 10, withRecent: true }
      expect(index.ask('suggestLabels', params)).toEqual(reference.ask('suggestLabels', params))
    },
  )

  it.each(['', 'cooking', 'cooking, so', '-car', 'past'])(
    '[SB-8] index and reference implementation give the same scores and reasons for narrowing %j',
    (text) => {
      const savedSearches = ['cooking, soup', 'shop']
      const params = narrowQueryFor(text, { savedSearches, limit: 10 })
      expect(index.ask('suggestNarrowing', params)).toEqual(reference.ask('suggestNarrowing', params))
    },
  )
})
