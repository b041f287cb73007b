import { hash } from 'node:crypto'
import { addressKeyOf, type Card } from '@cardinal/domain'
import { addressOfFound, type FoundCard } from './found.ts'

/** Key of an existing card; a card in a file with the same key is a duplicate. */
export function keyOfCard(card: Pick<Card, 'type' | 'content' | 'address'>): string {
  const address = addressKeyOf(card)
  return address === null ? textKey(card.type, card.content) : linkKey(address)
}

export function keyOf(card: FoundCard): string {
  return keyOfCard({ ...card, address: addressOfFound(card) })
}

function linkKey(address: string): string {
  return short(`link at ${address}`)
}

function textKey(type: string, content: string): string {
  return short(`${type} ${content.trim()}`)
}

/** Hashes long texts, because the keys of a whole workspace and file are held in memory. */
function short(key: string): string {
  return hash('sha256', key, 'base64').slice(0, 22)
}
