import { createHash } from 'node:crypto'
import { type Id, ok, type Result, refused } from '@cardinal/domain'
import { writtenDay } from '../../lib/plain-style.ts'
import type { Store, StoreTransaction } from '../../store/index.ts'
import type { SignedOutDevice } from '../../store/tables/users.ts'
import { noteActivity } from '../activity.ts'
import { type Html, html, page } from './pages.ts'
import { removePasskey } from './passkeys.ts'
import { EMBEDDED_ISSUER } from './paths.ts'

/** Ways into an account besides its password. */
type AccessKind = 'passkey' | 'token' | 'webhook' | 'shared-search' | 'calendar' | 'reminders'

interface Access {
  readonly key: string
  readonly kind: AccessKind
  readonly name: string
  /** ms; null: unknown. */
  readonly createdAt: number | null
  readonly lastUsedAt: number | null
  remove(tx: StoreTransaction): Promise<unknown>
}

/** Signed-out devices and ways of access that a person has to review. */
export interface DueReview {
  readonly userId: Id
  readonly signedOut: readonly SignedOutDevice[]
  readonly found: readonly Access[]
}

/** Keys of the entries shown on the page, and of the entries that the person keeps. */
interface Decision {
  readonly seen: ReadonlySet<string>
  readonly kept: ReadonlySet<string>
}

type Tables = Pick<
  Store,
  'identities' | 'users' | 'passkeys' | 'personalTokens' | 'webhooks' | 'sharedSearches' | 'reminders'
>

/** Most tokens listed one by one, newest first, to keep the form small. Older ones are one entry. */
const TOKENS_LISTED = 100
/** Most devices listed, last used first. */
const DEVICES_LISTED = 50
/** UTF-16 units of an activity's detail. */
const LONGEST_DETAIL = 500

/**
 * Begins a review after a password was set without the old one. Until it ends, everything that an intruder
 * could have left is inactive: the queries of `Access` skip users under review. An unfinished review stays
 * open.
 */
export async function beginReview(
  tx: StoreTransaction,
  accountId: string,
  userId: Id,
  now: number,
): Promise<void> {
  const earlier = (await tx.users.accessReview(userId)) ?? []
  const ended = (await tx.sessions.ofUser(userId, now)).map(({ device, last_used_at }) => ({
    device,
    lastUsedAt: Number(last_used_at),
  }))
  const signedOut = [...ended, ...earlier].slice(0, DEVICES_LISTED)
  if (signedOut.length === 0 && (await accessOf(tx, accountId, userId)).length === 0) return
  await tx.users.setAccessReview(userId, signedOut)
}

/** The ways into the account to review; null: no review. */
export async function dueReview(tables: Tables, accountId: string): Promise<DueReview | null> {
  const userId = await tables.identities.userId(EMBEDDED_ISSUER, accountId)
  const signedOut = userId === undefined ? null : await tables.users.accessReview(userId)
  if (userId === undefined || signedOut === null) return null
  return { userId, signedOut, found: await accessOf(tables, accountId, userId) }
}

/**
 * Ends a review: removes the shown entries that are not kept, and reactivates the rest. Returns the user.
 *
 * @returns `unseen` if an entry exists that was not shown; then nothing is removed
 */
export function endReview(
  store: Store,
  accountId: string,
  { seen, kept }: Decision,
  now: number,
): Promise<Result<Id | null, 'unseen'>> {
  return store.transact<Id | null, 'unseen'>(async (tx) => {
    const due = await dueReview(tx, accountId)
    if (due === null) return ok(null)
    const { userId, found } = due
    await tx.lockUser(userId)
    if (found.some(({ key }) => !seen.has(key))) return refused('unseen')
    const gone = found.filter(({ key }) => !kept.has(key))
    for (const access of gone) await access.remove(tx)
    await tx.webhooks.keepEvents(userId)
    await tx.users.setAccessReview(userId, null)
    const names = gone.map(({ kind, name }) => `${WORDS[kind].toLowerCase()} ${name}`.trim())
    const detail = names.length === 0 ? null : `removed: ${names.join(', ')}`.slice(0, LONGEST_DETAIL)
    await noteActivity(tx, { userId, sessionId: null }, 'access-reviewed', detail, now)
    return ok(userId)
  })
}

const WORDS: Readonly<Record<AccessKind, string>> = {
  passkey: 'Passkey',
  token: 'Personal token',
  webhook: 'Webhook to',
  'shared-search': 'Shared search',
  calendar: 'Address of the calendar',
  reminders: 'Reminders to a browser, by',
}

async function accessOf(tables: Tables, accountId: string, userId: Id): Promise<Access[]> {
  const [passkeys, tokens, webhooks, shared, browsers, hasCalendar] = await Promise.all([
    tables.passkeys.ofAccount(accountId),
    tables.personalTokens.ofUser(userId),
    tables.webhooks.ofUser(userId),
    tables.sharedSearches.ofUser(userId),
    tables.reminders.subscriptions(userId),
    tables.reminders.hasCalendar(userId),
  ])
  return [
    ...passkeys.map((row) => ({
      ...common('passkey', row.id, row.name, row.created_at, row.last_used_at),
      remove: (tx: StoreTransaction) => removePasskey(tx, accountId, row.id),
    })),
    ...tokens.slice(0, TOKENS_LISTED).map((row) => ({
      ...common('token', row.id, row.name, row.created_at, row.last_used_at),
      remove: (tx: StoreTransaction) => tx.personalTokens.remove(userId, row.id),
    })),
    ...furtherTokens(
      userId,
      tokens.slice(TOKENS_LISTED).map(({ id }) => id),
    ),
    ...webhooks.map((row) => ({
      ...common('webhook', row.id, new URL(row.address).host, row.created_at, row.last_at),
      remove: (tx: StoreTransaction) => tx.webhooks.remove(userId, row.id),
    })),
    ...shared.map((row) => ({
      ...common('shared-search', row.id, row.title, row.created_at, null),
      remove: (tx: StoreTransaction) => tx.sharedSearches.remove(userId, row.id),
    })),
    ...(hasCalendar
      ? [
          {
            ...common('calendar', '', '', null, null),
            remove: (tx: StoreTransaction) => tx.reminders.setCalendar(userId, null),
          },
        ]
      : []),
    ...browsers.map((row) => ({
      ...common('reminders', row.id, new URL(row.endpoint).host, row.created_at, null),
      remove: (tx: StoreTransaction) => tx.reminders.removeSubscription(row.id),
    })),
  ]
}

/** The tokens beyond the list, as one entry. */
function furtherTokens(userId: Id, ids: readonly Id[]): Access[] {
  if (ids.length === 0) return []
  const remove = async (tx: StoreTransaction) => {
    for (const id of ids) await tx.personalTokens.remove(userId, id)
  }
  return [{ ...common('token', ids.join(' '), `${ids.length} older tokens`, null, null), remove }]
}

/** The form names passkeys by a hash: their ids have up to 1,400 characters. */
function common(
  kind: AccessKind,
  id: string,
  name: string,
  createdAt: number | string | null,
  lastUsedAt: number | string | null,
): Omit<Access, 'remove'> {
  const time = (value: number | string | null) => (value === null ? null : Number(value))
  const hash = createHash('sha256').update(id).digest('hex').slice(0, 16)
  return { key: `${kind}-${hash}`, kind, name, createdAt: time(createdAt), lastUsedAt: time(lastUsedAt) }
}

interface ReviewForm {
  /** Path of the provider, such as `/oidc`. */
  readonly prefix: string
  readonly uid: string
  readonly ticket: string
  /** See `FormState`. */
  readonly isShared: boolean
  readonly error: string | null
  readonly due: DueReview
  /** Keys of the ticked entries. */
  readonly kept: ReadonlySet<string>
}

const TITLE = 'Look through your account'

/**
 * The form asks, after a new password, which other access to the account stays. Works without scripts.
 * Enter in a box presses the form's first enabled button: the hidden one, which removes nothing.
 */
export function reviewPage({ prefix, uid, ticket, isShared, error, due, kept }: ReviewForm): string {
  const { found, signedOut } = due
  const kinds = [...new Set(found.map(({ kind }) => kind))]
  return page(
    prefix,
    TITLE,
    html`<h1>${TITLE}</h1>
      <p class="lead">Your password was set anew with a code. Somebody who knew the old one may have left a way in.
        ${found.length === 0 ? 'Nothing was found but the devices below.' : 'Tick what you know. The rest is removed.'}</p>
      ${error === null ? null : html`<p class="error banner" role="alert">${error}</p>`}
      <form method="post" action="${prefix}/interaction/${uid}/review" novalidate>
        <button type="submit" hidden></button>
        <input type="hidden" name="ticket" value="${ticket}">
        <input type="hidden" name="shared" value="${isShared ? 'true' : ''}">
        <input type="hidden" name="seen" value="${found.map(({ key }) => key).join(' ')}">
        ${kinds.map((kind) => group(kind, found, kept))}
        ${found.length === 0 ? null : html`<p class="hint">None of it works until you go on. If you leave this page, nothing is removed, and you see it again when you sign in.</p>`}
        <button type="submit" name="decided" value="true">${found.length === 0 ? 'Go on' : 'Remove what is not ticked, and go on'}</button>
      </form>
      ${
        signedOut.length === 0
          ? null
          : html`<h2>Devices that were signed out</h2>
      <ul class="devices">${signedOut.map(({ device, lastUsedAt }) => html`<li>${device}, last used ${writtenDay(lastUsedAt)}</li>`)}</ul>`
      }`,
  )
}

const HEADINGS: Readonly<Record<AccessKind, string>> = {
  passkey: 'Passkeys, which sign in without the password',
  token: 'Personal tokens of programs',
  webhook: 'Webhooks, which are told of changes',
  'shared-search': 'Shared searches, which anybody with the address reads',
  calendar: 'Calendar, which anybody with the address reads',
  reminders: 'Reminders, which browsers show',
}

function group(kind: AccessKind, found: readonly Access[], kept: ReadonlySet<string>): Html {
  return html`<fieldset>
          <legend>${HEADINGS[kind]}</legend>
          ${found.filter((each) => each.kind === kind).map((each) => box(each, kept.has(each.key)))}
        </fieldset>`
}

function box({ key, kind, name, createdAt, lastUsedAt }: Access, isKept: boolean): Html {
  const times = [
    ...(createdAt === null ? [] : [`made ${writtenDay(createdAt)}`]),
    ...(lastUsedAt === null ? [] : [`last used ${writtenDay(lastUsedAt)}`]),
  ].join(', ')
  return html`<label class="keep"><input type="checkbox" name="${key}" value="true" ${isKept ? html`checked` : null}>
            <span><span class="sr">Keep ${WORDS[kind].toLowerCase()} </span>${name === '' ? WORDS[kind] : name}
            ${times === '' ? null : html`<span class="hint">${times}</span>`}</span></label>`
}
