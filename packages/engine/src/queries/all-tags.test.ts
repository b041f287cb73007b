import type { Change, Tag, TagOrder } from '@cardinal/domain'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { NaiveWorkspace } from '../reference/naive-workspace.ts'
import { WorkspaceIndex } from '../workspace-index.ts'

const few = fc.constantFrom(0, 1, 2)
const rows = fc.array(
  fc.record({
    name: fc.constantFrom('a', 'b', 'éa', 'z b'),
    clickCount: few,
    lastClickedAt: fc.option(few),
    createdAt: few,
    updatedAt: few,
  }),
  { maxLength: 12 },
)
const order = fc.constantFrom<TagOrder>(
  { by: 'recently', of: 'added' },
  { by: 'oldest', of: 'updated' },
  { by: 'most', of: 'tagged' },
  { by: 'most', of: 'searched' },
  { by: 'least', of: 'searched' },
  { by: 'recently', of: 'searched' },
  { by: 'oldest', of: 'searched' },
  { by: 'alphabetically', of: 'desc' },
)

it('[TG-5] property: tags in each order, by name and counted are those of the reference implementation', () => {
  fc.assert(
    fc.property(rows, order, fc.nat({ max: 12 }), (given, asked, removed) => {
      const tags = given.map(
        (row, n): Tag => ({ ...row, id: `${(n * 7) % 13}`.padStart(24, '0'), color: null }),
      )
      const changes = tags.map((row): Change => ({ kind: 'tag', id: row.id, row }))
      for (const { id } of tags.slice(removed)) changes.push({ kind: 'tag', id, row: null })
      const [index, naive] = [new WorkspaceIndex(), new NaiveWorkspace()]
      for (const workspace of [index, naive]) workspace.apply(changes)
      const names = ['a', 'b', 'éa', 'nothing']
      expect(index.ask('allTags', { order: asked })).toEqual(naive.ask('allTags', { order: asked }))
      expect(index.ask('tagsByName', { names })).toEqual(naive.ask('tagsByName', { names }))
      expect(index.ask('countTags', {})).toBe(naive.ask('countTags', {}))
    }),
  )
})
