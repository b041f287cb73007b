import { ok, refused } from '@cardinal/domain'
import { createIdentity } from '../identity/identity.ts'
import { INVITATION_LIFE_MS, INVITATION_PATH, makeInvitation } from '../identity/provider/invitations.ts'
import { removeSecondStep } from '../identity/provider/second-step.ts'
import { createPayments } from '../operations/start.ts'
import {
  type Answer,
  accountNamed,
  type Command,
  type Options,
  summaryOf,
  userNamed,
  type Workplace,
} from './command.ts'

const DAY = 86_400_000

export const ACCOUNT_COMMANDS: Readonly<Record<string, Command>> = {
  'list-users': {
    usage: '',
    does: 'prints one line of JSON for each user',
    needs: [],
    takes: [],
    run: listUsers,
  },
  stats: {
    usage: '',
    does: 'prints how many users, cards and bytes there are, as one line of JSON',
    needs: [],
    takes: [],
    run: stats,
  },
  invite: {
    usage: '',
    does: 'prints a link by which one person can make an account within 7 days, also where sign-up is closed',
    needs: [],
    takes: [],
    run: invite,
  },
  'make-owner': {
    usage: '--user U',
    does: 'lets a user see "This server" in the settings, as the first user does',
    needs: ['user'],
    takes: ['user'],
    run: makeOwner,
  },
  disable: {
    usage: '--user U',
    does: 'ends the sessions of a user, and keeps the user from signing in and from using tokens; the data stays',
    needs: ['user'],
    takes: ['user'],
    run: disable,
  },
  enable: {
    usage: '--user U',
    does: 'lets a disabled user sign in again; personal tokens work again',
    needs: ['user'],
    takes: ['user'],
    run: enable,
  },
  'turn-off-second-step': {
    usage: '--user U',
    does: 'lets the password alone sign in again, for somebody who has lost both the app and the recovery codes',
    needs: ['user'],
    takes: ['user'],
    run: turnOffSecondStep,
  },
  'remove-passkeys': {
    usage: '--user U',
    does: 'removes all passkeys of a user, for somebody whose passkey may be in the wrong hands',
    needs: ['user'],
    takes: ['user'],
    run: removePasskeys,
  },
  'delete-user': {
    usage: '--user U --confirm U',
    does: 'deletes a user with all data; make a backup first',
    needs: ['user', 'confirm'],
    takes: ['user', 'confirm'],
    run: deleteUser,
  },
}

async function turnOffSecondStep({ user = '' }: Options, { store }: Workplace): Promise<Answer> {
  const named = await accountNamed(store, user)
  if (!named.ok) return named
  const { id, email } = named.value
  const removed = await store.transact(async (tx) => ok(await removeSecondStep(tx, id)))
  return ok([JSON.stringify({ email, was_on: removed.ok && removed.value })])
}

async function removePasskeys({ user = '' }: Options, { store }: Workplace): Promise<Answer> {
  const named = await accountNamed(store, user)
  if (!named.ok) return named
  const { id, email } = named.value
  const removed = await store.transact(async (tx) => ok(await tx.passkeys.removeAll(id)))
  return ok([JSON.stringify({ email, removed: removed.ok ? removed.value : 0 })])
}

async function listUsers(_options: Options, { store }: Workplace): Promise<Answer> {
  const lines: string[] = []
  for (const id of await store.identities.allUserIds()) {
    const user = await store.users.byId(id)
    if (user !== undefined) lines.push(JSON.stringify(await summaryOf(store, user)))
  }
  if (lines.length === 0) process.stderr.write('No users yet.\n')
  return ok(lines)
}

async function stats(_options: Options, { store, now }: Workplace): Promise<Answer> {
  return ok([JSON.stringify(await store.serverOverview.figures(now() - 30 * DAY))])
}

async function invite(_options: Options, { store, config, now }: Workplace): Promise<Answer> {
  if (config.identity.kind !== 'embedded')
    return refused(
      'The configured provider knows its people: "create-user" makes an account for one of them.',
    )
  const code = await makeInvitation(store, now())
  const address = `${config.publicUrl}${INVITATION_PATH}/${code}`
  return ok([JSON.stringify({ address, valid_until: new Date(now() + INVITATION_LIFE_MS).toISOString() })])
}

async function makeOwner({ user: name = '' }: Options, { store, now }: Workplace): Promise<Answer> {
  const user = await userNamed(store, name)
  if (!user.ok) return user
  await store.transact(async (tx) => ok(await tx.serverOverview.addOwner(user.value.id, now())))
  return ok([JSON.stringify(await summaryOf(store, user.value))])
}

async function disable({ user: name = '' }: Options, { store, now }: Workplace): Promise<Answer> {
  const user = await userNamed(store, name)
  if (!user.ok) return user
  const disabledAt = user.value.disabledAt ?? now()
  const ended = await store.transact<number, never>(async (tx) => {
    await tx.users.update(user.value.id, { disabledAt })
    return ok(await tx.sessions.remove(user.value.id, null))
  })
  const summary = await summaryOf(store, { ...user.value, disabledAt })
  return ok([JSON.stringify({ ...summary, sessions_ended: ended.ok ? ended.value : 0 })])
}

async function enable({ user: name = '' }: Options, { store }: Workplace): Promise<Answer> {
  const user = await userNamed(store, name)
  if (!user.ok) return user
  await store.transact(async (tx) => ok(await tx.users.update(user.value.id, { disabledAt: null })))
  return ok([JSON.stringify(await summaryOf(store, { ...user.value, disabledAt: null }))])
}

/** Asks for the name twice, against deleting the wrong account by a typo. */
async function deleteUser(options: Options, { store, config, now }: Workplace): Promise<Answer> {
  const { user: name = '', confirm = '' } = options
  const user = await userNamed(store, name)
  if (!user.ok) return user
  if (name.trim() !== confirm.trim()) return refused('--confirm must say the same as --user.')
  const payments = await createPayments(store, config, now, null)
  const isPaying = (await store.billing.subscriptionsOf(user.value.id)).some(
    ({ endedAt }) => endedAt === null,
  )
  // Once the account is deleted, nothing says whom to stop charging.
  if (payments === null && isPaying)
    return refused(
      'This user has a subscription, and payments are not configured: end it at the provider first.',
    )
  const forgotten = await payments?.forget(user.value.id)
  if (forgotten?.ok === false) return refused('The subscription could not be ended: nothing was deleted.')
  const summary = await summaryOf(store, user.value)
  await (await createIdentity(store, config, now)).deleteUser(user.value.id)
  return ok([JSON.stringify({ ...summary, deleted: true })])
}
