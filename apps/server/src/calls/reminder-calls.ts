import type {
  createCalendar,
  Failure,
  getCalendar,
  getReminders,
  removeCalendar,
  subscribeReminders,
  unsubscribeReminders,
} from '@cardinal/contract'
import { ok, refused, withoutEnd } from '@cardinal/domain'
import { inTurn } from '../access/long-answers.ts'
import { noteActivity } from '../identity/activity.ts'
import { publicAddressOrOwn } from '../identity/public-address.ts'
import { hashSecret, randomSecret } from '../identity/secrets.ts'
import { callerOf, type PlainHandler, SENT } from './handler.ts'

const NO_CALENDAR: Failure = { status: 404, msg: 'There is no such calendar.' }
const FOREIGN_SERVICE: Failure = {
  status: 400,
  msg: 'endpoint: this push service is not allowed here. The operator lists them in CARDINAL_PUSH_HOSTS.',
}
const NO_TIME_ZONE: Failure = { status: 400, msg: 'time_zone: there is no such time zone.' }
const TOO_MANY: Failure = { status: 400, msg: 'At most 20 browsers can be reminded.' }
/** Most subscribed browsers per person. */
const MOST_BROWSERS = 20

export const getRemindersHandler: PlainHandler<typeof getReminders> = async (_input, context) => {
  const { store, reminders } = context.services
  const { userId } = callerOf(context)
  const subscriptions = await store.reminders.subscriptions(userId)
  const data = {
    public_key: await reminders.publicKey(),
    subscriptions: subscriptions.length,
    calendar: await store.reminders.hasCalendar(userId),
    browsers: subscriptions.map(({ endpoint, minutes_before }) => ({
      endpoint_hash: hashSecret(endpoint),
      minutes_before,
    })),
  }
  return ok({ data })
}

export const subscribeRemindersHandler: PlainHandler<typeof subscribeReminders> = async (
  { body },
  context,
) => {
  const { store, config, reminders, now, newId } = context.services
  const { userId } = callerOf(context)
  const { endpoint, keys, time_zone, minutes_before = 0 } = body
  if (!isAllowed(endpoint, config.pushHosts)) return refused(FOREIGN_SERVICE)
  if (!reminders.knowsTimeZone(time_zone)) return refused(NO_TIME_ZONE)
  return store.transact(async (tx) => {
    const others = (await tx.reminders.subscriptions(userId)).filter((each) => each.endpoint !== endpoint)
    if (others.length >= MOST_BROWSERS) return refused(TOO_MANY)
    await tx.reminders.subscribe({
      id: newId(),
      user_id: userId,
      endpoint,
      ...keys,
      time_zone,
      minutes_before,
      created_at: now(),
    })
    return ok({ data: true as const })
  })
}

export const unsubscribeRemindersHandler: PlainHandler<typeof unsubscribeReminders> = async (
  { body },
  context,
) =>
  context.services.store.transact(async (tx) => {
    await tx.reminders.unsubscribe(callerOf(context).userId, body.endpoint)
    return ok({ data: true as const })
  })

export const createCalendarHandler: PlainHandler<typeof createCalendar> = async (_input, context) => {
  const secret = randomSecret()
  const { store, now } = context.services
  return store.transact(async (tx) => {
    await tx.reminders.setCalendar(callerOf(context).userId, hashSecret(secret))
    await noteActivity(tx, callerOf(context), 'calendar-made', null, now())
    return ok({ data: { path: `/api/calendar/${secret}.ics` } })
  })
}

export const removeCalendarHandler: PlainHandler<typeof removeCalendar> = async (_input, context) => {
  const { store, now } = context.services
  const { userId } = callerOf(context)
  return store.transact(async (tx) => {
    if (!(await tx.reminders.hasCalendar(userId))) return ok({ data: true as const })
    await tx.reminders.setCalendar(userId, null)
    await noteActivity(tx, callerOf(context), 'calendar-removed', null, now())
    return ok({ data: true as const })
  })
}

export const getCalendarHandler: PlainHandler<typeof getCalendar> = async ({ params }, context) => {
  const hash = hashSecret(params.file.slice(0, -'.ics'.length))
  if (context.http === null) return refused(NO_CALENDAR)
  const { request, reply } = context.http
  const { config, reminders } = context.services
  const home = `${withoutEnd(publicAddressOrOwn(config, request), '/')}/home`
  const calendar = await inTurn(hash, async () => ok(await reminders.calendar(hash, home)))
  if (!calendar.ok) return calendar
  if (calendar.value === null) return refused(NO_CALENDAR)
  await reply.header('cache-control', 'no-store').type('text/calendar; charset=utf-8').send(calendar.value)
  return ok(SENT)
}

/**
 * Whether the server may send to a push service. Keeps people from making it send to addresses in its own network.
 *
 * @param hosts names, with a port unless it is the default; `*.` stands for any subdomain
 */
function isAllowed(endpoint: string, hosts: readonly string[]): boolean {
  if (!URL.canParse(endpoint)) return false
  const { host, protocol, username } = new URL(endpoint)
  const isListed = hosts.some((each) =>
    each.startsWith('*.') ? host.endsWith(each.slice(1)) : host === each,
  )
  return isListed && username === '' && (protocol === 'https:' || host.startsWith('localhost:'))
}
