import type { SignInProblem } from '@cardinal/contract'
import { type Id, ok, type Result, refused } from '@cardinal/domain'
import { jwtVerify, SignJWT } from 'jose'
import type { Config } from '../config.ts'
import type { Store } from '../store/index.ts'
import type { OpenIdClient, PendingSignIn } from './open-id-client.ts'
import { hashSecret, randomSecret } from './secrets.ts'
import { findOrCreateUser, type Person } from './users.ts'

/** A cookie to set; an empty `value` deletes it. */
export interface CookieToSet {
  readonly name: string
  readonly value: string
  /** Seconds. */
  readonly maxAge: number
  readonly sameSite: 'lax' | 'strict'
}

export interface Redirect {
  readonly location: string
  readonly cookies: readonly CookieToSet[]
}

/** Holds the pending sign-in while the browser is at the provider. */
export const PENDING_COOKIE = 'cardinal_sign_in'
/** Binds a one-time code to its browser, so that nobody signs in by another's link. */
export const BROWSER_COOKIE = 'cardinal_sign_in_browser'

/** From the embedded provider's form: nothing may be stored on this computer. */
export const SHARED_COOKIE = 'cardinal_shared'

export const PENDING_LIFE_SECONDS = 600
const CODE_LIFE_SECONDS = 60

/** The content of the cookie. */
type Remembered = PendingSignIn & { readonly returnTo: string; readonly isShared: boolean }

interface Wanted {
  /** A path of this site; any other text becomes /home. */
  readonly returnTo: string | undefined
  /** Whether a signed-in person only confirms their identity. */
  readonly isConfirmation: boolean
  /** Whether this is a shared computer, so that nothing may be stored on it. */
  readonly isShared: boolean
  /** Which form of the embedded provider opens. */
  readonly form?: 'sign-in' | 'create' | undefined
}

/** A user with a credential that was checked. */
interface Proven {
  readonly userId: Id
  /** When the person authenticated, in ms. */
  readonly provenAt: number
}

/** Signs a browser in: redirects to the provider, handles the return, and exchanges a one-time code for a user. */
export class SignIn {
  readonly #store: Store
  readonly #client: OpenIdClient
  readonly #cookieKey: Uint8Array
  readonly #basePath: string
  readonly #signUp: Config['signUp']
  readonly #now: () => number

  /** @param signUp whether a person whom the provider has verified may become a new user */
  constructor(
    store: Store,
    client: OpenIdClient,
    cookieKey: string,
    { publicUrl, signUp }: Pick<Config, 'publicUrl' | 'signUp'>,
    now: () => number,
  ) {
    this.#store = store
    this.#client = client
    this.#cookieKey = Buffer.from(cookieKey, 'base64url')
    this.#basePath = new URL(publicUrl).pathname.replace(/\/$/, '')
    this.#signUp = signUp
    this.#now = now
  }

  /**
   * @param publicUrl where the browser reaches this server
   */
  async begin({ returnTo, isConfirmation, isShared, form }: Wanted, publicUrl: string): Promise<Redirect> {
    const begun = await this.#client.begin(publicUrl, isConfirmation, form)
    if (!begun.ok) return this.stop(begun.error)
    const { address, pending } = begun.value
    const now = Math.floor(this.#now() / 1000)
    const value = await new SignJWT({ ...pending, isShared, returnTo: safeReturnPath(returnTo) })
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime(now + PENDING_LIFE_SECONDS)
      .sign(this.#cookieKey)
    return {
      location: address,
      cookies: [{ name: PENDING_COOKIE, value, maxAge: PENDING_LIFE_SECONDS, sameSite: 'lax' }],
    }
  }

  /** Redirects to the start page with the problem. */
  stop(problem: SignInProblem): Redirect {
    return this.#home({ sign_in_error: problem })
  }

  /**
   * @param query parameters of the redirect from the provider
   * @param isShared the person ticked "This is a shared computer"
   * @param publicUrl where the browser reaches this server
   */
  async comeBack(
    query: URLSearchParams,
    pendingCookie: string | undefined,
    isShared: boolean,
    publicUrl: string,
  ): Promise<Redirect> {
    const clear: CookieToSet = { name: PENDING_COOKIE, value: '', maxAge: 0, sameSite: 'lax' }
    const pending = await this.#readPending(pendingCookie)
    if (pending === null) return this.#home({ sign_in_error: 'stale' }, [clear])
    if (query.get('state') !== pending.state) return this.#home({ sign_in_error: 'stale' }, [clear])
    const person = await this.#client.finish(query, pending, publicUrl)
    if (!person.ok) return this.#home({ sign_in_error: person.error }, [clear])
    const proven = await this.#userOfPerson(person.value)
    if (!proven.ok) return this.#home({ sign_in_error: proven.error }, [clear])
    const { code, browser } = await this.#makeCode(proven.value)
    const staysInMemory = pending.isShared || isShared
    const wanted = {
      ...(pending.isConfirmation && { confirm: 'true' }),
      ...(staysInMemory && { shared: 'true' }),
    }
    return this.#home({ sign_in_code: code, return_to: pending.returnTo, ...wanted }, [
      clear,
      ...(isShared ? [{ ...clear, name: SHARED_COOKIE }] : []),
      { name: BROWSER_COOKIE, value: browser, maxAge: CODE_LIFE_SECONDS, sameSite: 'strict' },
    ])
  }

  /** The user behind a credential: a one-time code in its own browser, or an ID token of the configured issuer. */
  async userOf(
    credential: string,
    clientId: string,
    browserCookie: string | undefined,
  ): Promise<Result<Proven, SignInProblem>> {
    if (clientId !== this.#client.clientId) return refused('untrusted')
    if (credential.split('.').length !== 3) return this.#takeCode(credential, browserCookie)
    const person = await this.#client.verifyIdToken(credential)
    return person.ok ? this.#userOfPerson(person.value) : person
  }

  async #userOfPerson(person: Person): Promise<Result<Proven, SignInProblem>> {
    const userId = await findOrCreateUser(this.#store, person, this.#signUp, this.#now())
    if (!userId.ok) return userId
    const user = await this.#store.users.byId(userId.value)
    if (user?.disabledAt) return refused('disabled')
    return ok({ userId: userId.value, provenAt: person.provenAt ?? this.#now() })
  }

  async #makeCode({ userId, provenAt }: Proven): Promise<{ code: string; browser: string }> {
    const [code, browser] = [randomSecret(), randomSecret()]
    await this.#store.transact(async (tx) =>
      ok(
        await tx.signInCodes.insert({
          hash: hashSecret(code),
          browser_hash: hashSecret(browser),
          user_id: userId,
          proven_at: provenAt,
          expires_at: this.#now() + CODE_LIFE_SECONDS * 1000,
        }),
      ),
    )
    return { code, browser }
  }

  /** Consumes a one-time code, even if the browser does not match. */
  async #takeCode(code: string, browser: string | undefined): Promise<Result<Proven, SignInProblem>> {
    const taken = await this.#store.transact(async (tx) => ok(await tx.signInCodes.take(hashSecret(code))))
    const row = taken.ok ? taken.value : undefined
    if (row === undefined || browser === undefined || row.browser_hash !== hashSecret(browser))
      return refused('stale')
    if (row.expires_at <= this.#now()) return refused('stale')
    return ok({ userId: row.user_id, provenAt: row.proven_at })
  }

  async #readPending(cookie: string | undefined): Promise<Remembered | null> {
    if (cookie === undefined) return null
    try {
      const currentDate = new Date(this.#now())
      const { payload } = await jwtVerify(cookie, this.#cookieKey, { algorithms: ['HS256'], currentDate })
      const { state, nonce, codeVerifier, returnTo, ...wanted } = payload as Partial<Remembered>
      if (state === undefined || nonce === undefined || codeVerifier === undefined) return null
      const isConfirmation = wanted.isConfirmation === true
      const isShared = wanted.isShared === true
      return { state, nonce, codeVerifier, isConfirmation, isShared, returnTo: safeReturnPath(returnTo) }
    } catch {
      // The same for a wrong signature and an expired cookie.
      return null
    }
  }

  /**
   * A path without a host, because the browser already has the right address. On a shared computer it leads
   * straight to the app.
   */
  #home(query: Readonly<Record<string, string>>, cookies: readonly CookieToSet[] = []): Redirect {
    const page = query.shared === 'true' ? '/home' : '/'
    return { location: `${this.#basePath}${page}?${new URLSearchParams(query)}`, cookies }
  }
}

const DEFAULT_RETURN = '/home'

/** The path if it belongs to this site, else the default: no link to sign in may end on another site. */
function safeReturnPath(wanted: string | undefined): string {
  if (wanted === undefined || wanted.length > 2000) return DEFAULT_RETURN
  const isPath =
    /^\/(?![/\\])/.test(wanted) && !hasControlCharacter(wanted) && URL.canParse(wanted, PLACEHOLDER_ORIGIN)
  return isPath && new URL(wanted, PLACEHOLDER_ORIGIN).origin === PLACEHOLDER_ORIGIN ? wanted : DEFAULT_RETURN
}

const PLACEHOLDER_ORIGIN = 'https://here.invalid'

/** Browsers drop tabs and line breaks from addresses, which could turn a path into another host. */
function hasControlCharacter(text: string): boolean {
  for (const character of text) if (character.charCodeAt(0) < 32 || character === '\u007f') return true
  return false
}
