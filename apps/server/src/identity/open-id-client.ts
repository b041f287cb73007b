import type { SignInProblem } from '@cardinal/contract'
import { ok, type Result, refused } from '@cardinal/domain'
import { createRemoteJWKSet, customFetch as joseFetch, jwtVerify } from 'jose'
import * as openid from 'openid-client'
import { normalIssuer } from './issuers.ts'
import type { Person } from './users.ts'

export interface OpenIdSettings {
  readonly issuer: string
  /** The name of the issuer under which identities are kept. */
  readonly keptAs: string
  /** Names under which identities of this issuer may be kept, in the order of looking. */
  readonly spellings: readonly string[]
  readonly clientId: string
  readonly clientSecret: string | null
  /** The configured public address of this server. */
  readonly publicUrl: string
  /** The issuer is part of this server, and reached by people under whatever address they reach that. */
  readonly isEmbedded: boolean
  /** Sent with the authorization request, besides what the flow needs. */
  readonly extraParameters: Readonly<Record<string, string>>
  /** How the issuer is reached; the embedded one is reached without the network. */
  readonly fetch: typeof fetch
  /** Called with why nobody can sign in, for the operator. */
  readonly onProblem: (problem: SignInProblem, error: unknown) => void
}

/** What is kept between the redirect to the provider and the redirect back. */
export interface PendingSignIn {
  /** The person only confirms who they are. */
  readonly isConfirmation: boolean
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: string
}

/** Signatures that a provider may use: asymmetric ones, so that nobody else can make them. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']
/** An ID token handed in as a credential must be this fresh, in seconds. */
const CREDENTIAL_AGE = 600
/** Seconds to wait for the provider. */
const TIMEOUT = 10

/** Speaks OpenID Connect to one issuer: authorization code flow with PKCE, state and nonce. */
export class OpenIdClient {
  readonly #settings: OpenIdSettings
  #configuration: Promise<openid.Configuration> | null = null
  #keys: ReturnType<typeof createRemoteJWKSet> | null = null

  constructor(settings: OpenIdSettings) {
    this.#settings = settings
  }

  get clientId(): string {
    return this.#settings.clientId
  }

  /**
   * Resolves with the address at the provider to send the browser to, and what to keep until it comes back.
   *
   * @param publicUrl where the browser reaches this server
   * @param isConfirmation the provider should ask, even if the person is signed in there
   */
  async begin(
    publicUrl: string,
    isConfirmation = false,
  ): Promise<Result<{ address: string; pending: PendingSignIn }, SignInProblem>> {
    const reached = await this.#reach()
    if (!reached.ok) return reached
    const pending = {
      isConfirmation,
      state: openid.randomState(),
      nonce: openid.randomNonce(),
      codeVerifier: openid.randomPKCECodeVerifier(),
    }
    const address = openid.buildAuthorizationUrl(reached.value, {
      ...this.#settings.extraParameters,
      // The embedded provider always asks.
      ...(isConfirmation && !this.#settings.isEmbedded && { prompt: 'login', max_age: '0' }),
      redirect_uri: redirectUri(publicUrl),
      scope: 'openid email profile',
      state: pending.state,
      nonce: pending.nonce,
      code_challenge: await openid.calculatePKCECodeChallenge(pending.codeVerifier),
      code_challenge_method: 'S256',
    })
    return ok({ address: this.#seenFrom(publicUrl, address.href), pending })
  }

  #seenFrom(publicUrl: string, address: string): string {
    const { isEmbedded, publicUrl: own } = this.#settings
    return isEmbedded && address.startsWith(own) ? publicUrl + address.slice(own.length) : address
  }

  /**
   * Resolves with who has come back. Everything is checked before anything is used: state, issuer, PKCE (by the
   * provider), and the ID token's signature, issuer, audience, times and nonce.
   *
   * @param query what the provider put behind the redirect address
   * @param publicUrl where the browser reaches this server: the same as when it began
   */
  async finish(
    query: URLSearchParams,
    pending: PendingSignIn,
    publicUrl: string,
  ): Promise<Result<Person, SignInProblem>> {
    const reached = await this.#reach()
    if (!reached.ok) return reached
    const configuration = reached.value
    const address = new URL(redirectUri(publicUrl))
    address.search = query.toString()
    try {
      const tokens = await openid.authorizationCodeGrant(configuration, address, {
        expectedState: pending.state,
        expectedNonce: pending.nonce,
        pkceCodeVerifier: pending.codeVerifier,
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      if (claims === undefined) return refused('untrusted')
      const tellsTime = configuration.serverMetadata().claims_supported?.includes('auth_time') === true
      const isUnproven = pending.isConfirmation && tellsTime && claims.auth_time === undefined
      // Somebody at the browser took the question out of the address.
      if (isUnproven && !this.#settings.isEmbedded) return refused('untrusted')
      const wasAsked = pending.isConfirmation || this.#settings.isEmbedded
      if (typeof claims.email === 'string') return this.#person(claims, wasAsked)
      const more = await openid.fetchUserInfo(configuration, tokens.access_token, claims.sub)
      return this.#person({ ...more, sub: claims.sub, auth_time: claims.auth_time }, wasAsked)
    } catch (error) {
      const problem = problemOf(error)
      if (!(error instanceof openid.AuthorizationResponseError)) this.#settings.onProblem(problem, error)
      return refused(problem)
    }
  }

  /** Resolves with whom an ID token names, when the issuer made it for this application, and lately. */
  async verifyIdToken(idToken: string): Promise<Result<Person, SignInProblem>> {
    const reached = await this.#reach()
    if (!reached.ok) return reached
    const { jwks_uri: keysAt, issuer } = reached.value.serverMetadata()
    if (keysAt === undefined) return refused('unreachable')
    this.#keys ??= createRemoteJWKSet(new URL(keysAt), { [joseFetch]: this.#settings.fetch })
    try {
      const { payload } = await jwtVerify(idToken, this.#keys, {
        issuer,
        audience: this.#settings.clientId,
        algorithms: ALGORITHMS,
        maxTokenAge: CREDENTIAL_AGE,
        requiredClaims: ['sub', 'exp', 'iat'],
      })
      if (payload.azp !== undefined && payload.azp !== this.#settings.clientId) return refused('untrusted')
      return this.#person(payload, false)
    } catch {
      // Bad signature, wrong audience, too old: one answer for all.
      return refused('untrusted')
    }
  }

  /** @param wasAsked the provider asked the person; by the session there, it may let somebody else through */
  #person(claims: Readonly<Record<string, unknown>>, wasAsked: boolean): Result<Person, SignInProblem> {
    const { sub, email, name, given_name: givenName, family_name: familyName } = claims
    if (typeof sub !== 'string') return refused('untrusted')
    if (typeof email !== 'string' || email === '') return refused('no-email')
    const parts = [givenName, familyName].filter((part) => typeof part === 'string')
    const fullName = typeof name === 'string' && name.trim() !== '' ? name : parts.join(' ')
    const isEmailVerified = claims.email_verified === true
    const nameOrEmail = fullName.trim() === '' ? email : fullName
    // The embedded provider asks each time: a moment ago.
    const hasAuthTime = typeof claims.auth_time === 'number' && !this.#settings.isEmbedded
    const provenAt = hasAuthTime ? (claims.auth_time as number) * 1000 : wasAsked ? null : 0
    return ok({
      issuer: this.#settings.keptAs,
      spellings: this.#settings.spellings,
      subject: sub,
      email,
      isEmailVerified,
      provenAt,
      name: nameOrEmail,
    })
  }

  /** Resolves with the provider's own description, asked for once; a failure is not kept. */
  async #reach(): Promise<Result<openid.Configuration, SignInProblem>> {
    this.#configuration ??= this.#discover(this.#settings.issuer)
    try {
      return ok(await this.#configuration)
    } catch (error) {
      this.#configuration = null
      const problem = isUnreachable(error) ? 'unreachable' : 'wrong-issuer'
      this.#settings.onProblem(problem, error)
      return refused(problem)
    }
  }

  /** Asks for the description; where the provider spells its own name another way, by that. */
  async #discover(issuer: string): Promise<openid.Configuration> {
    const { clientId, clientSecret, fetch } = this.#settings
    const server = new URL(issuer)
    const isPlain = server.protocol === 'http:'
    const authentication = clientSecret === null ? openid.None() : openid.ClientSecretBasic(clientSecret)
    try {
      return await openid.discovery(server, clientId, undefined, authentication, {
        [openid.customFetch]: fetch as unknown as openid.CustomFetch,
        timeout: TIMEOUT,
        execute: [openid.enableNonRepudiationChecks, ...(isPlain ? [openid.allowInsecureRequests] : [])],
      })
    } catch (error) {
      const own = ownNameIn(error)
      if (own === null || own === issuer || normalIssuer(own) !== normalIssuer(issuer)) throw error
      return this.#discover(own)
    }
  }
}

/** Returns the issuer that a description names, where it is not the one that was asked for. */
function ownNameIn(error: unknown): string | null {
  const { cause } = error instanceof Error ? error : {}
  const { body } = (cause ?? {}) as { body?: { issuer?: unknown } }
  return typeof body?.issuer === 'string' ? body.issuer : null
}

/** Returns where the provider sends people back to. */
export function redirectUri(publicUrl: string): string {
  return `${publicUrl}/api/user/sign-in/callback`
}

function problemOf(error: unknown): SignInProblem {
  if (error instanceof openid.AuthorizationResponseError)
    return error.error === 'access_denied' ? 'cancelled' : 'untrusted'
  if (error instanceof openid.WWWAuthenticateChallengeError) return 'wrong-client'
  if (error instanceof openid.ResponseBodyError)
    return WRONG_CLIENT.has(error.error) ? 'wrong-client' : 'untrusted'
  return isUnreachable(error) ? 'unreachable' : 'untrusted'
}

/** Errors of the token endpoint (RFC 6749, 5.2) that name the client and its secret. */
const WRONG_CLIENT = new Set(['invalid_client', 'unauthorized_client'])

/** Returns whether no answer came, or one that says that the provider is down; another answer is no provider's. */
function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (isTimeout(error) || error.name === 'AbortError' || error instanceof TypeError) return true
  const { cause } = error
  return cause instanceof Response ? cause.status >= 500 || cause.status === 429 : isUnreachable(cause)
}

function isTimeout(error: unknown): boolean {
  return (
    error instanceof Error &&
    (error.name === 'TimeoutError' || ('code' in error && error.code === 'OAUTH_TIMEOUT'))
  )
}
