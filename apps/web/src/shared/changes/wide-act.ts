import type { Id } from '@cardinal/domain'
import type { Mutation } from '@cardinal/sync/edits'
import type { PreviewedAct } from '../../replica/index.ts'

/** Acts on at least this many cards or tags are previewed. Fewer are in view, and undone by one key. */
export const WIDE_FROM = 10

/** Acts on tags: the number of touched cards is only known after trying them. */
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

/** Restoring needs no preview, and neither does creating. */
const NEVER_PREVIEWED: ReadonlySet<Mutation['name']> = new Set(['restoreCards', 'createCard'])

/** Whether an act could touch many cards or tags, by a cheap check: most acts touch one card. */
export function mayTouchMany(mutations: readonly Mutation[]): boolean {
  const cardIds = new Set<Id>()
  for (const mutation of mutations) {
    if (NEVER_PREVIEWED.has(mutation.name)) return false
    if (ON_TAGS.has(mutation.name)) return true
    for (const id of cardIdsOf(mutation)) cardIds.add(id)
  }
  return cardIds.size >= WIDE_FROM
}

/** Whether an act touches many, according to its preview. */
export function touchesMany({ touches }: Pick<PreviewedAct, 'touches'>): boolean {
  return touches >= WIDE_FROM
}

function cardIdsOf({ args }: Mutation): readonly Id[] {
  if ('cardIds' in args) return args.cardIds
  if ('attachToCardIds' in args) return args.attachToCardIds
  if ('cards' in args) return args.cards.map(({ id }) => id)
  return 'cardId' in args ? [args.cardId] : []
}
