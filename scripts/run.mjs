// node scripts/run.mjs <command> [arguments]: the commands of package.json.
// No syntax that is newer than Node 14.8: an older Node than the one that is needed gets a sentence.
import { requireNode } from './lib/node-version.mjs'

requireNode()
const [name = ''] = process.argv.splice(2, 1)
// The modules read their arguments as if they were scripts of their own.
const args = process.argv.slice(2)

/**
 * How each command starts; a module of its own is loaded only for the command that was asked for.
 * What resolves with a number ends the process with it.
 *
 * @type {Record<string, () => Promise<unknown>>}
 */
const COMMANDS = {
  /** Installs and builds what is missing, then serves, in this process. */
  start: () => import('./lib/start.mjs'),
  /** Builds what is not up to date, and starts nothing. */
  build: () => import('./lib/build.mjs').then(({ buildAlone }) => buildAlone()),
  /** The server, started anew at every change, and Vite in front of it. */
  dev: () => import('./lib/dev.mjs'),
  /** The operator's commands. Progress goes to stderr, answers to stdout. */
  admin: () => import('./lib/admin.mjs'),
  /** [file]: copies the database into one file while the server runs. */
  backup: () => import('./lib/data-files.mjs').then(({ runOnFile }) => runOnFile('backup')),
  /** <file>: makes a backup the database; the server must not run. */
  restore: () => import('./lib/data-files.mjs').then(({ runOnFile }) => runOnFile('restore')),
  /** [check | unit | http | size | e2e | changed]: all that can be proved; the last line is the sum. */
  test: () => import('./lib/test.mjs'),
  /** What a machine can judge about the source without running it. */
  check: () =>
    import('./lib/check.mjs').then(({ check }) => check()).then(({ failed }) => (failed === 0 ? 0 : 1)),
  /** [--strict]: which requirements have no test whose title carries their id. */
  trace: () => import('./lib/trace.mjs').then(({ trace }) => trace(args.includes('--strict'))),
  /** [workloads] [--large]: measures, prints a table, writes bench/results.json. */
  bench: () => import('./lib/bench.mjs').then(({ bench }) => bench(args)),
  /** [file ...]: mutation testing of the rules, room by room; fails below 85 % in either. */
  mutate: () => import('./lib/mutate.mjs').then(({ mutate }) => mutate(args)),
  /** --seeds N: puts known bugs into a copy of the sources, one at a time, and simulates each. */
  'simulate-bugs': () => import('./lib/simulate-bugs.mjs').then(({ simulateBugs }) => simulateBugs(args)),
  /** --requests 1000000 --seed 7: requests made from the OpenAPI document, against both databases. */
  'fuzz-http': () => import('./lib/fuzz-http.mjs'),
  /** [names]: Lighthouse over the built server; public pages, and home with somebody signed in. */
  lighthouse: () => import('./lib/lighthouse.mjs'),
  /** Makes the pictures of the start page and of the manual from the built product. */
  pictures: () => import('./lib/pictures.mjs'),
  /** [file]: lists the packages that the server and the web app are made of, as CycloneDX. */
  sbom: () => import('./lib/sbom.mjs').then(({ writeSbom }) => writeSbom(args[0])),
  /** Whether the server of this machine is alive, as an exit code; for containers. */
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
