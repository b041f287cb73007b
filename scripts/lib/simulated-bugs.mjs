import { readFileSync } from 'node:fs'
import { at } from './project.mjs'

/**
 * @typedef {{ file: string, find: string, put: string }} Replacement
 * @typedef {{ name: string, changes: readonly Replacement[] }} Bug
 */

const WORKER = 'apps/web/src/replica/worker'
const SYNC = 'packages/sync/src'
const SERVER = 'apps/server/src'

/**
 * Bugs that the simulation must find. Each text to replace occurs once in its file; when the source changes, rewrite the
 * bug.
 *
 * @type {readonly Bug[]}
 */
export const BUGS = [
  {
    name: 'the cursor is saved in a transaction of its own, before the rows',
    changes: [
      {
        file: `${WORKER}/store/idb-store.ts`,
        find: "    return this.#write(['copies', 'batches', 'outbox', 'sent'], append, 'relaxed')",
        put: `    return this.#write(['copies'], async (tx) => {
      const meta = await tx.objectStore('copies').get(from.workspaceId)
      if (meta?.generation === from.generation && meta.cursor === from.cursor)
        await tx.objectStore('copies').put({ ...meta, cursor, seq })
    }).then(() => this.#write(['copies', 'batches', 'outbox', 'sent'], append, 'relaxed'))`,
      },
      {
        file: `${WORKER}/store/idb-store.ts`,
        find: 'if (meta === undefined || !isAtSamePoint(meta, from)) return false\n      const batches',
        put: 'if (meta?.generation !== generation || (meta.cursor !== from.cursor && meta.cursor !== cursor)) return false\n      const batches',
      },
    ],
  },
  {
    name: 'the server refuses one change in sixteen',
    changes: [
      {
        file: `${SERVER}/workspaces/change-workspace.ts`,
        find: '  const outcome = change.write(loaded.rows, { now })',
        put: `  if (now % 16 === 0) return refused({ kind: 'not-found', what: 'card', id: '' })
  const outcome = change.write(loaded.rows, { now })`,
      },
    ],
  },
  {
    name: 'merging two texts takes the one that arrives',
    changes: [
      {
        file: `${SYNC}/mutators/_internals/merged-text.ts`,
        find: '  const merged = mergeTexts(base, mine, theirs, effort)',
        put: '  const merged = mergeTexts(base, mine, base, effort)',
      },
    ],
  },
  {
    name: 'texts that lose are not kept as revisions',
    changes: [
      {
        file: `${SERVER}/workspaces/revisions.ts`,
        find: '  return [...replaced, ...kept]',
        put: '  return [...replaced, ...kept].slice(0, 0)',
      },
      {
        file: `${SERVER}/workspaces/revisions.ts`,
        find: '  return [...lost, ...replaced]',
        put: '  return [...lost, ...replaced].slice(0, 0)',
      },
    ],
  },
  {
    name: 'a tick does nothing',
    changes: [
      {
        file: `${SYNC}/mutators/subnotes.ts`,
        find: 'isTicked: isTicked ?? !subnote.isTicked',
        put: 'isTicked: subnote.isTicked && isTicked !== undefined',
      },
    ],
  },
  {
    name: 'saved searches are written over those of other devices',
    changes: [
      {
        file: `${SERVER}/calls/account-calls.ts`,
        find: 'changedAll(user, { ...place, after, before }, current)',
        put: 'changedAll({ savedSearches: [], searchesByWorkspace: {} }, { ...place, after }, current)',
      },
    ],
  },
  {
    name: 'a tag that stands for another one is not followed',
    changes: [
      {
        file: `${SYNC}/mutators/_internals/rows.ts`,
        find: 'const current = endOfAliases(id, kind)',
        put: 'const current = id',
      },
    ],
  },
  {
    name: 'a form sends the whole card',
    changes: [
      {
        file: 'apps/web/src/shared/cards/card-draft.ts',
        find: "  return edit && { name: 'editCard', args: edit }\n}\n\n/**\n * The mutation that saves only a card's text",
        put: `  const { createdAt: _made, updatedAt: _changed, linkText: _text, ...whole } = { ...card, ...form, ...said, content, subnotes }
  return edit && { name: 'replaceCard', args: { card: whole, baseSeq: null } }
}

/**
 * The mutation that saves only a card's text`,
      },
    ],
  },
  {
    name: 'an edit says that it began from the text that it ends with',
    changes: [
      {
        file: `${SYNC}/diff-card.ts`,
        find: 'content: { before: seen.content, after: wanted.content },',
        put: 'content: { before: wanted.content, after: wanted.content },',
      },
    ],
  },
  {
    name: 'a change that the answer does not name counts as carried out',
    changes: [
      {
        file: `${WORKER}/settling.ts`,
        find: 'if (result === undefined || isPassing(result)) {',
        put: `if (result === undefined) {
      acknowledged.push({ n: entry.n, seq: 0 })
    } else if (isPassing(result)) {`,
      },
    ],
  },
  {
    name: 'the outbox is sent in reverse order',
    changes: [
      {
        file: `${WORKER}/sender.ts`,
        find: 'return nextBatch(await this.#store.waiting(this.#most))',
        put: 'return nextBatch(await this.#store.waiting(this.#most)).toReversed()',
      },
    ],
  },
  {
    name: 'tombstones are passed over',
    changes: [
      {
        file: `${WORKER}/puller.ts`,
        find: 'for (const change of changes) pulled.push(change)',
        put: 'for (const change of changes) if (change.row !== null) pulled.push(change)',
      },
    ],
  },
  {
    name: 'the server forgets which keys it has carried out',
    changes: [
      {
        file: `${SERVER}/access/operation.ts`,
        find: '    if (earlier !== null) return earlier\n    const made = await proceed(user)',
        put: '    if (earlier !== null && this.#now() < 0) return earlier\n    const made = await proceed(user)',
      },
      {
        file: `${SERVER}/access/operation.ts`,
        find: '    if (operation !== null)\n      tx.pipeline(',
        put: '    if (operation !== null && earlier === null)\n      tx.pipeline(',
      },
    ],
  },
  {
    name: 'the feed begins one change too late',
    changes: [
      {
        file: `${SERVER}/workspaces/feed.ts`,
        find: 'yield* changedPages(store, userId, workspace, kind, since + 1)',
        put: 'yield* changedPages(store, userId, workspace, kind, since + 2)',
      },
    ],
  },
  {
    name: 'nothing is sent again to a server that was restored from a backup',
    changes: [
      {
        file: `${WORKER}/store/idb-store.ts`,
        find: "const sent = await tx.objectStore('sent').getAll()\n      const outbox",
        put: "const sent = (await tx.objectStore('sent').getAll()).slice(0, 0)\n      const outbox",
      },
    ],
  },
  {
    name: 'a change is called saved before it is written',
    changes: [
      {
        file: `${WORKER}/outbox-writer.ts`,
        find: '        await this.#store.enqueue(entries)',
        put: '        void this.#store.enqueue(entries)',
      },
    ],
  },
  {
    name: 'a new version of the storage drops the outbox',
    changes: [
      {
        file: `${WORKER}/store/idb-schema.ts`,
        find: '  if (oldVersion < 1) createWaiting(db)\n',
        put: `  if (oldVersion >= 1) for (const name of ['outbox', 'sent', 'parked', 'account'] as const) db.deleteObjectStore(name)
  if (oldVersion >= 0) createWaiting(db)
`,
      },
      {
        file: `${WORKER}/store/idb-schema.ts`,
        find: "  else for (const name of ['copies'",
        put: "  if (oldVersion >= 1) for (const name of ['copies'",
      },
    ],
  },
  {
    name: 'a click counts twice',
    changes: [
      {
        file: `${SYNC}/mutators/tags.ts`,
        find: 'clickCount: tag.clickCount + 1,',
        put: 'clickCount: tag.clickCount + 2,',
      },
    ],
  },
  {
    name: 'removing a subnote also removes what somebody else wrote into it',
    changes: [
      {
        file: `${SYNC}/mutators/_internals/subnotes.ts`,
        find: 'return { subnote: there.text === edit.text ? null : there, lost: null }',
        put: 'return { subnote: null, lost: null }',
      },
    ],
  },
  {
    name: 'a colour in an edit changes the type, too',
    changes: [
      {
        file: `${SYNC}/mutators/cards.ts`,
        find: '  const type = edit.type ?? card.type',
        put: "  const type = edit.type ?? (edit.color === undefined ? card.type : 'note')",
      },
    ],
  },
  {
    name: 'a tab that gets its disk back goes on counting the batches of its memory',
    changes: [
      {
        file: `${WORKER}/store/fallback-store.ts`,
        find: 'if (isDisk() && generation !== null && found.batches.length > 0)',
        put: 'if (isDisk() && generation !== null)',
      },
    ],
  },
  {
    name: 'a tab that loses its disk forgets what waits there',
    changes: [
      {
        file: `${WORKER}/store/fallback-store.ts`,
        find: 'new MemoryStore(remains)',
        put: 'new MemoryStore({ ...remains, outbox: [] })',
      },
    ],
  },
  {
    name: 'a proxy refuses for the server',
    changes: [
      {
        file: `${WORKER}/answers.ts`,
        find: '  if (!isOwnRefusal(body)) return blocked(status)',
        put: "  if (!isOwnRefusal(body)) return { kind: 'refused', status, reason: 'no' }",
      },
    ],
  },
  {
    name: 'a change of a card that a restored server lost is refused',
    changes: [
      {
        file: `${SERVER}/workspaces/change-workspace.ts`,
        find: '  if (awaited !== null) return refused(awaited)\n',
        put: '',
      },
    ],
  },
  {
    name: 'a device does not compare its rows with the digest of the server',
    changes: [
      {
        file: `${WORKER}/puller.ts`,
        find: 'if (digest === null || isSame(found, this.#agreed)',
        put: 'if (digest !== undefined || isSame(found, this.#agreed)',
      },
    ],
  },
  {
    name: 'moving the work of a deleted workspace drops the lines of its cards',
    changes: [
      {
        file: `${WORKER}/moving.ts`,
        find: 'subnotes: card.subnotes.map((subnote) => ({ ...subnote, id: idOfCopy(subnote.id, copy) })),',
        put: 'subnotes: [],',
      },
    ],
  },
  {
    name: 'a device forgets what was acknowledged when the server ends its session',
    changes: [
      {
        file: 'apps/web/src/replica/forget-copies.ts',
        find: "= ['copies', 'slices',",
        put: "= ['sent', 'copies', 'slices',",
      },
    ],
  },
  {
    name: 'a push does not say which epoch the device knows',
    changes: [
      {
        file: `${WORKER}/http-network.ts`,
        find: 'const query = new URLSearchParams(queryOf(known)).toString()',
        put: 'const query = new URLSearchParams(queryOf(known === null ? null : { ...known, epoch: null })).toString()',
      },
    ],
  },
  {
    name: 'a device does not say which change was acknowledged last',
    changes: [
      {
        file: `${WORKER}/http-network.ts`,
        find: '...(lastKey !== null && { last_key: lastKey })',
        put: '...(lastKey !== null && {})',
      },
    ],
  },
  {
    name: 'one change for which the server fails stops all others',
    changes: [
      {
        file: `${SERVER}/calls/sync-push.ts`,
        find: 'if (failure.status === 503) throw error',
        put: 'if (failure.status >= 500) throw error',
      },
      {
        file: `${WORKER}/sender.ts`,
        find: "new Set(['unreachable', 'silent', 'server-error'])",
        put: "new Set(['unreachable', 'silent'])",
      },
    ],
  },
  {
    name: 'the copy of a moved card has an id of its own on each device',
    changes: [
      {
        file: `${WORKER}/moves.ts`,
        find: 'return { idOfCopy: (id, place = workspaceId) => copyId(id, place) }',
        put: 'return Math.random() < 2 ? {} : { idOfCopy: (id, place = workspaceId) => copyId(id, place) }',
      },
    ],
  },
  {
    name: '“Remove the highlight” removes what its person did not see',
    changes: [
      {
        file: `${SYNC}/mutators/subnotes.ts`,
        find: 'text === undefined || subnotes[index]?.text === text ?',
        put: 'text === undefined || text.length >= 0 ?',
      },
    ],
  },
]

/**
 * Throws where a text to replace does not occur exactly once.
 * @param {Bug} bug
 * @param {(file: string) => string} read returns the text of a source file, without the bug
 * @returns {Map<string, string>} files with their new texts
 */
export function withBug({ name, changes }, read) {
  /** @type {Map<string, string>} */
  const texts = new Map()
  for (const { file, find, put } of changes) {
    const text = texts.get(file) ?? read(file)
    const times = text.split(find).length - 1
    if (times !== 1)
      throw new Error(`"${name}": the text to replace occurs ${times} times in ${file}:\n${find}`)
    texts.set(
      file,
      text.replace(find, () => put),
    )
  }
  return texts
}

/**
 * Checks that each bug still fits the sources.
 * @returns {{ ok: boolean, output: string }}
 */
export function judgeSimulatedBugs() {
  /** @type {string[]} */
  const problems = []
  for (const bug of BUGS) {
    try {
      withBug(bug, (file) => readFileSync(at(file), 'utf8'))
    } catch (error) {
      problems.push(error instanceof Error ? error.message : String(error))
    }
  }
  return { ok: problems.length === 0, output: problems.join('\n') }
}
