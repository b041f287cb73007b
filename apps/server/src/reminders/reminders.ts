import {
  type Due,
  dayAfter,
  dayOf,
  dueState,
  type Id,
  ok,
  type Result,
  refused,
  timeOf,
  withTime,
} from '@cardinal/domain'
import { serverKey } from '../identity/secrets.ts'
import { Places } from '../lib/waiting.ts'
import type { DueCard, PushSubscription, Store } from '../store/index.ts'
import { titleOf, writeCalendar } from './calendar.ts'

const ROUND_MS = 30_000
/** Local time of reminders for due dates without a time. */
const MORNING = '09:00'
/** Hours after the due time beyond which a reminder is skipped, for example after a downtime. */
const LATE_HOURS = 6
/** ms after which a claim expires, because its node must have stopped. */
const STALE_AFTER_MS = 5 * 60_000
const KEPT_MS = 7 * 86_400_000
/** Most reminders per browser and round. */
const MAX_REMINDERS_PER_ROUND = 50
/** ms per browser and round. Further reminders wait for the next round. */
const LONGEST_BATCH_MS = 15_000
/** Most browsers served at once: in total, and per person. */
const MAX_BROWSERS = 24
const MAX_BROWSERS_PER_PERSON = 4
/** Most cards in a calendar; the earliest are taken. */
const MOST_IN_CALENDAR = 2_000
/** ms for which a completed card stays in the calendar: 30 days. */
const DONE_SHOWN_MS = 30 * 86_400_000

/**
 * Sends reminders of due cards. Each is claimed in the database first, so that one node sends it once.
 * Another node takes over an expired claim.
 */
export class Reminders {
  readonly #store: Store
  readonly #contact: string
  readonly #now: () => number
  readonly #onError: (error: Error) => void
  readonly #places = new Places(MAX_BROWSERS, MAX_BROWSERS_PER_PERSON)
  /** Browsers that wait for their reminders or receive them, of this round or an earlier one. */
  readonly #underWay = new Set<Id>()
  readonly #ending = new AbortController()
  readonly #rounds = new Set<Promise<void>>()
  #timer: NodeJS.Timeout | null = null

  /** @param contact address by which push services reach the operator */
  constructor(store: Store, contact: string, now: () => number, onError: (error: Error) => void) {
    this.#store = store
    this.#contact = contact
    this.#now = now
    this.#onError = onError
  }

  start(): void {
    this.#timer = setInterval(() => {
      // Rounds may overlap: a slow push service delays only its own browsers.
      const round: Promise<void> = this.run()
        .catch(this.#onError)
        .finally(() => this.#rounds.delete(round))
      this.#rounds.add(round)
    }, ROUND_MS).unref()
  }

  async stop(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer)
    this.#timer = null
    this.#ending.abort()
    await Promise.all(this.#rounds)
  }

  /** The key with which browsers subscribe. */
  async publicKey(): Promise<string> {
    return (await this.#keys()).publicKey
  }

  knowsTimeZone(timeZone: string): boolean {
    return isTimeZone(timeZone)
  }

  /**
   * The calendar of a secret's hash; null: no such secret.
   *
   * @param home address of the app
   */
  async calendar(hash: string, home: string): Promise<string | null> {
    const userId = await this.#store.reminders.userOfCalendar(hash)
    if (userId === undefined) return null
    const { reminders } = this.#store
    const cards = await reminders.datedCards(userId, this.#now() - DONE_SHOWN_MS, MOST_IN_CALENDAR)
    const ids = cards.map(({ id }) => id)
    const tags = await reminders.shownTags(userId, ids)
    return writeCalendar(
      cards.map((card) => ({ ...card, tags: tags.get(card.id) ?? [] })),
      home,
    )
  }

  /** Runs one round, and waits for it. Skips browsers that an earlier round still serves. */
  async run(): Promise<void> {
    const subscriptions = await this.#store.reminders.subscriptions()
    const waiting = subscriptions.filter(({ id }) => !this.#underWay.has(id))
    if (waiting.length === 0) return
    const keys = await this.#keys()
    for (const { id } of waiting) this.#underWay.add(id)
    try {
      while (waiting.length > 0 && !this.#ending.signal.aborted) {
        const [person] = this.#places.inTurn(waiting.map(({ user_id }) => user_id))
        const at = waiting.findIndex(({ user_id }) => user_id === person)
        const [next] = at < 0 ? [] : waiting.splice(at, 1)
        if (next === undefined) await this.#places.oneOver()
        else
          this.#places.run(next.user_id, () =>
            this.#remind(next, keys)
              .catch(this.#onError)
              .finally(() => this.#underWay.delete(next.id)),
          )
      }
      await this.#places.settled()
    } finally {
      for (const { id } of waiting) this.#underWay.delete(id)
    }
    await this.#store.transact(async (tx) => ok(await tx.reminders.removeBefore(this.#now() - KEPT_MS)))
  }

  async #remind(subscription: PushSubscription, keys: PushKeys): Promise<void> {
    const begun = performance.now()
    let sent = 0
    for (const { card, key } of await this.#dueFor(subscription)) {
      // The rest follows in the next rounds.
      if (this.#ending.signal.aborted || performance.now() - begun > LONGEST_BATCH_MS) return
      if (sent === MAX_REMINDERS_PER_ROUND) return
      const reminder = { subscriptionId: subscription.id, cardId: card.id, dueAt: key }
      const now = this.#now()
      const claimed = await this.#store.transact(async (tx) => {
        await tx.lockUser(subscription.user_id)
        return ok(await tx.reminders.claim(reminder, now, now - STALE_AFTER_MS))
      })
      if (!claimed.ok || !claimed.value) continue
      sent++
      const message = messageOf(card, wallClockIn(subscription.time_zone, now))
      const outcome = await sendPush(subscription, message, keys, this.#contact, this.#ending.signal)
      if (outcome.ok) await this.#store.transact(async (tx) => ok(await tx.reminders.noteSent(reminder, now)))
      else if (outcome.error === 'gone') {
        await this.#store.transact(async (tx) => {
          await tx.lockUser(subscription.user_id)
          return ok(await tx.reminders.removeSubscription(subscription.id))
        })
        return
      }
    }
  }

  /**
   * Cards of which a browser must be reminded now: at the due time, and the chosen minutes before it. The
   * two have different keys, so both are sent.
   */
  async #dueFor({ user_id, time_zone, minutes_before }: PushSubscription) {
    const at = (ms: number) => wallClockIn(time_zone, this.#now() + ms)
    const found: { card: DueCard; key: string }[] = []
    const { reminders } = this.#store
    const [late, clock] = [at(-LATE_HOURS * 3_600_000), at(0)]
    for (const card of await reminders.dueCards(user_id, dayOf(late), clock, MAX_REMINDERS_PER_ROUND * 4))
      if (isTimeFor(card.dueAt, late, clock)) found.push({ card, key: card.dueAt })
    if (minutes_before === 0) return found
    const before = minutes_before * 60_000
    // Skip a card if less than half of the time before is left: it was probably just added.
    const [tooLate, soon] = [at(before / 2), at(before)]
    const isInDays = minutes_before >= 1_440
    for (const card of await reminders.dueCards(user_id, dayOf(tooLate), soon, MAX_REMINDERS_PER_ROUND * 4))
      if ((isInDays || timeOf(card.dueAt) !== null) && isTimeFor(card.dueAt, tooLate, soon))
        found.push({ card, key: `${card.dueAt} -${minutes_before}` })
    return found
  }

  async #keys(): Promise<PushKeys> {
    return JSON.parse(
      await serverKey(this.#store, 'web-push', async () => JSON.stringify(await newPushKeys())),
    ) as PushKeys
  }
}

/** Whether a reminder is due and not too late. */
function isTimeFor(dueAt: Due, late: Due, clock: Due): boolean {
  const at = timeOf(dueAt) === null ? withTime(dueAt, MORNING) : dueAt
  return at > late && at <= clock
}

function messageOf({ id, beginning, dueAt }: DueCard, clock: Due) {
  const time = timeOf(dueAt)
  const day =
    dayOf(dueAt) === dayOf(clock)
      ? 'today'
      : dayOf(dueAt) === dayAfter(dayOf(clock), -1)
        ? 'yesterday'
        : dayOf(dueAt) === dayAfter(dayOf(clock), 1)
          ? 'tomorrow'
          : dayOf(dueAt)
  const due = dueState(dueAt, clock) === 'overdue' && time === null ? 'Was due' : 'Due'
  return {
    title: titleOf(beginning),
    body: `${due} ${day}${time === null ? '' : ` ${time}`}`,
    tag: `${id} ${dueAt}`,
    cardId: id,
  }
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Local time of a time zone; UTC for an unknown zone. */
function wallClockIn(timeZone: string, at: number): Due {
  const parts = Object.fromEntries(
    formatIn(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  )
  return `${parts.year}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}`
}

function isTimeZone(timeZone: string): boolean {
  try {
    formatIn(timeZone)
    return true
  } catch {
    return false
  }
}

function formatIn(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known !== undefined) return known
  const two = '2-digit' as const
  const fields = { year: 'numeric', month: two, day: two, hour: two, minute: two, hourCycle: 'h23' } as const
  const made = new Intl.DateTimeFormat('en-GB', { timeZone, ...fields })
  // Bounds the cache: a zone's name can be spelled in many cases.
  if (formats.size < 1_000) formats.set(timeZone, made)
  return made
}

/** VAPID key pair of this server, as base64url. */
interface PushKeys {
  readonly publicKey: string
  readonly privateKey: string
}

/** A message replaces an earlier one with the same tag. */
interface PushMessage {
  readonly title: string
  readonly body: string
  readonly tag: string
  readonly cardId: Id
}

const WAIT_MS = 10_000
/** Seconds for which the push service keeps a message for an offline browser. */
const KEPT_BY_SERVICE_SECONDS = 6 * 3_600

/** Imported at first use. */
const webPush = async () => (await import('web-push')).default

export async function newPushKeys(): Promise<PushKeys> {
  return (await webPush()).generateVAPIDKeys()
}

/**
 * Sends a message, encrypted for the browser, to its push service. Follows no redirect.
 *
 * @param stopped aborts when this server stops
 * @param contact of the operator, for the service: `mailto:` or an address
 * @returns refused: `gone` if the browser has unsubscribed, else `failed`
 */
export async function sendPush(
  { endpoint, p256dh, auth }: Pick<PushSubscription, 'endpoint' | 'p256dh' | 'auth'>,
  message: PushMessage,
  keys: PushKeys,
  contact: string,
  stopped: AbortSignal,
): Promise<Result<void, 'gone' | 'failed'>> {
  // Not `AbortSignal.any` with a timeout: Node 20 may garbage-collect that signal before it fires.
  const ending = new AbortController()
  const end = () => ending.abort()
  stopped.addEventListener('abort', end)
  if (stopped.aborted) end()
  const timer = setTimeout(end, WAIT_MS)
  try {
    const request = (await webPush()).generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      JSON.stringify(message),
      {
        vapidDetails: { subject: contact, ...keys },
        TTL: KEPT_BY_SERVICE_SECONDS,
      },
    )
    const response = await fetch(request.endpoint, {
      method: request.method,
      headers: request.headers as Record<string, string>,
      body: new Uint8Array(request.body ?? Buffer.alloc(0)),
      redirect: 'error',
      signal: ending.signal,
    })
    await response.body?.cancel()
    if (response.ok) return ok(undefined)
    return refused(response.status === 404 || response.status === 410 ? 'gone' : 'failed')
  } catch {
    return refused('failed')
  } finally {
    clearTimeout(timer)
    stopped.removeEventListener('abort', end)
  }
}
