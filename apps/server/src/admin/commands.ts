import { randomBytes, randomUUID } from 'node:crypto'
import { type Id, ok, type Result, refused } from '@cardinal/domain'
import { AccessTokens } from '../identity/access-token.ts'
import { type PasswordOwner, passwordProblem } from '../identity/password-rules.ts'
import { hashPassword } from '../identity/passwords.ts'
import { emailKeyOf } from '../identity/provider/accounts.ts'
import { CODE_LIFE, makePasswordCode, setPassword } from '../identity/provider/password-change.ts'
import { EMBEDDED_ISSUER, PROVIDER_PATH } from '../identity/provider/paths.ts'
import { serverKey } from '../identity/server-keys.ts'
import { Sessions } from '../identity/sessions.ts'
import { insertUser } from '../identity/users.ts'
import type { Store, StoreTransaction, User } from '../store/index.ts'
import type { Answer, Command, Options, Workplace } from './command.ts'
import { DATA_COMMANDS } from './data-commands.ts'

/** Every command of the operator, by name. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  'create-user': {
    usage: '--email E --name N [--password P]',
    does: 'makes a user; with a password, the user can sign in at the embedded provider',
    needs: ['email', 'name'],
    takes: ['email', 'name', 'password'],
    run: createUser,
  },
  'set-password': {
    usage: '--email E',
    does: 'asks for a new password of a user of the embedded provider, and ends sessions and personal tokens',
    needs: ['email'],
    takes: ['email'],
    run: setPasswordCommand,
  },
  'reset-password': {
    usage: '--email E',
    does: 'prints a code with which the user can set a new password within 30 minutes',
    needs: ['email'],
    takes: ['email'],
    run: resetPassword,
  },
  'issue-token': {
    usage: '--email E',
    does: 'prints one line of JSON with jwt_access_token and jwt_refresh_token',
    needs: ['email'],
    takes: ['email'],
    run: issueToken,
  },
  'sign-out': {
    usage: '--email E',
    does: 'ends every session of a user',
    needs: ['email'],
    takes: ['email'],
    run: signOutEverywhere,
  },
  'set-plan': {
    usage: '--email E --plan NAME [--expires 2026-12-31]',
    does: 'gives a user a plan; "free" is the one with the limit, any other lifts it until it expires',
    needs: ['email', 'plan'],
    takes: ['email', 'plan', 'expires'],
    run: setPlan,
  },
  'list-users': {
    usage: '',
    does: 'prints one line of JSON for each user',
    needs: [],
    takes: [],
    run: listUsers,
  },
  ...DATA_COMMANDS,
}

async function createUser(options: Readonly<Record<string, string>>, place: Workplace): Promise<Answer> {
  const { email = '', name = '', password } = options
  const wrong = checkEmail(email) ?? (await checkPassword(password, { name, email }))
  if (wrong !== null) return refused(wrong)
  if (name.trim() === '') return refused('--name must not be empty.')
  const passwordHash = password === undefined ? null : await hashPassword(password)
  return place.store.transact<readonly string[], string>(async (tx) => {
    if ((await tx.identities.userIdsByEmail(email)).length > 0)
      return refused(`There is a user with the e-mail ${email} already.`)
    const user = await insertUser(tx, { email: email.trim(), name }, place.now())
    const isBound = await bindToEmbeddedProvider(tx, user, passwordHash, place)
    if (!isBound) return refused(`There is a sign-in account with the e-mail ${email} already.`)
    return ok([JSON.stringify({ id: user.id, email: user.email, name: user.name })])
  })
}

/**
 * With the embedded provider a user needs an account there. Without a password nobody can sign in to it yet,
 * but the e-mail is taken, so that a stranger cannot make an account in its name.
 */
async function bindToEmbeddedProvider(
  tx: StoreTransaction,
  user: User,
  passwordHash: string | null,
  { config, now }: Workplace,
): Promise<boolean> {
  if (config.identity.kind !== 'embedded') return true
  const id = randomUUID()
  const isFree = await tx.providerAccounts.insert({
    id,
    email: user.email,
    email_key: emailKeyOf(user.email),
    name: user.name,
    password_hash: passwordHash,
    created_at: now(),
  })
  return isFree && tx.identities.insert(EMBEDDED_ISSUER, id, user.id)
}

async function setPasswordCommand({ email = '' }: Options, place: Workplace): Promise<Answer> {
  const account = await place.store.providerAccounts.byEmailKey(emailKeyOf(email))
  if (account === undefined) return refused(`The embedded provider has no account for ${email}.`)
  const password = await place.askSecret(`New password for ${account.email}: `)
  const wrong = await passwordProblem(password, account)
  if (wrong !== null) return refused(wrong)
  const hash = await hashPassword(password)
  await place.store.transact((tx) => setPassword(tx, account.id, hash, true))
  return ok([JSON.stringify({ email: account.email })])
}

async function resetPassword({ email = '' }: Options, { store, config, now }: Workplace): Promise<Answer> {
  const account = await store.providerAccounts.byEmailKey(emailKeyOf(email))
  if (account === undefined) return refused(`The embedded provider has no account for ${email}.`)
  const code = await makePasswordCode(store, account, now())
  const address = `${config.publicUrl}${PROVIDER_PATH}/password`
  const validUntil = new Date(now() + CODE_LIFE).toISOString()
  return ok([JSON.stringify({ email: account.email, code, address, valid_until: validUntil })])
}

async function issueToken(
  { email = '' }: Readonly<Record<string, string>>,
  place: Workplace,
): Promise<Answer> {
  const user = await userByEmail(place.store, email)
  if (!user.ok) return user
  const [accessKey, successorKey] = await Promise.all(
    ['access-token-key', 'refresh-token-key'].map((name) =>
      serverKey(place.store, name, () => randomBytes(32).toString('base64url')),
    ),
  )
  const tokens = new AccessTokens(accessKey ?? '', place.now)
  const pair = await new Sessions(place.store, tokens, successorKey ?? '', place.now).issue(
    user.value.id,
    undefined,
  )
  return ok([JSON.stringify({ jwt_access_token: pair.accessToken, jwt_refresh_token: pair.refreshToken })])
}

async function signOutEverywhere(
  { email = '' }: Readonly<Record<string, string>>,
  { store }: Workplace,
): Promise<Answer> {
  const user = await userByEmail(store, email)
  if (!user.ok) return user
  const ended = await store.transact(async (tx) => ok(await tx.sessions.remove(user.value.id, null)))
  return ok([JSON.stringify({ sessions_ended: ended.ok ? ended.value : 0 })])
}

async function setPlan(options: Readonly<Record<string, string>>, { store }: Workplace): Promise<Answer> {
  const { email = '', plan = '', expires } = options
  const user = await userByEmail(store, email)
  if (!user.ok) return user
  const planExpiresAt = expires === undefined ? null : Date.parse(expires)
  if (Number.isNaN(planExpiresAt))
    return refused(`--expires is "${expires}"; it must be a date like 2026-12-31.`)
  const patch = { plan: plan.trim(), planExpiresAt }
  await store.transact(async (tx) => ok(await tx.users.update(user.value.id, patch)))
  return ok([JSON.stringify(summaryOf({ ...user.value, ...patch }))])
}

async function listUsers(_options: unknown, { store }: Workplace): Promise<Answer> {
  const lines: string[] = []
  for (const id of await store.identities.allUserIds()) {
    const user = await store.users.byId(id)
    if (user !== undefined) lines.push(JSON.stringify(summaryOf(user)))
  }
  return ok(lines)
}

function summaryOf(user: User) {
  const { id, email, name, plan, planExpiresAt, createdAt } = user
  const expires = planExpiresAt === null ? null : new Date(planExpiresAt).toISOString()
  return { id, email, name, plan, plan_expires_at: expires, created_at: new Date(createdAt).toISOString() }
}

async function userByEmail(store: Store, email: string): Promise<Result<User, string>> {
  const ids: Id[] = await store.identities.userIdsByEmail(email)
  const user = ids[0] === undefined ? undefined : await store.users.byId(ids[0])
  if (user === undefined) return refused(`There is no user with the e-mail ${email}.`)
  return ids.length === 1
    ? ok(user)
    : refused(`${ids.length} users have the e-mail ${email}; correct one of them first.`)
}

function checkEmail(email: string): string | null {
  return /^[^\s@]+@[^\s@]+$/.test(email.trim())
    ? null
    : `--email is "${email}"; it must be an e-mail address.`
}

async function checkPassword(password: string | undefined, owner: PasswordOwner): Promise<string | null> {
  const wrong = password === undefined ? null : await passwordProblem(password, owner)
  return wrong === null ? null : `--password: ${wrong}`
}
