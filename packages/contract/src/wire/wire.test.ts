import type { Change } from '@cardinal/domain'
import { historyRows } from '@cardinal/testing/mutations'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { changeFromFeedLine, feedLine, feedLineOf } from '../feed.ts'
import { entity } from './entity.ts'
import { group } from './group.ts'
import { toInstant } from './scalars.ts'
import { tag } from './tag.ts'

const facts = { ownerId: 'f'.repeat(24), tagFacts: () => ({ groupIds: [], cardCount: 3 }) }

it('[CD-1] [TG-1] every row is the same after the way to the wire and back, and matches its schema on the wire', () => {
  fc.assert(
    fc.property(historyRows(), (rows) => {
      for (const change of rows.snapshot()) {
        const line = feedLineOf(change, facts)
        expect(z.safeParse(feedLine, line).error).toBeUndefined()
        expect(changeFromFeedLine(JSON.parse(JSON.stringify(line)))).toEqual(change)
      }
    }),
    { numRuns: 200 },
  )
})

it('deleted rows and workspaces are the same after the way to the wire and back, and the line with the cursor is no change', () => {
  const changes: Change[] = [
    { kind: 'card', id: 'a'.repeat(24), row: null },
    { kind: 'group', id: 'a'.repeat(24), row: null },
    {
      kind: 'workspace',
      id: 'b'.repeat(24),
      row: { id: 'b'.repeat(24), name: 'Home', createdAt: 1, updatedAt: 2 },
    },
  ]
  for (const change of changes) expect(changeFromFeedLine(feedLineOf(change, facts))).toEqual(change)
  expect(feedLineOf(changes[0] as Change, facts)).toEqual({
    kind: 'entity',
    _id: 'a'.repeat(24),
    deleted: true,
  })
  expect(changeFromFeedLine({ cursor: 'x.1' })).toBeNull()
})

it('[CD-1] [CD-2] [TG-1] fields on the wire have the names of the specification', () => {
  const {
    doneAt: _done,
    dueAt: _due,
    recurrence: _recurrence,
    completions: _completions,
    files: _files,
    startAt: _startAt,
    place: _place,
    page: _page,
    address: _address,
    workspace_id: _workspace,
    ...specified
  } = entity.shape
  expect(Object.keys(specified)).toEqual(
    '_id type content titles tags_assigned color is_public parents siblings children createdAt updatedAt'.split(
      ' ',
    ),
  )
  expect(Object.keys(entity.shape.titles.def.element.shape)).toEqual([
    '_id',
    'text',
    'isTicked',
    'entity_id',
    'owner',
  ])
  expect(Object.keys(tag.shape).slice(0, 9)).toEqual(
    '_id tag_name tag_groups color_name click_count lastClickedAt createdAt updatedAt count_entity_ids'.split(
      ' ',
    ),
  )
  expect(Object.keys(group.shape)).toEqual(
    '_id title group_name color_name tags hidden createdAt updatedAt'.split(' '),
  )
})

it('times on the wire always have milliseconds', () => {
  expect(toInstant(Date.UTC(2024, 0, 31, 12))).toBe('2024-01-31T12:00:00.000Z')
})
