import type { SessionPorts } from './ports.ts'
import { type Answered, type DataOf, Requests, type TokenOutcome } from './request.ts'
import { tokenClaims } from './token.ts'
import { type Credentials, TokenStore, type User } from './token-store.ts'

/** Most ms for which signing out waits for the server. */
const SIGN_OUT_TIMEOUT_MS = 3_000

/** Event on the window when the session has ended, by the person or by the server. */
export const LOGOUT_EVENT = 'cardinal:logout'

/** State of the session. The same object until a value changes. */
export interface SessionState {
  readonly isSignedIn: boolean
  readonly userId: string | null
  readonly user: User | null
  /** The server ended the session: the page asks for a sign-in and shows the server's message. */
  readonly forceLogin: boolean
  readonly forcedLoginMessage: string | null
}

/** The signed-in user, the tokens and their renewal. A page has one session, and all tabs share its storage. */
export class Session {
  readonly tokens: TokenStore
  readonly account: Requests
  readonly #ports: SessionPorts
  readonly #listeners = new Set<() => void>()
  #renewal: Promise<TokenOutcome> | null = null
  #state: SessionState

  constructor(ports: SessionPorts) {
    this.#ports = ports
    this.tokens = new TokenStore(ports.storage, ports.now)
    this.account = new Requests(this, ports)
    this.#state = this.#read()
    ports.onOtherTabWrote(() => this.refresh())
  }

  readonly snapshot = (): SessionState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** A valid access token. Renews an expired one first. */
  async accessToken(): Promise<TokenOutcome> {
    const token = this.tokens.freshAccessToken
    if (token !== null) return { kind: 'token', token }
    this.#renewal ??= this.#renew().finally(() => {
      this.#renewal = null
    })
    return this.#renewal
  }

  /** Marks a token that the server answered with 401, so that the next `accessToken` renews it. */
  distrust(token: string): void {
    this.tokens.distrust(token)
  }

  begin(accessToken: string, refreshToken: string, credentials: Credentials): void {
    this.tokens.saveTokens(accessToken, refreshToken)
    this.tokens.credentials = credentials
    this.tokens.forcedLoginMessage = null
    this.refresh()
  }

  rememberUser(user: User): void {
    const credentials = this.tokens.credentials
    if (credentials === null) return
    this.tokens.credentials = { ...credentials, user }
    this.refresh()
  }

  /** Ends the session on the server. Resolves after a few seconds at most, even without an answer. */
  async endOnServer(): Promise<void> {
    const refreshToken = this.tokens.refreshToken
    if (refreshToken === null) return
    const ended = this.account
      .call('POST /user/sign-out', { body: { jwt_refresh_token: refreshToken } })
      .catch(() => {})
    await Promise.race([ended, this.#ports.wait(SIGN_OUT_TIMEOUT_MS)])
  }

  /**
   * Clears tokens and credentials.
   *
   * @param forcedBy the server's message if the server ended the session; null: it did not
   */
  end(forcedBy: string | null): void {
    this.tokens.clear()
    this.tokens.forcedLoginMessage = forcedBy
    this.refresh()
    this.#ports.announce(LOGOUT_EVENT)
  }

  /** Reads the storage again, and notifies subscribers of a change. */
  refresh(): void {
    const next = this.#read()
    if (JSON.stringify(next) === JSON.stringify(this.#state)) return
    this.#state = next
    for (const listener of [...this.#listeners]) listener()
  }

  /**
   * One renewal for all tabs: the tab that gets the lock second finds the new token in the storage, or why there
   * is none. Otherwise, when offline, each tab would wait for the attempts of all others and then make its own.
   */
  #renew(): Promise<TokenOutcome> {
    return this.#ports.withLock('cardinal-renewal', async () => {
      const already = this.tokens.freshAccessToken
      if (already !== null) return { kind: 'token', token: already }
      const refreshToken = this.tokens.refreshToken
      if (refreshToken === null) return { kind: 'signed-out' }
      const failed = this.tokens.failedRenewal
      if (failed !== null) return failed
      const answer = await this.account.publicly('POST /user/renew-access-token', {
        body: { jwt_refresh_token: refreshToken },
      })
      const outcome = this.#settleRenewal(answer, refreshToken)
      if (outcome.kind === 'unreachable') this.tokens.failedRenewal = outcome
      return outcome
    })
  }

  #settleRenewal(answer: Answered<{ data: Renewed }>, refreshToken: string): TokenOutcome {
    if (answer.kind === 'unreachable') return answer
    const renewed = answer.kind === 'done' ? answer.content.data : undefined
    if (renewed !== undefined && tokenClaims(renewed.jwt_access_token) !== null) {
      this.tokens.saveTokens(renewed.jwt_access_token, renewed.jwt_refresh_token)
      this.refresh()
      return { kind: 'token', token: renewed.jwt_access_token }
    }
    if (
      answer.kind === 'refused' &&
      answer.status === 401 &&
      answer.refusal.command === 'refresh-token-expired'
    ) {
      // Somebody may have signed in before this answer arrived. That session stays.
      if (this.tokens.refreshToken === refreshToken) this.end(answer.refusal.msg)
      return { kind: 'signed-out' }
    }
    const status = answer.kind === 'refused' ? answer.status : 200
    return { kind: 'unreachable', trouble: { kind: 'token', status }, retryAfter: null }
  }

  #read(): SessionState {
    const forcedLoginMessage = this.tokens.forcedLoginMessage
    // Another tab writes and removes the two tokens one after the other. With only one of them, nobody is signed
    // in.
    const userId = this.tokens.refreshToken === null ? null : this.tokens.userId
    return {
      isSignedIn: userId !== null,
      userId,
      user: this.tokens.credentials?.user ?? null,
      forceLogin: forcedLoginMessage !== null,
      forcedLoginMessage,
    }
  }
}

type Renewed = DataOf<'POST /user/renew-access-token'>
