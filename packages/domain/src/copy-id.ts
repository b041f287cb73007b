import type { Id } from './id.ts'

/**
 * Deterministic id for the duplicate of a row: of a card in the workspace that it moves to, of a line in its card's
 * duplicate. Two devices that move one card make the same duplicate, found without a list. 96 bits of FNV-1a, with three
 * seeds.
 */
export function copyId(id: Id, place: Id): Id {
  return SEEDS.map((seed) => hashed(seed, `${id} ${place}`)).join('')
}

const SEEDS = [0x811c9dc5, 0x9e3779b9, 0x85ebca6b]

function hashed(seed: number, text: string): string {
  let hash = seed
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  // Mix the high bits down: otherwise ids that differ only at the end would begin alike.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0).toString(16).padStart(8, '0')
}
