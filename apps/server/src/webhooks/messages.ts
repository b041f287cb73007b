import { createHmac, randomBytes } from 'node:crypto'
import { toInstant, typeToWire, type WebhookEvent } from '@cardinal/contract'
import { type Card, type Id, isDone, ownTexts, unique } from '@cardinal/domain'
import { newId } from '../lib/ids.ts'
import type { SafeFetch } from '../pages/index.ts'
import type { ListedWebhook, Store, Webhook, WebhookDelivery } from '../store/index.ts'
import type { ChangeHook, WrittenChange } from '../workspaces/change-workspace.ts'

/** A card in a message. `tagIds`: the tags that the change added. */
interface DeliveredCard {
  readonly id: Id
  readonly tagIds?: readonly Id[]
}

/** Order of the messages of one change. */
const PLACES: readonly WebhookEvent[] = ['card.added', 'card.tagged', 'card.done']
/** Most cards per message, and most messages queued per webhook. */
const CARDS_AT_ONCE = 50
const MOST_WAITING = 5_000

/**
 * Queues messages for the user's webhooks after every change. Reads nothing if there are no webhooks.
 *
 * @param wake called when messages were queued
 */
export function queueMessages(wake: () => void): ChangeHook {
  return async (tx, change) => {
    const { user } = change
    if (!user.webhookEvents) return null
    const wanted = user.webhookEvents.split(',')
    const events = [...eventsOf(change)].filter(
      ([event, cards]) => cards.length > 0 && wanted.includes(event),
    )
    if (events.length === 0) return null
    const webhooks = (await tx.webhooks.ofUser(user.id)).filter(({ off_at }) => off_at === null)
    const rows: WebhookDelivery[] = []
    /** Number of dropped messages by webhook. */
    const dropped = new Map<Id, number>()
    for (const webhook of webhooks) {
      const all = events.flatMap(([event, cards]) => messagesFor(webhook, event, cards, change))
      const kept = all.slice(0, Math.max(0, MOST_WAITING - webhook.waiting))
      rows.push(...kept)
      if (kept.length < all.length) dropped.set(webhook.id, all.length - kept.length)
    }
    wake()
    return () =>
      Promise.all([
        tx.webhooks.addDeliveries(rows),
        ...[...dropped].map(([id, count]) => tx.webhooks.noteDropped(id, count)),
      ])
  }
}

/**
 * The events of a change. A new card is only "added", and its message has its tags and completion. An existing card
 * is "tagged" when it gets a tag. It is "done" when it is completed, or one time of its recurrence is.
 */
function eventsOf({
  written,
  wasLiving,
  cameBack,
}: WrittenChange): ReadonlyMap<WebhookEvent, DeliveredCard[]> {
  const added: DeliveredCard[] = []
  const tagged: DeliveredCard[] = []
  const done: DeliveredCard[] = []
  const returning = new Set(cameBack)
  for (const one of written) {
    if (one.kind !== 'card' || one.after === null) continue
    const { id, before, after } = one
    if (before === undefined) added.push({ id })
    else if (wasLiving(id)) {
      const tagIds = newTags(before, after)
      if (tagIds.length > 0) tagged.push({ id, tagIds })
      if (isDone(after) ? !isDone(before) : returning.has(id)) done.push({ id })
    }
  }
  return new Map([
    ['card.added', added],
    ['card.tagged', tagged],
    ['card.done', done],
  ])
}

function newTags(before: Card, after: Card): Id[] {
  const had = new Set(before.tagIds)
  return after.tagIds.filter((id) => !had.has(id))
}

function messagesFor(
  { id: webhook_id, events }: ListedWebhook,
  event: WebhookEvent,
  cards: readonly DeliveredCard[],
  { workspaceId, seq, now }: WrittenChange,
): WebhookDelivery[] {
  if (!events.split(',').includes(event)) return []
  const messages: WebhookDelivery[] = []
  for (let at = 0; at < cards.length; at += CARDS_AT_ONCE)
    messages.push({
      id: newId(now),
      webhook_id,
      event,
      workspace_id: workspaceId,
      seq,
      place: PLACES.indexOf(event) * MOST_WAITING + messages.length,
      cards: JSON.stringify(cards.slice(at, at + CARDS_AT_ONCE)),
      created_at: now,
      due_at: now,
      attempts: 0,
    })
  return messages
}

/** UTF-16 units of a card's text in a message. The API returns the whole text. */
const LONGEST_CONTENT = 2_000

/** A message with the present state of its cards. Null: all were deleted. */
export async function writeMessage(
  store: Pick<Store, 'cards' | 'tags'>,
  userId: Id,
  { event, cards, workspace_id, created_at }: WebhookDelivery,
): Promise<string | null> {
  const delivered = JSON.parse(cards) as DeliveredCard[]
  const stored = await store.cards.byIds(
    userId,
    delivered.map(({ id }) => id),
  )
  const living = new Map(stored.flatMap(({ row, deletedAt }) => (deletedAt === null ? [[row.id, row]] : [])))
  const tags = await store.tags.byIds(userId, unique([...living.values()].flatMap(({ tagIds }) => tagIds)))
  const names = new Map(tags.map(({ row }) => [row.id, row.name]))
  const namesOf = (ids: readonly Id[]) => ids.flatMap((id) => names.get(id) ?? [])
  const shown = delivered.flatMap(({ id, tagIds }) => {
    const card = living.get(id)
    return card === undefined
      ? []
      : [{ ...cardOf(card, namesOf(card.tagIds)), ...(tagIds && { tags_added: namesOf(tagIds) }) }]
  })
  if (shown.length === 0) return null
  return JSON.stringify({
    type: event,
    timestamp: toInstant(created_at),
    data: { workspace_id, cards: shown },
  })
}

/** Body of a test message. */
export function testMessage(now: number): string {
  return JSON.stringify({ type: 'test', timestamp: toInstant(now), data: {} })
}

function cardOf(card: Card, tags: readonly string[]) {
  const { id, type, content, createdAt, doneAt, dueAt } = card
  const text = content.slice(0, LONGEST_CONTENT).replace(/[\ud800-\udbff]$/, '')
  return {
    _id: id,
    type: typeToWire(type),
    content: text,
    ...(type === 'link' && { url: ownTexts(card).url.slice(0, LONGEST_CONTENT) }),
    tags,
    createdAt: toInstant(createdAt),
    doneAt: doneAt === null ? null : toInstant(doneAt),
    dueAt,
  }
}

/** What became of a message. `sentence` is for the person. */
export interface SendOutcome {
  readonly kind: 'arrived' | 'failed' | 'unwanted'
  readonly sentence: string
  /** ms that the receiver asked for by `Retry-After`. */
  readonly retryAfter: number
}

const TIMEOUT_MS = 10_000
const PREFIX = 'whsec_'

/** In the format of Standard Webhooks. */
export function newWebhookSecret(): string {
  return PREFIX + randomBytes(32).toString('base64')
}

/**
 * Sends a message signed by Standard Webhooks (https://www.standardwebhooks.com): HMAC-SHA-256 over id, time and body, so
 * that it can't be replayed later. Connects only to public addresses, follows no redirect, and keeps only the answer's
 * status.
 */
export async function sendMessage(
  fetch: SafeFetch,
  { address, secret }: Pick<Webhook, 'address' | 'secret'>,
  id: string,
  body: string,
  now: number,
): Promise<SendOutcome> {
  const timestamp = String(Math.floor(now / 1_000))
  const answer = await fetch(address, {
    method: 'POST',
    accept: '*/*',
    within: TIMEOUT_MS,
    redirects: 0,
    wants: () => false,
    sends: {
      body,
      headers: {
        'user-agent': 'Cardinal (webhooks)',
        'content-type': 'application/json; charset=utf-8',
        'content-length': String(Buffer.byteLength(body)),
        'webhook-id': `msg_${id}`,
        'webhook-timestamp': timestamp,
        'webhook-signature': `v1,${signature(secret, `msg_${id}.${timestamp}.${body}`)}`,
      },
    },
  })
  if (!answer.ok) return { kind: 'failed', sentence: PROBLEMS[answer.error], retryAfter: 0 }
  const { status, retryAfter } = answer.value
  const kind = status >= 200 && status < 300 ? 'arrived' : status === 410 ? 'unwanted' : 'failed'
  return { kind, sentence: `It answered with ${status}.`, retryAfter: (retryAfter ?? 0) * 1_000 }
}

function signature(secret: string, signed: string): string {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
  return createHmac('sha256', key).update(signed).digest('base64')
}

type Problem = Extract<Awaited<ReturnType<SafeFetch>>, { ok: false }>['error']

const PROBLEMS: Readonly<Record<Problem, string>> = {
  forbidden: 'Its address does not lead to the public internet.',
  'no-such-host': 'There is no such host.',
  'no-names': 'No name server answers.',
  'no-way': 'This server has no way there.',
  unreachable: 'It could not be reached.',
  unreadable: 'What it answered could not be read: its certificate, or its HTTP.',
  stopped: 'This server was stopped.',
  'too-slow': 'It did not answer within 10 seconds.',
  'too-large': 'It sent too much.',
  'too-many-redirects': 'It leads elsewhere too often.',
}
