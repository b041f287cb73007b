import { useCallback, useEffect, useRef, useState } from 'react'
import { useReplica } from '../../replica/index.ts'
import { session } from '../../session/index.ts'
import { toast } from '../../ui/toaster.tsx'
import {
  type DraftOwner,
  findDraft,
  isOfThisTab,
  openEditor,
  removeDraft,
  restoreDraft,
  type StoredDraft,
  writeDraft,
} from './draft-store.ts'

/** How one kind of editor keeps what is written in it. */
export interface DraftKind<Data> {
  /** What is edited; see `StoredDraft.key`. */
  readonly key: string
  readonly isData: (value: unknown) => value is Data
  /** An editor without changes. */
  readonly fresh: () => Data
  /** Stored data moved onto what is saved now. */
  readonly reopened: (data: Data) => Data
  readonly isChanged: (data: Data) => boolean
  /** This tab's draft of an editor for a part of the same thing: it becomes a part of this one, so that there is one. */
  readonly takesOver?: {
    readonly key: string
    /** `own` with what is in the other draft; null where that can't be read. */
    readonly into: (other: unknown, own: Data) => Data | null
  }
  /** The words that a list of drafts shows. */
  readonly labelOf: (data: Data) => string
}

/** A draft that was found when the editor opened, until the person decides about it. */
export interface FoundDraft {
  /** When it was last changed, in ms since 1970. */
  readonly at: number
  /** False: another tab wrote it, and the editor shows it once it is kept. */
  readonly isApplied: boolean
}

export interface EditorDraft<Data> {
  readonly data: Data
  readonly isChanged: boolean
  readonly found: FoundDraft | null
  /** A change by the person. */
  set(change: (data: Data) => Data): void
  /** A change that follows what is saved. */
  follow(change: (data: Data) => Data): void
  keep(): void
  /** Goes back to what is saved; a toast takes that back. */
  discard(): void
  /** It is saved, and the editor closes: nothing is left to keep. */
  drop(): void
  /** The draft was saved, and the editor continues from the saved card. */
  settle(change: (data: Data) => Data): void
}

/** Whose drafts the editors of the open workspace keep; it stays the same when the session ends below an editor. */
export function useDraftOwner(): DraftOwner {
  const { workspaceId } = useReplica()
  const [userId] = useState(() => session.snapshot().userId ?? '')
  return { userId, workspaceId }
}

/** The state of an editor, kept on this device while it differs from what is saved. */
export function useDraft<Data>(kind: DraftKind<Data>): EditorDraft<Data> {
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
  // After this one was written, so that what was typed is always somewhere.
  useEffect(() => {
    if (opened.taken !== null) removeDraft(opened.taken)
  }, [opened])

  const set = useCallback(
    (change: (data: Data) => Data) => setState((state) => ({ data: change(state.data), at: Date.now() })),
    [],
  )
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
    toast('Changes discarded', {
      label: 'Undo',
      onSelect: () => {
        // The editor may be closed by now: then the draft waits for it.
        if (draft !== null) restoreDraft(draft)
        setState(before)
      },
    })
  }
  const drop = () => {
    isSaved.current = true
    writeDraft({ userId, workspaceId }, key, null, 0)
  }
  const settle = (change: (data: Data) => Data) => {
    set(change)
    // What another tab wrote is not decided about by saving here: it stays announced.
    setStored((found) => (found?.isApplied === false ? found : null))
  }
  return { data, isChanged, found: stored, set, follow, keep, discard, drop, settle }
}

interface Stored<Data> extends FoundDraft {
  readonly draft: StoredDraft
  readonly data: Data
}

/** What an editor opens with: a draft that this tab kept, or else what is saved. */
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
