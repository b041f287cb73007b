import { join } from 'node:path'

/** What Rolldown tells of modules while it decides which of them go into one file. */
interface Modules {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null
}

const SOURCES = join(import.meta.dirname, '../src')
const inSources = (file: string) => join(SOURCES, file)

/** The first screens, by the modules that a page or an import asks for; these stay files of their own. */
const SCREENS = {
  early: ['early.ts'].map(inSources),
  app: ['main.tsx'].map(inSources),
  home: ['app/connected-frame.tsx', 'features/home/home-page.tsx'].map(inSources),
  landing: ['public.tsx', 'features/landing/landing-page.tsx'].map(inSources),
  demo: ['parts/sample/sample-search.tsx'].map(inSources),
}
const ASKED_FOR = new Set(Object.values(SCREENS).flat())

type Screen = keyof typeof SCREENS
type Reached = Readonly<Record<Screen, ReadonlySet<string>>>

/**
 * Who needs a module, from what most need to what one does: a file takes along all that it stands on. What has to
 * run before all else is small and waits for no other.
 */
const FILES: readonly { readonly name: string; readonly holds: (id: string, by: Reached) => boolean }[] = [
  { name: 'thread', holds: (id, { early }) => early.has(id) },
  { name: 'common', holds: (id, { app, landing }) => app.has(id) && landing.has(id) },
  { name: 'app', holds: (id, { app }) => app.has(id) },
  { name: 'pieces', holds: (id, { home, landing }) => home.has(id) && landing.has(id) },
  { name: 'cards', holds: (id, { home, demo }) => home.has(id) && demo.has(id) },
  { name: 'home', holds: (id, { home }) => home.has(id) },
]

/**
 * Groups that put the modules of the first screens into a handful of files. Left alone, each combination of
 * screens and popups that share a module makes a file of its own: a hundred requests before the first card.
 */
export function firstScreenFiles() {
  let reached: Reached | null = null
  return FILES.map(({ name, holds }, n) => ({
    name(id: string, modules: Modules): string | null {
      reached ??= allReached(modules)
      return !ASKED_FOR.has(id) && holds(id, reached) ? name : null
    },
    debugName: name,
    priority: FILES.length - n,
  }))
}

function allReached(modules: Modules): Reached {
  const from = (screen: Screen) => {
    const found = new Set(SCREENS[screen])
    for (const id of found) for (const next of modules.getModuleInfo(id)?.importedIds ?? []) found.add(next)
    return found
  }
  return {
    early: from('early'),
    app: from('app'),
    home: from('home'),
    landing: from('landing'),
    demo: from('demo'),
  }
}
