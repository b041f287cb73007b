import type { Id } from '@cardinal/domain'
import type { Mutation } from '@cardinal/sync/edits'
import type { PreviewedAct } from '../../replica/index.ts'

/** The fewest cards or tags for which an act is previewed. Fewer are visible, and undone by one key. */
export const WIDE_FROM = 10

/** Acts on tags. How many cards they change is known only by trying them. */
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

/** Restoring and creating need no preview. */
const NEVER_PREVIEWED: ReadonlySet<Mutation['name']> = new Set(['restoreCards', 'createCard'])

/** Whether an act may change many cards or tags, by a cheap check, because most acts change one card. */
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
