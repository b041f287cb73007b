import { type Id, LIMITS } from '@cardinal/domain'
import type { CompletedCard, Mutation } from './mutation.ts'

/**
 * Splits a mutation into several, each with at most as many cards as a call takes. Repeating the other arguments is
 * safe: creating an existing tag only attaches it to the cards.
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
