import type { Card } from '@cardinal/domain'
import type { Mutation } from '@cardinal/sync'

export type LinkKind = 'parentIds' | 'siblingIds' | 'childIds'

/** How the other card sees the same link. */
const OTHER_SIDE: Readonly<Record<LinkKind, LinkKind>> = {
  parentIds: 'childIds',
  siblingIds: 'siblingIds',
  childIds: 'parentIds',
}

/** Links two cards, on both of them: what stands above one has it below. */
export function linkMutations(card: Card, other: Card, kind: LinkKind): readonly Mutation[] {
  return [
    withIds(card, kind, [...card[kind], other.id]),
    withIds(other, OTHER_SIDE[kind], [...other[OTHER_SIDE[kind]], card.id]),
  ]
}

export function unlinkMutations(card: Card, other: Card, kind: LinkKind): readonly Mutation[] {
  const side = OTHER_SIDE[kind]
  return [
    withIds(
      card,
      kind,
      card[kind].filter((id) => id !== other.id),
    ),
    withIds(
      other,
      side,
      other[side].filter((id) => id !== card.id),
    ),
  ]
}

function withIds(card: Card, kind: LinkKind, ids: readonly string[]): Mutation {
  return {
    name: 'replaceCard',
    args: { card: { id: card.id, content: card.content, [kind]: [...new Set(ids)] } },
  }
}
