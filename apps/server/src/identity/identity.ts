import { randomBytes } from 'node:crypto'
import { SIGN_IN_PROBLEMS, type SignInProblem } from '@cardinal/contract'
import { type Id, ok } from '@cardinal/domain'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { newId } from '../lib/ids.ts'
import { yieldToEventLoop } from '../lib/waiting.ts'
import { inBatches, removePieces, type Store, type StoreTransaction } from '../store/index.ts'
import { AccessTokens } from './access-token.ts'
import { ACTIVITY_KEPT_MS } from './activity.ts'
import { Authenticator } from './authenticate.ts'
import { inProcessFetch } from './in-process-fetch.ts'
import { mailerOf } from './mailer.ts'
import {
  normalIssuer,
  OpenIdClient,
  type OpenIdSettings,
  otherSpellings,
  type Spelling,
} from './open-id-client.ts'
import { PersonalTokens } from './personal-tokens.ts'
import { Accounts } from './provider/accounts.ts'
import { hashOfEmail } from './provider/attempts.ts'
import { Passkeys } from './provider/passkeys.ts'
import { PasswordChanges } from './provider/password-change.ts'
import { EMBEDDED_ISSUER } from './provider/paths.ts'
import { EMBEDDED_CLIENT_ID, type EmbeddedProvider, embeddedProvider } from './provider/provider.ts'
import { providerRoutes } from './provider/routes.ts'
import { SecondStep } from './provider/second-step.ts'
import { serverKey } from './secrets.ts'
import { Sessions } from './sessions.ts'
import { SignIn } from './sign-in.ts'

type IdentityConfig = Pick<
  Config,
  | 'publicUrl'
  | 'usesAskedAddress'
  | 'identity'
  | 'providerName'
  | 'signUp'
  | 'supportEmail'
  | 'smtpUrl'
  | 'rateLimit'
>

interface SignInOptions {
  readonly providerName: string
  readonly isEmbedded: boolean
  readonly startPath: string
  readonly clientId: string
}

/** Rejects under overload, or over the rate limit. */
type AdmitVisitor = (request: FastifyRequest) => Promise<void>

export interface Identity {
  readonly options: SignInOptions
  readonly signIn: SignIn
  readonly sessions: Sessions
  readonly personalTokens: PersonalTokens
  /** Only for accounts at the embedded provider. */
  readonly secondStep: SecondStep
  readonly passkeys: Passkeys
  readonly authenticator: Authenticator
  /** Whether anybody may now create an account at the embedded provider without an invitation. */
  takesNewAccounts(): Promise<boolean>
  /** Adds the embedded provider's routes, if there is one. Call before the server listens. */
  mount(app: FastifyInstance, admit: AdmitVisitor): Promise<void>
  noteVisitorAction(action: VisitorAction): Promise<void>
  /** Deletes a user with everything they own, including sessions and the sign-in account. */
  deleteUser(userId: Id): Promise<void>
  /** Removes expired records. */
  sweep(): Promise<void>
}

interface VisitorAction {
  readonly action: string
  readonly visitorId: string
  readonly ipAddress: string | null
}

const DAY = 86_400_000
/** ms for which visitors' actions are kept. */
const ACTIONS_KEPT_MS = 180 * DAY
const IMPORTS_KEPT_MS = 30 * DAY
/** ms for which an expired personal token stays listed, so that its owner sees why a script stopped. */
const EXPIRED_TOKENS_SHOWN_MS = 30 * DAY
/** Most actions kept; older ones are removed. */
const MAX_ACTIONS = 100_000

/**
 * Databases up to this size, in bytes, are vacuumed at once after an account was deleted. `cardinal admin tidy` does it for
 * larger ones.
 */
const VACUUM_LIMIT_BYTES = 64 * 2 ** 20

/** Missing keys are created in the store. */
export async function createIdentity(
  store: Store,
  config: IdentityConfig,
  now: () => number = Date.now,
): Promise<Identity> {
  const [accessKey, successorKey, cookieKey, secondStepKey] = await Promise.all(
    ['access-token-key', 'refresh-token-key', 'sign-in-cookie-key', 'second-step-key'].map((name) =>
      serverKey(store, name, () => randomBytes(32).toString('base64url')),
    ),
  )
  if (!accessKey || !successorKey || !cookieKey || !secondStepKey)
    throw new Error('The keys of this server could not be read.')
  const accessTokens = new AccessTokens(accessKey, now)
  const sessions = new Sessions(store, accessTokens, successorKey, now)
  const authenticator = new Authenticator(store, accessTokens, sessions, now)
  const accounts = new Accounts(store, config, now)
  const secondStep = new SecondStep(store, secondStepKey, now)
  const passkeys = new Passkeys(store, now)
  const embedded =
    config.identity.kind === 'embedded' ? await embeddedProvider(store, accounts, config, now) : null
  let server: FastifyInstance | null = null
  const spellings =
    config.identity.kind === 'external' ? await otherSpellings(store, config.identity.issuer) : []
  const client = new OpenIdClient(settingsOf(config, embedded, spellings, () => server))
  return {
    options: {
      providerName: config.providerName,
      isEmbedded: embedded !== null,
      startPath: '/api/user/sign-in/start',
      clientId: client.clientId,
    },
    signIn: new SignIn(
      store,
      client,
      cookieKey,
      // The embedded provider checks by itself whether an account may be created.
      { publicUrl: config.publicUrl, signUp: embedded === null ? config.signUp : 'open' },
      now,
    ),
    sessions,
    personalTokens: new PersonalTokens(store, now, (userId) => authenticator.forget(null, userId)),
    secondStep,
    passkeys,
    authenticator,
    takesNewAccounts: async () => embedded !== null && (await accounts.signUpState()).isOpen,
    mount: async (app, admit) => {
      server = app
      for (const { issuer, people } of spellings)
        app.log.warn(
          { issuer, people },
          'People are kept under another spelling of CARDINAL_OIDC_ISSUER. They keep their accounts. Who has an account under each opens the one of the configured spelling.',
        )
      if (embedded !== null)
        await app.register(providerRoutes, {
          loadProvider: embedded.load,
          accounts,
          secondStep,
          passkeys,
          passwords: new PasswordChanges(store, now, (userId) => {
            sessions.notifyEnded(null, userId)
            authenticator.forget(null, userId)
          }),
          sendMail: mailerOf(config),
          config,
          admit,
          store,
          onReviewed: (userId) => authenticator.forget(null, userId),
          now,
        })
    },
    noteVisitorAction: async ({ action, visitorId, ipAddress }) => {
      const row = { action, unknown_user_id: visitorId, ip_address: ipAddress, created_at: now() }
      await store.transact(async (tx) => ok(await tx.visitorActions.insert({ id: newId(now()), ...row })))
    },
    deleteUser: async (userId) => {
      await removeUser(store, userId)
      authenticator.forget(null, userId)
    },
    sweep: () => sweep(store, now()),
  }
}

function settingsOf(
  { identity, publicUrl }: IdentityConfig,
  embedded: EmbeddedProvider | null,
  spellings: readonly Spelling[],
  server: () => FastifyInstance | null,
): OpenIdSettings {
  const onProblem = (problem: SignInProblem, error: unknown) =>
    server()?.log.error({ event: 'sign-in-provider', problem, err: error }, SIGN_IN_PROBLEMS[problem])
  if (identity.kind === 'external') {
    const keptAs = normalIssuer(identity.issuer)
    // All spellings open the same account. The configured one comes first.
    const names = new Set([identity.issuer, keptAs, ...spellings.map(({ issuer }) => issuer)])
    return {
      ...identity,
      keptAs,
      spellings: [...names],
      publicUrl,
      isEmbedded: false,
      extraParameters: {},
      fetch,
      onProblem,
    }
  }
  if (embedded === null) throw new Error('The embedded provider is missing.')
  return {
    issuer: embedded.issuer,
    keptAs: EMBEDDED_ISSUER,
    spellings: [EMBEDDED_ISSUER],
    onProblem,
    clientId: EMBEDDED_CLIENT_ID,
    clientSecret: embedded.clientSecret,
    publicUrl,
    isEmbedded: true,
    // Ask for the password after a sign-out: other people may use this browser.
    extraParameters: { prompt: 'login' },
    fetch: inProcessFetch(publicUrl, server),
  }
}

/** Rows of files per transaction. */
const FILES_AT_ONCE = 100

/** The user's rows are deleted by cascade; the provider's account is found by its subject. */
async function removeUser(store: Store, userId: Id): Promise<void> {
  let fileIds = await store.files.idsOf(userId)
  // In batches before the cascade, which would block other requests while it deletes all files at once.
  for (const ids of inBatches(fileIds, FILES_AT_ONCE)) {
    await store.transact(async (tx) => ok(await tx.files.remove(ids)))
    await yieldToEventLoop()
  }
  await store.transact(async (tx) => {
    for (const { issuer, subject } of await tx.identities.ofUser(userId))
      if (issuer === EMBEDDED_ISSUER) await removeAccount(tx, subject)
    // Uploads that were begun meanwhile.
    fileIds = [...fileIds, ...(await tx.files.idsOf(userId))]
    await tx.users.remove(userId)
    return ok(null)
  })
  await removePieces(store, fileIds)
  await store.scrub(VACUUM_LIMIT_BYTES)
}

/** Deletes the account at the embedded provider, and the records of its sign-ins. */
async function removeAccount(tx: StoreTransaction, accountId: string): Promise<void> {
  const account = await tx.providerAccounts.byId(accountId)
  if (account !== undefined) await tx.signInAttempts.remove(hashOfEmail(account.email_key))
  await tx.providerRecords.removeNaming(accountId)
  await tx.providerAccounts.remove(accountId)
}

async function sweep(store: Store, now: number): Promise<void> {
  await store.transact(async (tx) => {
    await tx.sessions.removeExpired(now)
    await tx.signInCodes.removeExpired(now)
    await tx.invitations.removeExpired(now)
    await tx.securityEvents.removeBefore(now - ACTIVITY_KEPT_MS)
    await tx.personalTokens.removeExpired(now - EXPIRED_TOKENS_SHOWN_MS)
    await tx.providerRecords.removeExpired(now)
    await tx.visitorActions.removeBefore(now - ACTIONS_KEPT_MS)
    await tx.visitorActions.keepNewest(MAX_ACTIONS)
    await tx.imports.removeBefore(now - IMPORTS_KEPT_MS)
    return ok(null)
  })
  await store.scrub(0)
}
