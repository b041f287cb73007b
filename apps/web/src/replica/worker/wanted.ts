import { LIMITS, textsHash } from '@cardinal/domain'
import type { Mutation, Rows } from '@cardinal/sync'

/**
 * Completes a mutation so that it means the same whenever it arrives. It adds: the wanted value in place of "the
 * opposite"; the sequence number that a content was edited at; the time of a card's creation; hashes of the texts of a
 * deleted card.
 *
 * @param seq what the rows shown stand on; null before the first load is complete
 */
export function wanted(mutation: Mutation, rows: Rows, seq: number | null, now: number): Mutation[] {
  if (mutation.name === 'createCard' && mutation.args.card.createdAt === undefined)
    return [{ ...mutation, args: { card: { ...mutation.args.card, createdAt: now } } }]
  // Hashes of very many cards would make the request large.
  if (mutation.name === 'deleteCards' && mutation.args.cardIds.length <= LIMITS.cardsById) {
    const seen = mutation.args.cardIds.flatMap((id) => {
      const card = rows.card(id)
      return card === undefined ? [] : [{ id, texts: textsHash(card) }]
    })
    return [{ ...mutation, args: { ...mutation.args, seen } }]
  }
  if (mutation.name === 'tickSubnote' && mutation.args.isTicked === null) {
    const { cardId, subnoteId } = mutation.args
    const subnote = rows.card(cardId)?.subnotes.find(({ id }) => id === subnoteId)
    return [{ ...mutation, args: { ...mutation.args, isTicked: !(subnote?.isTicked ?? false) } }]
  }
  if (mutation.name === 'setGroupsHidden' && mutation.args.isHidden === null) {
    const { groupIds } = mutation.args
    return [true, false].flatMap((isHidden): Mutation[] => {
      const those = groupIds.filter((id) => (rows.group(id)?.isHidden ?? false) !== isHidden)
      return those.length === 0 ? [] : [{ ...mutation, args: { groupIds: those, isHidden } }]
    })
  }
  if (mutation.name === 'setCardContent' && mutation.args.baseSeq === null)
    return [{ ...mutation, args: { ...mutation.args, baseSeq: seq } }]
  return [mutation]
}
