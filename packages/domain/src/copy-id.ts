import type { Id } from './id.ts'

/**
 * Returns the id of the copy of a row in another place: of a card in the workspace that it is moved to, and of a line in
 * the copy of its card. Two devices that move one card thus make one copy, and its place is found without a list.
 * 96 bits of FNV-1a, by three seeds.
 */
export function copyId(id: Id, place: Id): Id {
  return SEEDS.map((seed) => hashed(seed, `${id} ${place}`)).join('')
}

const SEEDS = [0x811c9dc5, 0x9e3779b9, 0x85ebca6b]

function hashed(seed: number, text: string): string {
  let hash = seed
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  // Mixes the high bits down: without it ids that differ at their end alone would have equal starts.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0).toString(16).padStart(8, '0')
}
