import { createHash, randomUUID } from 'node:crypto'
import * as z from 'zod'
import { CallFailed } from './client.mjs'

/** Bytes of acts that can be undone, over all callers; the oldest are forgotten first. */
const ROOM = 32 * 1024 * 1024

const id = z.string().length(24)
const due = z
  .string()
  .regex(
    /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d)?$/,
    'must be a day such as 2026-03-09, or a minute such as 2026-03-09T14:00',
  )

const start = z.string().regex(/^\d{4}-\d\d-\d\d$/, 'must be a day such as 2026-03-09')

/**
 * What each act replaced, kept in memory: an assistant can repeat a short id, but not a long text.
 * @type {Map<string, { owner: string, back: Back, bytes: number }>}
 */
const acts = new Map()
let held = 0

/**
 * @typedef {import('./client.mjs').Client} Client
 * @typedef {import('./client.mjs').Entity} Entity
 * @typedef {{ path: string, method: 'POST' | 'PATCH', body: object }} Call
 * @typedef {readonly Call[]} Back
 */

/**
 * @param {Client} client
 * @param {Back} back the calls that take the act back
 */
function keep(client, back) {
  const key = `act:${randomUUID()}`
  const bytes = 2 * JSON.stringify(back).length
  acts.set(key, { owner: ownerOf(client), back, bytes })
  held += bytes
  for (const [oldest, one] of acts) {
    if (held <= ROOM || oldest === key) break
    acts.delete(oldest)
    held -= one.bytes
  }
  return key
}

/** @param {Client} client */
function ownerOf(client) {
  return createHash('sha256').update(client.identity).digest('hex')
}

/**
 * @param {Client} client
 * @param {string} key
 */
export async function undoAct(client, key) {
  const act = acts.get(key)
  if (act === undefined || act.owner !== ownerOf(client))
    throw new CallFailed('There is no such undo_id any more.')
  acts.delete(key)
  held -= act.bytes
  await client.push(act.back)
  return { undone: act.back.length }
}

/**
 * Tools that change cards and tags. Each call is one act with an `undo_id`.
 * @param {import('@modelcontextprotocol/sdk/server/mcp.js').McpServer} server
 * @param {Client} client
 * @param {(work: () => Promise<unknown>) => Promise<any>} answer
 */
export function addChangingTools(server, client, answer) {
  const annotations = { readOnlyHint: false, destructiveHint: false, openWorldHint: false }
  server.registerTool(
    'edit_card',
    {
      description:
        'Changes a card: its text (the title is the first line), the address of a link, its type, when it is due, or the day on which work on it begins (null: none). undo_id is for undo.',
      inputSchema: {
        id,
        text: z.string().max(100_000).optional(),
        url: z
          .url({ protocol: /^https?$/ })
          .max(8_000)
          .optional(),
        type: z.enum(['todo', 'note', 'link']).optional(),
        due: due.nullable().optional(),
        start: start.nullable().optional(),
      },
      annotations,
    },
    ({ id: cardId, text, url, type, due: dueAt, start: startAt }) =>
      answer(() =>
        changed(client, [cardId], (card) => {
          const kind = type ?? (card.type === 'hyperlink' ? 'link' : card.type)
          if (url !== undefined && kind !== 'link')
            throw new CallFailed(`Only a link has a url, and this is a ${kind}. Send the type link with it.`)
          // Without an address, a text that holds another one would change where the link leads.
          const address = url ?? (kind === 'link' && card.type === 'hyperlink' ? card.address : null)
          return [
            edit(card, {
              ...(text !== undefined && text !== card.content && { content: change(card.content, text) }),
              ...(address &&
                (text !== undefined || address !== card.address) && {
                  address: change(card.address ?? null, address),
                }),
              ...(type !== undefined && { type: type === 'link' ? 'hyperlink' : type }),
              ...(dueAt !== undefined && { dueAt }),
              ...(startAt !== undefined && { startAt }),
            }),
          ]
        }),
      ),
  )
  server.registerTool(
    'complete_cards',
    {
      description:
        'Completes todos. One that repeats moves to its next time. today is the person’s day, such as 2026-03-09. undo_id is for undo.',
      inputSchema: {
        ids: z.array(id).min(1).max(500),
        today: z
          .string()
          .regex(/^\d{4}-\d\d-\d\d$/)
          .optional(),
      },
      annotations,
    },
    ({ ids, today }) =>
      answer(() =>
        changed(client, ids, (_card, cards) => [
          {
            method: 'POST',
            path: '/entity/complete-many',
            body: {
              entities: cards.map(({ _id, dueAt }) => ({ _id, ...(dueAt !== undefined && { dueAt }) })),
              today: today ?? new Date().toLocaleDateString('sv'),
            },
          },
        ]),
      ),
  )
  server.registerTool(
    'postpone_cards',
    {
      description:
        'Gives cards another due day or minute, or another start day, or both; null takes it away. undo_id is for undo.',
      inputSchema: {
        ids: z.array(id).min(1).max(500),
        due: due.nullable().optional(),
        start: start.nullable().optional(),
      },
      annotations,
    },
    ({ ids, due: dueAt, start: startAt }) =>
      answer(() => {
        if (dueAt === undefined && startAt === undefined) throw new CallFailed('Give due, start or both.')
        const values = { ...(dueAt !== undefined && { dueAt }), ...(startAt !== undefined && { startAt }) }
        return changed(client, ids, (_card, cards) => cards.map((card) => edit(card, values)))
      }),
  )
  server.registerTool(
    'merge_tags',
    {
      description:
        'Makes several tags one: their cards get the tag `into`, and their names mean it. undo_id is for undo.',
      inputSchema: {
        tags: z.array(z.string().min(1).max(50)).min(1).max(100),
        into: z.string().min(1).max(50),
      },
      annotations: { ...annotations, destructiveHint: true },
    },
    ({ tags, into }) => answer(() => mergeTags(client, tags, into)),
  )
}

/**
 * @template T, U
 * @param {T} before
 * @param {U} after
 */
function change(before, after) {
  return { before, after }
}

/**
 * @param {Entity} card
 * @param {object} values
 * @returns {Call}
 */
function edit({ _id }, values) {
  return { method: 'PATCH', path: '/entity/edit-one', body: { entity_id: _id, ...values } }
}

/**
 * @param {Client} client
 * @param {readonly string[]} ids
 * @param {(first: Entity, cards: readonly Entity[]) => Back} callsOf
 */
async function changed(client, ids, callsOf) {
  const before = await client.entities(ids)
  const [first] = before
  if (first === undefined) throw new CallFailed('There is no such card.')
  await client.push(callsOf(first, before))
  const after = new Map((await client.entities(before.map(({ _id }) => _id))).map((card) => [card._id, card]))
  const back = before.flatMap((card) => wayBack(card, after.get(card._id)) ?? [])
  return { cards: back.length, undo_id: keep(client, back) }
}

/**
 * @param {Entity} was
 * @param {Entity | undefined} is
 * @returns {Call | null}
 */
function wayBack(was, is) {
  if (is === undefined) return null
  const ticked = is.titles.filter((title) => {
    const before = was.titles.find(({ _id }) => _id === title._id)
    return before !== undefined && before.isTicked !== title.isTicked
  })
  const [completed, completedNow] = [was.completions ?? [], is.completions ?? []]
  const added = completed.filter((moment) => !completedNow.includes(moment))
  const removed = completedNow.filter((moment) => !completed.includes(moment))
  const isReworded = was.content !== is.content
  const [address, addressNow] = [was.address ?? null, is.address ?? null]
  const values = {
    ...(isReworded && { content: change(is.content, was.content) }),
    // The restored text may hold another address than the link has.
    ...((address !== addressNow || (isReworded && address !== null)) && {
      address: change(addressNow, address),
    }),
    ...(was.type !== is.type && { type: was.type }),
    ...(was.dueAt !== is.dueAt && { dueAt: was.dueAt ?? null }),
    ...(was.startAt !== is.startAt && { startAt: was.startAt ?? null }),
    ...(was.doneAt !== is.doneAt && { doneAt: was.doneAt ?? null }),
    ...(was.recurrence !== is.recurrence && { recurrence: was.recurrence ?? null }),
    ...(added.length + removed.length > 0 && { completed: { added, removed } }),
    ...(ticked.length > 0 && {
      titles: ticked.map(({ _id, isTicked }) => ({ kind: 'tick', title_id: _id, isTicked: !isTicked })),
    }),
  }
  return Object.keys(values).length === 0 ? null : edit(was, values)
}

/**
 * @param {Client} client
 * @param {readonly string[]} names
 * @param {string} intoName
 */
async function mergeTags(client, names, intoName) {
  const all = await client.tagsWithCards()
  const named = (/** @type {string} */ name) => {
    const tag = all.find(({ tag_name }) => tag_name === name.trim().toLowerCase())
    if (tag === undefined) throw new CallFailed(`There is no tag ${name}.`)
    return tag
  }
  const into = named(intoName)
  const tags = [...new Set(names.map(named))].filter((tag) => tag !== into)
  if (tags.length === 0) throw new CallFailed('These are one tag already.')
  const cardsOf = (/** @type {import('./client.mjs').TagWithCards} */ tag) => [
    ...tag.link_ids,
    ...tag.note_ids,
    ...tag.todo_ids,
  ]
  const merged = new Set(tags.flatMap(cardsOf))
  const groups = new Set(tags.flatMap(({ tag_groups }) => tag_groups))
  const childrenOf = (/** @type {string} */ tagId) =>
    all.flatMap(({ _id, parent_tag_ids = [] }) => (parent_tag_ids.includes(tagId) ? _id : []))
  const relations = (/** @type {import('./client.mjs').TagWithCards} */ tag) => ({
    ...(tag.other_names && { other_names: tag.other_names }),
    ...(tag.parent_tag_ids && { parent_tag_ids: tag.parent_tag_ids }),
    ...(tag.child_group_ids && { child_group_ids: tag.child_group_ids }),
    ...(childrenOf(tag._id).length > 0 && { child_tag_ids: childrenOf(tag._id) }),
  })
  const saved_searches = await client.savedSearches()
  /** @type {Call} */
  const back = {
    method: 'POST',
    path: '/tag/unmerge-many',
    body: {
      tags: tags.map((tag) => ({
        _id: tag._id,
        tag_name: tag.tag_name,
        color_name: tag.color_name,
        click_count: tag.click_count,
        lastClickedAt: tag.lastClickedAt,
        createdAt: tag.createdAt,
        updatedAt: tag.updatedAt,
        entity_ids: cardsOf(tag),
        tag_groups: tag.tag_groups,
        ...(tag.display_name && { display_name: tag.display_name }),
        ...relations(tag),
      })),
      into: {
        _id: into._id,
        tag_name: into.tag_name,
        lastClickedAt: into.lastClickedAt,
        entity_ids: cardsOf(into).filter((cardId) => merged.has(cardId)),
        tag_groups: into.tag_groups.filter((groupId) => groups.has(groupId)),
        ...relations(into),
      },
      ...(saved_searches.length > 0 && { saved_searches }),
    },
  }
  await client.push([
    {
      method: 'POST',
      path: '/tag/merge-many',
      body: { tag_ids: tags.map(({ _id }) => _id), into_tag_id: into._id, keep_names: true },
    },
  ])
  return { merged: tags.length, into: into.tag_name, undo_id: keep(client, [back]) }
}
