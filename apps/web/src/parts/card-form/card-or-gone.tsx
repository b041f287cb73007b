import type { Card, Id } from '@cardinal/domain'
import { FileX } from 'lucide-react'
import type { ReactNode } from 'react'
import { useAnswer } from '../../replica/index.ts'
import { EmptyState, LoadingPlace } from '../../ui/index.ts'
import { OnceHere } from '../once-here.tsx'

/** What is about one card: shown once the card is known; a card that isn't there says so. */
export function CardOrGone({ id, children }: { id: Id | null; children: (card: Card) => ReactNode }) {
  const { answer } = useAnswer('cardsById', id === null ? null : { ids: [id] })
  const card = answer?.[0]
  if (card !== undefined) return children(card)
  if (id !== null && answer === undefined) return <LoadingPlace text="Looking for the card" />
  return (
    <OnceHere>
      <EmptyState icon={FileX} title="Not Found">
        This card is not there. It may have been deleted, or it belongs to another workspace.
      </EmptyState>
    </OnceHere>
  )
}
