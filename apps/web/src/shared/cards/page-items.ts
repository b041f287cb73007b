import { archiveAddress, type Card, pageAddress } from '@cardinal/domain'
import { BookOpen, BookX, History, RefreshCw } from 'lucide-react'
import { CallFailed, session } from '../../session/index.ts'
import type { MenuItem } from '../../ui/menu.tsx'
import { toast } from '../../ui/toaster.tsx'

/**
 * Menu items for a link's page: fetch it again, keep or read a copy, and open an archived version if the page is
 * gone.
 */
export function pageItems(card: Card, showCopy: () => void, noteUse: () => void): readonly MenuItem[] {
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
    onSelect: () => {
      noteUse()
      window.open(archiveAddress(address), '_blank', 'noopener,noreferrer')
    },
  }
  return [...(isDead ? [archived] : []), again, ...copyItems(card, showCopy)]
}

function copyItems({ id, page }: Card, show: () => void): readonly MenuItem[] {
  const keep = (isAgain: boolean) => void copyActs().then(({ keepCopy }) => keepCopy(id, { isAgain, show }))
  if (page?.copiedAt === undefined)
    return [{ label: 'Keep a copy', icon: BookOpen, onSelect: () => keep(false) }]
  return [
    { label: 'Read the copy', icon: BookOpen, onSelect: show },
    { label: 'Fetch the copy again', icon: RefreshCw, onSelect: () => keep(true) },
    {
      label: 'Remove the copy',
      icon: BookX,
      onSelect: () => void copyActs().then(({ removeCopy }) => removeCopy(id)),
    },
  ]
}

const copyActs = () => import('./copy-acts.ts')

async function fetchAgain({ id }: Card): Promise<void> {
  try {
    const count = await session.account.call('POST /entity/fetch-pages', { body: { entity_ids: [id] } })
    toast(count > 0 ? 'The page is fetched again. It takes a moment.' : 'This server fetches no pages.')
  } catch (failure) {
    if (!(failure instanceof CallFailed)) throw failure
    toast(failure.message)
  }
}
