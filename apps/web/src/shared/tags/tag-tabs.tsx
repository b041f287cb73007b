import { DEFAULT_TAG_ORDER, grouped, parseSearch } from '@cardinal/domain'
import type { CardQuery } from '@cardinal/engine'
import { type MouseEvent, useLayoutEffect, useRef } from 'react'
import { type PopupName, usePopups, whenAtRest } from '../../overlays/index.ts'
import { useAnswer } from '../../replica/index.ts'
import { cardSearch, countsOf, DEFAULT_FILTERS } from '../search/filters.ts'
import { useHomeAddress } from '../search/use-home-address.ts'
import { counted } from '../text/counted.ts'
import styles from './tag-tabs.module.css'

export type TagTab = 'all' | 'groups' | 'desk' | 'untagged' | 'rules'

const TABS: readonly { tab: TagTab; label: string; popup: PopupName | null }[] = [
  { tab: 'all', label: 'All', popup: null },
  { tab: 'groups', label: 'Groups', popup: 'grouper' },
  { tab: 'desk', label: 'Desk', popup: 'tag-desk' },
  { tab: 'untagged', label: 'Untagged', popup: 'tagger' },
  { tab: 'rules', label: 'Rules', popup: 'tag-rules' },
]

interface TagTabsProps {
  readonly at: TagTab
  /** Whether the tabs are on a separate page, where they go to home. */
  readonly isOnPage?: boolean
}

/** The pressed tab until it is shown. It then gets the focus, because the pressed element is removed by then. */
let chosen: TagTab | null = null

const currentOf = (nav: Element | null) => nav?.querySelector<HTMLElement>('[aria-current]')

/** The tabs of everything about tags. "All" is the list of tags at home, and the others are popups over it. */
export function TagTabs({ at, isOnPage = false }: TagTabsProps) {
  const popups = usePopups()
  const { setSubject } = useHomeAddress()
  const badges = useBadges()
  const here = TABS.find(({ tab }) => tab === at)?.popup ?? null
  const nav = useRef<HTMLElement>(null)
  // A field of the tab with `autoFocus` is focused after this, so it wins.
  useLayoutEffect(() => {
    if (chosen === at) currentOf(nav.current)?.focus()
    chosen = null
  }, [at])
  const go = (popup: PopupName | null) => {
    // A closing popup returns the focus to the tab below it.
    if (here === null) currentOf(nav.current)?.focus()
    if (here === null && popup !== null) popups.open(popup)
    else if (here !== null && popup !== null) popups.replace(here, popup)
    else if (here !== null) {
      popups.close(here)
      whenAtRest(() => setSubject('tag'))
    }
  }
  const onClick = (event: MouseEvent, { tab, popup }: (typeof TABS)[number]) => {
    const isPlain = event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
    if (isPlain && tab !== at) chosen = tab
    if (isOnPage || !isPlain) return
    event.preventDefault()
    if (popup !== here) go(popup)
  }
  return (
    <nav ref={nav} className={styles.tabs} aria-label="Tags">
      {TABS.map(({ tab, label, popup }) => (
        <a
          key={tab}
          className={styles.tab}
          href={`/home?primary_opt=tag${popup === null ? '' : `&popups_center=${popup}`}`}
          aria-current={tab === at ? 'page' : undefined}
          onClick={(event) => onClick(event, { tab, label, popup })}
        >
          {label}
          {(tab === 'desk' || tab === 'untagged') && <Badge number={badges[tab]} />}
        </a>
      ))}
    </nav>
  )
}

interface Count {
  readonly count: number
  readonly words: string
}

/** A number of up to two digits. Its space is reserved, so that no tab moves. */
function Badge({ number }: { number: Count | undefined }) {
  if (number === undefined || number.count === 0) return <span className={styles.badge} />
  return (
    <span className={styles.badge} title={number.words} data-badge="">
      <span aria-hidden="true">{number.count > 99 ? '99+' : number.count}</span>
      <span className="visually-hidden">{`, ${number.words}`}</span>
    </span>
  )
}

/** Cards of all kinds without a tag, completed ones included. */
export const UNTAGGED: Omit<CardQuery, 'offset' | 'limit' | 'parts'> = {
  ...cardSearch(null, '', '', DEFAULT_FILTERS),
  search: parseSearch('tags:0'),
  done: null,
}
/** The query that counts these cards. */
export const COUNT_UNTAGGED = {
  query: { ...countsOf(UNTAGGED), search: parseSearch('') },
  searches: [UNTAGGED.search],
}
/** How many relations are suggested at once. */
export const RELATIONS = 20

function useBadges(): Partial<Record<TagTab, Count>> {
  const { answer: tags } = useAnswer('allTags', { order: DEFAULT_TAG_ORDER }, 'deferred')
  const { answer: relations } = useAnswer('suggestRelations', { limit: RELATIONS }, 'deferred')
  const { answer: counts } = useAnswer('countSearches', COUNT_UNTAGGED, 'deferred')
  if (tags === undefined || relations === undefined || counts === undefined) return {}
  const once = tags.filter(({ cardCount }) => cardCount === 1).length
  const parts = relations.filter(({ kind }) => kind === 'part').length
  const words = [
    once > 0 && `${grouped(once)} used once`,
    relations.length > parts && counted(relations.length - parts, 'likely synonym'),
    parts > 0 && counted(parts, 'likely parent'),
  ]
  const [untagged = 0] = counts
  return {
    desk: { count: once + relations.length, words: words.filter(Boolean).join(', ') },
    untagged: { count: untagged, words: `${counted(untagged, 'card')} without a tag` },
  }
}
