export interface Activity {
  readonly kind: string
  /** Its device, token, passkey, shared search, webhook host, or operator's command, by name. */
  readonly detail: string | null
  readonly createdAt: string
  /** Whether this session did it. */
  readonly is_here: boolean
}

const WORDS: Readonly<Record<string, string>> = {
  'signed-in': 'Signed in',
  'sign-in-failed': 'Wrong password',
  'session-reused': 'Signed out, because the session was used from a second place',
  'password-changed': 'Password changed',
  'token-made': 'Personal token made',
  exported: 'Data downloaded',
  'second-step-on': 'Second step at sign-in turned on',
  'second-step-off': 'Second step at sign-in turned off',
  'second-step-failed': 'Wrong code at sign-in',
  'recovery-codes-made': 'New recovery codes made',
  'recovery-code-used': 'Signed in with a recovery code',
  'passkey-added': 'Passkey added',
  'passkey-removed': 'Passkey removed',
  'search-shared': 'Search shared',
  'share-ended': 'Shared search taken back',
  'webhook-made': 'Webhook made',
  'webhook-removed': 'Webhook removed',
  'webhook-off': 'Webhook switched off, because nothing arrived there',
  'access-reviewed': 'Access reviewed after a new password',
  'calendar-made': 'Address of the calendar made',
  'calendar-removed': 'Address of the calendar taken back',
  'by-operator': 'Changed by the operator of this server',
}

/** A kind of activity in words. */
export function activityText(kind: string): string {
  return WORDS[kind] ?? kind
}

/** Acts of other sessions that this device has not shown, newest first. */
export function unseenOf(rows: readonly Activity[], seen: string): Activity[] {
  return rows.filter(({ is_here, createdAt }) => !is_here && createdAt > seen)
}
