// node scripts/run.mjs <command> [arguments]: the commands of package.json. Syntax up to Node 14.8, so that an older Node
// than required gets a sentence instead of a syntax error.
import { requireNode } from './lib/node-version.mjs'
import { main } from './lib/project.mjs'

requireNode()
const [name = ''] = process.argv.splice(2, 1)
// The modules read their arguments from `process.argv`, as if run directly.
const args = process.argv.slice(2)

/**
 * Each command loads its module on demand. A number that it resolves with is the exit code.
 *
 * @type {Record<string, () => Promise<unknown>>}
 */
const COMMANDS = {
  /** Installs and builds what is missing, then serves. */
  start: () => import('./lib/start.mjs'),
  /** Builds what is out of date. */
  build: () => import('./lib/build.mjs').then(({ buildAlone }) => buildAlone()),
  /** The server, restarted at every change, behind Vite. */
  dev: () => import('./lib/dev.mjs'),
  /** The operator's commands. Progress goes to stderr, results to stdout. */
  admin: () => import('./lib/admin.mjs'),
  /** [file]: copies the database into one file; the server may run. */
  backup: () => import('./lib/data-files.mjs').then(({ runOnFile }) => runOnFile('backup')),
  /** <file>: replaces the database by a backup; the server must not run. */
  restore: () => import('./lib/data-files.mjs').then(({ runOnFile }) => runOnFile('restore')),
  /** [check | unit | http | size | e2e | changed]: runs the tests; the last line is the sum. */
  test: () => import('./lib/test.mjs'),
  /** Static checks. */
  check: () =>
    import('./lib/check.mjs').then(({ check }) => check()).then(({ failed }) => (failed === 0 ? 0 : 1)),
  /** Writes the table of rooms in docs/architecture.md, from `lib/rooms.mjs`. */
  rooms: () => import('./lib/rooms.mjs').then(({ writeRooms }) => writeRooms()),
  /** [--strict]: lists requirements without a test. */
  trace: () => import('./lib/trace.mjs').then(({ trace }) => trace(args.includes('--strict'))),
  /** [workloads] [--large]: measures, prints a table, writes bench/results.json. */
  bench: () => import('./lib/bench.mjs').then(({ bench }) => bench(args)),
  /** [file ...]: mutation testing; fails below 85 % in any folder. */
  mutate: () => import('./lib/mutate.mjs').then(({ mutate }) => mutate(args)),
  /** --seeds N: puts known bugs into a copy of the sources, one at a time, and simulates each. */
  'simulate-bugs': () => import('./lib/simulate-bugs.mjs').then(({ simulateBugs }) => simulateBugs(args)),
  /** --requests 1000000 --seed 7: random requests from the OpenAPI document, against both databases. */
  'fuzz-http': () => import('./lib/fuzz-http.mjs'),
  /** [names]: Lighthouse over the built server: public pages, and home while signed in. */
  lighthouse: () => import('./lib/lighthouse.mjs'),
  /** [chapters]: takes the pictures of the start page and the manual from the built product. */
  pictures: () => import('./lib/pictures.mjs'),
  /** [check | notes]: checks that this commit can be released, tags it, and writes its notes. */
  release: () => import('./lib/release.mjs').then(({ release }) => main(async () => release(args) ?? 0)),
  /** [own | twice]: writes the built app as one file that needs Node alone; `twice` compares two of the newest commit. */
  pack: () => import('./lib/pack.mjs').then(({ pack }) => main(async () => (await pack(args)) ?? 0)),
  /** [twice]: builds the browser extension for the stores; `twice` compares two builds. */
  extension: () => import('./lib/extension.mjs').then(({ packExtension }) => main(() => packExtension(args))),
  /** [file]: lists the packages in the server and the web app, as CycloneDX. */
  sbom: () => import('./lib/sbom.mjs').then(({ writeSbom }) => writeSbom(args[0])),
  /** Whether the server of this machine is alive, as exit code; for containers. */
  healthcheck: () =>
    fetch(`http://127.0.0.1:${process.env.CARDINAL_PORT || '3000'}/api/health`).then(
      ({ ok }) => (ok ? 0 : 1),
      () => 1,
    ),
}

const run = COMMANDS[name]
if (run === undefined) {
  console.error(`There is no command "${name}": choose among ${Object.keys(COMMANDS).join(', ')}.`)
  process.exit(1)
}
const code = await run()
if (typeof code === 'number') process.exit(code)
