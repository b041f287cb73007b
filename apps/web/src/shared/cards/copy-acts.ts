import type { Id } from '@cardinal/domain'
import { CallFailed, session } from '../../session/index.ts'
import { toast, UNDERSTOOD } from '../../ui/toaster.tsx'

const NO_PAGES = 'This server fetches no pages.'

/**
 * Requests a copy of a card's page. Returns whether it is being fetched, or a removed one was restored.
 *
 * @param show whether its progress and failures are shown
 */
export async function keepCopy(
  cardId: Id,
  { isAgain = false, show }: { readonly isAgain?: boolean; readonly show?: () => void } = {},
): Promise<boolean> {
  const count = await ask('POST /entity/keep-copies', { entity_ids: [cardId], again: isAgain })
  if (count === null) return false
  if (count === 0) toast(NO_PAGES, UNDERSTOOD)
  else if (show !== undefined) toast('The copy is being fetched', { label: 'Show', onSelect: show })
  return count > 0
}

/** Removes the copy of a card's page, with an undo. */
export async function removeCopy(cardId: Id): Promise<void> {
  const count = await ask('POST /entity/remove-copies', { entity_ids: [cardId] })
  if (count === null) return
  toast('Removed the copy', { label: 'Undo', onSelect: () => void bringBack(cardId) })
}

async function bringBack(cardId: Id): Promise<void> {
  const count = await ask('POST /entity/keep-copies', { entity_ids: [cardId] })
  if (count !== null) toast(count > 0 ? 'The copy is back' : NO_PAGES)
}

/** The server's answer. Null: none, and the failure is shown. */
async function ask(
  at: 'POST /entity/keep-copies' | 'POST /entity/remove-copies',
  body: { readonly entity_ids: readonly Id[]; readonly again?: boolean },
): Promise<number | null> {
  try {
    return await session.account.call(at, { body })
  } catch (failure) {
    if (!(failure instanceof CallFailed)) throw failure
    toast(failure.message, UNDERSTOOD)
    return null
  }
}
