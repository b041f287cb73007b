import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite'
import { APP_SCREENS, BESIDE, FIRST_MODULE } from './chunks.ts'
import { isTextFont } from './font.ts'

/**
 * Makes the app's page request everything for its first screen at once: the worker's script, modules and styles of the
 * screen, and the font. Vite only lists static imports of the entry; the screen is a dynamic one.
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
 * Has Chromium compile all functions of the first screen's modules when it first loads them, and keep the compiled code. It
 * keeps a module's code right after the module has run, before React renders: about 1,000 functions would be compiled again at each
 * start. Other browsers ignore the comment.
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
        // In source maps `;` ends a line.
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

/** Runs on arrival, before the other modules. */
const script = (fileName: string): HtmlTagDescriptor => ({
  tag: 'script',
  attrs: { type: 'module', async: true, crossorigin: true, src: `/${fileName}` },
  injectTo: 'head-prepend',
})

/**
 * Not `modulepreload`: Chromium compiles what that names while it arrives, and then does not use the compiled code that it
 * keeps beside the file in the cache. It took 40 ms of each start from the device.
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
