import { makeId } from '@cardinal/domain/id'
import type { Unreachable } from './request.ts'
import { ACCESS, ACCESS_ENDS, freshAccessToken, REFRESH, tokenClaims } from './token.ts'

/** Further keys in the browser's storage, named by the specification. */
const CREDENTIALS = 'credentials'
const VISITOR = 'unknown_user_id'
/** Our key: why the server ended the session, until the next sign-in. */
const FORCED = 'forcedLogin_msg'
/**
 * Our key: number of pending changes in the copy on this device. A later start sees by it that the browser
 * removed the copy.
 */
const COPY = 'copy_on_device'
/** Our key: why and when the last renewal failed temporarily. All tabs share it. */
const FAILED = 'renewal_failed'
/** ms after a failed renewal before the next attempt. */
const RETRY_AFTER_MS = 1_000
/** Our keys: whether this device keeps copies of pages, and all files. */
const KEPT_HERE = { copies: 'page_copies_on_device', files: 'files_on_device' }

/** Data that a device keeps if the person wants it. */
export type KeptHere = keyof typeof KEPT_HERE

export interface User {
  readonly name: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly plan: string
  /** ms since 1970 */
  readonly planExpiresAt: number | null
}

/** The tokens of a sign-in, and their user. */
export interface Credentials {
  readonly credential: string
  readonly clientId: string
  readonly user: User
}

/** Tokens and credentials in the storage that all tabs share. Nothing is cached, because other tabs write too. */
export class TokenStore {
  readonly #storage: Storage
  readonly #now: () => number

  constructor(storage: Storage, now: () => number) {
    this.#storage = storage
    this.#now = now
  }

  get refreshToken(): string | null {
    return this.#storage.getItem(REFRESH)
  }

  /** The access token; null: none, or expired. */
  get freshAccessToken(): string | null {
    return freshAccessToken((name) => this.#storage.getItem(name), this.#now())
  }

  /** The id of the user whose tokens these are. */
  get userId(): string | null {
    const token = this.#storage.getItem(ACCESS)
    return token === null ? null : (tokenClaims(token)?.subject ?? null)
  }

  get credentials(): Credentials | null {
    const text = this.#storage.getItem(CREDENTIALS)
    if (text === null) return null
    try {
      return JSON.parse(text) as Credentials
    } catch {
      return null // Written by something else; it reads as if it weren't there.
    }
  }

  set credentials(credentials: Credentials) {
    this.#storage.setItem(CREDENTIALS, JSON.stringify(credentials))
  }

  get forcedLoginMessage(): string | null {
    return this.#storage.getItem(FORCED)
  }

  set forcedLoginMessage(message: string | null) {
    if (message === null) this.#storage.removeItem(FORCED)
    else this.#storage.setItem(FORCED, message)
  }

  saveTokens(accessToken: string, refreshToken: string): void {
    const claims = tokenClaims(accessToken)
    const lifetime =
      claims === null || claims.issuedAt === 0 ? null : (claims.expiresAt - claims.issuedAt) * 1000
    this.#storage.setItem(REFRESH, refreshToken)
    this.#storage.setItem(ACCESS, accessToken)
    if (lifetime === null) this.#storage.removeItem(ACCESS_ENDS)
    else this.#storage.setItem(ACCESS_ENDS, String(this.#now() + lifetime))
  }

  /** The renewal that just failed, in any tab; null: none. */
  get failedRenewal(): Unreachable | null {
    const { at, ...failure } = JSON.parse(this.#storage.getItem(FAILED) ?? '{}')
    // A clock that was set back must not delay the next attempt.
    return Math.abs(this.#now() - at) < RETRY_AFTER_MS ? failure : null
  }

  set failedRenewal(failure: Unreachable) {
    this.#storage.setItem(FAILED, JSON.stringify({ ...failure, at: this.#now() }))
  }

  /** Marks a token that the server refused, so that it is renewed before it expires. */
  distrust(accessToken: string): void {
    if (this.#storage.getItem(ACCESS) === accessToken) this.#storage.setItem(ACCESS_ENDS, '0')
  }

  /** Number of pending changes in the copy on this device when last counted; null: there was no copy. */
  get waitingInCopy(): number | null {
    const kept = this.#storage.getItem(COPY)
    return kept === null ? null : Number(kept)
  }

  set waitingInCopy(waiting: number) {
    this.#storage.setItem(COPY, String(waiting))
  }

  keepsHere(what: KeptHere): boolean {
    return this.#storage.getItem(KEPT_HERE[what]) !== null
  }

  setKeepsHere(what: KeptHere, keeps: boolean): void {
    if (keeps) this.#storage.setItem(KEPT_HERE[what], 'yes')
    else this.#storage.removeItem(KEPT_HERE[what])
  }

  clear(): void {
    for (const key of [ACCESS, REFRESH, CREDENTIALS, ACCESS_ENDS, FAILED, COPY, ...Object.values(KEPT_HERE)])
      this.#storage.removeItem(key)
  }

  /** The visitor's id: 24 hex characters, created and stored once. */
  visitorId(random: (length: number) => Uint8Array): string {
    const kept = this.#storage.getItem(VISITOR)
    if (kept !== null && /^[0-9a-f]{24}$/.test(kept)) return kept
    const id = makeId(this.#now(), random(8))
    this.#storage.setItem(VISITOR, id)
    return id
  }
}
