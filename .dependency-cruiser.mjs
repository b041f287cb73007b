/**
 * Rules that are finer than rooms; scripts/lib/rooms.mjs says which room may import which. The `comment` of a rule is shown
 * to the person who breaks it.
 *
 * `tests` may import from other rooms, because they compare implementations.
 */
import { roomRules } from './scripts/lib/rooms.mjs'

const tests = '\\.test\\.tsx?$'
const assets = '\\.(css|svg|png|woff2?|json)$'

/**
 * @typedef {import('dependency-cruiser').IForbiddenRuleType} Rule
 * @typedef {import('dependency-cruiser').IConfiguration} Configuration
 */

/**
 * Returns what these files must never import.
 * @param {string} name
 * @param {string} comment
 * @param {Rule['from']} from
 * @param {Record<string, unknown>} to
 * @returns {Rule}
 */
const never = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

/** Returns the pattern of an installed package, wherever npm has put it. */
const npm = (/** @type {string[]} */ ...names) => `node_modules/(${names.join('|')})/`

/** What the packages' package.json export. */
const faces = [
  '^packages/[^/]+/src/index\\.ts$',
  '^packages/engine/src/(queries/late|reference/index)\\.ts$',
  '^packages/contract/src/(export-formats|extension-handshake|openapi|share-target|sign-in-problems|sync-protocol)\\.ts$',
  '^packages/domain/src/(best-match|copies|loose|rules|untagged-offers)\\.ts$',
  '^packages/domain/src/capture/(?:capture|phrases)\\.ts$',
  '^packages/domain/src/(?:id|limits)\\.ts$',
  '^packages/sync/src/(edits|planning|rules|text-changes)\\.ts$',
  '^packages/testing/src/(concurrent-acts|mutations)\\.ts$',
]

const engine = '^packages/engine/'
const sync = '^packages/sync/'
const contract = '^packages/contract/'

const packages = [
  never(
    'contract-takes-types-of-sync-alone',
    'The contract speaks of mutations and never runs one: import their types, not their code.',
    { path: contract, pathNot: tests },
    { path: sync, dependencyTypesNot: ['type-only'] },
  ),
  never(
    'testing-is-for-tests',
    'Arbitraries, the model and the shared suites must not reach what is shipped.',
    { pathNot: [tests, '^packages/testing/', '^e2e/', '^bench/', '^apps/(server|web)/test/'] },
    { path: '^packages/testing/' },
  ),
  never(
    'a-package-through-its-face',
    'A room is used through what its package.json exports; what lies behind may change any day.',
    { path: '^packages/([^/]+)/' },
    {
      path: '^packages/',
      pathNot: ['^packages/$1/', ...faces],
    },
  ),
  never(
    'an-app-uses-a-package-through-its-face',
    'A room is used through what its package.json exports; what lies behind may change any day.',
    { path: '^(apps|e2e|bench)/' },
    {
      path: '^packages/',
      pathNot: faces,
    },
  ),
  never(
    'the-reference-is-for-comparison',
    'The reference engine is slow on purpose; the product asks the real one.',
    {
      path: '^(apps|packages)/',
      pathNot: [tests, '^packages/(engine/src/reference|testing)/', '^apps/[^/]+/test/'],
    },
    { path: '^packages/engine/src/reference/' },
  ),
]

const serverRooms = [
  never(
    'drivers-stay-in-the-store',
    'Only the store sees Kysely and the drivers, so that both databases get the very same queries.',
    { pathNot: ['^apps/server/src/store/', '^bench/', tests, '^apps/server/test/'] },
    { path: npm('kysely', 'better-sqlite3', 'pg', '@types/better-sqlite3', '@types/pg') },
  ),
  never(
    'the-payment-provider-stays-in-payments',
    'Everybody else speaks to the one interface of payments/, so that another provider can stand behind it.',
    { pathNot: ['^apps/server/src/payments/', '^apps/server/test/'] },
    { path: npm('stripe') },
  ),
]

const webRooms = [
  never(
    'the-replica-knows-no-screen',
    'The replica runs in a worker and under test without a document.',
    { path: '^apps/web/src/replica/', pathNot: tests },
    { path: npm('react-dom') },
  ),
  never(
    'only-the-replica-holds-an-engine',
    'Screens ask the replica. An engine of their own would answer from something else than what is saved.',
    { path: '^apps/web/src/', pathNot: ['^apps/web/src/replica/', tests] },
    { path: engine, dependencyTypesNot: ['type-only'] },
  ),
  never(
    'markdown-has-one-place',
    'What a note may hold once it is formatted is decided in one list, in shared/markdown.',
    { path: '^apps/web/src/', pathNot: [tests, '^apps/web/src/shared/markdown/'] },
    { path: npm('marked', 'dompurify') },
  ),
  never(
    'markdown-on-demand',
    'Formatting is heavy: load it with import() where a note is shown, so that home stays light.',
    { path: '^apps/web/src/', pathNot: [tests, '^apps/web/src/shared/markdown/'] },
    { path: '^apps/web/src/shared/markdown/', dynamic: false },
  ),
]

const everywhere = [
  never(
    'no-cycles',
    'Of two files that need each other, neither can be understood, tested or loaded first. Types and lazy imports count.',
    {},
    { circular: true },
  ),
  never(
    'no-orphans',
    'A file that nothing reaches is either forgotten or not yet wired in.',
    {
      orphan: true,
      path: '\\.tsx?$',
      pathNot: [
        '\\.d\\.ts$',
        tests,
        '\\.config\\.ts$',
        '^(e2e|bench)/',
        '/(main|mutation)\\.tsx?$',
        '/src/index\\.ts$',
      ],
    },
    {},
  ),
  never(
    'everything-resolves',
    'An import that resolves to nothing works nowhere.',
    {},
    { couldNotResolve: true },
  ),
  never(
    'development-tools-are-not-shipped',
    'What is a development dependency is absent where the product runs.',
    { path: '^(packages|apps)/[^/]+/src/', pathNot: [tests, '^packages/testing/'] },
    { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'], pathNot: ['node_modules/@types/'] },
  ),
]

/** @type {Configuration} */
export default {
  forbidden: [...roomRules(tests, assets), ...packages, ...serverRooms, ...webRooms, ...everywhere],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|coverage|test-results)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      mainFields: ['module', 'main', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.d.ts', '.css', '.json'],
    },
    cache: { folder: 'node_modules/.cache/dependency-cruiser', strategy: 'content' },
  },
}
