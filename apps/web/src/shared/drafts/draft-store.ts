import type { Id } from '@cardinal/domain'
import { createStore } from 'zustand/vanilla'
import { keep, keptNames, onKeptElsewhere, readKept } from '../device/kept.ts'
import { newId } from '../new-id.ts'

/** Its user and workspace. A draft is shown only there. */
export interface DraftOwner {
  readonly userId: string
  readonly workspaceId: Id
}

/** Unsaved input of an editor. */
export interface StoredDraft extends DraftOwner {
  /** The edited object: `card:<id>`, `card-text:<id>`, `new-card:…`. */
  readonly key: string
  /** Its tab, so that two tabs with the same card don't overwrite each other's drafts. */
  readonly tabId: string
  /** When it was last changed, in ms since 1970. */
  readonly at: number
  /** Its first words, for a list of drafts. */
  readonly label: string
  /** Plain data in the editor's own shape; the editor checks it. */
  readonly data: unknown
}

interface DraftState {
  /** All drafts on this device, by name. They outlive a reload, a closed tab and a sign-out by the server. */
  readonly drafts: ReadonlyMap<string, StoredDraft>
  /** Keys of the open editors of this tab, which show their drafts. */
  readonly openKeys: ReadonlySet<string>
}

export const draftStore = createStore<DraftState>(() => ({ drafts: readAll(), openKeys: new Set() }))

/** Registers an open editor. Returns the function that unregisters it. */
export function openEditor(key: string): () => void {
  draftStore.setState(({ openKeys }) => ({ openKeys: new Set([...openKeys, key]) }))
  return () =>
    draftStore.setState(({ openKeys }) => ({
      openKeys: new Set([...openKeys].filter((each) => each !== key)),
    }))
}

/** Stores a draft. Null removes this tab's draft of the key. */
export function writeDraft(
  owner: DraftOwner,
  key: string,
  draft: Pick<StoredDraft, 'label' | 'data'> | null,
  now: number,
): void {
  const name = nameOf({ ...owner, key, tabId: tabId() })
  if (draft === null) put(name, undefined)
  else put(name, { ...owner, key, tabId: tabId(), at: now, ...draft })
}

/** Returns this tab's draft of the key, or else the newest one of another tab. */
export function findDraft(owner: DraftOwner, key: string): StoredDraft | null {
  const { drafts } = draftStore.getState()
  const own = drafts.get(nameOf({ ...owner, key, tabId: tabId() }))
  return own ?? draftsOf(drafts, owner).find((draft) => draft.key === key) ?? null
}

export function isOfThisTab(draft: StoredDraft): boolean {
  return draft.tabId === tabId()
}

export function removeDraft(draft: StoredDraft): void {
  put(nameOf(draft), undefined)
}

/** Restores a removed draft with its time. */
export function restoreDraft(draft: StoredDraft): void {
  put(nameOf(draft), draft)
}

/** Returns the owner's drafts, newest first. */
export function draftsOf(
  drafts: ReadonlyMap<string, StoredDraft>,
  { userId, workspaceId }: DraftOwner,
): readonly StoredDraft[] {
  return [...drafts.values()]
    .filter((draft) => draft.userId === userId && draft.workspaceId === workspaceId)
    .sort((a, b) => b.at - a.at)
}

/** Counts a person's drafts on this device, in all workspaces. */
export function countDrafts(userId: string): number {
  return [...draftStore.getState().drafts.values()].filter((draft) => draft.userId === userId).length
}

/** Removes all drafts of a person who signs out of this device. */
export function forgetDrafts(userId: string): void {
  for (const draft of draftStore.getState().drafts.values()) if (draft.userId === userId) removeDraft(draft)
}

function nameOf({ userId, workspaceId, key, tabId }: DraftOwner & { key: string; tabId: string }): string {
  return [userId, workspaceId, tabId, key].join(' ')
}

function put(name: string, draft: StoredDraft | undefined): void {
  const { drafts } = draftStore.getState()
  if (draft === undefined && !drafts.has(name)) return
  const changed = new Map(drafts)
  if (draft === undefined) changed.delete(name)
  else changed.set(name, draft)
  draftStore.setState({ drafts: changed })
  keep('draft', name, draft)
}

function readAll(): ReadonlyMap<string, StoredDraft> {
  return new Map(
    keptNames('draft').flatMap((name) => {
      const draft = readKept('draft', name)
      return isDraft(draft) ? [[name, draft] as const] : []
    }),
  )
}

function isDraft(value: unknown): value is StoredDraft {
  if (typeof value !== 'object' || value === null) return false
  const { userId, workspaceId, key, tabId, at, label } = value as Partial<StoredDraft>
  const texts = [userId, workspaceId, key, tabId, label]
  return texts.every((text) => typeof text === 'string') && Number.isFinite(at)
}

let knownTabId: string | null = null

/** Returns the id of this tab, which a reload and the end of a session keep. */
function tabId(): string {
  if (knownTabId === null) {
    const kept = readKept('draft-tab', 'tab-id')
    knownTabId = typeof kept === 'string' ? kept : newId()
    keep('draft-tab', 'tab-id', knownTabId)
  }
  return knownTabId
}

onKeptElsewhere('draft', () => draftStore.setState({ drafts: readAll() }))
