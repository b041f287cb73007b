import type { Card, Change, Id, TagGroup } from '@cardinal/domain'
import { joined } from './_internals/joined.ts'
import { undoCard } from './_internals/undo-card.ts'
import { undoGroup } from './_internals/undo-group.ts'
import { undoChildGroups, undoRelations, undoTag } from './_internals/undo-tag.ts'
import { tagUndo } from './_internals/undo-tag-name.ts'
import { withoutTag } from './memory-rows.ts'
import type { Mutation, Outcome, Rows } from './mutation.ts'

/**
 * Returns the mutations that undo a mutation, in order. They touch only what it changed, so that later changes of
 * others stay: tags are attached and detached, not set.
 *
 * A merge of tags is undone completely, with clicks and saved searches. Otherwise not restored: times; the order of
 * tags on cards and in groups, and of links; click counts, so that `addClicks` and `resetClicks` have no inverse; a
 * kept revision.
 *
 * @param before all rows before the mutation: undoing a deletion needs related rows, too
 * @param savedSearches the person's before the mutation, oldest first; left out: they are not restored
 */
export function inverse(
  mutation: Mutation,
  before: Rows,
  outcome: Outcome,
  savedSearches: readonly string[] = [],
): Mutation[] {
  if (mutation.name === 'addClicks' || mutation.name === 'resetClicks') return []
  if (mutation.name === 'mergeTags' || mutation.name === 'renameTag')
    return tagUndo(before, outcome, savedSearches)
  const goneTagIds = new Set(
    outcome.changes.flatMap((change) => (change.kind === 'tag' && change.row === null ? [change.id] : [])),
  )
  const cards = cardsAfter(before, outcome.changes, goneTagIds)
  const groups = groupsAfter(before, outcome.changes, goneTagIds)
  const tags = outcome.changes.flatMap((change) => (change.kind === 'tag' ? [change] : []))
  const newTags = tags.filter(({ id }) => before.tag(id) === undefined)
  const oldTags = tags.flatMap(({ id, row }) => {
    const tag = before.tag(id)
    return tag === undefined ? [] : [{ tag, row }]
  })
  return joined([
    ...oldTags.flatMap(({ tag, row }) => undoTag(tag, row)),
    ...oldTags.flatMap(({ tag, row }) => undoRelations(tag, row, before)),
    ...[...groups].flatMap(([id, after]) => undoGroup(id, before.group(id), after, before)),
    ...oldTags.flatMap(({ tag, row }) => undoChildGroups(tag, row, before)),
    ...[...cards].flatMap(([id, after]) =>
      undoCard(id, before.card(id) ?? before.deletedCard(id), after, before.card(id) !== undefined, before),
    ),
    ...newTags.flatMap(({ row }) => undoTag(undefined, row)),
  ])
}

/** Returns the cards that the changes touched, and cards that lost a deleted tag, as they are afterwards. */
function cardsAfter(
  before: Rows,
  changes: readonly Change[],
  goneTagIds: ReadonlySet<Id>,
): Map<Id, Card | null> {
  const after = new Map<Id, Card | null>()
  for (const change of changes) if (change.kind === 'card') after.set(change.id, change.row)
  for (const tagId of goneTagIds)
    for (const card of before.cardsCarrying(tagId)) {
      const row = after.get(card.id) ?? card
      after.set(card.id, withoutTag(row, tagId))
    }
  return after
}

function groupsAfter(
  before: Rows,
  changes: readonly Change[],
  goneTagIds: ReadonlySet<Id>,
): Map<Id, TagGroup | null> {
  const after = new Map<Id, TagGroup | null>()
  for (const change of changes) if (change.kind === 'group') after.set(change.id, change.row)
  for (const tagId of goneTagIds)
    for (const group of before.groupsHolding(tagId)) {
      const row = after.get(group.id) ?? group
      after.set(group.id, withoutTag(row, tagId))
    }
  return after
}
