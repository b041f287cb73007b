import { existsSync, readdirSync, readFileSync } from 'node:fs'

/**
 * What the browser fetches as script before a screen shows: the entries and all that they import at once, by
 * the manifest that Vite leaves beside the built app. The thread that holds the data loads beside the page
 * and is counted on its own. Sizes are gzipped.
 */
const DIST = 'apps/web/dist'
const MANIFEST = `${DIST}/.vite/manifest.json`

if (!existsSync(MANIFEST)) throw new Error(`${MANIFEST} is missing: build first (npm test -- size does).`)

/** @type {Record<string, { file: string, imports?: string[] }>} */
const chunks = JSON.parse(readFileSync(MANIFEST, 'utf8'))

/**
 * Files of these modules and of everything they import statically, each once.
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

const workers = readdirSync(`${DIST}/assets`)
  .filter((name) => /^main-[\w-]+\.js$/.test(name))
  .filter((name) => !Object.values(chunks).some(({ file }) => file === `assets/${name}`))
  .map((name) => `${DIST}/assets/${name}`)

const file = (/** @type {string} */ name, /** @type {string[]} */ path, /** @type {string} */ limit) => ({
  name,
  path,
  limit,
  gzip: true,
})

export default [
  file('home, the way in', scriptsOf('index.html'), '150 kB'),
  // The way in, and what the route fetches at once when it is known who is there.
  file(
    'home, until it shows cards',
    scriptsOf('index.html', 'src/app/connected-frame.tsx', 'src/features/home/home-page.tsx'),
    '220 kB',
  ),
  file('landing, first load', scriptsOf('public.html', 'src/features/landing/landing-page.tsx'), '100 kB'),
  file('the thread that holds the data', workers, '80 kB'),
]
