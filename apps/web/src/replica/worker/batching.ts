import type { Id } from '@cardinal/domain'
import { changesSearches } from '../changed-searches.ts'
import type { StoredEntry } from './store/store.ts'

/** A push stays well below the server's 10 MiB, also when a few of its characters need three bytes. */
const LARGEST_PUSH = 2_000_000

/**
 * The entries that go out next, in order: as many as one push takes. An edit of a card's content waits until
 * the one before it was answered, because it is merged from what the server made of that; so does a change of the
 * saved searches.
 *
 * @param waiting the first entries that are not acknowledged, in order
 */
export function nextBatch(waiting: readonly StoredEntry[]): StoredEntry[] {
  const batch: StoredEntry[] = []
  const edited = new Set<string>()
  let size = 0
  for (const entry of waiting) {
    const whole = editedContent(entry) ?? (changesSearches(entry.mutation) ? 'saved searches' : null)
    if (whole !== null && edited.has(whole)) break
    size += JSON.stringify(entry.call).length
    if (batch.length > 0 && size > LARGEST_PUSH) break
    if (whole !== null) edited.add(whole)
    batch.push(entry)
  }
  return batch
}

/** The card whose content this entry writes, or null. */
export function editedContent({ mutation }: Pick<StoredEntry, 'mutation'>): Id | null {
  if (mutation.name === 'setCardContent') return mutation.args.cardId
  return mutation.name === 'replaceCard' ? mutation.args.card.id : null
}
