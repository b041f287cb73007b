import { isSharedComputer, session } from '../../session/index.ts'

/** The server's answer about reminders. */
export interface RemindersState {
  /** The public key for subscriptions at the browser's push service. */
  readonly public_key: string
  readonly subscriptions: number
  readonly calendar: boolean
  readonly browsers: readonly { readonly endpoint_hash: string; readonly minutes_before: MinutesBefore }[]
}

/** Minutes before the due time at which a second reminder is sent. 0: none. */
export type MinutesBefore = 0 | 10 | 60 | 1440

const ON_SHARED = 'Others use this computer, and would read your reminders.'

/** This browser's subscription at its push service. Null: none. */
async function subscriptionHere(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker?.getRegistration()
  return (await registration?.pushManager?.getSubscription()) ?? null
}

/**
 * Asks for permission, subscribes at the push service, and registers at the server. Returns a sentence about a
 * problem. Null: it succeeded.
 */
export async function remindThisBrowser(
  publicKey: string,
  minutes_before: MinutesBefore = 0,
): Promise<string | null> {
  if (isSharedComputer) return ON_SHARED
  const registration = await navigator.serviceWorker?.getRegistration()
  if (!registration?.pushManager || !('Notification' in window)) return NOT_HERE
  if ((await Notification.requestPermission()) !== 'granted') return FORBIDDEN
  const subscription = await registration.pushManager
    .subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
    .catch(() => null)
  const { endpoint, keys } = subscription?.toJSON() ?? {}
  if (endpoint === undefined || keys === undefined) return NO_SERVICE
  const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const { p256dh = '', auth = '' } = keys
  const body = { endpoint, keys: { p256dh, auth }, time_zone, minutes_before }
  await session.account.call('POST /user/subscribe-reminders', { body })
  return null
}

/** The second reminder of this browser. Null: this browser gets no reminders. */
export async function minutesBeforeHere({ browsers }: RemindersState): Promise<MinutesBefore | null> {
  const subscription = await subscriptionHere()
  if (subscription === null) return null
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(subscription.endpoint))
  const written = btoa(String.fromCharCode(...new Uint8Array(hash)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace('=', '')
  return browsers.find(({ endpoint_hash }) => endpoint_hash === written)?.minutes_before ?? 0
}

/** Ends the subscription of this browser, at the server first, so that it sends nothing to an ended one. */
export async function unsubscribeHere(): Promise<void> {
  const subscription = await subscriptionHere()
  if (subscription === null) return
  await session.account.call('POST /user/unsubscribe-reminders', {
    body: { endpoint: subscription.endpoint },
  })
  await subscription.unsubscribe()
}

const NOT_HERE = 'This browser cannot be reminded here. It needs HTTPS; on an iPhone, install Cardinal first.'
const FORBIDDEN =
  'The browser does not allow notifications of this site. Allow them in its settings, then try again.'
const NO_SERVICE = 'The browser’s push service cannot be reached. Try again later.'
