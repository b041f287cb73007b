import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite'
import { APP_SCREENS, BESIDE, FIRST_MODULE } from './chunks.ts'
import { isTextFont } from './font.ts'

/**
 * Makes the app's page request all that its first screen needs at once: the worker's script, modules and styles
 * of the screen, and the font. Vite only lists static imports of the entry, and the screen is a dynamic import.
 */
export function firstScreen(): Plugin {
  return {
    name: 'cardinal:first-screen',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const first = chunkOf(bundle, FIRST_MODULE)
        const modules = new Set(BESIDE.map((module) => chunkOf(bundle, module)))
        for (const { imports } of modules)
          for (const name of imports) {
            const imported = bundle[name]
            if (imported?.type === 'chunk') modules.add(imported)
          }
        const styles = [...modules].flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])
        const tags = [
          script(first.fileName),
          ...Object.keys(bundle).filter(isTextFont).map(font),
          ...[...modules].map(({ fileName }) => link(SCRIPT, fileName)),
          ...[...new Set(styles)].map((fileName) => link({ rel: 'stylesheet' }, fileName)),
        ].filter(({ attrs }) => !html.includes(`${attrs?.href}"`))
        return { html: html.replaceAll('rel="modulepreload"', 'rel="preload" as="script"'), tags }
      },
    },
  }
}

/**
 * Makes Chromium compile all functions of the first screen's modules when it first loads them, and cache the
 * compiled code. Chromium caches it right after the module has run, before React renders, so about 1,000
 * functions would otherwise be compiled again at each start. Other browsers ignore the comment.
 */
export const compileHints: Plugin = {
  name: 'cardinal:compile-hints',
  apply: 'build',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk' || !HINTED.has(file.name)) continue
        file.code = `//# allFunctionsCalledOnLoad\n${file.code}`
        const map = bundle[`${file.fileName}.map`]
        // A `;` in a source map stands for the added line.
        if (map?.type === 'asset') map.source = String(map.source).replace('"mappings":"', '"mappings":";')
      }
    },
  },
}

const HINTED = new Set(APP_SCREENS.map(({ name }) => name))

function chunkOf(bundle: Rolldown.OutputBundle, module: string): Rolldown.OutputChunk {
  const found = Object.values(bundle).find(
    (file): file is Rolldown.OutputChunk =>
      file.type === 'chunk' && file.moduleIds.some((id) => id.endsWith(`/src/${module}`)),
  )
  if (found === undefined) throw new Error(`${module} has no file of its own in the build.`)
  return found
}

/** `async`: runs as soon as it arrives, before the other modules. */
const script = (fileName: string): HtmlTagDescriptor => ({
  tag: 'script',
  attrs: { type: 'module', async: true, crossorigin: true, src: `/${fileName}` },
  injectTo: 'head-prepend',
})

/**
 * Not `modulepreload`: Chromium compiles such a file while it arrives, and then ignores the compiled code in its
 * cache. That took 40 ms of each start.
 */
const SCRIPT = { rel: 'preload', as: 'script' }

const link = (attrs: { rel: string; as?: string }, fileName: string): HtmlTagDescriptor => ({
  tag: 'link',
  attrs: { ...attrs, crossorigin: true, href: `/${fileName}` },
  injectTo: 'head',
})

const font = (fileName: string): HtmlTagDescriptor => ({
  tag: 'link',
  attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${fileName}` },
  injectTo: 'head',
})
