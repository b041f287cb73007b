import { type Id, ok, type Result, refused } from '@cardinal/domain'
import { noteActivity } from '../identity/index.ts'
import { newId } from '../lib/ids.ts'
import { Places } from '../lib/waiting.ts'
import type { SafeFetch } from '../pages/index.ts'
import type { ListedWebhook, Store, StoreTransaction, Webhook, WebhookDelivery } from '../store/index.ts'
import { testMessage, writeMessage } from './messages.ts'
import { type SendOutcome, sendMessage } from './send-message.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** Waits of a message after its first, second … failure; after the last one it is given up. */
const WAITS = [
  MINUTE / 6,
  MINUTE,
  5 * MINUTE,
  HOUR / 2,
  2 * HOUR,
  6 * HOUR,
  12 * HOUR,
  DAY,
  DAY,
  DAY,
  DAY,
  DAY,
]
/** The longest wait of a webhook, whose other messages wait with the one that failed; and of one that asks for more. */
const LONGEST_PAUSE = HOUR
const LONGEST_ASKED = DAY
/** A webhook to which nothing has arrived for so long is switched off, in ms. */
export const OFF_AFTER = 5 * DAY
/** Messages in one turn, ms after which a turn gets no further message, and ms after which a node with a turn has stopped. */
const MOST_IN_TURN = 10
const LONGEST_TURN = 5_000
const TURN = 3 * MINUTE
/** Webhooks that are sent to at the same time, and those of one person. */
const AT_ONCE = 16
const PER_PERSON = 2
/** Webhooks that are looked at for the next places. */
const MOST_READY = 100
/** ms between looks for messages that other nodes have put into the queue; after a change of this node. */
const LOOK_EVERY = 5_000
const SOON = 200

interface Options {
  readonly store: Store
  readonly fetch: SafeFetch
  /** Ends every request when this server stops. */
  readonly ending: AbortController
  readonly now: () => number
  readonly onError: (error: Error) => void
}

/**
 * Sends messages to webhooks. The queue lies in the store: it survives a restart, and several nodes take turns at it. Each
 * webhook's turn is taken in the database, so that one node sends to it, one message after the other. People
 * have the places in turn.
 */
export class Webhooks {
  readonly #options: Options
  readonly #places = new Places(AT_ONCE, PER_PERSON)
  #timer: NodeJS.Timeout | null = null
  #round: Promise<void> = Promise.resolve()
  #isStopped = false

  constructor(options: Options) {
    this.#options = options
  }

  start(): void {
    this.#wait(LOOK_EVERY)
  }

  /** Looks for messages soon: a change has made some. */
  noteAdded(): void {
    if (this.#timer !== null) this.#wait(SOON)
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    this.#options.ending.abort()
    await this.#round
    await this.#places.settled()
  }

  /** Sends everything that is due, and waits for it. */
  async runDue(): Promise<void> {
    for (;;) {
      const hasStarted = await this.#startOne()
      if (hasStarted) continue
      if (this.#places.running === 0) return
      await this.#places.settled()
    }
  }

  /** Sends a message that only tries whether messages arrive. One that arrives switches the webhook on again. */
  async test(userId: Id, id: Id): Promise<Result<ListedWebhook, 'none'>> {
    const { store, fetch, now } = this.#options
    const webhook = await store.webhooks.byId(userId, id)
    if (webhook === undefined) return refused('none')
    const outcome = await sendMessage(fetch, webhook, newId(now()), testMessage(now()), now())
    const hasArrived = outcome.kind === 'arrived'
    await store.transact(async (tx) => {
      await tx.lockUser(userId)
      await tx.webhooks.update(id, {
        last_at: now(),
        last_result: outcome.sentence,
        ...(hasArrived && { off_at: null, failures: 0, failing_since: null, free_at: now() }),
      })
      return ok(await tx.webhooks.keepEvents(userId))
    })
    const after = await store.webhooks.byId(userId, id)
    return after === undefined ? refused('none') : ok(after)
  }

  #wait(delay: number): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.#timer = null
      this.#round = this.#look()
        .catch(this.#options.onError)
        .then(() => {
          if (!this.#isStopped && this.#timer === null) this.#wait(LOOK_EVERY)
        })
    }, delay).unref()
  }

  async #look(): Promise<void> {
    while (await this.#startOne());
  }

  /** Starts the turn of a webhook of the next person. False: nothing is due, or there is no place for it. */
  async #startOne(): Promise<boolean> {
    const { store, now, onError } = this.#options
    if (this.#isStopped || this.#places.running >= AT_ONCE) return false
    const ready = await store.webhooks.ready(now(), this.#places.busy, MOST_READY)
    for (const person of this.#places.inTurn(ready.map(({ user_id }) => user_id)))
      for (const webhook of ready.filter(({ user_id }) => user_id === person)) {
        const until = now() + TURN
        const taken = await store.transact(async (tx) => ok(await tx.webhooks.take(webhook.id, now(), until)))
        if (!taken.ok || !taken.value) continue
        this.#places.run(person, () => this.#turn(webhook).catch(onError))
        return true
      }
    return false
  }

  /** Sends to one webhook, whose turn this node has. */
  async #turn(webhook: Webhook): Promise<void> {
    const { store, now } = this.#options
    const { id } = webhook
    const begun = performance.now()
    const hasTime = () => performance.now() - begun < LONGEST_TURN && !this.#isStopped
    let freeAt: number | null = null
    try {
      for (let sent = 0; sent < MOST_IN_TURN && freeAt === null && hasTime(); sent++) {
        const delivery = await store.webhooks.nextDelivery(id, now())
        if (delivery === undefined) break
        freeAt = await this.#send(webhook, delivery)
      }
    } catch (error) {
      // What this server cannot do now is not tried again at once.
      freeAt = now() + MINUTE
      throw error
    } finally {
      await store.transact(async (tx) => ok(await tx.webhooks.update(id, { free_at: freeAt ?? now() })))
      // Another one may have this place.
      this.noteAdded()
    }
  }

  /** Sends one message. Answers when the webhook is free again, where it failed; null: all is well. */
  async #send(webhook: Webhook, delivery: WebhookDelivery): Promise<number | null> {
    const { store, fetch, now } = this.#options
    const body = await writeMessage(store, webhook.user_id, delivery)
    if (body === null) {
      await store.transact(async (tx) => ok(await tx.webhooks.removeDelivery(delivery.id)))
      return null
    }
    const outcome = await sendMessage(fetch, webhook, delivery.id, body, now())
    // A message that was broken off goes out after the next start, under the same id.
    if (this.#isStopped && outcome.kind !== 'arrived') return null
    const noted = await store.transact(async (tx) => ok(await note(tx, webhook.id, delivery, outcome, now())))
    return noted.ok ? noted.value : null
  }
}

/** Writes down how sending went. Answers when the webhook is free again, where it failed. */
async function note(
  tx: StoreTransaction,
  webhookId: Id,
  delivery: WebhookDelivery,
  { kind, sentence, retryAfter }: SendOutcome,
  now: number,
): Promise<number | null> {
  const webhook = await tx.webhooks.anyById(webhookId)
  if (webhook === undefined) return null
  const last = { last_at: now, last_result: sentence }
  if (kind === 'arrived') {
    await tx.webhooks.removeDelivery(delivery.id)
    await tx.webhooks.update(webhookId, { ...last, failures: 0, failing_since: null })
    return null
  }
  const failing_since = webhook.failing_since ?? now
  if (kind === 'unwanted' || now - failing_since >= OFF_AFTER) {
    await switchOff(tx, webhook, { ...last, failing_since }, now)
    return now
  }
  const wait = WAITS[delivery.attempts]
  if (wait === undefined) await tx.webhooks.removeDelivery(delivery.id)
  else await tx.webhooks.postpone(delivery.id, delivery.attempts + 1, now + wait)
  await tx.webhooks.update(webhookId, { ...last, failing_since, failures: webhook.failures + 1 })
  const pause = Math.min(WAITS[webhook.failures] ?? LONGEST_PAUSE, LONGEST_PAUSE)
  return now + Math.max(pause, Math.min(retryAfter, LONGEST_ASKED))
}

async function switchOff(
  tx: StoreTransaction,
  { id, user_id, address }: Webhook,
  last: Partial<Webhook>,
  now: number,
): Promise<void> {
  await tx.lockUser(user_id)
  await tx.webhooks.update(id, { ...last, off_at: now })
  await tx.webhooks.removeDeliveriesOf(id)
  await tx.webhooks.keepEvents(user_id)
  await noteActivity(tx, { userId: user_id, sessionId: null }, 'webhook-off', new URL(address).host, now)
}
