import { createHash, createHmac, randomBytes } from 'node:crypto'
import { ok } from '@cardinal/domain'
import type { Store } from '../store/index.ts'

/** 256 random bits, base64url. */
export function randomSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** Without salt, because a secret has 256 random bits. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}

/**
 * The successor of a refresh token, derived with the key. So it can be issued again although only hashes
 * are stored.
 */
export function successorOf(token: string, key: string): string {
  return createHmac('sha256', key).update('refresh-token successor\0').update(token).digest('base64url')
}

/** Creates the key at first use. All nodes and later starts get the same key. */
export async function serverKey(
  store: Store,
  name: string,
  make: () => string | Promise<string>,
): Promise<string> {
  const known = await store.serverKeys.byName(name)
  if (known !== undefined) return known
  const made = await make()
  const kept = await store.transact(async (tx) => {
    await tx.serverKeys.insertNew(name, made)
    return ok(await tx.serverKeys.byName(name))
  })
  if (!kept.ok || kept.value === undefined) throw new Error(`The key ${name} could not be kept.`)
  return kept.value
}
