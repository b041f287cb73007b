import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { listedFiles } from './listed-files.mjs'
import { at } from './project.mjs'

/**
 * A room: the folder, or the files, whose path begins with `room`.
 *
 * @typedef {object} Room
 * @property {string} room its name is the last part of the path; `*`: one room for each folder
 * @property {string} holds
 * @property {readonly string[]} imports names of rooms above it in the list, so that no two need each other
 * @property {string} why the message for an import that is not in the list
 * @property {readonly string[]} [libraries] the only installed packages that it may import; left out: any
 */

const EDGE = 'Calls are at the edge: the rooms below them must work without them.'
const SCREEN = 'It works the same whatever is shown, and is tested without a document.'

/** @type {readonly Room[]} */
export const ROOMS = [
  {
    room: 'packages/domain',
    holds:
      'words and rules: card, tag, group, search text, modes, sorting, dates, names, links, limits, refusals',
    imports: [],
    libraries: [],
    why: 'The domain is words and rules. What imports nothing can be used, and tested, anywhere.',
  },
  {
    room: 'packages/engine',
    holds:
      '`questions.ts` (every question as data), `workspace-index.ts` (the fast one), `queries/`, `structures/`, `suggestions/`, `reference/` (the reference implementation)',
    imports: ['domain'],
    libraries: [],
    why: 'The engine answers questions in memory; it knows no network, no database, no DOM.',
  },
  {
    room: 'packages/sync',
    holds:
      '`mutators/` (cards, subnotes, tags, their relations, groups), `merge.ts` (pending over pulled), `inverse.ts` and `undo-plan.ts` (undo), `rules.ts`, `act-preview.ts`, `plan.ts`, `outbox-entry.ts`',
    imports: ['domain'],
    libraries: ['node-diff3'],
    why: 'The same mutators run in the browser and on the server, so they may depend on neither.',
  },
  {
    room: 'packages/contract',
    holds:
      'the wire: `calls/` (an area a file; a call is its schema, access and mapping), `wire/` (rows), `feed.ts`, error texts, typed client, OpenAPI; of sync it takes types alone',
    imports: ['domain', 'sync'],
    libraries: ['zod'],
    why: 'The contract maps the wire to the domain; it is loaded by browser and server alike.',
  },
  {
    room: 'packages/testing',
    holds: 'random workspaces, mutations and questions, for tests and benchmarks alone',
    imports: ['domain', 'engine', 'sync'],
    why: 'What packages are tested with knows no app.',
  },
  {
    room: 'packages/command',
    holds:
      'the command line and the MCP server, over the HTTP calls; plain JavaScript that runs without a build',
    imports: [],
    why: 'The command runs where nothing of ours is installed.',
  },
  {
    room: 'packages/extension',
    holds:
      'the browser extension, over the HTTP calls; `scripts/lib/extension.mjs` builds a folder and a zip for each browser',
    imports: ['domain', 'contract'],
    libraries: ['idb'],
    why: 'The extension calls the server as any program does: of the packages it takes words and rules, and types of the wire.',
  },
  {
    room: 'apps/server/src/lib',
    holds: 'ids, waiting in line and with limits of time, threads and processes, encodings and JSON',
    imports: ['domain'],
    why: 'What every room uses may need none of them.',
  },
  {
    room: 'apps/server/src/config',
    holds: 'the variables of the environment, read and checked',
    imports: ['domain', 'lib'],
    why: 'The configuration is read before there is anything else.',
  },
  {
    room: 'apps/server/src/store',
    holds: 'the only room that sees Kysely and the drivers',
    imports: ['domain', 'lib'],
    why: 'The store keeps what was written; it must not know who asks, over which wire, or what a replica answers.',
  },
  {
    room: 'apps/server/src/identity',
    holds: 'OpenID client, embedded provider, sessions, personal tokens',
    imports: ['domain', 'contract', 'lib', 'config', 'store'],
    why: EDGE,
  },
  {
    room: 'apps/server/src/access',
    holds: 'who may do what: token scopes, fresh sign-ins, long answers, keys that were used before',
    imports: ['domain', 'contract', 'lib', 'store', 'identity'],
    why: EDGE,
  },
  {
    room: 'apps/server/src/workspaces',
    holds:
      'the transaction of a change, into which pages and webhooks hook (`ChangeHook`), the feed, replicas, hints between nodes',
    imports: ['domain', 'engine', 'sync', 'contract', 'lib', 'store', 'access'],
    why: 'What changes a workspace knows nothing of what hooks into changes.',
  },
  {
    room: 'apps/server/src/payments',
    holds: 'one interface to the payment provider, Stripe behind it, and what follows for plans',
    imports: ['domain', 'lib', 'config', 'store'],
    why: EDGE,
  },
  {
    room: 'apps/server/src/reminders',
    holds: 'due cards told to browsers by Web Push, once by one node; the calendar',
    imports: ['domain', 'lib', 'store', 'identity'],
    why: EDGE,
  },
  {
    room: 'apps/server/src/pages',
    holds:
      'the pages of links: fetched from public addresses alone, read in a thread and a process, queued in the store, and copied where that is wanted ([how](links.md))',
    imports: ['domain', 'lib', 'config', 'store', 'identity', 'workspaces'],
    why: EDGE,
  },
  {
    room: 'apps/server/src/webhooks',
    holds:
      'messages to addresses that people name: made with the change, queued in the store, signed and sent',
    imports: ['domain', 'contract', 'lib', 'store', 'identity', 'workspaces', 'pages'],
    why: EDGE,
  },
  {
    room: 'apps/server/src/files',
    holds:
      'files of cards: taken in pieces, sent in ranges and as thumbnails, read for their words where they are PDFs, and removed where no card has them',
    imports: ['domain', 'contract', 'lib', 'store', 'access', 'workspaces', 'pages'],
    why: EDGE,
  },
  {
    room: 'apps/server/src/services',
    holds: 'the type of what the calls of a node share',
    imports: [
      'domain',
      'config',
      'store',
      'access',
      'workspaces',
      'payments',
      'reminders',
      'pages',
      'webhooks',
      'files',
    ],
    why: EDGE,
  },
  {
    room: 'apps/server/src/sharing',
    holds: 'shared searches: what others see of cards, and the writers of the page, RSS and JSON feed',
    imports: ['domain', 'contract', 'lib', 'store', 'workspaces', 'reminders', 'services'],
    why: EDGE,
  },
  {
    room: 'apps/server/src/import-export',
    holds:
      'reading (in a thread with a limit of memory and time) and writing files of other services and of our own',
    imports: ['domain', 'sync', 'contract', 'lib', 'store', 'access', 'workspaces', 'pages', 'files'],
    why: EDGE,
  },
  {
    room: 'apps/server/src/calls',
    holds: 'one handler a call; a call without one does not compile',
    imports: [
      'domain',
      'sync',
      'contract',
      'lib',
      'config',
      'identity',
      'access',
      'workspaces',
      'payments',
      'pages',
      'webhooks',
      'services',
      'sharing',
      'files',
      'import-export',
    ],
    why: 'A call maps the wire to one question, one mutation or one act of a room: the rooms do the rest.',
    libraries: [],
  },
  {
    room: 'apps/server/src/http',
    holds: 'fastify, headers, bodies, limits, the web app’s files',
    imports: ['domain', 'contract', 'lib', 'config', 'identity', 'access', 'services', 'calls'],
    why: 'HTTP carries calls; what they do is none of its business.',
  },
  {
    room: 'apps/server/src/other-apis',
    holds: 'the APIs of linkding, Pinboard and Karakeep, whose requests become calls of ours',
    imports: [
      'domain',
      'contract',
      'lib',
      'config',
      'identity',
      'access',
      'workspaces',
      'services',
      'files',
      'import-export',
      'calls',
      'http',
    ],
    why: 'A request of another API becomes calls of ours, with their rules and limits.',
  },
  {
    room: 'apps/server/src/operations',
    holds: 'puts a node together, starts and stops it; backup, restore, upgrade, metrics',
    imports: [
      'domain',
      'contract',
      'lib',
      'config',
      'store',
      'identity',
      'access',
      'workspaces',
      'payments',
      'reminders',
      'pages',
      'webhooks',
      'services',
      'sharing',
      'files',
      'import-export',
      'calls',
      'http',
      'other-apis',
    ],
    why: 'The server serves the built web app as files and shares code with it through packages alone.',
  },
  {
    room: 'apps/server/src/admin',
    holds: 'the operator’s commands',
    imports: ['domain', 'config', 'store', 'identity', 'operations'],
    why: 'The commands work on the store and on accounts, without a running server.',
  },
  {
    room: 'apps/web/src/ui',
    holds: 'plain components over tokens',
    imports: ['domain'],
    why: 'Plain components draw what they are given: no feature, no data, no popups.',
  },
  {
    room: 'apps/web/src/overlays',
    holds: 'the popup host, `confirm` and `askText`',
    imports: ['domain', 'ui'],
    why: 'The host knows a name, a slot, a schema and a lazy component, and nothing about what is inside.',
  },
  {
    room: 'apps/web/src/session',
    holds: 'tokens, renewal, sign-in and sign-out',
    imports: ['domain', 'contract'],
    why: SCREEN,
  },
  {
    room: 'apps/web/src/replica',
    holds: 'the worker with engine, IndexedDB, outbox and sync; the hooks that screens use',
    imports: ['domain', 'engine', 'sync', 'contract', 'session'],
    why: SCREEN,
  },
  {
    room: 'apps/web/src/service-worker',
    holds: 'what keeps the app’s files on the device',
    imports: ['contract'],
    why: SCREEN,
  },
  {
    room: 'apps/web/src/shared',
    holds: 'what several features share: the searchbar, tag chips, card pieces, undo',
    imports: ['domain', 'engine', 'sync', 'ui', 'overlays', 'session', 'replica'],
    why: 'The folder shared holds what several features use; a module that imports a feature belongs to that feature.',
  },
  {
    room: 'apps/web/src/features/*',
    holds: 'one feature each',
    imports: [
      'domain',
      'engine',
      'sync',
      'contract',
      'ui',
      'overlays',
      'session',
      'replica',
      'service-worker',
      'shared',
    ],
    why: 'A feature can be read, changed or left out alone. Talk through the address, the replica, or a popup name.',
  },
  {
    room: 'apps/web/src/app',
    holds: 'routes, frame, the list of features',
    imports: ['domain', 'ui', 'overlays', 'session', 'replica', 'service-worker', 'shared', 'features'],
    why: 'The browser knows the server by its contract alone.',
  },
]

/** @param {Room} room */
const nameOf = ({ room }) => room.replace('/*', '').split('/').at(-1) ?? room

/**
 * The room of a file; undefined: it belongs to none, as entries and tests do.
 * @param {string} file
 */
export const roomOf = (file) => ROOMS.find((each) => new RegExp(patternOf(each)).test(file))

/** @param {Room} room */
function patternOf({ room }) {
  return room.endsWith('/*') ? `^${room.slice(0, -1)}([^/]+)/` : `^${room}[/.-]`
}

/**
 * The rules of dependency-cruiser, one a room.
 *
 * @param {string} tests pattern of tests, which put implementations of several rooms beside each other
 * @param {string} assets pattern of imported files without code
 * @returns {import('dependency-cruiser').IForbiddenRuleType[]}
 */
export function roomRules(tests, assets) {
  return ROOMS.map((room) => {
    const own = room.room.endsWith('/*') ? patternOf(room).replace('([^/]+)', '$1') : patternOf(room)
    const allowed = ROOMS.filter((each) => room.imports.includes(nameOf(each))).map(patternOf)
    const libraries = room.libraries?.map((name) => `node_modules/${name}/`)
    return {
      name: `imports-of-${nameOf(room)}`,
      comment: room.why,
      severity: 'error',
      from: { path: patternOf(room), pathNot: [tests] },
      to: {
        ...(libraries === undefined && { path: '^(apps|packages)/[^/]+/src/|^(e2e|bench|scripts)/' }),
        pathNot: [own, ...allowed, ...(libraries ?? []), assets],
      },
    }
  })
}

const PAGE = 'docs/architecture.md'
const TABLE = /\| room \| what is in it \| may import \|\n(?:\|.*\n)+/

function table() {
  const rows = ROOMS.map(
    (room) => `| \`${pathOf(room)}\` | ${room.holds} | ${room.imports.join(', ') || 'nothing of ours'} |`,
  )
  return ['| room | what is in it | may import |', '|---|---|---|', ...rows, ''].join('\n')
}

/**
 * A room that is no folder consists of files whose names begin alike.
 * @param {Room} room
 */
function pathOf({ room }) {
  if (room.endsWith('*') || existsSync(at(room))) return room
  return existsSync(at(`${room}-variables.ts`)) ? `${room}*.ts` : `${room}.ts`
}

/** Writes the table of rooms into the page. */
export function writeRooms() {
  const page = readFileSync(at(PAGE), 'utf8')
  writeFileSync(
    at(PAGE),
    page.replace(TABLE, () => table()),
  )
}

/**
 * Checks the list itself: each room imports only rooms above it, so that there is no circle; each import is
 * used; docs/architecture.md has the same table.
 * @returns {Promise<{ ok: boolean, output: string }>}
 */
export async function judgeRooms() {
  const wrong = []
  const used = await usedImports()
  for (const [index, room] of ROOMS.entries()) {
    const above = ROOMS.slice(0, index).map(nameOf)
    for (const name of room.imports) {
      if (!above.includes(name))
        wrong.push(`${room.room} may import ${name}, which is not above it in the list`)
      else if (!used.has(`${nameOf(room)} ${name}`))
        wrong.push(`${room.room} imports nothing of ${name}: take it out`)
    }
  }
  if (!readFileSync(at(PAGE), 'utf8').includes(table()))
    wrong.push(`${PAGE} has another table of rooms: write it with "node scripts/run.mjs rooms"`)
  return { ok: wrong.length === 0, output: wrong.join('\n') }
}

const IMPORT = /(?:from|import\(?|new URL\()\s*'((?:\.|@cardinal\/)[^']+)'/g

/** Pairs of rooms by name; the first imports the second. */
async function usedImports() {
  const used = new Set()
  for (const file of await listedFiles('apps/*.ts', 'apps/*.tsx', 'packages/*.ts', 'packages/*.tsx')) {
    const from = roomOf(file)
    if (from === undefined || /\.test\.tsx?$/.test(file)) continue
    for (const [, path = ''] of readFileSync(at(file), 'utf8').matchAll(IMPORT)) {
      const target = path.startsWith('@cardinal/')
        ? `${path.replace('@cardinal/', 'packages/')}/`
        : join(dirname(file), path)
      const to = roomOf(target)
      if (to !== undefined) used.add(`${nameOf(from)} ${nameOf(to)}`)
    }
  }
  return used
}
