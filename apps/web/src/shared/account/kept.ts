import { isSharedComputer, LOGOUT_EVENT, MemoryStorage } from '../../session/index.ts'

/**
 * Stores the state of a person's screens in the browser, with five lifetimes. `device`: until the session ends. `tab`:
 * until then or until the tab closes. `draft`: until it is removed by name; releases
 * before the database of drafts kept them so, and they move there. `draft-tab`: until the tab closes.
 * `browser`: also after signing out, for data that is not personal. On a shared computer all of them end with the page.
 * A session that the server ends must not take a text away that is being written. Where storage is blocked, nothing is
 * remembered and nothing fails.
 */
type Lifetime = 'device' | 'tab' | 'draft' | 'draft-tab' | 'browser'

const PREFIXES: Readonly<Record<Lifetime, string>> = {
  device: 'screen:',
  tab: 'screen:',
  draft: 'draft:',
  'draft-tab': 'draft:',
  browser: 'browser:',
}

/** Returns the stored value of a name. Undefined: there is none, or it is unreadable. The caller checks its shape. */
export function readKept(lifetime: Lifetime, name: string): unknown {
  try {
    const text = storageOf(lifetime).getItem(PREFIXES[lifetime] + name)
    return text === null ? undefined : JSON.parse(text)
  } catch {
    // Storage is blocked, or the value is malformed.
    return undefined
  }
}

/** Stores a plain value. Undefined removes it. */
export function keep(lifetime: Lifetime, name: string, value: unknown): void {
  try {
    if (value === undefined) storageOf(lifetime).removeItem(PREFIXES[lifetime] + name)
    else storageOf(lifetime).setItem(PREFIXES[lifetime] + name, JSON.stringify(value))
  } catch {
    // Blocked or full: it lasts as long as the page.
  }
}

/** Returns the names that values are kept under. */
export function keptNames(lifetime: Lifetime): readonly string[] {
  try {
    const storage = storageOf(lifetime)
    const names = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
    const prefix = PREFIXES[lifetime]
    return names.flatMap((name) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : []))
  } catch {
    return [] // Blocked: nothing was kept.
  }
}

/** Calls the listener when another tab of this browser kept or removed something of this lifetime. */
export function onKeptElsewhere(lifetime: Lifetime, listener: () => void): void {
  if (typeof window === 'undefined') return
  window.addEventListener('storage', ({ key }) => {
    if (key === null || key.startsWith(PREFIXES[lifetime])) listener()
  })
}

/** In place of both storages on a shared computer. */
const memory = { ofTab: new MemoryStorage(), ofDevice: new MemoryStorage() }

function storageOf(lifetime: Lifetime): Storage {
  const isOfTab = lifetime === 'tab' || lifetime === 'draft-tab'
  if (isSharedComputer) return isOfTab ? memory.ofTab : memory.ofDevice
  // biome-ignore lint/style/noRestrictedGlobals: this file is where screens keep things, and clears them on sign-out.
  return isOfTab ? sessionStorage : localStorage
}

function forgetAll(): void {
  for (const lifetime of ['device', 'tab'] as const)
    for (const name of keptNames(lifetime)) keep(lifetime, name, undefined)
}

if (typeof window !== 'undefined') window.addEventListener(LOGOUT_EVENT, forgetAll)

const SIGNED_IN = 'signed-in-before'
const HOW_READ = 'how-it-works-read'

/** Remembers that a user has signed in with this browser, also after signing out. Does not store which user. */
export function rememberSignIn(): void {
  keep('browser', SIGNED_IN, true)
}

export function hasSignedInBefore(): boolean {
  return readKept('browser', SIGNED_IN) === true
}

/** Remembers whether "I have read How it Works" is ticked on this browser. */
export function rememberHowRead(isRead: boolean): void {
  keep('browser', HOW_READ, isRead ? true : undefined)
}

export function hasReadHow(): boolean {
  return readKept('browser', HOW_READ) === true
}
