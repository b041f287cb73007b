import { grouped } from '@cardinal/domain'
import { useEffect, useState } from 'react'
import { useSession } from '../../session/index.ts'
import { planOf } from '../billing/plan-of.ts'
import { useAllCards } from '../billing/use-all-cards.ts'
import { siteOptions } from '../site/site-options.ts'
import { counted } from '../text/counted.ts'

/**
 * Warns before a move that the plan has no room for it. A moved card is made there before it is deleted here, so the plan
 * counts it twice for a moment. Says nothing while the limit or the number of cards is not known.
 */
export function MoveRoom({ cards }: { cards: number }) {
  const { user } = useSession()
  const { total } = useAllCards()
  const [limit, setLimit] = useState(0)
  useEffect(() => void siteOptions().then(({ freeCardLimit }) => setLimit(freeCardLimit)), [])
  if (limit === 0 || total === null || planOf(user, Date.now()).isPaid) return null
  const room = Math.max(0, limit - total)
  if (cards <= room) return null
  return (
    <p role="alert">
      {`Your plan has room for ${counted(room, 'more card', 'more cards')}: ${grouped(total)} of ${grouped(limit)} are used. `}
      A card is made there before it is deleted here. {room === 0 ? 'All of these' : 'The others'} stay here.
    </p>
  )
}
