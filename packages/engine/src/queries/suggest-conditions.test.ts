import { parseSearch, toFiles } from '@cardinal/domain'
import { IMPLEMENTATIONS, workedExample } from '@cardinal/testing'
import { describe, expect, it } from 'vitest'
import { ALL_CARDS } from '../all-cards.ts'
import type { ConditionSuggestion } from '../questions.ts'

const query = (text: string) => ({
  ...ALL_CARDS,
  search: parseSearch(text),
  offset: 0,
  limit: 0,
  parts: 'counts' as const,
})
const named = (found: ConditionSuggestion) => {
  const { kind, count } = found
  const what = { span: 'at', site: 'site', type: 'type', color: 'color', subnotes: 'kind', file: 'kind' }[
    kind
  ]
  return `${(found as unknown as Record<string, string>)[what]} ${count}`
}

describe.each(IMPLEMENTATIONS)('which conditions narrow a search: %s', (_, create) => {
  const given = workedExample(
    create(),
    `
    link https://a.example/1 #x
    link https://a.example/2 #x
    link https://deep.a.example/3 #x
    link https://b.example/4 #x
    note 5 #x
    note 6 #x #y
    todo 7 #y`,
  )
  const suggested = (text: string, limit = 4, spans: readonly { start: number; end: number }[] = []) =>
    given.workspace.ask('suggestConditions', { query: query(text), spans, limit }).map(named)

  it('[SB-8] conditions that only some of the cards meet are suggested, with those first that narrow most', () => {
    expect(suggested('x')).toEqual(['note 2', 'a.example 3', 'b.example 1', 'deep.a.example 1'])
    expect(suggested('x', 1)).toEqual(['note 2'])
    expect(suggested('y')).toEqual(['todo 1', 'note 1'])
  })

  it('[SB-8] of conditions that the same cards meet one is suggested', () => {
    expect(suggested('x, (site:b.example | is:note)')).toEqual(['b.example 1', 'note 2'])
  })

  it('[SB-8] that some cards have a file is suggested', () => {
    const files = toFiles([{ hash: 'a'.repeat(64), name: 'a', type: '', size: 1 }])
    for (const card of [1, 5]) given.changeCard(card, { files })
    expect(suggested('x', 9)).toContain('file 2')
    for (const card of [1, 5]) given.changeCard(card, { files: null })
  })

  it('[SB-8] a condition that every card meets narrows nothing, and is not suggested', () => {
    expect(suggested('x, is:note')).toEqual([])
    expect(suggested('x, site:b.example')).toEqual([])
    expect(suggested('nothing has this')).toEqual([])
  })

  it('[SB-8] each suggested condition counts the cards that the search finds with it', () => {
    for (const text of ['x', 'y', 'x | y'])
      for (const found of given.workspace.ask('suggestConditions', {
        query: query(text),
        spans: [],
        limit: 9,
      })) {
        const token =
          found.kind === 'site' ? `site:${found.site}` : found.kind === 'type' ? `is:${found.type}` : ''
        const search = parseSearch(`${text}, ${token}`)
        const [count] = given.workspace.ask('countSearches', { query: query(''), searches: [search] })
        expect([search, count]).toEqual([search, found.count])
      }
  })

  it('[SB-8] a span of time is suggested by its place, and holds its start and not its end', () => {
    const [third, fifth] = given.workspace.ask('cardsById', { ids: [given.card(3), given.card(5)] })
    const times = [third?.createdAt ?? 0, fifth?.createdAt ?? 0] as const
    const spans = [
      { start: times[0] - 1, end: times[0] },
      { start: times[0], end: times[1] },
    ]
    expect(suggested('x', 9, spans).filter((each) => /^\d/.test(each))).toEqual(['1 2'])
  })
})
