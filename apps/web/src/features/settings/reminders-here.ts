import { isSharedComputer, session } from '../../session/index.ts'

/** The server's answer. */
export interface RemindersState {
  /** The public key with which browsers subscribe to their push service. */
  readonly public_key: string
  readonly subscriptions: number
  readonly calendar: boolean
}

const ON_SHARED = 'Others use this computer, and would read your reminders.'

/** Resolves with this browser's subscription at its push service. Null: it has none. */
export async function subscriptionHere(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker?.getRegistration()
  return (await registration?.pushManager?.getSubscription()) ?? null
}

/**
 * Asks for permission, subscribes at the push service, and registers at the server. Returns the problem. Null: it
 * succeeded.
 */
export async function remindThisBrowser(publicKey: string): Promise<string | null> {
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
  const body = { endpoint, keys: { p256dh, auth }, time_zone }
  await session.account.call('POST /user/subscribe-reminders', { body })
  return null
}

/** Ends the subscription of this browser, first at the server, so that it sends nothing in vain. */
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
