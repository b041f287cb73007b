import { type Card, parseSearch, printSearch, sitesOf, wordOfTag } from '@cardinal/domain'
import { CalendarDays, Globe, Tag } from 'lucide-react'
import type { Replica } from '../../replica/index.ts'
import { openContextMenu } from '../../ui/context-menu.tsx'
import type { MenuItem } from '../../ui/menu.tsx'
import type { Box } from '../../ui/place.ts'
import { toast, UNDERSTOOD } from '../../ui/toaster.tsx'
import {
  cardSearch,
  countsOf,
  DEFAULT_FILTERS,
  localCalendar,
  localDay,
  writeDay,
} from '../search/filters.ts'
import type { SearchStore } from '../search/search-store.ts'
import { counted } from '../text/counted.ts'

type Way = Pick<MenuItem, 'label' | 'icon'> & { readonly text: string }

/** The most cards of a tag that counts as rare. */
const RARE = 50

/**
 * Opens a menu of searches for other cards: added on the same day, from the same site, with the card's rarest
 * tag. Searches without another card are left out.
 */
export async function openAroundThen(
  replica: Replica,
  search: SearchStore,
  card: Card,
  at: Element | Box,
): Promise<void> {
  const tags = (await replica.ask('tagsById', { ids: card.tagIds })).flatMap((tag) => tag ?? [])
  const [rarest] = tags.filter(({ cardCount }) => cardCount <= RARE).sort((a, b) => a.cardCount - b.cardCount)
  const ways: readonly Way[] = [
    {
      label: 'Added on the same day',
      icon: CalendarDays,
      text: `created:${writeDay(localDay(new Date(card.createdAt)))}`,
    },
    ...sitesOf(card)
      .slice(0, 1)
      .map((site): Way => ({ label: `From ${site}`, icon: Globe, text: `site:${site}` })),
    ...(rarest === undefined
      ? []
      : [
          {
            label: `With “${rarest.displayName ?? rarest.name}”`,
            icon: Tag,
            text: printSearch({ kind: 'tag', name: wordOfTag(rarest), isExact: false }),
          },
        ]),
  ]
  const counts = await replica.ask('countSearches', {
    query: countsOf(cardSearch(null, '', '', DEFAULT_FILTERS)),
    searches: ways.map(({ text }) => parseSearch(text, localCalendar())),
  })
  const items = ways.flatMap(({ label, icon, text }, index): MenuItem[] => {
    // A completed todo itself is not counted.
    const others = (counts[index] ?? 0) - (card.doneAt === null ? 1 : 0)
    return others < 1
      ? []
      : [
          {
            label: `${label}: ${counted(others, 'other card')}`,
            ...(icon && { icon }),
            onSelect: () => search.getState().put(text),
          },
        ]
  })
  if (items.length > 0) openContextMenu('Around then', items, at)
  else toast('No other card is of that day, from that site, or has a rare tag of it.', UNDERSTOOD)
}
