import type { WebhookEvent } from '@cardinal/contract'
import { type Card, type Id, isDone } from '@cardinal/domain'
import { newId } from '../lib/ids.ts'
import type { ListedWebhook, StoreTransaction, User, WebhookDelivery, Written } from '../store/index.ts'

/** A card in a message, with the tags that it got. */
export interface DeliveredCard {
  readonly id: Id
  readonly tagIds?: readonly Id[]
}

/** In this order the messages of one change are sent. */
const PLACES: readonly WebhookEvent[] = ['card.added', 'card.tagged', 'card.done']
/** Cards in one message, and messages that may wait for one webhook. */
const CARDS_AT_ONCE = 50
const MOST_WAITING = 5_000

/** The change: where, which one, and when. */
interface WrittenAt {
  readonly workspaceId: Id
  readonly seq: number
  readonly now: number
  /** Cards of which one time was completed. */
  readonly cameBack?: readonly Id[] | undefined
}

/** What is to be written of a change for the webhooks of a user. */
export interface NewDeliveries {
  readonly rows: readonly WebhookDelivery[]
  /** How many messages are left out, by webhook. */
  readonly dropped: ReadonlyMap<Id, number>
}

/** Resolves with the messages that a change makes; null: none. Reads nothing where the user has no webhook for it. */
export async function deliveriesOf(
  tx: StoreTransaction,
  user: User,
  written: readonly Written[],
  wasLiving: (id: Id) => boolean,
  at: WrittenAt,
): Promise<NewDeliveries | null> {
  if (!user.webhookEvents) return null
  const wanted = user.webhookEvents.split(',')
  const events = [...eventsOf(written, wasLiving, at.cameBack)].filter(
    ([event, cards]) => cards.length > 0 && wanted.includes(event),
  )
  if (events.length === 0) return null
  const webhooks = (await tx.webhooks.ofUser(user.id)).filter(({ off_at }) => off_at === null)
  const rows: WebhookDelivery[] = []
  const dropped = new Map<Id, number>()
  for (const webhook of webhooks) {
    const all = events.flatMap(([event, cards]) => messagesFor(webhook, event, cards, at))
    const kept = all.slice(0, Math.max(0, MOST_WAITING - webhook.waiting))
    rows.push(...kept)
    if (kept.length < all.length) dropped.set(webhook.id, all.length - kept.length)
  }
  return { rows, dropped }
}

/**
 * Returns what happened, by event. A card is added once, when it is new: its tags, and whether it is done, stand in
 * that message. A card that was there is tagged when it gets a tag, and done when it is completed, also for one of its
 * times.
 */
function eventsOf(
  written: readonly Written[],
  wasLiving: (id: Id) => boolean,
  cameBack: readonly Id[] = [],
): ReadonlyMap<WebhookEvent, DeliveredCard[]> {
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
  { workspaceId, seq, now }: WrittenAt,
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
