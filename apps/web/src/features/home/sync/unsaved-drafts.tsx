import { CARD_TYPES, type CardType, type Id } from '@cardinal/domain'
import { PencilLine } from 'lucide-react'
import { useCallback } from 'react'
import { useStore } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import { usePopups } from '../../../overlays/index.ts'
import {
  draftStore,
  draftsOf,
  removeDraft,
  restoreDraft,
  type StoredDraft,
} from '../../../shared/card-form/draft-store.ts'
import { useDraftOwner } from '../../../shared/card-form/use-draft.tsx'
import { cutText } from '../../../shared/text/cut-text.ts'
import { relativeDate } from '../../../shared/text/dates.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Button, moveFocusFrom, Popover, toast } from '../../../ui/index.ts'
import styles from './sync-badge.module.css'
import { WideOnly } from './sync-badge.tsx'

/** Unsaved drafts, each with a button that opens its editor. Nothing without drafts. */
export function UnsavedDrafts() {
  const drafts = useWaitingDrafts()
  const open = useOpenDraft()
  if (drafts.length === 0) return null
  return (
    <Popover
      label="Unsaved drafts"
      placement="bottom-end"
      trigger={(trigger) => (
        <Button size="sm" icon={PencilLine} className={styles.chip} data-unsaved="" {...trigger}>
          <span className={styles.count}>
            {drafts.length}
            <WideOnly>{drafts.length === 1 ? ' draft' : ' drafts'}</WideOnly>
          </span>
        </Button>
      )}
    >
      {(close) => (
        <ul className={styles.entries}>
          {drafts.map((draft) => (
            <Draft
              key={`${draft.tabId} ${draft.key}`}
              draft={draft}
              onOpen={() => {
                close()
                open(draft)
              }}
            />
          ))}
        </ul>
      )}
    </Popover>
  )
}

function Draft({ draft, onOpen }: { draft: StoredDraft; onOpen: () => void }) {
  return (
    <li>
      <p className={styles.what}>{`${whatOf(draft)}, ${relativeDate(draft.at, Date.now())}`}</p>
      <p className={styles.words}>{cutText(draft.label, 100).shown}</p>
      <span className={styles.row}>
        <Button size="sm" onClick={onOpen}>
          Continue editing
        </Button>
        <Button
          size="sm"
          tone="quiet"
          onClick={({ currentTarget }) => {
            moveFocusFrom(currentTarget)
            removeDraft(draft)
            toast('Draft discarded', { label: 'Undo', onSelect: () => restoreDraft(draft) })
          }}
        >
          Discard
        </Button>
      </span>
    </li>
  )
}

function whatOf({ key }: StoredDraft): string {
  const editor = editorOf(key)
  if (editor === 'entity-edit-text') return 'Text of a card'
  return editor === 'master-editor' ? 'Changed card' : 'New card'
}

/** A button on a card that opens its unsaved draft. */
export function DraftMark({ cardId }: { cardId: Id }) {
  const draft = useStore(draftStore, ({ drafts, openKeys }) => {
    // Every row of a long list runs this, and usually there are no drafts.
    if (drafts.size === 0) return undefined
    const keys = [`card:${cardId}`, `card-text:${cardId}`].filter((key) => !openKeys.has(key))
    return [...drafts.values()].find(({ key }) => keys.includes(key))
  })
  return draft && <Mark draft={draft} />
}

function Mark({ draft }: { draft: StoredDraft }) {
  const open = useOpenDraft()
  return (
    <button type="button" tabIndex={-1} className={styles.draft} onClick={() => open(draft)}>
      <Icon of={PencilLine} size={13} />
      Unsaved changes
    </button>
  )
}

/** The drafts of the open workspace that no editor in this tab shows, newest first. */
function useWaitingDrafts(): readonly StoredDraft[] {
  const owner = useDraftOwner()
  return useStore(
    draftStore,
    useShallow(({ drafts, openKeys }) =>
      draftsOf(drafts, owner).filter(({ key }) => editorOf(key) !== null && !openKeys.has(key)),
    ),
  )
}

/** Opens the editor that a draft belongs to. */
function useOpenDraft(): (draft: StoredDraft) => void {
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

/** The editor of a draft. Null: the draft is shown elsewhere, such as one of a rejected change. */
function editorOf(key: string): 'master-editor' | 'entity-edit-text' | 'quick-add' | 'home-addEntity' | null {
  if (key.startsWith('card:')) return 'master-editor'
  if (key.startsWith('card-text:')) return 'entity-edit-text'
  if (key.startsWith('new-card:quick')) return 'quick-add'
  return key.startsWith('new-card:whole') ? 'home-addEntity' : null
}

/** The params of the form, restored from the draft, so that the form finds it. */
function newCardParams(data: unknown): { type?: CardType; text?: string } {
  const { form, handedIn } = data as { form?: { type?: CardType }; handedIn?: string }
  const type = CARD_TYPES.find((each) => each === form?.type)
  return { ...(type && { type }), ...(handedIn && { text: handedIn }) }
}
