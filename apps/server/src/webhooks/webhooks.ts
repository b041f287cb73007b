import { WEBHOOK_LIMITS } from '@cardinal/contract'
import { type Id, ok, type Result, refused } from '@cardinal/domain'
import { noteActivity } from '../identity/activity.ts'
import { newId } from '../lib/ids.ts'
import { Rounds } from '../lib/rounds.ts'
import { Places } from '../lib/waiting.ts'
import type { SafeFetch } from '../pages/index.ts'
import type { ListedWebhook, Store, StoreTransaction, Webhook, WebhookDelivery } from '../store/index.ts'
import { type SendOutcome, sendMessage, testMessage, writeMessage } from './messages.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** ms until the next attempt after a message's first, second … failure. After the last one it is dropped. */
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
/** ms: longest pause of a webhook after a failure. Its other messages wait too. */
const LONGEST_PAUSE = HOUR
/** ms: longest pause that a receiver may ask for. */
const LONGEST_ASKED = DAY
/** ms without a success after which a webhook is switched off. */
const OFF_AFTER_MS = 5 * DAY
/** Most messages of one webhook sent before other webhooks are served. */
const MOST_IN_TURN = 10
/** ms of sending after which other webhooks are served. */
const LONGEST_BATCH_MS = 5_000
/** ms after which a node's reservation of a webhook expires. */
const RESERVED_MS = 3 * MINUTE
/**
 * Most webhooks served at once, and per person. A person may have all of theirs served, so that a slow one does not
 * hold up a quick one.
 */
const MAX_RUNNING = 40
const MAX_RUNNING_PER_PERSON = WEBHOOK_LIMITS.webhooks
/** Webhooks read at once to fill free places. */
const MOST_READY = 100
/** ms between checks for messages queued by other nodes, and from a change on this node until the check. */
const POLL_EVERY_MS = 5_000
const POLL_AFTER_CHANGE_MS = 200

interface Options {
  readonly store: Store
  readonly fetch: SafeFetch
  readonly isForbidden: (address: string) => Promise<boolean>
  /** Origins that the operator configured; they may be in a private network. */
  readonly trusted: readonly string[]
  /** Aborts every request when this server stops. */
  readonly ending: AbortController
  readonly now: () => number
  readonly onError: (error: Error) => void
}

/**
 * Sends queued messages. The queue is in the store, so it survives restarts and is shared by nodes. A webhook is
 * reserved in the database, so that one node sends its messages, one after the other. People are served in turn.
 */
export class Webhooks {
  readonly #options: Options
  readonly #places = new Places(MAX_RUNNING, MAX_RUNNING_PER_PERSON)
  readonly #rounds: Rounds

  constructor(options: Options) {
    this.#options = options
    const { onError } = options
    this.#rounds = new Rounds({ run: () => this.#runRound(), every: POLL_EVERY_MS, onError })
  }

  start(): void {
    this.#rounds.start(POLL_EVERY_MS)
  }

  /** Called when messages were queued. */
  noteAdded(): void {
    this.#rounds.soon(POLL_AFTER_CHANGE_MS)
  }

  async stop(): Promise<void> {
    const ended = this.#rounds.stop()
    this.#options.ending.abort()
    await ended
    await this.#places.settled()
  }

  /** Sends all due messages. Resolves when they are sent. */
  async runDue(): Promise<void> {
    for (;;) {
      const hasStarted = await this.#startOne()
      if (hasStarted) continue
      if (this.#places.running === 0) return
      await this.#places.settled()
    }
  }

  /** Why a webhook can't have this address, as the end of a sentence about it. Null: it can. */
  async whyNot(address: string): Promise<string | null> {
    const { protocol, port, origin } = new URL(address)
    if (this.#options.trusted.includes(origin)) return null
    if (protocol !== 'https:' || port !== '')
      return 'must begin with https://, without a port, unless the operator of this server named it'
    const isForbidden = await this.#options.isForbidden(address)
    return isForbidden
      ? 'does not lead to the public internet, and the operator of this server did not name it'
      : null
  }

  /** Sends a test message. Success switches the webhook on again. */
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

  async #runRound(): Promise<void> {
    while (await this.#startOne());
  }

  /** Serves a webhook of the next person. False: no message is due, or all places are taken. */
  async #startOne(): Promise<boolean> {
    const { store, now, onError } = this.#options
    if (this.#rounds.isStopped || this.#places.running >= MAX_RUNNING) return false
    const ready = await store.webhooks.ready(now(), this.#places.busy, MOST_READY)
    for (const person of this.#places.inTurn(ready.map(({ user_id }) => user_id)))
      for (const webhook of ready.filter(({ user_id }) => user_id === person)) {
        const until = now() + RESERVED_MS
        const taken = await store.transact(async (tx) => ok(await tx.webhooks.take(webhook.id, now(), until)))
        if (!taken.ok || !taken.value) continue
        this.#places.run(person, () => this.#serve(webhook).catch(onError))
        return true
      }
    return false
  }

  /** Sends messages to one webhook that this node has reserved. */
  async #serve(webhook: Webhook): Promise<void> {
    const { store, now } = this.#options
    const { id } = webhook
    const begun = performance.now()
    const hasTime = () => performance.now() - begun < LONGEST_BATCH_MS && !this.#rounds.isStopped
    let freeAt: number | null = null
    try {
      for (let sent = 0; sent < MOST_IN_TURN && freeAt === null && hasTime(); sent++) {
        const delivery = await store.webhooks.nextDelivery(id, now())
        if (delivery === undefined) break
        freeAt = await this.#send(webhook, delivery)
      }
    } catch (error) {
      // A failure in this server is not retried at once.
      freeAt = now() + MINUTE
      throw error
    } finally {
      await store.transact(async (tx) => ok(await tx.webhooks.update(id, { free_at: freeAt ?? now() })))
      // A place has become free.
      this.noteAdded()
    }
  }

  /** Sends one message. Returns when it is sent again after a failure; null: it arrived. */
  async #send(webhook: Webhook, delivery: WebhookDelivery): Promise<number | null> {
    const { store, fetch, now } = this.#options
    const body = await writeMessage(store, webhook.user_id, delivery)
    if (body === null) {
      await store.transact(async (tx) => ok(await tx.webhooks.removeDelivery(delivery.id)))
      return null
    }
    const outcome = await sendMessage(fetch, webhook, delivery.id, body, now())
    // An aborted message is sent again after the next start, under the same id.
    if (this.#rounds.isStopped && outcome.kind !== 'arrived') return null
    const noted = await store.transact(async (tx) => ok(await note(tx, webhook.id, delivery, outcome, now())))
    return noted.ok ? noted.value : null
  }
}

/** Stores the outcome. Returns when the message is sent again after a failure. */
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
  if (kind === 'unwanted' || now - failing_since >= OFF_AFTER_MS) {
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
