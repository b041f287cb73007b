import { createHash, createHmac, randomBytes } from 'node:crypto'

/** Returns a text that nobody guesses: 256 bits, fit for addresses and cookies. */
export function randomSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** Returns the form in which a secret is kept. It has 256 bits of chance in it, so that no salt is needed. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}

/**
 * Returns the successor of a refresh token: always the same one for the same token, and nobody without the key can tell
 * it. So the grace period can give it out again although only hashes are kept.
 */
export function successorOf(token: string, key: string): string {
  return createHmac('sha256', key).update('refresh-token successor\0').update(token).digest('base64url')
}
