import { addressKey, makeId } from '@cardinal/domain'
import { pull } from './copy.ts'
import { CallRefused, isPassing, Server, ServerAway, TokenRefused } from './server.ts'
import type { Act, Entry, ExtensionStore } from './store.ts'

/** Entries per push: each takes at most two of a push's 500 calls. */
const ENTRIES_PER_PUSH = 200

interface Call {
  readonly key: string
  readonly method: string
  readonly path: string
  readonly body: unknown
  readonly on_conflict: 'merge'
}

interface Outcome {
  readonly key: string
  readonly status: number
  readonly body: { readonly msg?: string } | null
}

/** Queues acts in one transaction. */
export async function enqueue(store: ExtensionStore, acts: readonly Act[]): Promise<void> {
  const entries = acts.map((act): Entry => ({ key: newId(), act, state: 'new', problem: '' }))
  await store.addEntries(entries)
}

/** For a card or an entry. */
export function newId(): string {
  return makeId(Date.now(), crypto.getRandomValues(new Uint8Array(8)))
}

/**
 * Undoes the adding of cards. Waiting entries are dropped; sent ones are deleted on the server, where they can be restored
 * for 30 days.
 */
export async function takeBack(store: ExtensionStore, cardIds: ReadonlySet<string>): Promise<void> {
  const dropped = new Map<string, null>()
  const sent = new Set(cardIds)
  for (const { key, act, state } of await store.entries()) {
    if (!cardIds.has(act.cardId) || act.kind === 'remove') continue
    if (state === 'new') dropped.set(key, null)
    if (state === 'new' && act.kind === 'add') sent.delete(act.cardId)
    if (act.kind === 'add')
      for (const page of await store.pages())
        if (addressKey(page.address) === act.addressKey) await store.removePage(page.key)
  }
  await store.settle(dropped)
  await enqueue(
    store,
    [...sent].map((cardId) => ({ kind: 'remove', cardId })),
  )
}

/** Waiting entries. Refused ones wait for the person's decision instead. */
export async function waiting(store: ExtensionStore): Promise<Entry[]> {
  return (await store.entries()).filter(({ state }) => state === 'new' || state === 'sent')
}

/** Pulls. The local data then includes the acts that were done before, so they leave the queue. */
async function pullDone(store: ExtensionStore, server: Server): Promise<void> {
  const done = (await store.entries()).filter(({ state }) => state === 'done')
  await pull(store, server)
  await store.settle(new Map(done.map(({ key }) => [key, null])))
}

/**
 * Sends waiting entries, and pulls before and after. Nothing is lost while the server is away: the same keys are sent again,
 * and each takes effect once.
 *
 * @returns `done`; `away`: try later; `refused`: the token is no longer valid; `unconnected`: no server
 */
export async function flush(store: ExtensionStore): Promise<'done' | 'away' | 'refused' | 'unconnected'> {
  const connection = await store.connection()
  if (connection === null) return 'unconnected'
  if (connection.isRefused) return 'refused'
  const server = new Server(connection)
  try {
    await pullDone(store, server)
    let entries = await waiting(store)
    if (entries.length === 0) return 'done'
    while (entries.length > 0) {
      const isMoving = await send(store, server, entries.slice(0, ENTRIES_PER_PUSH))
      if (!isMoving) return 'away'
      entries = await waiting(store)
    }
    await pullDone(store, server)
    return 'done'
  } catch (error) {
    if (error instanceof ServerAway) return 'away'
    // A token without the right to write is as useless as a revoked one.
    if (!(error instanceof TokenRefused || error instanceof CallRefused)) throw error
    await store.noteRefusal(connection.token)
    return 'refused'
  }
}

/** False: the server took no entry and asked to come back later. */
async function send(store: ExtensionStore, server: Server, entries: readonly Entry[]): Promise<boolean> {
  const fixed = await Promise.all(entries.map((entry) => settle(store, entry)))
  // Store the calls before they are sent: the server may carry them out even if its answer is lost.
  const there = await store.settle(new Map(fixed.map((entry) => [entry.key, entry])))
  const settled = fixed.filter(({ key }) => there.has(key))
  const { data } = await server.ask<{ data: readonly Outcome[] }>('/sync/push', settled.flatMap(callsOf))
  const changes = new Map<string, Entry>()
  for (const entry of settled) {
    const outcomes = data.filter(({ key }) => key.startsWith(entry.key))
    const refusal = outcomes.find(({ status }) => status !== 200)
    if (refusal === undefined) changes.set(entry.key, { ...entry, state: 'done' })
    else if (!isPassing(refusal.status) && refusal.status !== 409)
      changes.set(entry.key, {
        ...entry,
        state: 'refused',
        problem: refusal.body?.msg ?? 'The server refused it.',
      })
  }
  await store.settle(changes)
  return changes.size > 0
}

/**
 * Prepares an entry for sending: a link that was saved elsewhere meanwhile only gets the tags, so that there is no second
 * card.
 */
async function settle(store: ExtensionStore, entry: Entry): Promise<Entry> {
  const { act } = entry
  const isFixed = entry.state === 'sent' || act.kind === 'tag' || act.kind === 'remove'
  const known = isFixed ? undefined : await store.linkOf(act.addressKey)
  if (isFixed || known === undefined || known.id === act.cardId) return { ...entry, state: 'sent' }
  const { id: cardId } = known
  const settled: Act = act.kind === 'quote' ? { ...act, cardId } : { kind: 'tag', cardId, tags: act.tags }
  return { ...entry, act: settled, state: 'sent' }
}

function callsOf({ key, act }: Entry): Call[] {
  const call = (part: string, path: string, body: unknown): Call => ({
    key: `${key}.${part}`,
    method: 'POST',
    path,
    body,
    on_conflict: 'merge',
  })
  if (act.kind === 'remove') return [call('remove', '/entity/delete-many', { entity_ids: [act.cardId] })]
  if (act.kind === 'quote')
    return [{ ...call('quote', `/entity/add-one-title/${act.cardId}`, { text: act.text }), method: 'PATCH' }]
  const calls: Call[] = []
  if (act.kind === 'add') {
    const { cardId: _id, content, address, createdAt } = act
    const newEntity = { _id, type: 'hyperlink', content, ...(address && { address }), createdAt }
    calls.push(call('add', '/entity/create-one', { newEntity }))
  }
  if (act.tags.length > 0)
    calls.push(
      call('tag', '/tag/create-many-from-keyword', {
        frontendGeneratedTags: act.tags.map((tag_name) => ({ tag_name })),
        attachToTheseEntities: [act.cardId],
        entityType: 'hyperlink',
      }),
    )
  return calls
}
