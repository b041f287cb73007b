import { CARD_TYPES, type CardType } from '@cardinal/domain'
import { useCallback } from 'react'
import { useStore } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import { usePopups } from '../../../overlays/index.ts'
import { draftStore, draftsOf, type StoredDraft } from '../../../shared/drafts/draft-store.ts'
import { useDraftOwner } from '../../../shared/drafts/use-draft.ts'

/** Returns the drafts of the open workspace that no editor in this tab shows, newest first. */
export function useWaitingDrafts(): readonly StoredDraft[] {
  const owner = useDraftOwner()
  return useStore(
    draftStore,
    useShallow(({ drafts, openKeys }) =>
      draftsOf(drafts, owner).filter(({ key }) => editorOf(key) !== null && !openKeys.has(key)),
    ),
  )
}

/** Opens the editor that a draft belongs to. */
export function useOpenDraft(): (draft: StoredDraft) => void {
  const popups = usePopups()
  return useCallback(
    ({ key, data }) => {
      const editor = editorOf(key)
      if (editor === null) return
      const [, cardId = ''] = key.split(':')
      if (editor === 'quick-add' || editor === 'home-addEntity') popups.open(editor, newCardParams(data))
      else popups.open(editor, { entityId: cardId })
    },
    [popups],
  )
}

/** Returns the editor of a draft. Null: the draft shows elsewhere, such as that of a rejected change. */
export function editorOf(
  key: string,
): 'master-editor' | 'entity-edit-text' | 'quick-add' | 'home-addEntity' | null {
  if (key.startsWith('card:')) return 'master-editor'
  if (key.startsWith('card-text:')) return 'entity-edit-text'
  if (key.startsWith('new-card:quick')) return 'quick-add'
  return key.startsWith('new-card:whole') ? 'home-addEntity' : null
}

/** Rebuilds the params that the form was opened with, so that it finds its draft. */
function newCardParams(data: unknown): { type?: CardType; text?: string } {
  const { form, handedIn } = data as { form?: { type?: CardType }; handedIn?: string }
  const type = CARD_TYPES.find((each) => each === form?.type)
  return { ...(type && { type }), ...(handedIn && { text: handedIn }) }
}
