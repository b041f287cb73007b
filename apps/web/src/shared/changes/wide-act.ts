import type { Id } from '@cardinal/domain'
import type { Mutation } from '@cardinal/sync/edits'
import type { PreviewedAct } from '../../replica/index.ts'

/** An act on as many cards or tags is shown before it is done. Fewer are in sight, and undone by one key. */
export const MANY = 10

/** Acts on tags: how many cards they touch is known when they have been tried. */
const ON_TAGS: ReadonlySet<Mutation['name']> = new Set([
  'deleteTags',
  'mergeTags',
  'renameTag',
  'setTagColor',
  'addTagNames',
  'removeTagNames',
  'addTagParents',
  'removeTagParents',
  'addChildGroups',
  'removeChildGroups',
])

/** Bringing back what was there before needs no preview, and what is made new is not there yet. */
const NEVER: ReadonlySet<Mutation['name']> = new Set(['restoreCards', 'createCard'])

/** Returns whether an act may touch many cards or tags. Costs nothing: most acts touch one card. */
export function mayTouchMany(mutations: readonly Mutation[]): boolean {
  const cardIds = new Set<Id>()
  for (const mutation of mutations) {
    if (NEVER.has(mutation.name)) return false
    if (ON_TAGS.has(mutation.name)) return true
    for (const id of cardIdsOf(mutation)) cardIds.add(id)
  }
  return cardIds.size >= MANY
}

/** Returns whether it does, by what trying it showed. */
export function touchesMany({ touches }: Pick<PreviewedAct, 'touches'>): boolean {
  return touches >= MANY
}

function cardIdsOf({ args }: Mutation): readonly Id[] {
  if ('cardIds' in args) return args.cardIds
  if ('attachToCardIds' in args) return args.attachToCardIds
  if ('cards' in args) return args.cards.map(({ id }) => id)
  return 'cardId' in args ? [args.cardId] : []
}
