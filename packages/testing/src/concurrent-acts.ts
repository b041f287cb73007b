import type { Card, Subnote } from '@cardinal/domain'
import { diffCard, type MemoryRows, type Mutation, runMutation } from '@cardinal/sync'
import { idOf, rowsAfter } from './mutations.ts'

/** Rows and mutations for the tests of the table in docs/concurrency.md. */

export const NOW = 1_900_000_000_000
export const [CARD, OTHER] = [idOf('card', 0), idOf('card', 1)]
export const [TAG, INTO, NEW] = [idOf('tag', 0), idOf('tag', 1), idOf('tag', 2)]
export const [GROUP, SECOND, THIRD] = [idOf('group', 0), idOf('group', 1), idOf('group', 2)]
export const LINE: Subnote = { id: idOf('subnote', 0), text: 'buy rye', isTicked: false }

/** A card with a subnote and a tag, a second card, two tags, three groups. */
export function start(): MemoryRows {
  return rowsAfter([
    {
      name: 'createTags',
      args: {
        tags: [
          { id: TAG, name: 'garden' },
          { id: INTO, name: 'home' },
        ],
        attachToCardIds: [],
      },
    },
    {
      name: 'createCard',
      args: { card: { id: CARD, type: 'note', content: 'bread\nbutter', subnotes: [LINE], tagIds: [TAG] } },
    },
    { name: 'createCard', args: { card: { id: OTHER, type: 'note', content: 'soup' } } },
    {
      name: 'createGroups',
      args: {
        groups: [
          { id: GROUP, title: 'travel' },
          { id: SECOND, title: 'house' },
        ],
        tagIds: [TAG],
      },
    },
  ])
}

/** The rows after `meanwhile`, then `act` replayed from an outbox; throws if one is refused. */
export function both(meanwhile: readonly Mutation[], act: readonly Mutation[], rows = start()): MemoryRows {
  for (const step of [...meanwhile, ...act]) {
    const outcome = runMutation(step, rows, { now: NOW, onConflict: 'merge' })
    if (!outcome.ok) throw new Error(`${step.name}: ${JSON.stringify(outcome.error)}`)
    rows.apply(outcome.value.changes)
  }
  return rows
}

export const card = (rows: MemoryRows, id = CARD) => rows.card(id) as Card
export const edit = (wanted: Parameters<typeof diffCard>[1]): Mutation => {
  const args = diffCard(card(start()), wanted)
  if (args === null) throw new Error('nothing was changed')
  return { name: 'editCard', args }
}
export const deleteTag: Mutation = { name: 'deleteTags', args: { tagIds: [TAG] } }
export const mergeTag: Mutation = { name: 'mergeTags', args: { tagIds: [TAG], intoTagId: INTO } }
export const deleteCard: Mutation = { name: 'deleteCards', args: { cardIds: [CARD] } }
export const deleteGroup: Mutation = { name: 'deleteGroups', args: { groupIds: [GROUP] } }
export const deleteLine: Mutation = { name: 'deleteSubnote', args: { cardId: CARD, subnoteId: LINE.id } }
export const makeTag = (id: string, name: string): Mutation => ({
  name: 'createTags',
  args: { tags: [{ id, name }], attachToCardIds: [] },
})
export const attach = (tagId: string): Mutation => ({
  name: 'attachTags',
  args: { cardIds: [OTHER], tagIds: [tagId] },
})
export const newCard = (tagIds: readonly string[]): Mutation => ({
  name: 'createCard',
  args: { card: { id: idOf('card', 3), type: 'note', content: 'stew', tagIds } },
})
