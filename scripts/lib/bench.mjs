import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { at, main } from './project.mjs'
import { run } from './run.mjs'

/**
 * Bundles the workloads like the server and the web app, and runs them. Unbundled, each function would be
 * wrapped to keep its name, as in tests, which slows down the measured code.
 *
 * @param {readonly string[]} args names of workloads, and `--large`
 */
export const bench = (args) =>
  main(async () => {
    await ensureInstalled()
    await ensureBuilt()
    const { build } = await import('esbuild')
    await build({
      entryPoints: {
        main: at('bench/src/main.ts'),
        bare: at('bench/src/server/bare.ts'),
        'bare-files': at('bench/src/server/bare-files.ts'),
      },
      outdir: at('bench/dist'),
      bundle: true,
      platform: 'node',
      target: 'node20',
      format: 'esm',
      logLevel: 'warning',
      plugins: [{ name: 'packages', setup: leavePackages }],
    })
    const { code } = await run(process.execPath, ['--expose-gc', at('bench/dist/main.js'), ...args], {
      shown: 'both',
    })
    return code
  })

const LEFT = 'left to Node'

/**
 * Leaves packages to Node, except the project's own, which are TypeScript. Resolves each from its importer: the server has
 * other versions of some than the root.
 * @param {import('esbuild').PluginBuild} build
 */
function leavePackages({ onResolve, resolve }) {
  onResolve({ filter: /^[^./]/ }, async ({ path, kind, resolveDir, pluginData }) => {
    if (kind === 'entry-point' || path.startsWith('@cardinal/') || pluginData === LEFT) return undefined
    const found = await resolve(path, { kind, resolveDir, pluginData: LEFT })
    return { external: true, ...(found.errors.length === 0 && { path: found.path }) }
  })
}
