import { createServer } from 'node:http'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import * as z from 'zod'
import { CallFailed, Client, VERSION } from './client.mjs'
import { addChangingTools, undoAct } from './mcp-changes.mjs'
import { NO_DAY, NOT_UNDERSTOOD, readStart, recordsOf } from './typed-cards.mjs'

/** Largest request, in bytes. */
const LARGEST = 1024 * 1024
/** Messages of one batch: all are worked on at once. */
const MOST_MESSAGES = 50

const type = z.enum(['todo', 'note', 'link'])
const tags = z.array(z.string().min(1).max(50)).max(100)
const READS = { readOnlyHint: true, openWorldHint: false }
const WRITES = { readOnlyHint: false, destructiveHint: false, openWorldHint: false }

/**
 * Tools over a person's cards. The writes of one call are one act, which `undo` takes back.
 * @param {Client} client
 * @param {boolean} isReadOnly
 */
function serverOf(client, isReadOnly) {
  const server = new McpServer({ name: 'cardinal', version: VERSION })
  server.registerTool(
    'find_cards',
    {
      description:
        'Finds cards. A search is tags and words between commas, all of which must fit; minus leaves out, | means or; fields such as is:open, due:today, done:yesterday, site:example.org. Where there are more, next_offset is for the next page.',
      inputSchema: {
        search: z.string().max(10_000),
        type: type.optional(),
        limit: z.int().min(1).max(200).default(20),
        offset: z.int().min(0).max(1_000_000).default(0),
      },
      annotations: READS,
    },
    ({ search, type: wanted, limit, offset }) =>
      answer(async () => {
        const found = await client.find(search, { type: wanted, limit, offset })
        const next = offset + found.cards.length
        const hint = hintFor(search, found.total)
        return {
          ...found,
          ...(found.cards.length > 0 && next < found.total && { next_offset: next }),
          ...(hint !== null && { hint }),
        }
      }),
  )
  server.registerTool(
    'read_cards',
    {
      description: 'Reads whole cards by their ids.',
      inputSchema: { ids: z.array(z.string().length(24)).min(1).max(100) },
      annotations: READS,
    },
    ({ ids }) => answer(() => client.read(ids)),
  )
  server.registerTool(
    'suggest_tags',
    {
      description: 'Tags that the person’s own history suggests for a text or an address.',
      inputSchema: { text: z.string().max(10_000) },
      annotations: READS,
    },
    ({ text }) => answer(() => client.suggest(text)),
  )
  if (isReadOnly) return server
  server.registerTool(
    'add_cards',
    {
      description:
        'Adds cards as one act. A link that is there already gets the tags and the description instead. In a text without url #tag is understood, and in todos dates such as "tomorrow at 9"; understood says what left the text, and plain switches that off. Without type, a text with a date is a todo. due is a date, or words such as "friday 14:00"; start is the day on which work on a todo begins, such as "monday". undo_id is for undo.',
      inputSchema: {
        cards: z
          .array(
            z.object({
              type: type.optional(),
              text: z.string().max(100_000).default(''),
              url: z.url({ protocol: /^https?$/ }).optional(),
              tags: tags.default([]),
              due: z.string().max(200).optional(),
              start: z.string().max(200).optional(),
            }),
          )
          .min(1)
          .max(500),
        plain: z.boolean().default(false),
        dry_run: z.boolean().default(false),
      },
      annotations: WRITES,
    },
    ({ cards, plain: isPlain, dry_run: isDryRun }) =>
      answer(async () => {
        const { records, understood, nested } = await addedOf(client, cards, isPlain)
        const { import_id: id, ...receipt } = await client.add(records, isDryRun)
        if (!isDryRun) await client.nest(nested)
        return {
          ...receipt,
          ...(understood.length > 0 && { understood }),
          ...(!isDryRun && { undo_id: id }),
        }
      }),
  )
  server.registerTool(
    'tag_cards',
    {
      description: 'Puts tags on cards and takes tags off. undo_id is for undo.',
      inputSchema: {
        ids: z.array(z.string().length(24)).min(1).max(500),
        add: tags.default([]),
        remove: tags.default([]),
      },
      annotations: WRITES,
    },
    ({ ids, add, remove }) =>
      answer(async () => {
        const before = await client.read(ids)
        await client.tag(
          before.map(({ id }) => id),
          add,
          remove,
        )
        const changed = before.map(({ id, tags: had }) => ({
          id,
          add: remove.filter((name) => had.includes(name)),
          remove: add.filter((name) => !had.includes(name)),
        }))
        const undo = JSON.stringify(changed.filter((one) => one.add.length + one.remove.length > 0))
        return { cards: ids.length, undo_id: `tags:${Buffer.from(undo).toString('base64url')}` }
      }),
  )
  addChangingTools(server, client, answer)
  server.registerTool(
    'undo',
    {
      description:
        'Takes back what one call did: add_cards and tag_cards at any time, the others while this program runs.',
      inputSchema: { undo_id: z.string().max(200_000) },
      annotations: { ...WRITES, destructiveHint: true },
    },
    ({ undo_id: id }) =>
      answer(() => {
        if (id.startsWith('act:')) return undoAct(client, id)
        return id.startsWith('tags:') ? undoTags(client, id) : undoAdded(client, id)
      }),
  )
  return server
}

/** The fields of the search language. */
export const SEARCH_FIELDS = [
  'tag',
  'text',
  'copy',
  'file',
  'site',
  'group',
  'color',
  'type',
  'is',
  'has',
  'tags',
  'workspace',
  'due',
  'start',
  'done',
  'created',
  'updated',
]

const DAY =
  '(?:\\d{4}(?:-\\d\\d){0,2}|today|yesterday|tomorrow|week|(?:this|last|next) (?:week|month|year)|[a-z]{3,9} \\d{4})'
const DAYS = `(?:[<>]=?)?${DAY}|${DAY}\\.\\.${DAY}?|\\.\\.${DAY}|(?:last|next) \\d{1,4} (?:day|week|month|year)s?`
const SOME_DAYS = 'days such as today, 2026-03, >2026-03-09 or last 30 days'
const MOMENT = { pattern: DAYS, values: SOME_DAYS }

/** Fields that take only certain values: a pattern of the values, and their names in words. */
const VALUES = Object.entries({
  ...Object.fromEntries(
    Object.entries({
      is: 'open, done, overdue, untagged, duplicate, dead, todo, note, link',
      type: 'todo, note, link',
      color:
        'none, red, orange, amber, yellow, lime, green, teal, cyan, blue, indigo, violet, pink, brown, gray',
      workspace: 'all',
    }).map(([field, values]) => [field, { pattern: values.replaceAll(', ', '|'), values }]),
  ),
  has: {
    pattern: 'subtasks|subnotes|parent|children|description|copy|file',
    values: 'subtasks, parent, children, description, copy, file',
  },
  due: { pattern: `any|overdue|${DAYS}`, values: `any, overdue, ${SOME_DAYS}` },
  start: { pattern: `any|${DAYS}`, values: `any, ${SOME_DAYS}` },
  done: MOMENT,
  created: MOMENT,
  updated: MOMENT,
})

/**
 * A hint for a search that was probably meant differently; null: none.
 * @param {string} search
 * @param {number} total
 */
export function hintFor(search, total) {
  const plain = search.replace(/"[^"]*"/g, ' ')
  const unknown = [...plain.matchAll(/(?:^|[\s,(-])([a-z_]+):(?!\/\/)/gi)]
    .map(([, name = '']) => name)
    .find((name) => !SEARCH_FIELDS.includes(name.toLowerCase()))
  if (unknown !== undefined)
    return `${unknown}: is no field and was looked for as words. Fields: ${SEARCH_FIELDS.join(', ')}.`
  if (/\bAND\b|&&/.test(plain)) return 'A comma stands between parts that must all fit: bread, recipe.'
  if (/\bNOT\b/.test(plain)) return 'A minus leaves out: bread, -recipe.'
  if (/(?:^|[\s,(])#\w/.test(plain)) return 'A tag is its name alone, or tag:name, without #.'
  if (total === 0 && /\S\s+\S/.test(plain) && !plain.includes(','))
    return 'Words without commas between them are one name or phrase. Try commas: bread, recipe.'
  for (const [field, { pattern, values }] of total === 0 ? VALUES : []) {
    const value = new RegExp(`(?:^|[\\s,(|-])${field}:\\s*([^\\s,()|][^,()|]*)`, 'i').exec(plain)?.[1]?.trim()
    if (value !== undefined && !new RegExp(`^(?:${pattern})$`, 'i').test(value))
      return `${field}:${value} was looked for as words. ${field}: takes ${values}.`
  }
  return null
}

/**
 * The cards to add. Tags and dates are read from texts that come without an address.
 * @param {Client} client
 * @param {readonly { type?: string | undefined, text: string, url?: string | undefined, tags: string[], due?: string | undefined,
 *   start?: string | undefined }[]} cards
 * @param {boolean} isPlain
 */
async function addedOf(client, cards, isPlain) {
  const typed = cards.filter(({ url }) => url === undefined)
  /** @type {Map<string | undefined, import('./client.mjs').DueWords | null>} */
  const dues = new Map([[undefined, null]])
  for (const { due } of cards) {
    if (due === undefined || dues.has(due)) continue
    const read = await client.readDue(due)
    if (read === null) throw new CallFailed(`due ${due} ${NOT_UNDERSTOOD}`)
    dues.set(due, read)
  }
  /** @type {Map<string | undefined, string | null>} */
  const starts = new Map([[undefined, null]])
  for (const { start } of cards) {
    if (start === undefined || starts.has(start)) continue
    const day = await readStart(client, start)
    if (day === null) throw new CallFailed(`start ${start} ${NO_DAY}`)
    starts.set(start, day)
  }
  const read = await recordsOf(
    client,
    typed.map((card) => ({
      ...card,
      due: dues.get(card.due) ?? null,
      start: starts.get(card.start) ?? null,
    })),
    isPlain,
  )
  const records = cards.map((card) => {
    const { text, url, tags: names } = card
    const due = dues.get(card.due)
    if (url === undefined) return /** @type {(typeof read.records)[0]} */ (read.records[typed.indexOf(card)])
    const [title = '', ...rest] = text.split('\n')
    const about = { title, description: rest.join('\n'), tags: names }
    const start = starts.get(card.start)
    const dates = { ...(due && { dueAt: due.dueAt }), ...(start && { startAt: start }) }
    return { url, ...about, ...dates, ...(due?.recurrence && { recurrence: due.recurrence }) }
  })
  const understood = read.understood.map((each) => ({
    ...each,
    row: cards.indexOf(/** @type {(typeof cards)[0]} */ (typed[each.row - 1])) + 1,
  }))
  return { records, understood, nested: read.nested }
}

/**
 * @param {Client} client
 * @param {string} id
 */
async function undoAdded(client, id) {
  return { removed: await client.undoImport(id) }
}

const changes = z.array(z.object({ id: z.string().length(24), add: tags, remove: tags })).max(500)

/**
 * @param {Client} client
 * @param {string} id
 */
async function undoTags(client, id) {
  const given = changes.safeParse(parsed(Buffer.from(id.slice(5), 'base64url').toString()))
  if (!given.success) throw new CallFailed('There is no such undo_id.')
  if (given.data.length === 0) return { cards: 0 }
  const there = new Set((await client.read(given.data.map((one) => one.id))).map((card) => card.id))
  for (const { id: cardId, add, remove } of given.data)
    if (there.has(cardId)) await client.tag([cardId], add, remove)
  return { cards: given.data.length }
}

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * The result of a tool. A refusal by the server becomes a sentence for the model.
 * @param {() => Promise<unknown>} work
 * @returns {Promise<{ content: { type: 'text', text: string }[], isError?: boolean }>}
 */
async function answer(work) {
  try {
    return { content: [{ type: 'text', text: JSON.stringify(await work(), null, 2) }] }
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error
    return { content: [{ type: 'text', text: error.message }], isError: true }
  }
}

/**
 * Serves one client over standard input and output.
 * @param {Client} client
 * @param {boolean} isReadOnly
 */
export async function serveStdio(client, isReadOnly) {
  await serverOf(client, isReadOnly).connect(new StdioServerTransport())
}

/**
 * Serves clients over streamable HTTP on this machine. Stateless: each request carries its own personal token.
 * @param {string} url the server of Cardinal
 * @param {number} port 0: any free one
 * @param {boolean} isReadOnly
 * @returns {Promise<{ port: number, close: () => void }>}
 */
export async function serveHttp(url, port, isReadOnly) {
  /**
   * @param {import('node:http').IncomingMessage} request
   * @param {import('node:http').ServerResponse} response
   */
  const respond = async (request, response) => {
    const refuse = (/** @type {number} */ status, /** @type {string} */ message) => {
      response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(JSON.stringify({ error: message }))
    }
    // Other sites' pages must not reach a server on this machine.
    if (
      request.headers.origin !== undefined ||
      !/^(?:127\.0\.0\.1|localhost)(?::\d+)?$/.test(request.headers.host ?? '')
    )
      return refuse(403, 'Only programs on this machine may ask.')
    const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1]
    if (request.url !== '/mcp') return refuse(404, 'The address is /mcp.')
    if (request.method !== 'POST') return refuse(405, 'Use POST.')
    if (token === undefined) return refuse(401, 'A personal token is missing: Authorization: Bearer …')
    const body = await bodyOf(request)
    if (body === undefined) return refuse(400, 'The body must be JSON of at most 1 MB.')
    if (Array.isArray(body) && body.length > MOST_MESSAGES)
      return refuse(400, `A batch has at most ${MOST_MESSAGES} messages.`)
    const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true })
    const server = serverOf(new Client({ url, token }), isReadOnly)
    response.on('close', () => void server.close())
    await server.connect(
      /** @type {import('@modelcontextprotocol/sdk/shared/transport.js').Transport} */ (transport),
    )
    await transport.handleRequest(request, response, body)
  }
  // A failed or aborted request must not affect others.
  const http = createServer((request, response) => {
    respond(request, response).catch(() => response.destroy())
  })
  await new Promise((resolve) => http.listen(port, '127.0.0.1', () => resolve(null)))
  const address = /** @type {import('node:net').AddressInfo} */ (http.address())
  return { port: address.port, close: () => http.close() }
}

/** @param {import('node:http').IncomingMessage} request */
async function bodyOf(request) {
  /** @type {Buffer[]} */
  const parts = []
  let size = 0
  for await (const part of request) {
    size += part.length
    if (size > LARGEST) return undefined
    parts.push(part)
  }
  return parsed(Buffer.concat(parts).toString('utf8'))
}
