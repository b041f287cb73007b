import { type Card, textWithAddress } from './card.ts'

/**
 * Hash of a card's content with its address, and of its subnotes in any order (FNV-1a, 32 bits, 8 hex
 * digits). A deletion sends the hash of the texts that the person saw.
 */
export function textsHash(card: Pick<Card, 'type' | 'content' | 'address' | 'subnotes'>): string {
  const lines = card.subnotes.map(({ id, text }) => `${id} ${text}`).sort()
  let hash = 0x811c9dc5
  for (const text of [textWithAddress(card), ...lines]) {
    for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
    hash = Math.imul(hash ^ END_OF_TEXT, 0x01000193)
  }
  return (hash >>> 0).toString(16).padStart(8, '0')
}

/** Greater than any code unit, so that `ab`, `c` and `a`, `bc` have different hashes. */
const END_OF_TEXT = 0x10000
