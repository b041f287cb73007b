import { type Card, type Change, givenValues, type Id } from '@cardinal/domain'
import { MemoryRows, type Mutation, Overlay } from '@cardinal/sync'

/** A rejected change, as far as moving it needs it. */
export interface RejectedEntry {
  readonly mutation: Mutation
  readonly at: number
}

/**
 * The changes that put the work of rejected ones into another workspace: a new card for every card that they made or
 * changed, with its tags by name, and the tags and groups that they made. Where the card of an edit is not known any
 * more, the words of the edit become a note.
 *
 * @param rejected in the order in which they were made
 * @param known rows of the workspace that they were made in, as far as this device still has them
 * @param newId gives a fresh id at each call
 */
export function movedChanges(
  rejected: readonly RejectedEntry[],
  known: readonly Change[],
  newId: () => Id,
): Mutation[] {
  const rows = new Overlay(new MemoryRows(known))
  const touched = new Set<Id>()
  const notes: Mutation[] = []
  for (const { mutation, at } of rejected) {
    const outcome = rows.run(mutation, { now: at })
    if (outcome.ok) {
      for (const { kind, id } of outcome.value.changes) if (kind === 'card') touched.add(id)
      continue
    }
    const content = wordsOf(mutation).join('\n')
    if (content !== '')
      notes.push({
        name: 'createCard',
        args: { card: { id: newId(), type: 'note', content, createdAt: at } },
      })
  }
  const cards = [...touched].flatMap((id) => rows.card(id) ?? [])
  const made = rejected.flatMap(({ mutation }) =>
    mutation.name === 'createTags' ? mutation.args.tags.map(({ id }) => id) : [],
  )
  const tagIds = new Map<Id, Id>()
  const tags = [...new Set([...made, ...cards.flatMap((card) => card.tagIds)])].flatMap((id) => {
    const tag = rows.tag(id)
    if (tag === undefined) return []
    tagIds.set(id, newId())
    return [{ id: tagIds.get(id) ?? '', name: tag.name }]
  })
  return [
    ...(tags.length === 0 ? [] : [{ name: 'createTags', args: { tags, attachToCardIds: [] } } as const]),
    ...movedGroups(rejected, rows, tagIds, newId),
    ...cards.map((card) => newCard(card, tagIds, newId)),
    ...notes,
  ]
}

/** A group is made with the same tags in it; links to cards that stay behind are left out. */
function movedGroups(
  rejected: readonly RejectedEntry[],
  rows: Overlay,
  tagIds: ReadonlyMap<Id, Id>,
  newId: () => Id,
): Mutation[] {
  const made = rejected.flatMap(({ mutation }) =>
    mutation.name === 'createGroups' ? mutation.args.groups.map(({ id }) => id) : [],
  )
  return made.flatMap((id): Mutation[] => {
    const group = rows.group(id)
    if (group === undefined) return []
    const inIt = group.tagIds.flatMap((tagId) => tagIds.get(tagId) ?? [])
    return [{ name: 'createGroups', args: { groups: [{ id: newId(), title: group.title }], tagIds: inIt } }]
  })
}

function newCard(card: Card, tagIds: ReadonlyMap<Id, Id>, newId: () => Id): Mutation {
  const { type, content, createdAt } = card
  const moved = {
    id: newId(),
    type,
    content,
    ...givenValues(card),
    createdAt,
    subnotes: card.subnotes.map((subnote) => ({ ...subnote, id: newId() })),
    tagIds: card.tagIds.flatMap((id) => tagIds.get(id) ?? []),
  }
  return { name: 'createCard', args: { card: moved } }
}

/** The words that a person wrote in a change. */
function wordsOf(mutation: Mutation): readonly string[] {
  switch (mutation.name) {
    case 'createCard':
    case 'replaceCard':
      return [mutation.args.card.content, ...(mutation.args.card.subnotes ?? []).map(({ text }) => text)]
    case 'editCard': {
      const { content, subnotes = [] } = mutation.args
      const lines = subnotes.flatMap((edit) =>
        edit.kind === 'add' ? [edit.subnote.text] : edit.kind === 'text' ? [edit.text.after] : [],
      )
      return content === undefined ? lines : [content.after, ...lines]
    }
    case 'setCardContent':
      return [mutation.args.content]
    case 'addSubnote':
      return [mutation.args.subnote.text]
    case 'setSubnoteText':
      return [mutation.args.text]
    default:
      return []
  }
}
