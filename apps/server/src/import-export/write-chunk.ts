import { cardLimitSentence, messageOf } from '@cardinal/contract'
import { type Change, type Id, type Refusal, type Result, type Tag, unique } from '@cardinal/domain'
import {
  type Mutation,
  type MutationContext,
  type Outcome,
  Overlay,
  type Rows,
  tagsByAnyName,
} from '@cardinal/sync'
import type { FailedRow, PlannedCard, PlannedGroup, TagWithRelations } from './plan-import.ts'

/** What came of some planned cards. */
export interface Written {
  readonly created: readonly PlannedCard[]
  readonly failed: readonly FailedRow[]
  readonly newTags: number
}

/** Ids for tags and groups that may be new, settled before anything is written. */
export interface SettledIds {
  tag(name: string): Id
  group(title: string): Id
}

/**
 * Makes cards with their tags as one change of a workspace. A card that its rule refuses fails alone; tags
 * that only such cards would carry are not made.
 */
export function writeCards(
  cards: readonly PlannedCard[],
  ids: SettledIds,
  colorByTag: ReadonlyMap<string, Tag['color']>,
  rows: Rows,
  context: MutationContext,
): { outcome: Outcome; written: Written } {
  const overlay = new Overlay(rows)
  const created: PlannedCard[] = []
  const failed: FailedRow[] = []
  const cardChanges: Change[] = []
  const names = unique(cards.flatMap(({ tagNames }) => tagNames))
  const tagChanges = run(overlay, context, tagMutation(names, ids))
  const tagNamed = tagsByAnyName(overlay)
  for (const card of cards) {
    const tagIds = unique(card.tagNames.flatMap((name) => tagNamed(name)?.id ?? []))
    const made = overlay.run({ name: 'createCard', args: { card: { ...card.card, tagIds } } }, context)
    if (made.ok) {
      created.push(card)
      cardChanges.push(...made.value.changes)
    } else failed.push({ row: card.row, reason: reasonOf(made.error) })
  }
  const used = new Set(created.flatMap(({ tagNames }) => tagNames))
  const newTags = tagChanges.flatMap(({ row }) =>
    row !== null && 'name' in row && used.has(row.name) ? [row as Tag] : [],
  )
  const tagRows = newTags.map((tag): Change => {
    const row = { ...tag, color: colorByTag.get(tag.name) ?? null }
    return { kind: 'tag', id: row.id, row }
  })
  return {
    outcome: { changes: [...tagRows, ...cardChanges] },
    written: { created, failed, newTags: newTags.length },
  }
}

/** Makes groups (and tags of theirs that no card carries) as one change. Titles that are taken get the tags too. */
export function writeGroups(
  groups: readonly PlannedGroup[],
  ids: SettledIds,
  rows: Rows,
  context: MutationContext,
): Outcome {
  const overlay = new Overlay(rows)
  const changes: Change[] = []
  const tagNamed = tagsByAnyName(overlay)
  for (const { title, tagNames, color, isHidden } of groups) {
    const isNew = overlay.groupByTitle(title) === undefined
    const groupId = overlay.groupByTitle(title)?.id ?? ids.group(title)
    const tagIds = unique(tagNames.flatMap((name) => tagNamed(name)?.id ?? []))
    const steps: Mutation[] = [{ name: 'createGroups', args: { groups: [{ id: groupId, title }], tagIds } }]
    if (isNew && color !== null) steps.push({ name: 'setGroupColor', args: { groupIds: [groupId], color } })
    if (isNew && isHidden) steps.push({ name: 'setGroupsHidden', args: { groupIds: [groupId], isHidden } })
    for (const step of steps) changes.push(...run(overlay, context, step))
  }
  return { changes }
}

/** Tags that the file tells of though no card carries them. */
export function writeTags(
  tags: readonly { readonly name: string; readonly color: Tag['color'] }[],
  ids: SettledIds,
  rows: Rows,
  context: MutationContext,
): Outcome {
  const overlay = new Overlay(rows)
  const made = run(overlay, context, tagMutation(unique(tags.map(({ name }) => name)), ids))
  const colorByName = new Map(tags.map(({ name, color }) => [name, color]))
  const changes = made.map((change): Change => {
    const color = change.kind === 'tag' && change.row !== null ? colorByName.get(change.row.name) : undefined
    return change.kind === 'tag' && change.row !== null && color != null
      ? { ...change, row: { ...change.row, color } }
      : change
  })
  return { changes }
}

/** Other names and parents that the file tells of, for the tags that are there by now. */
export function writeRelations(
  tags: readonly TagWithRelations[],
  rows: Rows,
  context: MutationContext,
): Outcome {
  const overlay = new Overlay(rows)
  const changes: Change[] = []
  const tagNamed = tagsByAnyName(overlay)
  for (const { name, otherNames, parents } of tags) {
    const tagId = tagNamed(name)?.id
    if (tagId === undefined) continue
    const parentIds = parents.flatMap((parent) => tagNamed(parent)?.id ?? [])
    const steps: Mutation[] = []
    if (otherNames.length > 0) steps.push({ name: 'addTagNames', args: { tagId, names: otherNames } })
    if (parentIds.length > 0) steps.push({ name: 'addTagParents', args: { tagIds: [tagId], parentIds } })
    for (const step of steps) {
      // A tag that has as many names as it may is left as it is: no card is lost by it.
      const outcome = overlay.run(step, context)
      if (outcome.ok) changes.push(...outcome.value.changes)
    }
  }
  return { changes }
}

/** The cards that still fit into the plan, and the sentence for the others. */
export function withinRoom(
  cards: readonly PlannedCard[],
  room: number,
  countsWhenFull: Parameters<typeof cardLimitSentence>[0],
): { fitting: readonly PlannedCard[]; failed: readonly FailedRow[] } {
  const fitting = cards.slice(0, room)
  const counts = { ...countsWhenFull }
  for (const { card } of fitting) counts[card.type]++
  const reason = cardLimitSentence(counts)
  return { fitting, failed: cards.slice(room).map(({ row }) => ({ row, reason })) }
}

function tagMutation(names: readonly string[], ids: SettledIds): Mutation {
  const tags = names.map((name) => ({ id: ids.tag(name), name }))
  return { name: 'createTags', args: { tags, attachToCardIds: [] } }
}

/** Names and titles were made legal before, so that nothing is left to refuse. */
function run(overlay: Overlay, context: MutationContext, mutation: Mutation): readonly Change[] {
  const outcome: Result<Outcome, Refusal> = overlay.run(mutation, context)
  if (!outcome.ok)
    throw new Error(`${mutation.name} was refused during an import: ${JSON.stringify(outcome.error)}`)
  return outcome.value.changes
}

function reasonOf(refusal: Refusal): string {
  return messageOf(refusal).msg.replace(/^\w+: /, '')
}
