/** The server's push message for a due card. */
interface Reminder {
  readonly title: string
  readonly body: string
  readonly tag: string
  readonly cardId: string
}

/** The part of a service worker's scope that reminders use. */
export interface ReminderScope {
  readonly registration: {
    readonly scope: string
    showNotification(title: string, options: NotificationOptions): Promise<void>
  }
  readonly clients: {
    matchAll(options: { type: 'window' }): Promise<readonly ReminderPage[]>
    openWindow(address: string): Promise<unknown>
  }
}

interface ReminderPage {
  focus(): Promise<{ navigate(address: string): Promise<unknown> }>
}

/** Shows a reminder. Replaces a notification for the same card and time. */
export function showReminder(scope: ReminderScope, data: unknown): Promise<void> {
  const { title, body, tag, cardId } = isReminder(data) ? data : NOT_READ
  const icon = new URL('icons/icon-192.png', scope.registration.scope).href
  return scope.registration.showNotification(title, { body, tag, icon, data: { cardId } })
}

/** Opens the reminded card in an open page, or in a new one. */
export async function openReminded(scope: ReminderScope, cardId: unknown): Promise<void> {
  const address = new URL(addressOf(cardId), scope.registration.scope).href
  const [page] = await scope.clients.matchAll({ type: 'window' })
  if (page === undefined) await scope.clients.openWindow(address)
  else await (await page.focus()).navigate(address)
}

/** Address of home with this card open. Exported for its test. */
export function addressOf(cardId: unknown): string {
  return typeof cardId === 'string' && /^[0-9a-f]{24}$/.test(cardId)
    ? `home?popups_center=master-editor&master-editor.entityId=${cardId}`
    : 'home'
}

/** Shown if a message can't be read, because browsers require a notification for each push message. */
const NOT_READ: Reminder = { title: 'A card is due', body: '', tag: 'due', cardId: '' }

function isReminder(data: unknown): data is Reminder {
  if (typeof data !== 'object' || data === null) return false
  const { title, body, tag, cardId } = data as Partial<Reminder>
  return [title, body, tag, cardId].every((text) => typeof text === 'string')
}
