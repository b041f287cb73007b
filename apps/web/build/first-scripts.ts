import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { rolldown } from 'rolldown'
import type { Plugin, Rolldown } from 'vite'
import { BESIDE, FIRST } from './chunks.ts'
import { fontLink, isTextFont } from './font.ts'

type Bundle = Rolldown.OutputBundle
type Chunk = Rolldown.OutputChunk

const ENTRY = 'index.html'

/** Whether a file, by its name in the build, is asked for by an import that finds it in the registry. */
export function isInFirstScripts(fileName: string): boolean {
  return BESIDE.some((module) => fileName.includes(`/${basename(module, '.tsx')}-`))
}

/** Where a classic script leaves what its files export, by file name. */
const REGISTRY = 'globalThis.cardinalFiles'
/** The module that a script begins with, and the one that registers what it holds. */
const START = 'start'
const REGISTER = 'register'

/**
 * Makes classic scripts of the files that the app's first screen needs: `early` (see its source), `app` (the entry's
 * own) and `home` (what the first screen takes beside, and the entry, which begins). Chromium compiles a classic
 * script when the service worker stores it, and keeps the code; modules are compiled at each start.
 *
 * Files that come later stay modules and import the same names as before: in each such file's place stands one that
 * hands on what the script has left in the registry. So every module exists once.
 */
export function firstScripts(): Plugin {
  return {
    name: 'cardinal:first-scripts',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      async handler(_options, output) {
        const page = output[ENTRY]
        if (page?.type !== 'asset') throw new Error(`The build has no ${ENTRY}.`)
        const first = chunkOf(output, `src/${FIRST}`)
        const entry = chunkOf(output, ENTRY)
        const early = closureOf(output, [first])
        const app = closureOf(output, [entry])
        const home = closureOf(
          output,
          BESIDE.map((module) => chunkOf(output, `src/${module}`)),
        )
        for (const name of app.keys()) home.delete(name)
        app.delete(entry.fileName)

        const scripts = [
          await scriptOf('early', early, { begins: first }),
          await scriptOf('app', app, { elsewhere: home }),
          await scriptOf('home', new Map([...home, [entry.fileName, entry]]), {
            elsewhere: app,
            begins: entry,
          }),
        ]
        for (const { fileName, code, map } of scripts) {
          this.emitFile({ type: 'asset', fileName, source: code })
          this.emitFile({ type: 'asset', fileName: `${fileName}.map`, source: map })
        }
        const styles = [...home.values()].flatMap(({ viteMetadata }) => [
          ...(viteMetadata?.importedCss ?? []),
        ])
        page.source = pageWith(String(page.source), {
          scripts: scripts.map(({ fileName }) => fileName),
          styles: new Set(styles),
          fonts: Object.keys(output).filter(isTextFont),
        })
        for (const chunk of [first, entry, ...app.values(), ...home.values()]) {
          delete output[`${chunk.fileName}.map`]
          if (chunk === first || chunk === entry) delete output[chunk.fileName]
          else Object.assign(chunk, { code: handingOn(chunk), map: null, imports: [], dynamicImports: [] })
        }
      },
    },
  }
}

function chunkOf(output: Bundle, module: string): Chunk {
  const found = Object.values(output).find(
    (file): file is Chunk => file.type === 'chunk' && (file.facadeModuleId?.endsWith(`/${module}`) ?? false),
  )
  if (found === undefined) throw new Error(`${module} has no file of its own in the build.`)
  return found
}

/** These files and all that they import at once, by name; what is imported stands before what imports it. */
function closureOf(output: Bundle, chunks: readonly Chunk[]): Map<string, Chunk> {
  const found = new Map<string, Chunk>()
  const visit = (chunk: Chunk) => {
    if (found.has(chunk.fileName)) return
    for (const name of chunk.imports) {
      const imported = output[name]
      if (imported?.type === 'chunk') visit(imported)
    }
    found.set(chunk.fileName, chunk)
  }
  for (const chunk of chunks) visit(chunk)
  return found
}

/**
 * One classic script of these files.
 *
 * @param elsewhere files that another script registers: before this one runs, or before anything in it asks for them;
 * where there is such a one, this one leaves in the registry what its own files export
 * @param begins the file that is only run, and last
 */
async function scriptOf(
  name: string,
  files: ReadonlyMap<string, Chunk>,
  { elsewhere, begins }: { elsewhere?: ReadonlyMap<string, Chunk>; begins?: Chunk },
) {
  const registered = [...files.keys()].filter((file) => file !== begins?.fileName)
  const register = [
    ...registered.map((file, n) => `import * as file${n} from '${file}'`),
    `${REGISTRY} ??= {}`,
    ...registered.map((file, n) => `${REGISTRY}['${file}'] = file${n}`),
  ]
  // Imports come before all else in a module: what is registered first is so by another one.
  const steps = [
    ...(elsewhere ? [`import '${REGISTER}'`] : []),
    ...(begins === undefined ? [] : [`import '${begins.fileName}'`]),
  ]
  const own = { [START]: steps.join('\n'), [REGISTER]: register.join('\n') }
  const bundle = await rolldown({
    input: START,
    plugins: [inMemory(own, files, elsewhere ?? new Map())],
    // Modules know their own address; all addresses that are made of it begin at the root of the site.
    transform: { define: { 'import.meta.url': 'location.href', 'import.meta.resolve': 'undefined' } },
    treeshake: { moduleSideEffects: true },
  })
  const { output } = await bundle.generate({
    format: 'iife',
    codeSplitting: false,
    minify: true,
    sourcemap: 'hidden',
    comments: { legal: false },
  })
  const [script] = output
  if (script.map === null) throw new Error(`The script ${name} has no map.`)
  const hash = createHash('sha256').update(script.code).digest('base64url').slice(0, 8)
  const fileName = `assets/${name}-${hash}.js`
  const code = `${script.code.trim()}\n//# sourceMappingURL=${name}-${hash}.js.map\n`
  return { fileName, code, map: JSON.stringify(script.map) }
}

/** Files that are not written yet, and what another script registers taken from the registry. */
function inMemory(
  own: Readonly<Record<string, string>>,
  files: ReadonlyMap<string, Chunk>,
  elsewhere: ReadonlyMap<string, Chunk>,
): Rolldown.Plugin {
  return {
    name: 'in-memory',
    resolveId(path) {
      if (path in own) return path
      const name = path.startsWith('./') ? `assets/${path.slice(2)}` : path
      return files.has(name) || elsewhere.has(name) ? name : { id: path, external: true }
    },
    load(id) {
      const file = files.get(id)
      if (file !== undefined) return { code: file.code, map: file.map }
      const other = elsewhere.get(id)
      return other === undefined ? own[id] : handingOn(other)
    },
  }
}

/** What a file exports, taken from the registry. */
function handingOn({ fileName, exports }: Chunk): string {
  return [
    `const file = ${REGISTRY}['${fileName}']`,
    ...exports.map((name, n) => `const e${n} = file[${JSON.stringify(name)}]`),
    `export { ${exports.map((name, n) => `e${n} as ${name}`).join(', ')} }`,
  ].join('\n')
}

/** The page with these scripts, the first at once and the others in their order, instead of its modules. */
function pageWith(html: string, files: Files): string {
  const [first, ...others] = files.scripts
  const atOnce = `<script src="/${first}"></script>`
  const early = [
    ...others.map((file) => `<script defer src="/${file}"></script>`),
    ...files.fonts.map(fontLink),
  ]
  const late = [...files.styles]
    .filter((file) => !html.includes(`/${file}"`))
    .map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`)
  const [boot, rest, more] = html
    .replaceAll(/\s*<script type="module"[^>]*><\/script>|\s*<link rel="modulepreload"[^>]*>/g, '')
    .split(BOOT)
  if (boot === undefined || rest === undefined || more !== undefined)
    throw new Error(`The page has ${BOOT} not once.`)
  const lines = [atOnce, BOOT, ...early].join('\n    ')
  return `${boot}${lines}${rest.replace('</head>', `${late.map((tag) => `  ${tag}\n  `).join('')}</head>`)}`
}

interface Files {
  readonly scripts: readonly string[]
  readonly styles: ReadonlySet<string>
  readonly fonts: readonly string[]
}

const BOOT = '<script src="/boot.js"></script>'
