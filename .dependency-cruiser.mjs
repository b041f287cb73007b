/**
 * The arrows of docs/architecture.md. Each rule says in `comment` why it is there, and that sentence is
 * what somebody who breaks it gets to read.
 *
 * `tests` may reach wider than the room that they stand in: they put implementations beside each other.
 */
const tests = '\\.test\\.tsx?$'
const assets = '\\.(css|svg|png|woff2?|json)$'

/**
 * @typedef {import('dependency-cruiser').IForbiddenRuleType} Rule
 * @typedef {import('dependency-cruiser').IConfiguration} Configuration
 */

/**
 * Returns everything that a room may import, apart from itself; whatever else it reaches for breaks the rule.
 * @param {string} name
 * @param {string} comment
 * @param {string} room
 * @param {string[]} allowed
 * @returns {Rule}
 */
const only = (name, comment, room, allowed) => ({
  name,
  comment,
  severity: 'error',
  from: { path: `^${room}/`, pathNot: [tests] },
  to: { pathNot: [`^${room}/`, ...allowed] },
})

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

/** Rooms, or files, of the server. */
const server = (/** @type {string[]} */ ...rooms) => `^apps/server/src/(${rooms.join('|')})(/|\\.ts$)`

/** What the packages' package.json export. */
const faces = [
  '^packages/[^/]+/src/index\\.ts$',
  '^packages/engine/src/reference/index\\.ts$',
  '^packages/contract/src/(extension-handshake|openapi|share-target|sign-in-problems|sync-protocol)\\.ts$',
  '^packages/domain/src/copies\\.ts$',
  '^packages/sync/src/(edits|planning)\\.ts$',
  '^packages/testing/src/(concurrent-acts|mutations)\\.ts$',
]

const domain = '^packages/domain/'
const engine = '^packages/engine/'
const sync = '^packages/sync/'
const contract = '^packages/contract/'

const packages = [
  only(
    'domain-imports-nothing',
    'The domain is words and rules. What imports nothing can be used, and tested, anywhere.',
    'packages/domain',
    [],
  ),
  only(
    'engine-knows-domain-alone',
    'The engine answers questions in memory; it knows no network, no database, no DOM.',
    'packages/engine',
    [domain],
  ),
  only(
    'sync-knows-domain-alone',
    'The same mutators run in the browser and on the server, so they may depend on neither.',
    'packages/sync',
    [domain, npm('node-diff3')],
  ),
  only(
    'contract-knows-domain-and-types-of-sync',
    'The contract maps the wire to the domain; it is loaded by browser and server alike.',
    'packages/contract',
    [domain, sync, npm('zod')],
  ),
  only(
    'the-extension-speaks-http',
    'The extension calls the server as any program does: of the packages it takes words and rules, and types of the wire.',
    'packages/extension',
    [domain, contract, npm('idb')],
  ),
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
    'packages-know-no-app',
    'Packages are what the apps are made of, and never the other way round.',
    { path: '^packages/', pathNot: ['^packages/testing/', tests] },
    { path: '^(apps|e2e|bench|scripts)/' },
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
  only(
    'calls-stay-thin',
    'A call maps the wire to one question, one mutation or one act of identity, payment, import, sharing or webhooks: those rooms do the rest.',
    'apps/server/src/calls',
    [
      contract,
      domain,
      sync,
      server(
        'access',
        'workspaces',
        'identity',
        'payments',
        'import-export',
        'sharing',
        'webhooks',
        'pages',
        'lib',
        'services',
        'config',
      ),
      '^packages/contract/src/openapi\\.ts$',
    ],
  ),
  never(
    'the-store-serves-and-asks-nobody',
    'The store keeps what was written; it must not know who asks, over which wire, or what a replica answers.',
    { path: '^apps/server/src/store/', pathNot: tests },
    { path: ['^apps/server/src/(?!store/|config\\.ts$)', contract, engine] },
  ),
  never(
    'only-workspaces-hold-an-engine',
    'Everything that is read comes from a replica, and the replicas live in workspaces/.',
    { path: '^apps/server/src/', pathNot: ['^apps/server/src/workspaces/', tests] },
    { path: engine, dependencyTypesNot: ['type-only'] },
  ),
  never(
    'rooms-of-the-server-know-no-call',
    'Calls are at the edge; the modules below them must work without them.',
    {
      path: server(
        'access',
        'workspaces',
        'store',
        'identity',
        'payments',
        'reminders',
        'pages',
        'import-export',
        'sharing',
        'webhooks',
        'lib',
      ),
      pathNot: tests,
    },
    { path: '^apps/server/src/(calls|main\\.ts|admin)' },
  ),
  never(
    'lib-knows-no-room',
    'What every room uses may need none of them.',
    { path: server('lib') },
    { path: '^(apps|packages)/', pathNot: [server('lib'), domain] },
  ),
  never(
    'the-server-knows-no-browser',
    'The server serves the built web app as files and shares code with it through packages alone.',
    { path: '^apps/server/' },
    { path: '^apps/web/' },
  ),
]

const webRooms = [
  never(
    'features-know-no-other-feature',
    'A feature can be read, changed or left out alone. Talk through the address, the replica, or a popup name.',
    { path: '^apps/web/src/features/([^/]+)/' },
    { path: '^apps/web/src/features/', pathNot: '^apps/web/src/features/$1/' },
  ),
  never(
    'popups-are-opened-by-name',
    'Only app/ knows which component a popup name means; otherwise every popup is in every chunk.',
    { path: '^apps/web/src/(features|ui|overlays|shared|replica|session)/' },
    { path: '^apps/web/src/app/', pathNot: assets },
  ),
  never(
    'overlays-know-no-feature',
    'The host knows a name, a slot, a schema and a lazy component, and nothing about what is inside.',
    { path: '^apps/web/src/overlays/' },
    { path: '^apps/web/src/features/' },
  ),
  never(
    'ui-knows-no-feature',
    'Plain components draw what they are given: no feature, no data, no popups.',
    { path: '^apps/web/src/ui/', pathNot: tests },
    { path: ['^apps/web/src/(features|overlays|replica|shared|session|app)/', engine, sync, contract] },
  ),
  never(
    'shared-knows-no-screen',
    'The folder shared holds what several features use; a module that imports a feature belongs to that feature.',
    { path: '^apps/web/src/shared/', pathNot: tests },
    { path: '^apps/web/src/(features|app)/' },
  ),
  never(
    'the-replica-knows-no-screen',
    'The replica runs in a worker and under test without a document.',
    { path: '^apps/web/src/replica/', pathNot: tests },
    { path: ['^apps/web/src/(features|ui|overlays|app)/', npm('react-dom')] },
  ),
  never(
    'the-session-knows-no-screen',
    'Signing in, renewing and signing out work the same whatever is shown, and are tested without a document.',
    { path: '^apps/web/src/session/', pathNot: tests },
    { path: '^apps/web/src/(features|ui|overlays|shared|app)/' },
  ),
  never(
    'only-the-replica-holds-an-engine',
    'Screens ask the replica. An engine of their own would answer from something else than what is saved.',
    { path: '^apps/web/src/', pathNot: ['^apps/web/src/replica/', tests] },
    { path: engine, dependencyTypesNot: ['type-only'] },
  ),
  never(
    'the-browser-knows-no-server',
    'The browser knows the server by its contract alone. Its simulation runs against the real one.',
    { path: '^apps/web/', pathNot: '^apps/web/test/' },
    { path: '^apps/server/' },
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
  forbidden: [...packages, ...serverRooms, ...webRooms, ...everywhere],
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
