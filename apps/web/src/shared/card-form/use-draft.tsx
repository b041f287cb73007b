import type { Card } from '@cardinal/domain'
import { mergedText } from '@cardinal/sync/edits'
import { History } from 'lucide-react'
import { use, useCallback, useEffect, useRef, useState } from 'react'
import { useReplica } from '../../replica/index.ts'
import { session } from '../../session/index.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { toast } from '../../ui/toaster.tsx'
import { undoStack } from '../changes/undo-stack.ts'
import { relativeDate } from '../text/dates.ts'
import styles from './draft-notice.module.css'
import {
  areDraftsRead,
  type DraftOwner,
  draftsRead,
  findDraft,
  isOfThisTab,
  openEditor,
  removeDraft,
  restoreDraft,
  type StoredDraft,
  writeDraft,
} from './draft-store.ts'

/** How a kind of editor stores its drafts. */
export interface DraftKind<Data> {
  /** What is edited; see `StoredDraft.key`. */
  readonly key: string
  readonly isData: (value: unknown) => value is Data
  /** An editor without changes. */
  readonly fresh: () => Data
  /** Rebases stored data onto the saved state. */
  readonly reopened: (data: Data) => Data
  readonly isChanged: (data: Data) => boolean
  /** An editor for a part of the same object, whose draft in this tab is merged into this one. */
  readonly takesOver?: {
    readonly key: string
    /** Merges the other draft into `own`. Null: it is unreadable. */
    readonly into: (other: unknown, own: Data) => Data | null
  }
  /** The label in a list of drafts. */
  readonly labelOf: (data: Data) => string
}

/** A draft found when the editor opened, until the person decides about it. */
interface FoundDraft {
  /** When it was last changed, in ms since 1970. */
  readonly at: number
  /** Whether the editor shows it. The draft of another tab shows after "Keep". */
  readonly isApplied: boolean
}

export interface EditorDraft<Data> {
  readonly data: Data
  readonly isChanged: boolean
  readonly found: FoundDraft | null
  /** Applies a change by the person. */
  set(change: (data: Data) => Data): void
  /** Applies a change of the saved state. */
  follow(change: (data: Data) => Data): void
  keep(): void
  /** Reverts to the saved state, with an undo in a message. */
  discard(): void
  /** Ends the draft after it was saved, when the editor closes. */
  drop(): void
}

/** Suspends until the drafts of this device are read. */
export function useDraftsRead(): void {
  if (!areDraftsRead()) use(draftsRead)
}

/** The owner of drafts in the open workspace. Stays the same if the session ends while an editor is open. */
export function useDraftOwner(): DraftOwner {
  const { workspaceId } = useReplica()
  const [userId] = useState(() => session.snapshot().userId ?? '')
  return { userId, workspaceId }
}

/** The state of an editor, stored on this device while it differs from the saved one. Suspends until drafts are read. */
export function useDraft<Data>(kind: DraftKind<Data>): EditorDraft<Data> {
  useDraftsRead()
  const { userId, workspaceId } = useDraftOwner()
  const { key } = kind
  const [opened] = useState(() => openedWith({ userId, workspaceId }, kind))
  const [stored, setStored] = useState(opened.found)
  const [{ data, at }, setState] = useState({ data: opened.data, at: opened.at })
  const isSaved = useRef(false)
  const isChanged = kind.isChanged(data)
  const label = isChanged ? kind.labelOf(data) : ''
  useEffect(() => {
    if (isSaved.current) return
    writeDraft({ userId, workspaceId }, key, isChanged ? { label, data } : null, at)
  }, [userId, workspaceId, key, isChanged, label, data, at])

  useEffect(() => openEditor(key), [key])
  // After the draft was written, so that the input is always stored somewhere.
  useEffect(() => {
    if (opened.taken !== null) removeDraft(opened.taken)
  }, [opened])

  const set = useCallback((change: (data: Data) => Data) => {
    // The undo key must not overwrite new input.
    undoStack.getState().setRestoreDraft(null)
    setState((state) => ({ data: change(state.data), at: Date.now() }))
  }, [])
  const follow = useCallback(
    (change: (data: Data) => Data) => setState((state) => ({ data: change(state.data), at: state.at })),
    [],
  )
  const keep = () => {
    if (stored !== null && !stored.isApplied) {
      setState({ data: kind.reopened(stored.data), at: stored.at })
      removeDraft(stored.draft)
    }
    setStored(null)
  }
  const discard = () => {
    const draft = findDraft({ userId, workspaceId }, key)
    const before = { data, at }
    if (draft !== null) removeDraft(draft)
    setState({ data: kind.fresh(), at: 0 })
    setStored(null)
    const restore = () => {
      undoStack.getState().setRestoreDraft(null)
      // If the editor is closed by now, it shows the draft when it opens again.
      if (draft !== null) restoreDraft(draft)
      setState(before)
    }
    undoStack.getState().setRestoreDraft(restore)
    toast('Changes discarded', { label: 'Undo', onSelect: restore })
  }
  const drop = () => {
    isSaved.current = true
    writeDraft({ userId, workspaceId }, key, null, 0)
  }
  return { data, isChanged, found: stored, set, follow, keep, discard, drop }
}

interface Stored<Data> extends FoundDraft {
  readonly draft: StoredDraft
  readonly data: Data
}

/** The initial state of an editor: this tab's draft, or else the saved state. */
function openedWith<Data>(owner: DraftOwner, kind: DraftKind<Data>) {
  const found = readStored(owner, kind)
  const own = found?.isApplied ? kind.reopened(found.data) : kind.fresh()
  const at = found?.isApplied ? found.at : 0
  const other = kind.takesOver === undefined ? null : findDraft(owner, kind.takesOver.key)
  const both = other !== null && isOfThisTab(other) ? kind.takesOver?.into(other.data, own) : null
  if (other === null || both == null) return { data: own, at, found, taken: null }
  const announced = found ?? { draft: other, data: both, at: other.at, isApplied: true }
  return { data: kind.reopened(both), at: Math.max(at, other.at), found: announced, taken: other }
}

function readStored<Data>(owner: DraftOwner, { key, isData }: DraftKind<Data>): Stored<Data> | null {
  const draft = findDraft(owner, key)
  if (draft === null || !isData(draft.data)) return null
  return { draft, data: draft.data, at: draft.at, isApplied: isOfThisTab(draft) }
}

/** The text that the person saw, and the edited one. */
interface TextDraft {
  readonly base: string
  readonly text: string
}

/** An editor for the text of a card alone. An untouched text follows the card while the editor is open. */
export function useTextDraft(card: Card): EditorDraft<TextDraft> {
  const { content } = card
  const draft = useDraft(kindOf(card))
  const [followed, setFollowed] = useState(content)
  if (followed !== content) {
    setFollowed(content)
    draft.follow((before) => (before.text === before.base ? { base: content, text: content } : before))
  }
  return draft
}

function kindOf({ id, content }: Card): DraftKind<TextDraft> {
  return {
    key: `card-text:${id}`,
    isData: isTextDraft,
    fresh: () => ({ base: content, text: content }),
    reopened: ({ base, text }) => {
      if (text === base) return { base: content, text: content }
      const merged = mergedText(base, text, content)
      return merged === null ? { base, text } : { base: content, text: merged }
    },
    isChanged: ({ base, text }) => text !== base,
    labelOf: ({ text }) => text.trim().slice(0, 200) || 'An emptied text',
  }
}

export function isTextDraft(value: unknown): value is TextDraft {
  if (typeof value !== 'object' || value === null) return false
  const { base, text } = value as Partial<TextDraft>
  return typeof base === 'string' && typeof text === 'string'
}

/** Shows that a draft was found when the editor opened. */
export function DraftNotice({ draft }: { draft: Pick<EditorDraft<unknown>, 'found' | 'keep' | 'discard'> }) {
  const { found, keep, discard } = draft
  if (found === null) return null
  const where = found.isApplied ? '' : ' in another tab'
  return (
    <div className={styles.notice} role="status">
      <Icon of={History} size={15} />
      <span
        className={styles.text}
      >{`Unsaved changes, written ${relativeDate(found.at, Date.now())}${where}`}</span>
      <Button size="sm" onClick={keep}>
        Keep
      </Button>
      <Button size="sm" tone="quiet" onClick={discard}>
        Discard
      </Button>
    </div>
  )
}
