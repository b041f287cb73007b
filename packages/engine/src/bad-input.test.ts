import { HOSTILE_SEARCHES, questionsWithText, sampleForHostileSearches, sampleId } from '@cardinal/testing'
import { beforeAll, describe, expect, it } from 'vitest'
import { NaiveWorkspace } from './reference/index.ts'
import { WorkspaceIndex } from './workspace-index.ts'

describe('bad input is answered', () => {
  const { changes } = sampleForHostileSearches(20)
  const index = new WorkspaceIndex()
  const reference = new NaiveWorkspace()

  beforeAll(() => {
    for (const workspace of [index, reference]) workspace.apply(changes)
  })

  // The time that each search takes: `npm run bench -- engine`.
  it.each(HOSTILE_SEARCHES)(
    '[SB-1] [SB-8] [TG-6] the index answers %s as the reference implementation does',
    (_, text) => {
      for (const [question, ask] of Object.entries(questionsWithText(text)))
        expect(ask(index), question).toEqual(ask(reference))
    },
  )

  it('unknown ids are answered as missing, without an error', () => {
    const id = sampleId('a', 0xffff)
    expect(index.ask('cardsById', { ids: [id, 'no id at all', ''] })).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect(index.ask('tagsById', { ids: [id] })).toEqual([undefined])
    expect(index.ask('groupsById', { ids: [id] })).toEqual([undefined])
    expect(index.ask('tagsOfCards', { cardIds: [id], type: null })).toEqual([])
    expect(index.ask('siblingTags', { tagIds: [id], negativeTagIds: [id], type: null })).toEqual({
      allOf: [],
      anyOf: [],
    })
    expect(index.ask('highlights', { tagId: id })).toEqual({ sharesGroup: [], sharesTodos: [] })
    expect(index.ask('tagsOfGroups', { groupIds: [id] })).toEqual([])
    expect(index.ask('closestGroups', { tagIds: [id] })).toEqual([])
    index.apply([
      { kind: 'card', id, row: null },
      { kind: 'tag', id, row: null },
      { kind: 'group', id, row: null },
    ])
    expect([...index.rows()]).toHaveLength(41)
  })
})
