import { join } from 'node:path'

/** Rolldown's module information while it assigns modules to chunks. */
interface Modules {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null
}

const SOURCES = join(import.meta.dirname, '../src')

/** Entry modules and dynamic imports, by the chunk that has their code. */
type Screens = readonly { readonly name: string; readonly asksFor: readonly string[] }[]

/** The first modules to run, and the others of the first screen; relative to `src`. */
export const FIRST_MODULE = 'early.ts'
export const BESIDE = ['app/connected-frame.tsx', 'features/home/home-page.tsx'] as const

/** The app: code that runs first, the sign-in, and a signed-in person's first screen. */
export const APP_SCREENS: Screens = [
  { name: 'early', asksFor: [FIRST_MODULE] },
  { name: 'app', asksFor: ['main.tsx'] },
  { name: 'home', asksFor: BESIDE },
]

/**
 * This entry is small and imports the other chunks. Chromium compiles the file that a module script names at each start; for
 * imported files it uses the compiled code that it keeps beside them in the cache. The first module is in one file with all
 * that it imports, because compiling 3 kB takes less than finding a second file.
 */
export const ENTRIES = ['main.tsx']

/**
 * All that the worker with the data needs to start is one file. Of a worker's modules Chromium uses no compiled code, and
 * it learns of further files only when the first has come. The late answers are imported statically by the engine's class for
 * servers alone.
 */
export const THREAD: Screens = [
  { name: 'main', asksFor: ['replica/worker/main.ts'] },
  { name: 'late', asksFor: ['../../../packages/engine/src/queries/late.ts'] },
]

/** Public pages: the hydration of any page, the frame, and the start page. */
export const SITE_SCREENS: Screens = [
  { name: 'site', asksFor: ['public.tsx'] },
  { name: 'frame', asksFor: ['features/pages/about-page.tsx'] },
  { name: 'landing', asksFor: ['features/landing/landing-page.tsx'] },
]

/**
 * Groups for one chunk per screen; shared modules go into the first one's. Otherwise each combination of screens and popups
 * with a common module becomes a chunk: a hundred requests before the first card.
 * @param apart modules that keep chunks of their own
 */
export function filesOf(screens: Screens, apart = screens.flatMap(({ asksFor }) => asksFor)) {
  const asked = screens.map(({ asksFor }) => asksFor.map((file) => join(SOURCES, file)))
  const isApart = new Set(apart.map((file) => join(SOURCES, file)))
  let reached: readonly ReadonlySet<string>[] | null = null
  return screens.map(({ name }, n) => ({
    name(id: string, modules: Modules): string | null {
      reached ??= asked.map((ids) => allFrom(ids, modules, asked.flat()))
      return !isApart.has(id) && reached[n]?.has(id) ? name : null
    },
    debugName: name,
    // Otherwise a group takes in what other groups ask for.
    includeDependenciesRecursively: false,
    priority: screens.length - n,
  }))
}

/** Parts that home loads once its first cards are painted (`PARTS` in `card-mode.tsx`). */
const LATER = [
  'features/home/list/bulk-bar.tsx',
  'features/home/list/just-added.tsx',
  'features/home/list/learned-word.tsx',
  'features/home/list/linked-cards.tsx',
  'features/home/list/loose-matches.tsx',
  'features/home/bar/filter-panel.tsx',
  'features/home/sync/unsaved-drafts.tsx',
  'features/home/panel/tags-sheet.tsx',
  'shared/cards/around-then.ts',
  'shared/cards/postpone.ts',
  'shared/files/row-files.tsx',
  'shared/search/sort-choosers.tsx',
  'shared/tags/engulfer.tsx',
  'replica/files/uploads.ts',
].map((file) => join(SOURCES, file))

/** Parts of home that are drawn with its first cards, or right behind them. */
const SOON = [
  'features/home/bar/bar-parts.tsx',
  'features/home/bar/view-menu.tsx',
  'features/home/list/swipes.tsx',
  'features/home/sync/refresh-prompt.tsx',
  'replica/drafts/draft-database.ts',
  'shared/search/peek-menu.tsx',
].map((file) => join(SOURCES, file))

/** Drawn in place of the first cards, where there are none. */
const EMPTY = join(SOURCES, 'features/home/list/empty-result.tsx')

/** Two chunks for the parts of home: at a start 40 requests cost more time than the code of all parts. */
export function homeParts() {
  let chunks: { readonly soon: ReadonlySet<string>; readonly later: ReadonlySet<string> } | null = null
  return {
    name(id: string, modules: Modules): string | null {
      if (chunks === null) {
        const soon = allFrom(SOON, modules)
        const early = allFrom([...SOON, EMPTY], modules)
        chunks = { soon, later: new Set([...allFrom(LATER, modules)].filter((one) => !early.has(one))) }
      }
      if (!id.startsWith(SOURCES)) return null
      return chunks.soon.has(id) ? 'soon-parts' : chunks.later.has(id) ? 'later-parts' : null
    },
    debugName: 'home-parts',
    // Otherwise the later chunk takes in what `EMPTY` imports, and is needed before the first cards.
    includeDependenciesRecursively: false,
    priority: 0,
  }
}

/** @param elsewhere modules that are left out, unless they are among `ids` */
function allFrom(
  ids: readonly string[],
  modules: Modules,
  elsewhere: readonly string[] = [],
): ReadonlySet<string> {
  const found = new Set(ids)
  for (const id of found)
    for (const next of modules.getModuleInfo(id)?.importedIds ?? [])
      if (!elsewhere.includes(next)) found.add(next)
  return found
}
