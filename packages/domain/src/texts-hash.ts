import type { Card } from './card.ts'

/**
 * Hash of a card's content and subnotes, whatever the order of subnotes (FNV-1a, 32 bits, 8 hex digits). A deletion carries
 * it to say which texts the person saw.
 */
export function textsHash({ content, subnotes }: Pick<Card, 'content' | 'subnotes'>): string {
  const lines = subnotes.map(({ id, text }) => `${id} ${text}`).sort()
  let hash = 0x811c9dc5
  for (const text of [content, ...lines]) {
    for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
    hash = Math.imul(hash ^ END_OF_TEXT, 0x01000193)
  }
  return (hash >>> 0).toString(16).padStart(8, '0')
}

/** Beyond any character, so that texts can't run into each other. */
const END_OF_TEXT = 0x10000
