import { join } from 'node:path'

/** Information of Rolldown while it assigns modules to chunks. */
interface Modules {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null
}

const SOURCES = join(import.meta.dirname, '../src')

/** For each chunk, the entry modules and dynamic imports whose code it has. */
type Screens = readonly { readonly name: string; readonly asksFor: readonly string[] }[]

/** The module that runs first, and the other modules of the first screen. Paths are relative to `src`. */
export const FIRST_MODULE = 'early.ts'
export const BESIDE = ['app/connected-frame.tsx', 'features/home/home-page.tsx'] as const

/** Chunks of the app: code that runs first, the sign-in, and the first screen of a signed-in person. */
export const APP_SCREENS: Screens = [
  { name: 'early', asksFor: [FIRST_MODULE] },
  { name: 'app', asksFor: ['main.tsx'] },
  { name: 'home', asksFor: BESIDE },
]

/**
 * This entry is small and imports the other chunks. At each start Chromium compiles the file that a module script
 * names; for imported files it uses the compiled code in its cache. The first module is in one file with all its
 * imports, because compiling 3 kB takes less time than finding a second file.
 */
export const ENTRIES = ['main.tsx']

/**
 * All code that the data worker needs to start is one file. Chromium caches no compiled code of a worker's
 * modules, and it finds further files only after the first has loaded. The late answers are static imports only
 * of the engine's class for servers.
 */
export const THREAD: Screens = [
  { name: 'main', asksFor: ['replica/worker/main.ts'] },
  { name: 'late', asksFor: ['../../../packages/engine/src/queries/late.ts'] },
]

/** Chunks of public pages: the hydration of any page, the frame, and the start page. */
export const SITE_SCREENS: Screens = [
  { name: 'site', asksFor: ['public.tsx'] },
  { name: 'frame', asksFor: ['features/pages/about-page.tsx'] },
  { name: 'landing', asksFor: ['features/landing/landing-page.tsx'] },
]

/**
 * Groups that give one chunk per screen. A shared module goes into the first screen that has it. Otherwise each
 * combination of screens and popups with a common module becomes a chunk: a hundred requests before the first
 * card.
 *
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
    // Otherwise a group also takes modules that belong to other groups.
    includeDependenciesRecursively: false,
    priority: screens.length - n,
  }))
}

/** Parts of home that are loaded after its first cards are painted (`PARTS` in `card-mode.tsx`). */
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

/** Parts of home that are drawn with its first cards, or right after them. */
const SOON = [
  'features/home/bar/bar-parts.tsx',
  'features/home/bar/view-menu.tsx',
  'features/home/list/swipes.tsx',
  'features/home/sync/refresh-prompt.tsx',
  'replica/drafts/draft-database.ts',
  'shared/search/peek-menu.tsx',
].map((file) => join(SOURCES, file))

/** Drawn in place of the first cards if there are none. */
const EMPTY = join(SOURCES, 'features/home/list/empty-result.tsx')

/**
 * Two chunks for the parts of home: when starting, 40 requests would take longer than loading the code of all
 * parts.
 */
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
    // Otherwise the later chunk takes the imports of `EMPTY`, and is then needed before the first cards.
    includeDependenciesRecursively: false,
    priority: 0,
  }
}

/** @param elsewhere modules to leave out, except those in `ids` */
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
