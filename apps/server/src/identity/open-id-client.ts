import type { SignInProblem } from '@cardinal/contract'
import { ok, type Result, refused } from '@cardinal/domain'
import { createRemoteJWKSet, customFetch as joseFetch, jwtVerify } from 'jose'
import * as openid from 'openid-client'
import { CutOff, inTime } from '../lib/waiting.ts'
import type { Store } from '../store/index.ts'
import type { Person } from './users.ts'

export interface OpenIdSettings {
  readonly issuer: string
  /** Issuer under which new identities are stored. */
  readonly keptAs: string
  /** Issuers under which identities may be stored, in the order of lookup. */
  readonly spellings: readonly string[]
  readonly clientId: string
  readonly clientSecret: string | null
  /** Configured public address of this server. */
  readonly publicUrl: string
  /** The embedded provider has the address by which the person reaches this server, whatever it is. */
  readonly isEmbedded: boolean
  /** Additional parameters of the authorization request. */
  readonly extraParameters: Readonly<Record<string, string>>
  /** Without the network for the embedded provider. */
  readonly fetch: typeof fetch
  /**
   * ms for one step of a sign-in (metadata, tokens with keys, the person). Default: {@link STEP_WITHIN_MS}.
   */
  readonly within?: number
  /** Reports to the operator why signing in fails. */
  readonly onProblem: (problem: SignInProblem, error: unknown) => void
}

/** Stored between the redirect to the provider and the one back. */
export interface PendingSignIn {
  /** Whether a signed-in person only confirms their identity. */
  readonly isConfirmation: boolean
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: string
}

/** Accepted signatures. Only asymmetric ones, which nobody but the provider can make. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']
/** Maximum age, in seconds, of an ID token used as a credential. */
const CREDENTIAL_AGE_SECONDS = 600
/** Seconds for one request. */
const TIMEOUT_SECONDS = 10
/** ms for a step of a sign-in, which is up to two requests. */
const STEP_WITHIN_MS = 15_000

/** OpenID Connect client of one issuer: authorization code flow with PKCE, state and nonce. */
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
   * The provider's address to redirect to, and the state to store.
   *
   * @param publicUrl this server's address in the browser
   * @param isConfirmation the provider must ask even if the person is signed in there
   * @param form which form the embedded provider shows
   */
  async begin(
    publicUrl: string,
    isConfirmation = false,
    form?: 'sign-in' | 'create',
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
      // The embedded provider asks every time.
      ...(isConfirmation && !this.#settings.isEmbedded && { prompt: 'login', max_age: '0' }),
      ...(form !== undefined && this.#settings.isEmbedded && { form }),
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
   * The person whom the provider redirected back. Checks the state, the issuer, and the ID token's
   * signature, issuer, audience, times and nonce. The provider checks PKCE.
   *
   * @param query parameters of the redirect
   * @param publicUrl this server's address, the same as in `begin`
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
      const tokens = await this.#inTime(
        openid.authorizationCodeGrant(configuration, address, {
          expectedState: pending.state,
          expectedNonce: pending.nonce,
          pkceCodeVerifier: pending.codeVerifier,
          idTokenExpected: true,
        }),
      )
      const claims = tokens.claims()
      if (claims === undefined) return refused('untrusted')
      const tellsTime = configuration.serverMetadata().claims_supported?.includes('auth_time') === true
      const isUnproven = pending.isConfirmation && tellsTime && claims.auth_time === undefined
      // The person removed `prompt=login` from the provider's address.
      if (isUnproven && !this.#settings.isEmbedded) return refused('untrusted')
      const wasAsked = pending.isConfirmation || this.#settings.isEmbedded
      if (typeof claims.email === 'string') return this.#person(claims, wasAsked)
      const more = await this.#inTime(openid.fetchUserInfo(configuration, tokens.access_token, claims.sub))
      return this.#person({ ...more, sub: claims.sub, auth_time: claims.auth_time }, wasAsked)
    } catch (error) {
      const problem = problemOf(error)
      if (!(error instanceof openid.AuthorizationResponseError)) this.#settings.onProblem(problem, error)
      return refused(problem)
    }
  }

  /** The person named by an ID token that the issuer made recently, for this application. */
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
        maxTokenAge: CREDENTIAL_AGE_SECONDS,
        requiredClaims: ['sub', 'exp', 'iat'],
      })
      if (payload.azp !== undefined && payload.azp !== this.#settings.clientId) return refused('untrusted')
      return this.#person(payload, false)
    } catch {
      // The same answer for a wrong signature, audience or age.
      return refused('untrusted')
    }
  }

  /** @param wasAsked whether the provider was told to ask the person. Otherwise it may rely on its own session */
  #person(claims: Readonly<Record<string, unknown>>, wasAsked: boolean): Result<Person, SignInProblem> {
    const { sub, email, name, given_name: givenName, family_name: familyName } = claims
    if (typeof sub !== 'string') return refused('untrusted')
    if (typeof email !== 'string' || email === '') return refused('no-email')
    const parts = [givenName, familyName].filter((part) => typeof part === 'string')
    const fullName = typeof name === 'string' && name.trim() !== '' ? name : parts.join(' ')
    const isEmailVerified = claims.email_verified === true
    const nameOrEmail = fullName.trim() === '' ? email : fullName
    // The embedded provider asks each time, so the person has just authenticated.
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

  /** The provider's metadata, fetched once; failures are not cached. */
  async #reach(): Promise<Result<openid.Configuration, SignInProblem>> {
    this.#configuration ??= this.#discover(this.#settings.issuer)
    try {
      return ok(await this.#inTime(this.#configuration))
    } catch (error) {
      this.#configuration = null
      const problem = isUnreachable(error) ? 'unreachable' : 'wrong-issuer'
      this.#settings.onProblem(problem, error)
      return refused(problem)
    }
  }

  #inTime<Answer>(work: Promise<Answer>): Promise<Answer> {
    return inTime(work, this.#settings.within ?? STEP_WITHIN_MS)
  }

  /** Fetches the metadata. If the issuer in it is spelled differently, fetches again by that spelling. */
  async #discover(issuer: string): Promise<openid.Configuration> {
    const { clientId, clientSecret, fetch } = this.#settings
    const server = new URL(issuer)
    const isPlain = server.protocol === 'http:'
    const authentication = clientSecret === null ? openid.None() : openid.ClientSecretBasic(clientSecret)
    try {
      return await openid.discovery(server, clientId, undefined, authentication, {
        [openid.customFetch]: fetch as unknown as openid.CustomFetch,
        timeout: TIMEOUT_SECONDS,
        execute: [openid.enableNonRepudiationChecks, ...(isPlain ? [openid.allowInsecureRequests] : [])],
      })
    } catch (error) {
      const own = ownNameIn(error)
      if (own === null || own === issuer || normalIssuer(own) !== normalIssuer(issuer)) throw error
      return this.#discover(own)
    }
  }
}

/** The issuer in the metadata, if it differs from the requested one. */
function ownNameIn(error: unknown): string | null {
  const { cause } = error instanceof Error ? error : {}
  const { body } = (cause ?? {}) as { body?: { issuer?: unknown } }
  return typeof body?.issuer === 'string' ? body.issuer : null
}

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

/** Errors of the token endpoint (RFC 6749, 5.2) about the client and its secret. */
const WRONG_CLIENT = new Set(['invalid_client', 'unauthorized_client'])

/**
 * Whether there was no answer, or one that says that the provider is down. Other errors come from something
 * that is no provider.
 */
function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (
    error instanceof CutOff ||
    isTimeout(error) ||
    error.name === 'AbortError' ||
    error instanceof TypeError
  )
    return true
  const { cause } = error
  return cause instanceof Response ? cause.status >= 500 || cause.status === 429 : isUnreachable(cause)
}

function isTimeout(error: unknown): boolean {
  return (
    error instanceof Error &&
    (error.name === 'TimeoutError' || ('code' in error && error.code === 'OAUTH_TIMEOUT'))
  )
}

/** Path of a provider's metadata. People may configure that address instead of the issuer's. */
const DESCRIPTION = /\/\.well-known\/(?:openid-configuration|oauth-authorization-server)$/

/**
 * Form in which issuers are compared and stored: host in lower case, no default port, no trailing `/`. RFC 8414 compares
 * exactly, but providers differ in the last `/`: Authentik writes one, Keycloak none.
 */
export function normalIssuer(issuer: string): string {
  if (!URL.canParse(issuer)) return issuer
  const { protocol, host, pathname } = new URL(issuer)
  return `${protocol}//${host}${withoutSlash(withoutSlash(pathname).replace(DESCRIPTION, ''))}`
}

function withoutSlash(path: string): string {
  let end = path.length
  while (path[end - 1] === '/') end--
  return path.slice(0, end)
}

/** A stored spelling of the configured issuer. */
export interface Spelling {
  readonly issuer: string
  readonly people: number
}

/** Stored spellings of this issuer, other than the normal form. */
export async function otherSpellings(
  { identities }: Pick<Store, 'identities'>,
  issuer: string,
): Promise<Spelling[]> {
  const normal = normalIssuer(issuer)
  const known = await identities.issuers()
  return known.filter((each) => each.issuer !== normal && normalIssuer(each.issuer) === normal)
}
