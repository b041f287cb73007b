import { hash } from 'node:crypto'
import { addressKey, addressKeysOf, addressOfLink, type Card } from '@cardinal/domain'
import type { FoundCard } from './found.ts'

/** Returns the keys under which an existing card counts as the same as one in a file. */
export function keysOfCard(card: Card): string[] {
  const addresses = card.type === 'link' ? addressKeysOf(card.content) : []
  return addresses.length > 0 ? addresses.map(linkKey) : [textKey(card.type, card.content)]
}

/** Returns the key of a card in a file; see `keysOfCard`. */
export function keyOf(card: FoundCard): string {
  const address = card.type === 'link' ? addressKey(addressOfLink(card.content) ?? card.content) : ''
  return address === '' ? textKey(card.type, card.content) : linkKey(address)
}

function linkKey(address: string): string {
  return short(`link at ${address}`)
}

function textKey(type: string, content: string): string {
  return short(`${type} ${content.trim()}`)
}

/** Shortens a key. Keys are kept for each card of a workspace and a file, and texts may be long. */
function short(key: string): string {
  return hash('sha256', key, 'base64').slice(0, 22)
}
