import type { Card, Id } from '@cardinal/domain'
import { FileX } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useAnswer, useReplica, useSyncState } from '../../replica/index.ts'
import { EmptyState, LoadingPlace } from '../../ui/index.ts'
import { findDraft } from '../drafts/draft-store.ts'
import { useDraftOwner } from '../drafts/use-draft.ts'
import { OnceHere } from '../once-here.tsx'
import { draftedCard, draftKeys } from './drafted-card.ts'

export interface EditedCard {
  readonly card: Card
  /** It was deleted, here or elsewhere, while it was edited: saving brings it back. */
  readonly isGone: boolean
}

/**
 * The card that an editor is about. One that is deleted while its editor is open, or while a draft of it waits, stays
 * as the person saw it.
 *
 * @returns null for a card that is not there; undefined while that is not known
 */
export function useEditedCard(id: Id | null): EditedCard | null | undefined {
  const { answer } = useAnswer('cardsById', id === null ? null : { ids: [id] })
  const owner = useDraftOwner()
  const { workspaceId } = useReplica()
  const { hasCopy } = useSyncState()
  const present = answer?.[0]
  const [seen, setSeen] = useState<{ card: Card; workspaceId: Id } | null>(null)
  if (present !== undefined && present !== seen?.card) setSeen({ card: present, workspaceId })
  if (present !== undefined && present.id === id) return { card: present, isGone: false }
  if (id === null) return null
  if (answer === undefined) return undefined
  if (!hasCopy) return null
  const card =
    seen !== null && seen.card.id === id && seen.workspaceId === workspaceId
      ? seen.card
      : draftKeys(id)
          .map((key) => draftedCard(id, findDraft(owner, key)))
          .find((drafted) => drafted !== null)
  return card ? { card, isGone: true } : null
}

/** What is about one card: shown once the card is known; a card that isn't there says so. */
export function CardOrGone(props: { id: Id | null; children: (edited: EditedCard) => ReactNode }) {
  const { id, children } = props
  const edited = useEditedCard(id)
  if (edited) return children(edited)
  if (edited === undefined) return <LoadingPlace text="Looking for the card" />
  return (
    <OnceHere>
      <EmptyState icon={FileX} title="Not Found">
        This card is not there. It may have been deleted, or it belongs to another workspace.
      </EmptyState>
    </OnceHere>
  )
}

/** Says in an editor that its card was deleted. */
export function GoneNotice() {
  return <p role="alert">This card was deleted meanwhile. Saving brings it back.</p>
}
