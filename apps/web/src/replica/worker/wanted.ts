import { type Id, LIMITS, textsHash } from '@cardinal/domain'
import { type CardEdit, diffCard, type Mutation, type Rows, type WantedCard } from '@cardinal/sync'

/**
 * Completes a mutation so that it means the same whenever it arrives, and only removes or overwrites what the
 * person saw. What the mutation already says about this is kept. `wanted.test.ts` has a line for every mutation.
 *
 * @param now time of a card's creation
 */
export function wanted(mutation: Mutation, rows: Rows, now: number): Mutation[] {
  switch (mutation.name) {
    case 'createCard': {
      const { card } = mutation.args
      return [
        card.createdAt === undefined
          ? { ...mutation, args: { card: { ...card, createdAt: now } } }
          : mutation,
      ]
    }
    case 'deleteCards':
      return deletions(mutation.args, rows)
    case 'setCardContent':
      return edited(mutation, mutation.args.cardId, { content: mutation.args.content }, rows)
    case 'setCardTags':
      return edited(mutation, mutation.args.cardId, { tagIds: mutation.args.tagIds }, rows)
    case 'replaceCard': {
      const { id, createdAt: _createdAt, page: _page, ...card } = mutation.args.card
      return edited(mutation, id, card, rows)
    }
    case 'setSubnoteText':
    case 'deleteSubnote':
    case 'tickSubnote':
      return [ofSubnote(mutation, rows)]
    case 'deleteTags':
      return parted(
        mutation.args.tagIds,
        (id) => rows.cardsCarrying(id).length + rows.groupsHolding(id).length > 0,
      ).map(({ ids, is }) => ({ ...mutation, args: { tagIds: ids, ...(is ? {} : ONLY_UNUSED) } }))
    case 'deleteGroups':
      return parted(mutation.args.groupIds, (id) => (rows.group(id)?.tagIds.length ?? 0) > 0).map(
        ({ ids, is }) => ({ ...mutation, args: { groupIds: ids, ...(is ? {} : ONLY_UNUSED) } }),
      )
    case 'setGroupsHidden':
      if (mutation.args.isHidden !== null) return [mutation]
      return parted(mutation.args.groupIds, (id) => rows.group(id)?.isHidden ?? false).map(({ ids, is }) => ({
        ...mutation,
        args: { groupIds: ids, isHidden: !is },
      }))
    default:
      return [mutation]
  }
}

const ONLY_UNUSED = { onlyUnused: true }

/** Splits deletions, because the hashes of the seen texts would make a single request large. */
function deletions(
  { cardIds, seen = [] }: Extract<Mutation, { name: 'deleteCards' }>['args'],
  rows: Rows,
): Mutation[] {
  const given = new Map(seen.map(({ id, texts }) => [id, texts]))
  const hashes = (ids: readonly Id[]) =>
    ids.flatMap((id) => {
      const card = rows.card(id)
      const texts = given.get(id) ?? (card && textsHash(card))
      return texts === undefined ? [] : [{ id, texts }]
    })
  return Array.from({ length: Math.max(1, Math.ceil(cardIds.length / LIMITS.cardsById)) }, (_, n) => {
    const ids = cardIds.slice(n * LIMITS.cardsById, (n + 1) * LIMITS.cardsById)
    return { name: 'deleteCards', args: { cardIds: ids, seen: hashes(ids) } }
  })
}

/** Turns an act on parts of a card into an edit of the shown card. If the card is not here, the mutator decides. */
function edited(mutation: Mutation, cardId: Id, values: WantedCard, rows: Rows): Mutation[] {
  const card = rows.card(cardId)
  if (card === undefined) return [mutation]
  const args: CardEdit | null = diffCard(card, values)
  return args === null ? [] : [{ name: 'editCard', args }]
}

function ofSubnote(
  mutation: Extract<Mutation, { name: 'setSubnoteText' | 'deleteSubnote' | 'tickSubnote' }>,
  rows: Rows,
): Mutation {
  const { cardId, subnoteId } = mutation.args
  const subnote = rows.card(cardId)?.subnotes.find(({ id }) => id === subnoteId)
  if (mutation.name === 'tickSubnote')
    return {
      ...mutation,
      args: { ...mutation.args, isTicked: mutation.args.isTicked ?? !(subnote?.isTicked ?? false) },
    }
  if (subnote === undefined) return mutation
  return mutation.name === 'deleteSubnote'
    ? { ...mutation, args: { text: subnote.text, ...mutation.args } }
    : { ...mutation, args: { before: subnote.text, ...mutation.args } }
}

/** The ids for which a predicate holds, then the others, without empty parts. */
function parted(ids: readonly Id[], holds: (id: Id) => boolean): { ids: Id[]; is: boolean }[] {
  return [true, false]
    .map((is) => ({ ids: ids.filter((id) => holds(id) === is), is }))
    .filter((part) => part.ids.length > 0)
}
