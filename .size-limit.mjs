import { existsSync, readdirSync, readFileSync } from 'node:fs'

/**
 * Limits for the scripts that a browser fetches before a screen shows, gzipped. The app's page names its modules. The
 * manifest of the build names what a public page hydrates with, and its static imports. The worker that holds the data
 * has a limit of its own.
 */
const DIST = 'apps/web/dist'
const PAGE = `${DIST}/index.html`
const MANIFEST = `${DIST}/.vite/site.json`

for (const path of [PAGE, MANIFEST])
  if (!existsSync(path)) throw new Error(`${path} is missing: build first (npm test -- size does).`)

/**
 * The modules that the app's page names.
 * @type {string[]}
 */
const appScripts = [...readFileSync(PAGE, 'utf8').matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(
  ([, path]) => `${DIST}/${path}`,
)
/** Returns whether a chunk is imported by the first screen alone. */
const isHome = (/** @type {string} */ path) => /\/home-[\w-]{8}\.js$/.test(path)

/** @type {Record<string, { file: string, imports?: string[] }>} */
const chunks = JSON.parse(readFileSync(MANIFEST, 'utf8'))

/**
 * Returns the files of these modules and of everything they import statically, each once.
 * @param {string[]} keys
 */
function scriptsOf(...keys) {
  const seen = new Set(keys)
  for (const key of seen) {
    const chunk = chunks[key]
    if (!chunk) throw new Error(`${key} is no chunk of its own in the build.`)
    for (const imported of chunk.imports ?? []) seen.add(imported)
  }
  return [...seen].map((key) => `${DIST}/${chunks[key]?.file}`)
}

const worker = readdirSync(`${DIST}/assets`)
  .filter((name) => /^main-[\w-]+\.js$/.test(name))
  .map((name) => `${DIST}/assets/${name}`)
for (const path of worker)
  if (/(?:^|[;}])import\b[^(]*?["']\.\//.test(readFileSync(path, 'utf8')))
    throw new Error(`${path} needs further files at its start, which nobody counts.`)

const file = (/** @type {string} */ name, /** @type {string[]} */ path, /** @type {string} */ limit) => ({
  name,
  path,
  limit,
  gzip: true,
})

export default [
  // They run before anything is drawn: one records presses on a prerendered page, the other mends a failed start.
  file('scripts in front of the modules', [`${DIST}/boot.js`, `${DIST}/start-watch.js`], '5 kB'),
  file(
    'home, the way in',
    appScripts.filter((path) => !isHome(path)),
    '133 kB',
  ),
  // The entry, and what the first screen needs on top. The copy items of a card's menu and a link's way to its copy are in
  // it, because both must be there at the press. Code that reads, searches and keeps copies of pages loads later. Whether an
  // act is shown first is decided here (docs/decisions/0795). Keys that are typed before a field or an answer is there are
  // kept for it: that code cannot load later. Tags offered behind # in a row, and sheets that are dragged, brought it from 235 to 236.
  // The merge that keeps lines added at one place (docs/decisions/0898) serves open drafts too, and brought it to 236.5. In one file it compresses to 234.6.
  file('home, until it shows cards', appScripts, '235 kB'),
  file('landing, first load', scriptsOf('public.html', 'src/features/landing/landing-page.tsx'), '97 kB'),
  // It starts after the first paint, so that its size delays no frame. It holds the engine, the search language, the sync core,
  // the search by close words and the note of what each act wrote (docs/decisions/0790). The schemas of calls load with the
  // first pull or change; plans and previews of acts, and the answers of `LATE_QUESTIONS`, load later still. Completions of a card (their merge, their undo and their
  // search) brought it from 78 to 78.5. What is read from a store that a newer release takes over, because a restored server
  // must get it first, brought it to 79. Files of cards and start dates, which are fields of every card with their merge and
  // their search, brought it to 80. Code that it shares with later parts was a second file, which nobody counted: 87. The
  // server's clock and the key of the change acknowledged last: 88.
  file('the thread that holds the data', worker, '88 kB'),
]
