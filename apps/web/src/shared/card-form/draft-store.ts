import type { Id } from '@cardinal/domain'
import { createStore } from 'zustand/vanilla'
import type { DraftDatabase } from '../../replica/drafts/draft-database.ts'
import { isSharedComputer } from '../../session/index.ts'
import { keep, keptNames, onKeptElsewhere, readKept } from '../account/kept.ts'
import { newId } from '../changes/new-id.ts'

/** User and workspace of a draft. It is shown to this user in this workspace only. */
export interface DraftOwner {
  readonly userId: string
  readonly workspaceId: Id
}

/** Unsaved input of an editor. */
export interface StoredDraft extends DraftOwner {
  /** What is edited: `card:<id>`, `card-text:<id>`, `new-card:…`. */
  readonly key: string
  /** The tab of the draft, so that two tabs with the same card don't overwrite each other's drafts. */
  readonly tabId: string
  /** When it was last changed, in ms since 1970. */
  readonly at: number
  /** Its first words, for a list of drafts. */
  readonly label: string
  /** Plain data in the editor's own shape, which the editor validates. */
  readonly data: unknown
}

interface DraftState {
  /**
   * All drafts on this device by name, once they are read. They survive reloads, closed tabs, crashes, and a
   * sign-out by the server. On a shared computer they last as long as the page.
   */
  readonly drafts: ReadonlyMap<string, StoredDraft>
  /** Keys of the editors open in this tab. */
  readonly openKeys: ReadonlySet<string>
}

export const draftStore = createStore<DraftState>(() => ({ drafts: new Map(), openKeys: new Set() }))

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

/** Drafts of a person in a workspace, newest first. */
export function draftsOf(
  drafts: ReadonlyMap<string, StoredDraft>,
  { userId, workspaceId }: DraftOwner,
): readonly StoredDraft[] {
  return [...drafts.values()]
    .filter((draft) => draft.userId === userId && draft.workspaceId === workspaceId)
    .sort((a, b) => b.at - a.at)
}

/** Counts a person's drafts on this device, in all workspaces. */
export async function countDrafts(userId: string): Promise<number> {
  await draftsRead
  return [...draftStore.getState().drafts.values()].filter((draft) => draft.userId === userId).length
}

/** Deletes the drafts of a person who signs out. Resolves when they are off the disk. */
export async function forgetDrafts(userId: string): Promise<void> {
  await draftsRead
  for (const draft of draftStore.getState().drafts.values()) if (draft.userId === userId) removeDraft(draft)
  await writing
  // Another tab closes its connection for this, and reopens it at its next draft. Fails only with blocked storage.
  await database?.removeIfEmpty().catch(() => {})
}

function nameOf({ userId, workspaceId, key, tabId }: DraftOwner & { key: string; tabId: string }): string {
  return [userId, workspaceId, tabId, key].join(' ')
}

/** A draft by name. Undefined: removed. */
type NamedDraft = readonly [name: string, draft: StoredDraft | undefined]

/** Null: this device stores no drafts. */
let database: DraftDatabase | null = null
/** Drafts that are not on the disk yet, including pending writes. */
const unwritten = new Map<string, StoredDraft | undefined>()
let writing: Promise<void> = Promise.resolve()
let hasRead = false

/** Resolves when the drafts of this device are in the store. An editor that opens before finds no draft. */
export const draftsRead: Promise<void> = Promise.race([readAll(), timeout()]).then(() => {
  hasRead = true
})

/** Resolves after the longest time that editors wait for the disk. */
function timeout(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 2_000)
  })
}

/** Whether `draftsRead` has resolved. */
export function areDraftsRead(): boolean {
  return hasRead
}

function put(name: string, draft: StoredDraft | undefined): void {
  if (draft === undefined && hasRead && !draftStore.getState().drafts.has(name)) return
  unwritten.set(name, draft)
  show([[name, draft]])
  if (hasRead) writing = writing.then(writeAll)
}

function show(written: readonly NamedDraft[]): void {
  const drafts = new Map(draftStore.getState().drafts)
  for (const [name, draft] of written)
    if (draft === undefined) drafts.delete(name)
    else drafts.set(name, draft)
  draftStore.setState({ drafts })
}

/** Writes everything new since the last write, so that fast typing never waits for the disk. */
async function writeAll(): Promise<void> {
  const written = [...unwritten]
  if (database === null || written.length === 0) return
  try {
    await database.write(written)
  } catch {
    return // No storage, or no space. The next write tries again.
  }
  for (const [name, draft] of written) {
    if (unwritten.get(name) === draft) unwritten.delete(name)
    // A page restored from the back/forward cache may have left the draft there.
    keep('draft', name, undefined)
  }
}

/**
 * Saves unwritten drafts in local storage (null: removed), from where the next page reads them. A closing page
 * loses its pending writes, as the first write waits until the database is created.
 */
function handOver(): void {
  for (const [name, draft] of unwritten) keep('draft', name, draft ?? null)
}

async function readAll(): Promise<void> {
  if (isSharedComputer || typeof window === 'undefined') return
  try {
    const { DraftDatabase } = await import('../../replica/drafts/draft-database.ts')
    addEventListener('pagehide', handOver)
    database = new DraftDatabase((written) => show(foreign(written)))
    // Read before the database, because another tab may be moving drafts there.
    const left = leftInStorage()
    show(foreign(await database.read()))
    hasRead = true
    await takeOver(database, left)
    onKeptElsewhere('draft', () => void (database && takeOver(database, leftInStorage())))
    writing = writing.then(writeAll)
    await writing
  } catch {
    database = null // Storage is blocked: drafts last as long as the page.
  }
}

/** Drafts that other tabs wrote or removed, except ones that this tab has yet to write. */
function foreign(written: readonly (readonly [string, unknown])[]): NamedDraft[] {
  return written.flatMap(([name, draft]) =>
    !unwritten.has(name) && (draft === undefined || isDraft(draft)) ? [[name, draft] as const] : [],
  )
}

/** Drafts left in local storage by `handOver` or an older release. */
function leftInStorage(): readonly NamedDraft[] {
  return keptNames('draft').flatMap((name): NamedDraft[] => {
    const draft = readKept('draft', name)
    if (draft === null) return [[name, undefined]]
    return isDraft(draft) ? [[name, draft]] : []
  })
}

/** Moves these drafts to the database. Of two versions the newer one stays. */
async function takeOver(database: DraftDatabase, left: readonly NamedDraft[]): Promise<void> {
  const { drafts } = draftStore.getState()
  const newer = left.filter(([name, draft]) => {
    const there = drafts.get(name)
    return there === undefined ? draft !== undefined : draft === undefined || draft.at > there.at
  })
  show(newer)
  if (newer.length > 0) await database.write(newer)
  for (const [name] of left) keep('draft', name, undefined)
}

function isDraft(value: unknown): value is StoredDraft {
  if (typeof value !== 'object' || value === null) return false
  const { userId, workspaceId, key, tabId, at, label } = value as Partial<StoredDraft>
  const texts = [userId, workspaceId, key, tabId, label]
  return texts.every((text) => typeof text === 'string') && Number.isFinite(at)
}

let knownTabId: string | null = null

/** Id of this tab; survives a reload and the end of a session. */
function tabId(): string {
  if (knownTabId === null) {
    const kept = readKept('draft-tab', 'tab-id')
    knownTabId = typeof kept === 'string' ? kept : newId()
    keep('draft-tab', 'tab-id', knownTabId)
  }
  return knownTabId
}
