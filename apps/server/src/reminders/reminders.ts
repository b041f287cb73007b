import { type Due, dayAfter, dayOf, dueState, ok, timeOf, withTime } from '@cardinal/domain'
import { serverKey } from '../identity/index.ts'
import type { DueCard, PushSubscription, Store } from '../store/index.ts'
import { titleOf, writeCalendar } from './calendar.ts'
import { newPushKeys, type PushKeys, sendPush } from './push-message.ts'

const EVERY = 30_000
/** When on its day a card without a time is reminded of. */
const MORNING = '09:00'
/** How many hours late a reminder still goes out, after the server was away, say. */
const LATE_HOURS = 6
/** A node that has not sent a reminder by then, in ms, has stopped: another takes it on. */
const STALE_AFTER = 5 * 60_000
const KEPT = 7 * 86_400_000
/** Reminders of one browser in one round. */
const MOST = 50
/** Cards in a calendar, the earliest first. */
const MOST_IN_CALENDAR = 2_000
const [FIRST_DUE, LAST_DUE] = ['1970-01-01', '9999-12-31T23:59']

/**
 * Tells browsers when cards are due. Each reminder is claimed in the database first, so that one node sends it, once;
 * one that a node claimed and did not send is taken on by another.
 */
export class Reminders {
  readonly #store: Store
  readonly #contact: string
  readonly #now: () => number
  readonly #onError: (error: Error) => void
  #timer: NodeJS.Timeout | null = null
  #round: Promise<void> = Promise.resolve()

  /** @param contact whom push services may write to */
  constructor(store: Store, contact: string, now: () => number, onError: (error: Error) => void) {
    this.#store = store
    this.#contact = contact
    this.#now = now
    this.#onError = onError
  }

  start(): void {
    this.#timer = setTimeout(() => {
      this.#round = this.run().catch(this.#onError)
      void this.#round.then(() => this.#timer !== null && this.start())
    }, EVERY).unref()
  }

  async stop(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    await this.#round
  }

  /** Resolves with the key that browsers subscribe with. */
  async publicKey(): Promise<string> {
    return (await this.#keys()).publicKey
  }

  knowsTimeZone(timeZone: string): boolean {
    return isTimeZone(timeZone)
  }

  /** Resolves with the calendar of this secret, by its hash; null where there is none. */
  async calendar(hash: string): Promise<string | null> {
    const userId = await this.#store.reminders.userOfCalendar(hash)
    if (userId === undefined) return null
    return writeCalendar(await this.#store.reminders.dueCards(userId, FIRST_DUE, LAST_DUE, MOST_IN_CALENDAR))
  }

  /** Runs one round now. */
  async run(): Promise<void> {
    const subscriptions = await this.#store.reminders.subscriptions()
    if (subscriptions.length === 0) return
    const keys = await this.#keys()
    for (const subscription of subscriptions) await this.#remind(subscription, keys)
    await this.#store.transact(async (tx) => ok(await tx.reminders.removeBefore(this.#now() - KEPT)))
  }

  async #remind(subscription: PushSubscription, keys: PushKeys): Promise<void> {
    const clock = wallClockIn(subscription.time_zone, this.#now())
    const late = wallClockIn(subscription.time_zone, this.#now() - LATE_HOURS * 3_600_000)
    const cards = await this.#store.reminders.dueCards(subscription.user_id, dayOf(late), clock, MOST * 4)
    let sent = 0
    for (const card of cards) {
      if (sent === MOST || !isTimeFor(card.dueAt, late, clock)) continue
      const reminder = { subscriptionId: subscription.id, cardId: card.id, dueAt: card.dueAt }
      const now = this.#now()
      const claimed = await this.#store.transact(async (tx) => {
        await tx.lockUser(subscription.user_id)
        return ok(await tx.reminders.claim(reminder, now, now - STALE_AFTER))
      })
      if (!claimed.ok || !claimed.value) continue
      sent++
      const outcome = await sendPush(subscription, messageOf(card, clock), keys, this.#contact)
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

  async #keys(): Promise<PushKeys> {
    return JSON.parse(
      await serverKey(this.#store, 'web-push', async () => JSON.stringify(await newPushKeys())),
    ) as PushKeys
  }
}

/** Returns whether a reminder goes out by now, and is not too late. */
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

/** Returns the wall clock of a time zone at a moment; UTC where the zone is not known. */
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
  // Names may be written in many cases: no list of them grows without end.
  if (formats.size < 1_000) formats.set(timeZone, made)
  return made
}
