import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite'

/** Runs as soon as it is there, before the entry and whatever else the page waits for. */
const FIRST = 'src/early.ts'
/** What a signed-in person's screen needs beside the entry, and would ask for only once that has run. */
const WANTED = ['src/app/connected-frame.tsx', 'src/features/home/home-page.tsx']

type Bundle = Rolldown.OutputBundle
type Chunk = Rolldown.OutputChunk

/** Lets the app's page run what comes first, and fetch scripts and styles of its first screen with the entry. */
export function preloadFirstScreen(): Plugin {
  return {
    name: 'cardinal:preload-first-screen',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle, filename }) {
        if (bundle === undefined || !filename.endsWith('/index.html')) return []
        const first = chunkOf(bundle, FIRST)
        const { scripts, styles } = filesOf(bundle, [FIRST, ...WANTED])
        const isNew = (file: string) => file !== first?.fileName && !html.includes(`/${file}"`)
        return [
          ...(first === undefined ? [] : [scriptAtOnce(`/${first.fileName}`)]),
          ...[...scripts].filter(isNew).map((file) => link({ rel: 'modulepreload', href: `/${file}` })),
          ...[...styles].filter(isNew).map((file) => link({ rel: 'preload', as: 'style', href: `/${file}` })),
        ]
      },
    },
  }
}

function chunkOf(bundle: Bundle, module: string): Chunk | undefined {
  for (const file of Object.values(bundle))
    if (file.type === 'chunk' && file.facadeModuleId?.endsWith(`/${module}`)) return file
  return undefined
}

/** The files of these modules' chunks and of all that they import at once. */
function filesOf(bundle: Bundle, modules: readonly string[]): { scripts: Set<string>; styles: Set<string> } {
  const scripts = new Set<string>()
  const styles = new Set<string>()
  const visit = (chunk: Chunk) => {
    if (scripts.has(chunk.fileName)) return
    scripts.add(chunk.fileName)
    for (const style of chunk.viteMetadata?.importedCss ?? []) styles.add(style)
    for (const imported of chunk.imports) {
      const next = bundle[imported]
      if (next?.type === 'chunk') visit(next)
    }
  }
  for (const module of modules) {
    const chunk = chunkOf(bundle, module)
    if (chunk !== undefined) visit(chunk)
  }
  return { scripts, styles }
}

function scriptAtOnce(src: string): HtmlTagDescriptor {
  return {
    tag: 'script',
    attrs: { type: 'module', async: true, crossorigin: true, src },
    injectTo: 'head-prepend',
  }
}

function link(attrs: Record<string, string>): HtmlTagDescriptor {
  return { tag: 'link', attrs: { ...attrs, crossorigin: true }, injectTo: 'head' }
}
