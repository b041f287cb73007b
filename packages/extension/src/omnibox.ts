import type { Entity } from '@cardinal/contract'
import { ownTexts } from '@cardinal/domain'
import { addressOfEntity } from './copy.ts'
import { canBeSaved } from './saving.ts'
import { Server } from './server.ts'
import type { ExtensionStore } from './store.ts'

const MOST_SUGGESTIONS = 6

interface Suggestion {
  /** The text that the browser passes to `onInputEntered`. */
  readonly content: string
  readonly description: string
}

/** Matching links, for the list under the address bar. */
export async function suggestionsFor(store: ExtensionStore, search: string): Promise<Suggestion[]> {
  const connection = await store.connection()
  if (connection === null || search.trim() === '') return []
  const { data } = await new Server(connection).ask<{ data: readonly Entity[] }>(
    '/entity/get-matching-entities',
    {
      userIsTyping_inSearchbar: search,
      type: 'hyperlink',
      params: { page: 0, limit: MOST_SUGGESTIONS },
    },
  )
  return data.flatMap((entity) => {
    const address = addressOfEntity(entity)
    if (address === null || !canBeSaved(address)) return []
    return [{ content: address, description: plain(`${titleOf(entity, address)} — ${address}`) }]
  })
}

/** The address that Enter opens: the chosen link, or Cardinal with the search. */
export async function addressFor(store: ExtensionStore, text: string): Promise<string | null> {
  if (canBeSaved(text)) return text
  const connection = await store.connection()
  if (connection === null) return null
  return `${connection.server}/home?primary_opt=all&search=${encodeURIComponent(text)}`
}

export function titleOf({ content, page }: Entity, address: string): string {
  const { title } = ownTexts({ content, address })
  return title || page?.title || address
}

/**
 * Replaces XML characters. Chromium parses descriptions as XML and Firefox as plain text: without them both
 * show the same.
 */
function plain(text: string): string {
  return text.replaceAll('&', '＆').replaceAll('<', '‹').replaceAll('>', '›')
}
