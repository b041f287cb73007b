import { type Id, ok } from '@cardinal/domain'
import { newId } from '../lib/ids.ts'
import type { Store } from '../store/index.ts'
import { type Actor, noteActivity } from './activity.ts'
import { hashSecret, randomSecret } from './secrets.ts'

/** `add` creates cards and tags and reads nothing. */
export type Scope = 'read' | 'add' | 'write'

/** An unknown value gets the least rights. */
export function scopeOf(kept: string): Scope {
  return kept === 'write' || kept === 'add' ? kept : 'read'
}

const DAY = 86_400_000

/** For secret scanners; also tells personal tokens from access tokens. */
export const PERSONAL_TOKEN_PREFIX = 'cardinal_pat_'

export interface PersonalToken {
  readonly id: Id
  readonly name: string
  readonly scope: Scope
  readonly createdAt: number
  /** Null: valid until revoked. */
  readonly expiresAt: number | null
  readonly lastUsedAt: number | null
}

/** Named tokens for API clients. The secret is shown once, at creation. */
export class PersonalTokens {
  readonly #store: Store
  readonly #now: () => number
  readonly #onRevoke: (userId: Id) => void

  /** @param onRevoke called with the user whose token was revoked, so that caches drop it */
  constructor(store: Store, now: () => number, onRevoke: (userId: Id) => void) {
    this.#store = store
    this.#now = now
    this.#onRevoke = onRevoke
  }

  /** @param days of validity; null: until it is revoked */
  async create(
    by: Actor,
    name: string,
    scope: Scope,
    days: number | null,
  ): Promise<PersonalToken & { readonly secret: string }> {
    const now = this.#now()
    const expiresAt = days === null ? null : now + days * DAY
    const secret = PERSONAL_TOKEN_PREFIX + randomSecret()
    const id = newId(now)
    const row = {
      id,
      user_id: by.userId,
      name,
      scope,
      hash: hashSecret(secret),
      created_at: now,
      expires_at: expiresAt,
      last_used_at: null,
    }
    await this.#store.transact(async (tx) => {
      await tx.personalTokens.insert(row)
      return ok(await noteActivity(tx, by, 'token-made', name, now))
    })
    return { id, name, scope, createdAt: now, expiresAt, lastUsedAt: null, secret }
  }

  /** Newest first. Expired tokens are included until they are swept. */
  async list(userId: Id): Promise<PersonalToken[]> {
    const rows = await this.#store.personalTokens.ofUser(userId)
    return rows.map((row) => ({
      id: row.id,
      name: row.name,
      scope: scopeOf(row.scope),
      createdAt: row.created_at,
      expiresAt: row.expires_at,
      lastUsedAt: row.last_used_at,
    }))
  }

  /** Call after removing a token, so that no cache accepts it. */
  notifyRevoked(userId: Id): void {
    this.#onRevoke(userId)
  }
}
