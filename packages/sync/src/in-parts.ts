import { type Id, LIMITS } from '@cardinal/domain'
import type { CompletedCard, Mutation } from './mutation.ts'

/**
 * Splits a mutation into several, each with at most as many cards as one call may have. Repeating the other
 * arguments is safe: creating an existing tag only attaches it to the cards.
 */
export function inParts(mutation: Mutation): readonly Mutation[] {
  const args: Readonly<Record<string, unknown>> = { ...mutation.args }
  const field = FIELDS.find((name) => Array.isArray(args[name]))
  if (field === undefined) return [mutation]
  const cardIds = args[field] as readonly (Id | CompletedCard)[]
  const others = [args.tagIds, args.tags].find(Array.isArray)?.length ?? 1
  const most = field === 'cards' ? LIMITS.cardsById : LIMITS.idsInList
  const size = Math.max(1, Math.min(most, Math.floor(LIMITS.combinations / Math.max(1, others))))
  if (cardIds.length <= size) return [mutation]
  const parts: Mutation[] = []
  for (let start = 0; start < cardIds.length; start += size)
    parts.push({ ...mutation, args: { ...args, [field]: cardIds.slice(start, start + size) } } as Mutation)
  return parts
}

const FIELDS = ['cardIds', 'attachToCardIds', 'cards']

/**
 * Joins mutations: cards with the same edit are edited by one mutation. The undo of an act on thousands of
 * cards is then a few changes, which are small to store.
 *
 * @param mutations edits of cards touch one card each; their order does not matter
 */
export function joined(mutations: readonly Mutation[]): Mutation[] {
  const together = new Map<string, { first: Mutation; cardIds: Id[] }>()
  const all: (Mutation | { first: Mutation; cardIds: Id[] })[] = []
  for (const given of mutations) {
    for (const mutation of simplest(given)) {
      const key = likeness(mutation)
      const known = key === null ? undefined : together.get(key)
      const [cardId] = 'cardIds' in mutation.args ? mutation.args.cardIds : []
      if (known !== undefined && cardId !== undefined) known.cardIds.push(cardId)
      else if (key === null || cardId === undefined) all.push(mutation)
      else {
        const group = { first: mutation, cardIds: [cardId] }
        together.set(key, group)
        all.push(group)
      }
    }
  }
  return all.flatMap((each) =>
    'first' in each
      ? inParts({ ...each.first, args: { ...each.first.args, cardIds: each.cardIds } } as Mutation)
      : [each],
  )
}

/** Rewrites an `editCard` that changes only tags or only the colour as a mutation for many cards. */
function simplest(mutation: Mutation): readonly Mutation[] {
  if (mutation.name !== 'editCard') return [mutation]
  const { cardId, ...edit } = mutation.args
  const [field, other] = Object.keys(edit)
  const cardIds = [cardId]
  if (other !== undefined) return [mutation]
  if (field === 'color' && edit.color !== undefined)
    return [{ name: 'setCardColor', args: { cardIds, color: edit.color } }]
  if (field !== 'tagIds' || edit.tagIds === undefined) return [mutation]
  const { added, removed } = edit.tagIds
  return [
    ...(removed.length > 0 ? [{ name: 'detachTags', args: { cardIds, tagIds: removed } } as const] : []),
    ...(added.length > 0 ? [{ name: 'attachTags', args: { cardIds, tagIds: added } } as const] : []),
  ]
}

/** Mutations with equal keys are joined. Null: never joined. */
function likeness({ name, args }: Mutation): string | null {
  if (name === 'deleteCards' || name === 'restoreCards') return args.cardIds.length === 1 ? name : null
  if (name === 'attachTags' || name === 'detachTags') return `${name} ${args.tagIds.join()}`
  return name === 'setCardColor' ? `${name} ${args.color}` : null
}
