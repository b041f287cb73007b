import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import { escapeUTF8 } from 'entities/escape'
import { build, type Plugin, type ResolvedConfig } from 'vite'
import { filesOf, SITE_SCREENS } from './chunks.ts'
import { fontLink, isTextFont } from './font.ts'
import { headOf } from './head.ts'
import { robots, SECURITY_CONTACT, SITE_URL, securityTxt, sitemap } from './site-files.ts'

/** A page returned by `src/prerender.tsx`. */
interface RenderedPage {
  readonly path: string
  readonly title: string
  readonly description: string
  readonly html: string
}

/** Each kind of site has its own pages. The server chooses the kind. */
const KINDS = ['public', 'private'] as const
type Kind = (typeof KINDS)[number]

/** The template of public pages. */
const TEMPLATE = 'public.html'
/** Separate from the app's assets, so that they are not precached. */
const SITE_ASSETS = 'site/assets'
const SITE_MANIFEST = '.vite/site.json'
/** Maps a page's module to its files: its styles must load before its script. */
type Manifest = Record<string, { file: string; css?: string[]; imports?: string[]; src?: string }>

/**
 * Writes every public page as HTML (`dist/pages/<kind of site>/<name>.html`), and files such as the sitemap. Each
 * page has its own title, description and social card, the styles that it needs, and hints to fetch its script
 * early. The server fills in the site's address and e-mail.
 */
export function prerender(): Plugin {
  let config: ResolvedConfig
  return {
    name: 'cardinal:prerender',
    apply: (_, { isSsrBuild }) => !isSsrBuild,
    configResolved(resolved) {
      config = resolved
    },
    async closeBundle(error) {
      if (error || config.command !== 'build') return
      const dist = resolve(config.root, config.build.outDir)
      const pagesOf = await renderedPages(config)
      await buildSite(config)
      const manifest = JSON.parse(await readFile(join(dist, SITE_MANIFEST), 'utf8')) as Manifest
      const template = await readFile(join(dist, TEMPLATE), 'utf8')
      for (const kind of KINDS) {
        await mkdir(join(dist, 'pages', kind), { recursive: true })
        for (const page of pagesOf[kind]) {
          const html = template
            .replace('%TITLE%', escapeUTF8(page.title))
            .replace('%KIND%', kind)
            .replace('%PAGE%', page.path)
            .replace('<!--head-->', headOf(page, SITE_URL, kind === 'public'))
            .replace('</head>', `${assetsOf(moduleOf(page.path, kind), manifest, template)}\n  </head>`)
            .replace('<!--page-->', () => page.html)
          await writeFile(join(dist, 'pages', kind, fileOf(page.path)), html)
        }
      }
      await mkdir(join(dist, '.well-known'), { recursive: true })
      const paths = pagesOf.public.map(({ path }) => path)
      await writeFile(join(dist, 'sitemap.xml'), sitemap(paths, SITE_URL))
      await writeFile(join(dist, 'robots.txt'), robots(SITE_URL))
      await writeFile(join(dist, '.well-known/security.txt'), securityTxt(SITE_URL, SECURITY_CONTACT))
      await rm(join(dist, TEMPLATE))
    },
  }
}

/** Builds the hydration of public pages separately, because their scripts are modules and the app's are not. */
async function buildSite({
  root,
  build: { outDir, target, assetsInlineLimit },
}: ResolvedConfig): Promise<void> {
  await build({
    root,
    logLevel: 'warn',
    configFile: false,
    plugins: [react()],
    build: {
      outDir,
      target,
      assetsInlineLimit,
      assetsDir: SITE_ASSETS,
      manifest: SITE_MANIFEST,
      emptyOutDir: false,
      copyPublicDir: false,
      modulePreload: { polyfill: false },
      sourcemap: true,
      rolldownOptions: { input: TEMPLATE, output: { codeSplitting: { groups: filesOf(SITE_SCREENS) } } },
    },
  })
}

/** Builds the pages for Node, renders them, and deletes that build. */
async function renderedPages(config: ResolvedConfig): Promise<Record<Kind, RenderedPage[]>> {
  // A new folder each time, because Node caches imports by path.
  const folder = join(config.root, 'node_modules/.prerender', String(Date.now()))
  await build({
    root: config.root,
    logLevel: 'error',
    // Without the config file, whose entries are those of the app.
    configFile: false,
    build: {
      ssr: 'src/prerender.tsx',
      outDir: folder,
      emptyOutDir: true,
      copyPublicDir: false,
      sourcemap: false,
    },
    ssr: { noExternal: [/^@cardinal\//, '@fontsource-variable/geist'] },
  })
  // The session listens for other tabs when it is imported. In Node there are none.
  const nothing = () => {}
  Object.assign(globalThis, { addEventListener: nothing, removeEventListener: nothing })
  const built = await import(pathToFileURL(join(folder, 'prerender.js')).href)
  const { renderPages } = built as { renderPages: (kind: Kind) => Promise<RenderedPage[]> }
  const pages = { public: await renderPages('public'), private: await renderPages('private') }
  await rm(folder, { recursive: true })
  return pages
}

/** Styles and preload links of a page's chunk and its static imports. */
function assetsOf(module: string, manifest: Manifest, template: string): string {
  const source = Object.keys(manifest).find((key) => key.endsWith(module))
  const files = new Set<string>()
  const styles = new Set<string>()
  const visit = (key: string) => {
    const chunk = manifest[key]
    if (!chunk || files.has(chunk.file)) return
    files.add(chunk.file)
    for (const style of chunk.css ?? []) styles.add(style)
    for (const imported of chunk.imports ?? []) visit(imported)
  }
  if (source) visit(source)
  const isNew = (file: string) => !template.includes(file)
  const fonts = Object.values(manifest).map(({ file }) => file)
  return [
    ...fonts.filter(isTextFont).map((file) => `  ${fontLink(file)}`),
    ...[...styles].filter(isNew).map((file) => `  <link rel="stylesheet" crossorigin href="/${file}">`),
    ...[...files].filter(isNew).map((file) => `  <link rel="modulepreload" crossorigin href="/${file}">`),
  ].join('\n  ')
}

/** The page's module, by the end of its file name. */
function moduleOf(path: string, kind: Kind): string {
  if (path === '/') return kind === 'public' ? '/landing-page.tsx' : '/start-page.tsx'
  const name = MODULES[path] ?? path.slice(1)
  return `/${name}-page.tsx`
}

const MODULES: Readonly<Record<string, string>> = {
  '/tour': 'landing',
  '/privacy-policy': 'privacy',
  '/terms-of-service': 'terms',
}

function fileOf(path: string): string {
  return path === '/' ? 'landing.html' : `${path.slice(1)}.html`
}
