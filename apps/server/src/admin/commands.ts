import { randomBytes, randomUUID } from 'node:crypto'
import { ok, refused } from '@cardinal/domain'
import { AccessTokens } from '../identity/access-token.ts'
import { hashPassword, type PasswordOwner, passwordProblem } from '../identity/passwords.ts'
import { CODE_LIFE_MS, makePasswordCode, setPassword } from '../identity/provider/password-change.ts'
import { EMBEDDED_ISSUER, OPERATOR_ISSUER, PROVIDER_PATH } from '../identity/provider/paths.ts'
import { serverKey } from '../identity/secrets.ts'
import { SESSION_LIFE_MS, Sessions } from '../identity/sessions.ts'
import { emailKeyOf, insertUser } from '../identity/users.ts'
import type { StoreTransaction, User } from '../store/index.ts'
import { ACCOUNT_COMMANDS } from './account-commands.ts'
import {
  type Answer,
  accountNamed,
  type Command,
  type Options,
  summaryOf,
  userNamed,
  type Workplace,
} from './command.ts'
import { DATA_COMMANDS } from './data-commands.ts'

/** All commands, by name. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  'create-user': {
    usage: '--email E --name N [--password P]',
    does: 'makes a user; with a password, the user can sign in at the embedded provider',
    needs: ['email', 'name'],
    takes: ['email', 'name', 'password'],
    run: createUser,
  },
  'set-password': {
    usage: '--user U',
    does: 'asks for a new password of a user of the embedded provider, ends sessions, and begins the review',
    needs: ['user'],
    takes: ['user'],
    run: setPasswordCommand,
  },
  'reset-password': {
    usage: '--user U',
    does: 'prints a code with which the user can set a new password within 30 minutes',
    needs: ['user'],
    takes: ['user'],
    run: resetPassword,
  },
  'issue-token': {
    usage: '--user U',
    does: 'prints one line of JSON with jwt_access_token and jwt_refresh_token',
    needs: ['user'],
    takes: ['user'],
    run: issueToken,
  },
  'sign-out': {
    usage: '--user U',
    does: 'ends every session of a user',
    needs: ['user'],
    takes: ['user'],
    run: signOutEverywhere,
  },
  'set-plan': {
    usage: '--user U --plan NAME [--expires 2026-12-31]',
    does: 'gives a user a plan; "free" is the one with the limit, any other lifts it until it expires',
    needs: ['user', 'plan'],
    takes: ['user', 'plan', 'expires'],
    run: setPlan,
  },
  ...ACCOUNT_COMMANDS,
  ...DATA_COMMANDS,
}

async function createUser(options: Options, place: Workplace): Promise<Answer> {
  const { email = '', name = '', password } = options
  const wrong = checkEmail(email) ?? (await checkPassword(password, { name, email }))
  if (wrong !== null) return refused(wrong)
  if (name.trim() === '') return refused('--name must not be empty.')
  const passwordHash = password === undefined ? null : await hashPassword(password)
  return place.store.transact<readonly string[], string>(async (tx) => {
    if ((await tx.identities.userIdsByEmailKey(emailKeyOf(email))).length > 0)
      return refused(`There is a user with the email ${email} already.`)
    const user = await insertUser(tx, { email: email.trim(), name }, place.now())
    const isBound = await bindToProvider(tx, user, passwordHash, place)
    if (!isBound) return refused(`There is a sign-in account with the email ${email} already.`)
    return ok([JSON.stringify({ id: user.id, email: user.email, name: user.name })])
  })
}

/**
 * Binds a user to the identity provider. With the embedded provider the user gets an account, without a password at first;
 * it reserves the e-mail, so that nobody else can register it. With a configured provider, the user waits for the first
 * person whose e-mail the provider has verified.
 */
async function bindToProvider(
  tx: StoreTransaction,
  user: User,
  passwordHash: string | null,
  { config, now }: Workplace,
): Promise<boolean> {
  const { email } = user
  const identity = { user_id: user.id, email, email_key: emailKeyOf(email) }
  if (config.identity.kind !== 'embedded')
    return tx.identities.insert({ issuer: OPERATOR_ISSUER, subject: identity.email_key, ...identity })
  const id = randomUUID()
  const isFree = await tx.providerAccounts.insert({
    id,
    email,
    email_key: identity.email_key,
    name: user.name,
    password_hash: passwordHash,
    created_at: now(),
  })
  return isFree && tx.identities.insert({ issuer: EMBEDDED_ISSUER, subject: id, ...identity })
}

async function setPasswordCommand({ user = '' }: Options, place: Workplace): Promise<Answer> {
  const named = await accountNamed(place.store, user)
  if (!named.ok) return named
  const account = named.value
  const password = await place.askSecret(`New password for ${account.email}: `)
  const wrong = await passwordProblem(password, account)
  if (wrong !== null) return refused(wrong)
  const hash = await hashPassword(password)
  await place.store.transact((tx) => setPassword(tx, account.id, hash, true, place.now()))
  return ok([JSON.stringify({ email: account.email })])
}

async function resetPassword({ user = '' }: Options, { store, config, now }: Workplace): Promise<Answer> {
  const named = await accountNamed(store, user)
  if (!named.ok) return named
  const account = named.value
  const code = await makePasswordCode(store, account, now())
  const address = `${config.publicUrl}${PROVIDER_PATH}/password`
  const validUntil = new Date(now() + CODE_LIFE_MS).toISOString()
  return ok([JSON.stringify({ email: account.email, code, address, valid_until: validUntil })])
}

async function issueToken({ user: name = '' }: Options, place: Workplace): Promise<Answer> {
  const user = await userNamed(place.store, name)
  if (!user.ok) return user
  if (user.value.disabledAt !== null) return refused(`${name} is disabled: "enable" comes first.`)
  const [accessKey, successorKey] = await Promise.all(
    ['access-token-key', 'refresh-token-key'].map((name) =>
      serverKey(place.store, name, () => randomBytes(32).toString('base64url')),
    ),
  )
  const tokens = new AccessTokens(accessKey ?? '', place.now)
  const sessions = new Sessions(place.store, tokens, successorKey ?? '', place.now)
  // For programs, which can't sign in again: always fresh.
  const pair = await sessions.issue(user.value.id, undefined, place.now() + SESSION_LIFE_MS)
  return ok([JSON.stringify({ jwt_access_token: pair.accessToken, jwt_refresh_token: pair.refreshToken })])
}

async function signOutEverywhere({ user: name = '' }: Options, { store }: Workplace): Promise<Answer> {
  const user = await userNamed(store, name)
  if (!user.ok) return user
  const ended = await store.transact(async (tx) => ok(await tx.sessions.remove(user.value.id, null)))
  return ok([JSON.stringify({ sessions_ended: ended.ok ? ended.value : 0 })])
}

async function setPlan(options: Readonly<Record<string, string>>, { store }: Workplace): Promise<Answer> {
  const { user: name = '', plan = '', expires } = options
  const user = await userNamed(store, name)
  if (!user.ok) return user
  const planExpiresAt = expires === undefined ? null : Date.parse(expires)
  if (Number.isNaN(planExpiresAt))
    return refused(`--expires is "${expires}"; it must be a date like 2026-12-31.`)
  const patch = { plan: plan.trim(), planExpiresAt }
  await store.transact(async (tx) => ok(await tx.users.update(user.value.id, patch)))
  return ok([JSON.stringify(await summaryOf(store, { ...user.value, ...patch }))])
}

function checkEmail(email: string): string | null {
  return /^[^\s@]+@[^\s@]+$/.test(email.trim()) ? null : `--email is "${email}"; it must be an email address.`
}

async function checkPassword(password: string | undefined, owner: PasswordOwner): Promise<string | null> {
  const wrong = password === undefined ? null : await passwordProblem(password, owner)
  return wrong === null ? null : `--password: ${wrong}`
}
