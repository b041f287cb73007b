import type { Card } from './card.ts'

/**
 * Hashes the words of a card: its text and its lines, whatever their order (FNV-1a, 32 bits, as 8 hex digits). Who
 * deletes a card tells by it which words were seen.
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

/** No character of a text: lines cannot be taken for each other's ends. */
const END_OF_TEXT = 0x10000
