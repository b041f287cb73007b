import { generateKeyPair, randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import type { FastifyInstance } from 'fastify'
import { exportJWK } from 'jose'
import type { Configuration, interactionPolicy, JWK, KoaContextWithOIDC, Provider } from 'oidc-provider'
import type { Config } from '../../config.ts'
import type { Store } from '../../store/index.ts'
import { cookieName } from '../cookies.ts'
import { redirectUri } from '../open-id-client.ts'
import { publicAddress, publicAddressOrOwn } from '../public-address.ts'
import { serverKey } from '../secrets.ts'
import type { Accounts } from './accounts.ts'
import { errorPage } from './pages.ts'
import { PROVIDER_PATH } from './paths.ts'
import { ForgetfulAdapter, RecordAdapter } from './record-adapter.ts'

/** Client id of this application at the embedded provider. */
export const EMBEDDED_CLIENT_ID = 'cardinal'

export interface EmbeddedProvider {
  readonly issuer: string
  readonly clientSecret: string
  /** Imports the provider at the first sign-in; at the start it would delay the first answer. */
  load(): Promise<Provider>
}

type ProviderConfig = Pick<Config, 'publicUrl' | 'usesAskedAddress' | 'supportEmail'>

/** This application's settings for its own provider. Missing keys are created in the store. */
export async function embeddedProvider(
  store: Store,
  accounts: Accounts,
  config: ProviderConfig,
  now: () => number,
): Promise<EmbeddedProvider> {
  const issuer = config.publicUrl + PROVIDER_PATH
  const clientSecret = await serverKey(store, 'provider-client-secret', randomKey)
  let provider: Promise<Provider> | null = null
  const load = async (): Promise<Provider> => {
    provider ??= createProvider(store, accounts, config, issuer, clientSecret, now)
    try {
      return await provider
    } catch (error) {
      // Import again next time: the store may be back.
      provider = null
      throw error
    }
  }
  return { issuer, clientSecret, load }
}

/** One client (this application), one flow (code with PKCE), no consent. */
async function createProvider(
  store: Store,
  accounts: Accounts,
  config: ProviderConfig,
  issuer: string,
  clientSecret: string,
  now: () => number,
): Promise<Provider> {
  const { Provider, errors, interactionPolicy } = await loadLibrary()
  const { Check } = interactionPolicy
  const asking = new Check(
    'always',
    'The person has to sign in',
    ({ oidc }) => oidc.result?.login === undefined,
  )
  const cookieKey = await serverKey(store, 'provider-cookie-key', randomKey)
  const signingKey = JSON.parse(await serverKey(store, 'provider-signing-key', makeSigningKey)) as JWK
  const basePath = new URL(config.publicUrl).pathname.replace(/\/$/, '')
  const prefix = basePath + PROVIDER_PATH
  const configuration: Configuration = {
    adapter: (model: string) =>
      model === 'Session' ? new ForgetfulAdapter(store, model, now) : new RecordAdapter(store, model, now),
    clients: [
      {
        client_id: EMBEDDED_CLIENT_ID,
        client_secret: clientSecret,
        redirect_uris: [redirectUri(config.publicUrl)],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'client_secret_basic',
      },
    ],
    jwks: { keys: [signingKey] },
    cookies: { keys: [cookieKey], names: cookieNames(config.publicUrl) },
    claims: { openid: ['sub'], profile: ['name'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: false,
    scopes: ['openid', 'profile', 'email'],
    pkce: { required: () => true },
    responseTypes: ['code'],
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: true },
    },
    interactions: {
      policy: askingAlways(interactionPolicy.base(), asking),
      url: (_ctx, { uid, params: { form } }) =>
        `${prefix}/interaction/${uid}${form === 'sign-in' || form === 'create' ? `?form=${form}` : ''}`,
    },
    extraParams: ['form'],
    loadExistingGrant: async (ctx) => {
      if (ctx.oidc.session?.accountId === undefined) throw new errors.InvalidRequest('nobody is signed in')
      return grantEverything(ctx, ctx.oidc.session.accountId)
    },
    // The provider's session ends before the code is exchanged.
    expiresWithSession: () => false,
    findAccount: async (_ctx, id) => {
      const account = await accounts.byId(id)
      if (account === undefined) return undefined
      const claims = { sub: account.id, name: account.name, email: account.email, email_verified: false }
      return { accountId: account.id, claims: () => claims }
    },
    renderError: (ctx, out) => {
      ctx.type = 'html'
      ctx.body = errorPage(prefix, out.error_description ?? out.error, basePath)
    },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      IdToken: 600,
      Interaction: 3600,
      Session: 60,
      Grant: 3600,
    },
  }
  const provider = new Provider(issuer, configuration)
  provider.proxy = true
  provider.use(withoutCors)
  if (config.usesAskedAddress) allowAskedAddress(provider, config)
  return provider
}

/** Passes requests below `/oidc` to the provider. The first request imports it. */
export async function mountProvider(
  app: FastifyInstance,
  loadProvider: () => Promise<Provider>,
  config: Pick<Config, 'publicUrl' | 'usesAskedAddress'>,
): Promise<void> {
  app.removeAllContentTypeParsers()
  // The provider reads bodies itself.
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  let handle: ReturnType<Provider['callback']> | null = null
  app.all(`${PROVIDER_PATH}/*`, async (request, reply) => {
    handle ??= (await loadProvider()).callback()
    reply.hijack()
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value)
    await handle(underPublicUrl(request.raw, publicAddressOrOwn(config, request)), reply.raw)
  })
}

/** Rewrites a request as if it came to the public address, whatever host name or proxy was used. */
function underPublicUrl(request: IncomingMessage, publicUrl: string): IncomingMessage {
  const { host, protocol, pathname } = new URL(publicUrl)
  const inside = (request.url ?? '/').replace(PROVIDER_PATH, '') || '/'
  request.headers.host = host
  request.headers['x-forwarded-host'] = host
  request.headers['x-forwarded-proto'] = protocol.slice(0, -1)
  return Object.assign(request, {
    originalUrl: `${pathname.replace(/\/$/, '')}${PROVIDER_PATH}${inside}`,
    url: inside,
  })
}

/**
 * Names of the provider's own cookies. `__Host-` is not possible: an interaction's cookies are limited to
 * its path.
 */
function cookieNames(publicUrl: string) {
  const prefix = publicUrl.startsWith('https:') ? '__Secure-' : ''
  return {
    session: cookieName('_session', publicUrl),
    interaction: `${prefix}_interaction`,
    resume: `${prefix}_interaction_resume`,
  }
}

/** Allows the only client to return to any address by which people reach this server. */
function allowAskedAddress(provider: Provider, config: ProviderConfig): void {
  const { prototype } = provider.Client
  const { redirectUriAllowed } = prototype
  prototype.redirectUriAllowed = function (asked) {
    if (redirectUriAllowed.call(this, asked)) return true
    const { protocol, host } = URL.canParse(asked) ? new URL(asked) : { protocol: '', host: '' }
    const address = publicAddress(config, { protocol: protocol.slice(0, -1), host })
    return address !== null && asked === redirectUri(address)
  }
}

/**
 * Imports the library, which is large and unused with a configured provider. Hides its warning about Node
 * 20: the whole sign-in is tested on that version.
 */
async function loadLibrary() {
  const { warn } = console
  console.warn = (...words: unknown[]) => {
    if (!String(words[0]).includes('Unsupported runtime')) warn(...words)
  }
  try {
    return await import('oidc-provider')
  } finally {
    console.warn = warn
  }
}

type Policy = ReturnType<typeof interactionPolicy.base>
type Check = InstanceType<typeof interactionPolicy.Check>

/** Always prompts for a sign-in, whatever the request says, and never for consent. */
function askingAlways(policy: Policy, asking: Check): Policy {
  policy.remove('consent')
  policy.get('login')?.checks.add(asking)
  return policy
}

/** Only this server reads its own provider's answers. */
async function withoutCors(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
  await next()
  for (const name of Object.keys(ctx.response.headers)) if (/^access-control-/i.test(name)) ctx.remove(name)
}

/** Grants all scopes: signing in to this application's own provider is the consent. */
async function grantEverything({ oidc: { client, provider } }: KoaContextWithOIDC, accountId: string) {
  const grant = new provider.Grant({ clientId: client?.clientId ?? EMBEDDED_CLIENT_ID, accountId })
  grant.addOIDCScope('openid profile email')
  await grant.save()
  return grant
}

async function randomKey(): Promise<string> {
  return randomBytes(32).toString('base64url')
}

async function makeSigningKey(): Promise<string> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  const jwk = await exportJWK(privateKey)
  return JSON.stringify({ ...jwk, kid: randomBytes(8).toString('hex'), alg: 'RS256', use: 'sig' })
}
