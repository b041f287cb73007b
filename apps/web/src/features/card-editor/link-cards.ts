import type { Card, Id } from '@cardinal/domain'
import type { Mutation } from '@cardinal/sync'

export type LinkKind = 'parentIds' | 'siblingIds' | 'childIds'

/** The name of a relation on the other card, such as child for parent. */
const OTHER_SIDE: Readonly<Record<LinkKind, LinkKind>> = {
  parentIds: 'childIds',
  siblingIds: 'siblingIds',
  childIds: 'parentIds',
}

/** Links two cards, in the rows of both: a parent gets the other as its child. */
export function linkMutations(card: Card, other: Card, kind: LinkKind): readonly Mutation[] {
  return [linked(card, kind, other.id), linked(other, OTHER_SIDE[kind], card.id)]
}

export function unlinkMutations(card: Card, other: Card, kind: LinkKind): readonly Mutation[] {
  return [unlinked(card, kind, other.id), unlinked(other, OTHER_SIDE[kind], card.id)]
}

function linked(card: Card, kind: LinkKind, id: Id): Mutation {
  return { name: 'editCard', args: { cardId: card.id, [kind]: { added: [id], removed: [] } } }
}

function unlinked(card: Card, kind: LinkKind, id: Id): Mutation {
  return { name: 'editCard', args: { cardId: card.id, [kind]: { added: [], removed: [id] } } }
}
