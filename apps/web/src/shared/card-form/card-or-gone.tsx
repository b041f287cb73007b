import { type Card, type Id, INITIAL_VALUES, NO_LINKS } from '@cardinal/domain'
import { FileX } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useAnswer, useReplica, useSyncState } from '../../replica/index.ts'
import { EmptyState, LoadingPlace } from '../../ui/index.ts'
import { OnceHere } from '../changes/once-here.tsx'
import { useHomeScreen } from '../search/home-screen.tsx'
import { findDraft, type StoredDraft } from './draft-store.ts'
import { isCardFormData } from './use-card-form.ts'
import { isTextDraft, useDraftOwner, useDraftsRead } from './use-draft.tsx'

export interface EditedCard {
  readonly card: Card
  /** Whether the card was deleted meanwhile, so that saving restores it. */
  readonly isGone: boolean
}

/**
 * The card of an editor, which counts as used. A card that is deleted while its editor is open or has a draft
 * stays as the person saw it.
 *
 * @returns null: there is no such card; undefined: not known yet
 */
export function useEditedCard(id: Id | null): EditedCard | null | undefined {
  useDraftsRead()
  const { answer, isStale } = useAnswer('cardsById', id === null ? null : { ids: [id] })
  const owner = useDraftOwner()
  const { workspaceId } = useReplica()
  const { hasCopy } = useSyncState()
  const present = answer?.[0]
  const { noteUse } = useHomeScreen()
  const usedId = present?.id === id ? id : null
  useEffect(() => {
    if (usedId !== null) noteUse(usedId)
  }, [usedId, noteUse])
  const [seen, setSeen] = useState<{ card: Card; workspaceId: Id } | null>(null)
  if (present !== undefined && present !== seen?.card) setSeen({ card: present, workspaceId })
  if (present !== undefined && present.id === id) return { card: present, isGone: false }
  if (id === null) return null
  if (answer === undefined) return undefined
  if (!hasCopy) return null
  if (seen?.card.id === id && seen.workspaceId === workspaceId) return { card: seen.card, isGone: true }
  // The answer is about another card.
  if (isStale) return undefined
  const card = draftKeys(id)
    .map((key) => draftedCard(id, findDraft(owner, key)))
    .find((drafted) => drafted !== null)
  return card ? { card, isGone: true } : null
}

/** Renders its children once the card is loaded, or says that there is no such card. */
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

/** Keys of a card's drafts, beginning with the whole form's. */
function draftKeys(cardId: Id): readonly string[] {
  return [`card:${cardId}`, `card-text:${cardId}`]
}

/** The card that a draft started from, as far as the draft contains it. Null: no draft. */
function draftedCard(id: Id, draft: StoredDraft | null): Card | null {
  const base = draft === null ? null : baseOf(draft.data)
  if (draft === null || base === null) return null
  const times = { createdAt: draft.at, updatedAt: draft.at }
  return { ...EMPTY, ...base, ...times, id }
}

function baseOf(data: unknown): Partial<Card> | null {
  if (isCardFormData(data)) return data.base
  return isTextDraft(data) ? { content: data.base } : null
}

const EMPTY = {
  type: 'note',
  content: '',
  address: null,
  subnotes: [],
  tagIds: [],
  ...INITIAL_VALUES,
  ...NO_LINKS,
} as const
