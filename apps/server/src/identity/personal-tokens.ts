import { type Id, ok } from '@cardinal/domain'
import type { Store } from '../store/index.ts'
import { newId } from '../workspaces/new-id.ts'
import { hashSecret, randomSecret } from './secrets.ts'

export type Scope = 'read' | 'write'

/** Marks personal tokens, so that they are told from access tokens and found by secret scanners. */
export const PERSONAL_TOKEN_PREFIX = 'cardinal_pat_'

export interface PersonalToken {
  readonly id: Id
  readonly name: string
  readonly scope: Scope
  readonly createdAt: number
  readonly lastUsedAt: number | null
}

/** Named tokens for scripts, good until they are revoked. The secret is shown once, when one is made. */
export class PersonalTokens {
  readonly #store: Store
  readonly #now: () => number
  readonly #onRevoke: (userId: Id) => void

  /** @param onRevoke told whose token was revoked, so that nothing goes on believing in it */
  constructor(store: Store, now: () => number, onRevoke: (userId: Id) => void) {
    this.#store = store
    this.#now = now
    this.#onRevoke = onRevoke
  }

  async create(userId: Id, name: string, scope: Scope): Promise<PersonalToken & { readonly secret: string }> {
    const now = this.#now()
    const secret = PERSONAL_TOKEN_PREFIX + randomSecret()
    const id = newId(now)
    const row = {
      id,
      user_id: userId,
      name,
      scope,
      hash: hashSecret(secret),
      created_at: now,
      last_used_at: null,
    }
    await this.#store.transact(async (tx) => ok(await tx.personalTokens.insert(row)))
    return { id, name, scope, createdAt: now, lastUsedAt: null, secret }
  }

  /** Newest first. */
  async list(userId: Id): Promise<PersonalToken[]> {
    const rows = await this.#store.personalTokens.ofUser(userId)
    return rows.map((row) => ({
      id: row.id,
      name: row.name,
      scope: row.scope === 'write' ? 'write' : 'read',
      createdAt: row.created_at,
      lastUsedAt: row.last_used_at,
    }))
  }

  /** To be called when a token of this user was removed: nothing believes in it any more. */
  tellRevoked(userId: Id): void {
    this.#onRevoke(userId)
  }
}
