import { CARD_TYPES, type Card, type CardType, type Id, partsOf } from '@cardinal/domain'
import { Search } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { type Replica, useAnswer, useReplica } from '../../replica/index.ts'
import { TYPE_ICONS } from '../../shared/cards/card-types.ts'
import { ChooseBox, type Chosen } from '../../shared/cards/chosen.tsx'
import { useCardPages } from '../../shared/cards/use-card-pages.ts'
import { OnceHere } from '../../shared/changes/once-here.tsx'
import type { CardSearch } from '../../shared/search/filters.ts'
import type { SearchStore } from '../../shared/search/search-store.ts'
import { useCardSearch, useCounts } from '../../shared/search/use-card-search.ts'
import { capital, SUBJECT_WORDS } from '../../shared/searchbar/mode-words.ts'
import { Searchbar } from '../../shared/searchbar/searchbar.tsx'
import { pickSuggestion } from '../../shared/searchbar/suggestions.ts'
import { useNarrowing } from '../../shared/searchbar/use-searchbar.ts'
import { counted } from '../../shared/text/counted.ts'
import { lineOf } from '../../shared/text/note-title.ts'
import { Button, cx, EmptyState, Icon, Segmented, Skeleton, VirtualList } from '../../ui/index.ts'
import styles from './tagger.module.css'

type Which = CardType | 'all' | 'chosen'
const STEP = 50

/** The cards to tag: found by the pane's searchbar, or passed by the caller and changed here. */
export function CardPane({ search, chosen }: { search: SearchStore; chosen: Chosen }) {
  const [which, setWhich] = useState<Which>(chosen.ids.size > 0 ? 'chosen' : 'all')
  const replica = useReplica()
  const type = which === 'all' || which === 'chosen' ? null : which
  const query = useCardSearch(search, type)
  const suggestions = useNarrowing(search, query, 4)
  const total = useCounts(query)?.total ?? 0
  const searched = () => {
    if (which === 'chosen') setWhich('all')
  }
  return (
    <section aria-label="Cards" className={styles.pane}>
      <Searchbar
        search={search}
        subject={null}
        size="small"
        label="Find the cards to tag"
        prompt="Find the cards to tag"
        suggestions={suggestions}
        asked={query}
        onPick={(suggestion) => {
          pickSuggestion(search, suggestion)
          searched()
        }}
        onSearch={searched}
      />
      <div className={styles.controls}>
        <Segmented<Which>
          label="Which cards"
          size="sm"
          value={which}
          onChange={setWhich}
          segments={[
            { value: 'chosen', label: `Selected (${chosen.ids.size})` },
            { value: 'all', label: 'All' },
            ...CARD_TYPES.map((each) => ({ value: each, label: capital(SUBJECT_WORDS[each].many) })),
          ]}
        />
        <span className={styles.grow} />
        {which !== 'chosen' && (
          <Button
            size="sm"
            tone="quiet"
            disabled={total === 0}
            onClick={async () => chosen.add(await idsOf(replica, query, total))}
          >
            Select all {total > 0 && counted(total, 'card')}
          </Button>
        )}
        {chosen.ids.size > 0 && (
          <Button size="sm" tone="quiet" onClick={chosen.clear}>
            Select none
          </Button>
        )}
      </div>
      {which === 'chosen' ? <ChosenCards chosen={chosen} /> : <FoundCards query={query} chosen={chosen} />}
    </section>
  )
}

function ChosenCards({ chosen }: { chosen: Chosen }) {
  const ids = useMemo(() => [...chosen.ids], [chosen.ids])
  const { answer } = useAnswer('cardsById', { ids })
  const cards = (answer ?? []).filter((card) => card !== undefined).filter((card) => chosen.ids.has(card.id))
  if (ids.length === 0)
    return (
      <EmptyState icon={Search} title="No cards are selected">
        Find them above, and tick the ones to tag.
      </EmptyState>
    )
  return <Cards cards={cards} chosen={chosen} />
}

function FoundCards({ query, chosen }: { query: CardSearch; chosen: Chosen }) {
  const pages = useCardPages(query, STEP)
  if (pages.cards === undefined) return <Skeleton lines={6} />
  if (pages.cards.length === 0) return <NoCards query={query} />
  return <Cards cards={pages.cards} chosen={chosen} onEndNear={pages.more} />
}

function NoCards({ query: { search, type } }: { query: CardSearch }) {
  const isAsking = partsOf(search).length > 0
  return (
    <OnceHere>
      {isAsking ? (
        <EmptyState icon={Search} title="No card fits">
          Take a word out of the search.
        </EmptyState>
      ) : (
        <EmptyState icon={Search} title={`No ${type === null ? 'cards' : SUBJECT_WORDS[type].many} yet`}>
          Add some on home, and tag them here.
        </EmptyState>
      )}
    </OnceHere>
  )
}

function Cards(props: { cards: readonly Card[]; chosen: Chosen; onEndNear?: () => void }) {
  const { cards, chosen } = props
  const scroller = useRef<HTMLDivElement>(null)
  const ids = useMemo(() => cards.map((card) => card.id), [cards])
  return (
    <div ref={scroller} className={styles.scroll}>
      <VirtualList
        items={cards}
        keyOf={(card) => card.id}
        estimatedHeight={40}
        label="Cards to tag"
        scrollRef={scroller}
        onEndNear={props.onEndNear}
      >
        {(card) => <CardLine card={card} chosen={chosen} shownIds={ids} />}
      </VirtualList>
    </div>
  )
}

function CardLine({ card, chosen, shownIds }: { card: Card; chosen: Chosen; shownIds: readonly Id[] }) {
  const isChosen = chosen.ids.has(card.id)
  return (
    <div className={cx(styles.card, isChosen && styles.isChosen)} data-color={card.color ?? undefined}>
      <ChooseBox id={card.id} chosen={chosen} shownIds={shownIds} className={styles.choose}>
        <Icon of={TYPE_ICONS[card.type]} size={14} className={styles.cardIcon} />
        <span className={styles.cardText}>{lineOf(card)}</span>
        <span className={styles.boxCount}>{counted(card.tagIds.length, 'tag')}</span>
      </ChooseBox>
    </div>
  )
}

/** The ids of all cards of a search, also of cards that are not loaded. */
async function idsOf(replica: Replica, query: CardSearch, total: number): Promise<readonly Id[]> {
  const { cards } = await replica.ask('matchCards', { ...query, offset: 0, limit: total, parts: 'page' })
  return cards.map((card) => card.id)
}
