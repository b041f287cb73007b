import { isSharedComputer, LOGOUT_EVENT, MemoryStorage } from '../../session/index.ts'

/**
 * Browser storage for the state of a person's screens, with five lifetimes. `device`: until the session ends. `tab`: until
 * then, or until the tab closes. `draft`: until removed by name; where earlier releases kept drafts, from where they move to
 * their database. `draft-tab`: until the tab closes, because a session ended by the server must not remove a text being
 * written. `browser`: also after signing out, for data that is not personal. On a shared computer all end with the page.
 * With blocked storage nothing is stored and nothing fails.
 */
type Lifetime = 'device' | 'tab' | 'draft' | 'draft-tab' | 'browser'

const PREFIXES: Readonly<Record<Lifetime, string>> = {
  device: 'screen:',
  tab: 'screen:',
  draft: 'draft:',
  'draft-tab': 'draft:',
  browser: 'browser:',
}

/** The stored value, which the caller validates. Undefined: none, or unreadable. */
export function readKept(lifetime: Lifetime, name: string): unknown {
  try {
    const text = storageOf(lifetime).getItem(PREFIXES[lifetime] + name)
    return text === null ? undefined : JSON.parse(text)
  } catch {
    // Storage is blocked, or the value is invalid JSON.
    return undefined
  }
}

/** Stores a value. Undefined removes it. */
export function keep(lifetime: Lifetime, name: string, value: unknown): void {
  try {
    if (value === undefined) storageOf(lifetime).removeItem(PREFIXES[lifetime] + name)
    else storageOf(lifetime).setItem(PREFIXES[lifetime] + name, JSON.stringify(value))
  } catch {
    // Storage is blocked or full: the value lasts as long as the page.
  }
}

export function keptNames(lifetime: Lifetime): readonly string[] {
  try {
    const storage = storageOf(lifetime)
    const names = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
    const prefix = PREFIXES[lifetime]
    return names.flatMap((name) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : []))
  } catch {
    return [] // Storage is blocked.
  }
}

/** Calls the listener when another tab writes or removes a value of this lifetime. */
export function onKeptElsewhere(lifetime: Lifetime, listener: () => void): void {
  if (typeof window === 'undefined') return
  window.addEventListener('storage', ({ key }) => {
    if (key === null || key.startsWith(PREFIXES[lifetime])) listener()
  })
}

/** Replaces both storages on a shared computer. */
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
const NO_CHARACTER_KEYS = 'no-character-keys'

/** Records that somebody has signed in with this browser, even after signing out. It doesn't store who. */
export function rememberSignIn(): void {
  keep('browser', SIGNED_IN, true)
}

export function hasSignedInBefore(): boolean {
  return readKept('browser', SIGNED_IN) === true
}

/** Stores whether "I have read How it Works" is ticked in this browser. */
export function rememberHowRead(isRead: boolean): void {
  keep('browser', HOW_READ, isRead ? true : undefined)
}

export function hasReadHow(): boolean {
  return readKept('browser', HOW_READ) === true
}

/** Whether shortcuts of one character, such as `x` and `/`, are on in this browser. */
export function hasCharacterKeys(): boolean {
  return readKept('browser', NO_CHARACTER_KEYS) !== true
}

export function setCharacterKeys(isOn: boolean): void {
  keep('browser', NO_CHARACTER_KEYS, isOn ? undefined : true)
}
