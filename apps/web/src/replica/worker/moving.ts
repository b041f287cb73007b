import { type Card, type Change, givenValues, type Id, LIMITS, mapLinks } from '@cardinal/domain'
import { MemoryRows, type Mutation, Overlay, type Rows } from '@cardinal/sync'

/** The part of a rejected change that moving needs. */
export interface RejectedEntry {
  readonly mutation: Mutation
  readonly at: number
}

/**
 * Changes that create the contents of rejected ones again in another workspace: a new card for every card that
 * they created or changed, its tags by name, and their tags and groups. If the card of an edit is unknown, the
 * words of the edit become a note.
 *
 * @param rejected in order of creation
 * @param known rows of their workspace that this device has
 * @param newId returns a new id at each call
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
  const copies = copiesOf(cards, rows, newId, { alsoTagIds: made })
  return [...copies.tags, ...movedGroups(rejected, rows, copies.tagIds, newId), ...copies.cards, ...notes]
}

/** Mutations that create cards again in another workspace. */
export interface Copies {
  readonly tags: readonly Mutation[]
  /** One per card, in the same order. */
  readonly cards: readonly CreateCard[]
  /** By id of a tag here, its id in the other workspace. */
  readonly tagIds: ReadonlyMap<Id, Id>
}

export interface CopyParts {
  /** Ids of tags to create that no card has. */
  readonly alsoTagIds?: readonly Id[]
  /** Returns the id of a card's duplicate, or of a subnote in the duplicate `place`. Absent: new ids. */
  readonly idOfCopy?: (id: Id, place?: Id) => Id
}

type CreateCard = Extract<Mutation, { name: 'createCard' }>

/**
 * Creates cards again with their texts and values, their tags by name, and their links to each other. Leaves out
 * links to other cards, and page facts, which the server fetches again.
 *
 * @param newId returns a new id at each call
 */
export function copiesOf(
  cards: readonly Card[],
  rows: Rows,
  newId: () => Id,
  { alsoTagIds = [], idOfCopy = newId }: CopyParts = {},
): Copies {
  const tagIds = new Map<Id, Id>()
  const tags = [...new Set([...alsoTagIds, ...cards.flatMap((card) => card.tagIds)])].flatMap((id) => {
    const tag = rows.tag(id)
    if (tag === undefined) return []
    tagIds.set(id, newId())
    const { name, displayName } = tag
    return [{ id: tagIds.get(id) ?? '', name, ...(displayName !== undefined && { displayName }) }]
  })
  const cardIds = new Map(cards.map(({ id }) => [id, idOfCopy(id)]))
  return {
    tags: parts(tags, LIMITS.namesInList).map((part) => ({
      name: 'createTags',
      args: { tags: part, attachToCardIds: [] },
    })),
    cards: cards.map((card) => newCard(card, tagIds, cardIds, idOfCopy)),
    tagIds,
  }
}

function parts<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, n) => list.slice(n * size, (n + 1) * size))
}

/** Groups to create, with the same tags. */
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

function newCard(
  card: Card,
  tagIds: ReadonlyMap<Id, Id>,
  cardIds: ReadonlyMap<Id, Id>,
  idOfCopy: (id: Id, place?: Id) => Id,
): CreateCard {
  const { id, type, content, address, createdAt } = card
  const copy = cardIds.get(id) ?? ''
  const moved = {
    id: copy,
    type,
    content,
    address,
    ...givenValues(card),
    ...mapLinks((field) => card[field].flatMap((linked) => cardIds.get(linked) ?? [])),
    createdAt,
    subnotes: card.subnotes.map((subnote) => ({ ...subnote, id: idOfCopy(subnote.id, copy) })),
    tagIds: card.tagIds.flatMap((tagId) => tagIds.get(tagId) ?? []),
  }
  return { name: 'createCard', args: { card: moved } }
}

/** Texts that a person wrote in a change. */
function wordsOf(mutation: Mutation): readonly string[] {
  switch (mutation.name) {
    case 'createCard':
    case 'replaceCard':
      return [mutation.args.card.content, ...(mutation.args.card.subnotes ?? []).map(({ text }) => text)]
    case 'editCard': {
      const { content, address, subnotes = [] } = mutation.args
      const lines = subnotes.flatMap((edit) =>
        edit.kind === 'add' ? [edit.subnote.text] : edit.kind === 'text' ? [edit.text.after] : [],
      )
      return [content?.after, address?.after, ...lines].flatMap((text) => text ?? [])
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
