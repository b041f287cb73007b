import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite'

/** What a signed-in person's screen needs beside the entry, and would ask for only once that has run. */
const WANTED = ['src/app/connected-frame.tsx', 'src/features/home/home-page.tsx']

type Bundle = Rolldown.OutputBundle
type Chunk = Rolldown.OutputChunk

/** Lets the app's page fetch the scripts and styles of its first screen together with the entry. */
export function preloadFirstScreen(): Plugin {
  return {
    name: 'cardinal:preload-first-screen',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle, filename }) {
        if (bundle === undefined || !filename.endsWith('/index.html')) return []
        const { scripts, styles } = filesOf(bundle)
        const isNew = (file: string) => !html.includes(`/${file}"`)
        return [
          ...[...scripts].filter(isNew).map((file) => link({ rel: 'modulepreload', href: `/${file}` })),
          ...[...styles].filter(isNew).map((file) => link({ rel: 'preload', as: 'style', href: `/${file}` })),
        ]
      },
    },
  }
}

/** The files of the wanted modules' chunks and of all that they import at once. */
function filesOf(bundle: Bundle): { scripts: Set<string>; styles: Set<string> } {
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
  for (const file of Object.values(bundle))
    if (file.type === 'chunk' && WANTED.some((module) => file.facadeModuleId?.endsWith(`/${module}`)))
      visit(file)
  return { scripts, styles }
}

function link(attrs: Record<string, string>): HtmlTagDescriptor {
  return { tag: 'link', attrs: { ...attrs, crossorigin: true }, injectTo: 'head' }
}
