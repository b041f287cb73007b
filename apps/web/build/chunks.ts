import { join } from 'node:path'

/** What Rolldown tells of modules while it decides which of them go into one file. */
interface Modules {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null
}

const SOURCES = join(import.meta.dirname, '../src')

/** Screens of a build by the modules that a page or an import asks for; these stay files of their own. */
type Screens = readonly { readonly name: string; readonly asksFor: readonly string[] }[]

/** The modules that run first, and the further modules of the first screen; below `src`. */
export const FIRST = 'early.ts'
export const BESIDE = ['app/connected-frame.tsx', 'features/home/home-page.tsx'] as const

/** The app's: what runs before all else, the way in, and what a signed-in person sees first. */
export const APP_SCREENS: Screens = [
  { name: 'thread', asksFor: [FIRST] },
  { name: 'app', asksFor: ['main.tsx'] },
  { name: 'home', asksFor: BESIDE },
]

/** The public pages': what wakes any of them, the frame of any, and the start page. */
export const SITE_SCREENS: Screens = [
  { name: 'site', asksFor: ['public.tsx'] },
  { name: 'frame', asksFor: ['features/pages/about-page.tsx'] },
  { name: 'landing', asksFor: ['features/landing/landing-page.tsx'] },
]

/**
 * Returns groups that put the modules of these screens into a file each, what several of them need into that of the
 * first. Left alone, each combination of screens and popups that share a module makes a file of its own: a hundred
 * requests before the first card.
 */
export function filesOf(screens: Screens) {
  const asked = screens.map(({ asksFor }) => asksFor.map((file) => join(SOURCES, file)))
  const isAskedFor = new Set(asked.flat())
  let reached: readonly ReadonlySet<string>[] | null = null
  return screens.map(({ name }, n) => ({
    name(id: string, modules: Modules): string | null {
      reached ??= asked.map((ids) => allFrom(ids, modules))
      return !isAskedFor.has(id) && reached[n]?.has(id) ? name : null
    },
    debugName: name,
    priority: screens.length - n,
  }))
}

function allFrom(ids: readonly string[], modules: Modules): ReadonlySet<string> {
  const found = new Set(ids)
  for (const id of found) for (const next of modules.getModuleInfo(id)?.importedIds ?? []) found.add(next)
  return found
}
