import { archiveAddress, type Card, pageAddress } from '@cardinal/domain'
import { History, RefreshCw } from 'lucide-react'
import { CallFailed, session } from '../../session/index.ts'
import type { MenuItem } from '../../ui/menu.tsx'
import { toast } from '../../ui/toaster.tsx'

/** What a link's menu offers for its page: to fetch it again and, where it is gone, an earlier state of it. */
export function pageItems(card: Card): readonly MenuItem[] {
  const address = pageAddress(card)
  if (address === null) return []
  const isDead = card.page !== undefined && card.page.deadAt !== null
  const again: MenuItem = {
    label: 'Fetch page again',
    icon: RefreshCw,
    onSelect: () => void fetchAgain(card),
  }
  const archived: MenuItem = {
    label: 'Open in the Wayback Machine',
    icon: History,
    onSelect: () => void window.open(archiveAddress(address), '_blank', 'noopener,noreferrer'),
  }
  return isDead ? [archived, again] : [again]
}

async function fetchAgain({ id }: Card): Promise<void> {
  try {
    const count = await session.account.call<number>('POST', '/entity/fetch-pages', { entity_ids: [id] })
    toast(count > 0 ? 'The page is fetched again. It takes a moment.' : 'This server fetches no pages.')
  } catch (failure) {
    if (!(failure instanceof CallFailed)) throw failure
    toast(failure.message)
  }
}
