import { grouped } from '@cardinal/domain'
import { useAllCards } from '../../../shared/account/use-all-cards.ts'
import { useLimit } from '../../../shared/account/use-limit.ts'
import { counted } from '../../../shared/text/counted.ts'

/**
 * Warns before a move that the plan has no room for it. A moved card is made there before it is deleted here, so the plan
 * counts it twice for a moment. Says nothing while the limit or the number of cards is not known.
 */
export function MoveRoom({ cards }: { cards: number }) {
  const { total } = useAllCards()
  const limit = useLimit()
  if (limit === null || limit === 0 || total === null) return null
  const room = Math.max(0, limit - total)
  if (cards <= room) return null
  return (
    <p role="alert">
      {`Your plan has room for ${counted(room, 'more card', 'more cards')}: ${grouped(total)} of ${grouped(limit)} are used. `}
      A card is made there before it is deleted here. {room === 0 ? 'All of these' : 'The others'} stay here.
    </p>
  )
}
