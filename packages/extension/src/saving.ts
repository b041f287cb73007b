import { cardTextOf } from '@cardinal/contract/share-target'
import { addressKey, LIMITS, namesProblem, splitNames, wallClock } from '@cardinal/domain'
import { type CaptureChip, capture } from '@cardinal/domain/capture'
import { newId } from './queue.ts'
import type { Act, ExtensionStore } from './store.ts'

export interface TabToSave {
  readonly title: string
  readonly address: string
  /** The selected text of the page; may be empty. */
  readonly selection: string
}

export interface Saved {
  readonly cardId: string
  readonly tags: readonly string[]
  /** ISO 8601 */
  readonly createdAt: string
}

const LONGEST_TITLE = 500
export const LONGEST_SELECTION = 5_000
const LONGEST_ADDRESS = 8_000

/** Whether a tab shows a page that can be saved as a link. */
export function canBeSaved(address: string | undefined): address is string {
  return address !== undefined && address.length <= LONGEST_ADDRESS && /^https?:\/\//i.test(address)
}

/** The card with this address, saved or queued. Null: none. */
export async function savedOf(store: ExtensionStore, address: string): Promise<Saved | null> {
  if (!canBeSaved(address)) return null
  const key = addressKey(address)
  const [link, entries] = await Promise.all([store.linkOf(key), store.entries()])
  const open = entries.filter(({ state }) => state !== 'refused').map(({ act }) => act)
  const isRemoved = (id: string) => open.some((act) => act.kind === 'remove' && act.cardId === id)
  const tagsWaiting = (id: string) =>
    open.flatMap((act) => (act.cardId === id && (act.kind === 'add' || act.kind === 'tag') ? act.tags : []))
  if (link !== undefined && !isRemoved(link.id)) {
    const names = new Map((await store.tags()).map(({ id, name }) => [id, name]))
    const tags = link.tagIds.flatMap((id) => names.get(id) ?? [])
    return {
      cardId: link.id,
      tags: [...new Set([...tags, ...tagsWaiting(link.id)])],
      createdAt: link.createdAt,
    }
  }
  const added = open.find((act) => act.kind === 'add' && act.addressKey === key && !isRemoved(act.cardId))
  if (added?.kind !== 'add') return null
  return { cardId: added.cardId, tags: tagsWaiting(added.cardId), createdAt: added.createdAt }
}

export function addingOf({ title, address, selection }: TabToSave, tags: readonly string[]): Act {
  const text = cardTextOf({
    title: title.slice(0, LONGEST_TITLE).toWellFormed(),
    text: selection.slice(0, LONGEST_SELECTION).toWellFormed(),
    url: address,
  })
  return {
    kind: 'add',
    cardId: newId(),
    addressKey: addressKey(address),
    content: text,
    address,
    tags,
    createdAt: new Date().toISOString(),
  }
}

/**
 * Finds `#tag` in a title, as the searchbar does.
 * @param refused texts in which none is read
 */
export function readTitle(
  title: string,
  refused: readonly string[],
): { readonly title: string; readonly tags: readonly string[]; readonly chips: readonly CaptureChip[] } {
  const now = wallClock(new Date())
  const { content, tags, chips } = capture(title, { type: 'link', now, refused })
  // A new tag's parent is put on the card, too, because the queue can't create relations.
  const names = tags.flatMap(({ name, parents }) => [name, ...parents.slice(0, 1)])
  return { title: content, tags: [...new Set(names)], chips }
}

/** Names in a comma-separated text, or the problem with them. */
export function tagsIn(text: string): { readonly names: readonly string[]; readonly problem: string | null } {
  const { names } = splitNames(text)
  if (names.length > LIMITS.tagsPerCard)
    return { names, problem: `A card has at most ${LIMITS.tagsPerCard} tags.` }
  return { names, problem: namesProblem(names) }
}
