import { hash } from 'node:crypto'
import { addressKey, addressKeysOf, addressOfLink, type Card } from '@cardinal/domain'
import type { FoundCard } from './found.ts'

/** Keys of an existing card; a card in a file with one of them is a duplicate. */
export function keysOfCard(card: Card): string[] {
  const addresses = card.type === 'link' ? addressKeysOf(card.content) : []
  return addresses.length > 0 ? addresses.map(linkKey) : [textKey(card.type, card.content)]
}

/** See `keysOfCard`. */
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

/** Hashes long texts: keys of a whole workspace and file are in memory. */
function short(key: string): string {
  return hash('sha256', key, 'base64').slice(0, 22)
}
