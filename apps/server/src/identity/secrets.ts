import { createHash, createHmac, randomBytes } from 'node:crypto'

/** 256 random bits, for addresses and cookies. */
export function randomSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** No salt needed, because a secret has 256 random bits. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}

/**
 * The successor of a refresh token: always the same one, and computable only with the key. So it can be issued again in the
 * grace period although only hashes are stored.
 */
export function successorOf(token: string, key: string): string {
  return createHmac('sha256', key).update('refresh-token successor\0').update(token).digest('base64url')
}
