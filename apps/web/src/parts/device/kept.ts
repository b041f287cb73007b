import { LOGOUT_EVENT } from '../../session/index.ts'

/**
 * What this browser remembers of a person's screens, in two lifetimes: `device` until the person signs
 * out, `tab` until the tab closes (or that). Signing out removes both. Where storage is blocked, nothing
 * is remembered and nothing fails.
 */
export type Lifetime = 'device' | 'tab'

const PREFIX = 'screen:'

/** The value kept under a name, or undefined when there is none or it can't be read. The caller checks its shape. */
export function readKept(lifetime: Lifetime, name: string): unknown {
  try {
    const text = storageOf(lifetime).getItem(PREFIX + name)
    return text === null ? undefined : JSON.parse(text)
  } catch {
    // Blocked, or not ours: nothing is remembered.
    return undefined
  }
}

/** Keeps a plain value; undefined removes it. */
export function keep(lifetime: Lifetime, name: string, value: unknown): void {
  try {
    if (value === undefined) storageOf(lifetime).removeItem(PREFIX + name)
    else storageOf(lifetime).setItem(PREFIX + name, JSON.stringify(value))
  } catch {
    // Blocked or full: it lasts as long as the page.
  }
}

function storageOf(lifetime: Lifetime): Storage {
  // biome-ignore lint/style/noRestrictedGlobals: this file is where screens keep things, and clears them on sign-out.
  return lifetime === 'device' ? localStorage : sessionStorage
}

function forgetAll(): void {
  for (const lifetime of ['device', 'tab'] as const) {
    try {
      const storage = storageOf(lifetime)
      const names = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
      for (const name of names) if (name.startsWith(PREFIX)) storage.removeItem(name)
    } catch {
      // Blocked: nothing was kept.
    }
  }
}

if (typeof window !== 'undefined') window.addEventListener(LOGOUT_EVENT, forgetAll)
