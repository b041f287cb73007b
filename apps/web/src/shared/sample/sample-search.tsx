import { type Id, includedWords, parseSearch, withoutLastWord } from '@cardinal/domain'
import type { CardMatches, Suggestion } from '@cardinal/engine'
import { useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { createMemoryReplica } from '../../replica/create-memory-replica.ts'
import { ReplicaProvider, useAnswer } from '../../replica/index.ts'
import { CardTagsProvider } from '../cards/tags-context.tsx'
import { createSearchStore, type SearchStore } from '../search/search-store.ts'
import { Searchbar } from '../searchbar/searchbar.tsx'
import { pickSuggestion } from '../searchbar/suggestions.ts'
import { TagGesturesProvider } from '../tags/gestures.tsx'
import { AddToSample } from './add-to-sample.tsx'
import styles from './sample.module.css'
import { SampleCard } from './sample-card.tsx'
import { SAMPLE_CARDS } from './sample-cards.ts'
import { sampleQuery } from './sample-query.ts'
import { onSampleRequest } from './sample-request.ts'
import { sampleWorkspace } from './sample-workspace.ts'

const SUGGESTED = 7

export interface SampleSearchProps {
  initialText: string
  /** Cards in the notation of `sample-cards.ts`. */
  cards?: string
  /** Other parts of the page may put a search into it. */
  isRequestable?: boolean
  /** A visitor may add cards; they stay in this page. */
  canAdd?: boolean
  /** Hears the search and how many cards it finds, each time one of them changes. */
  onFound?: (text: string, total: number) => void
}

/**
 * Renders the product's searchbar over a sample workspace: the real engine, in this page; nothing is stored or sent.
 */
export default function SampleSearch({
  initialText,
  cards = SAMPLE_CARDS,
  isRequestable = false,
  canAdd = false,
  onFound,
}: SampleSearchProps) {
  const [connection] = useState(() => createMemoryReplica(sampleWorkspace(cards, Date.now())))
  const [search] = useState(() => createSearchStore({ text: initialText }))
  useEffect(
    () => (isRequestable ? onSampleRequest((text) => search.getState().put(text)) : undefined),
    [search, isRequestable],
  )
  return (
    <ReplicaProvider connection={connection}>
      <TagGesturesProvider search={search}>
        <SearchOverSample search={search} canAdd={canAdd} onFound={onFound} />
      </TagGesturesProvider>
    </ReplicaProvider>
  )
}

interface SearchOverSampleProps {
  search: SearchStore
  canAdd: boolean
  onFound: SampleSearchProps['onFound']
}

function SearchOverSample({ search, canAdd, onFound }: SearchOverSampleProps) {
  const text = useStore(search, (state) => state.text)
  const [now] = useState(() => Date.now())
  const query = useMemo(() => sampleQuery(text), [text])
  const { answer, isStale } = useAnswer('matchCards', query)
  const total = isStale ? undefined : answer?.total
  useEffect(() => {
    if (total !== undefined) onFound?.(text.trim(), total)
  }, [onFound, text, total])
  const { answer: suggestions } = useAnswer('suggestNarrowing', {
    query,
    text,
    finished: parseSearch(withoutLastWord(text)),
    savedSearches: ['recipe, quick', 'medical, exam', 'project, urgent'],
    now,
    limit: SUGGESTED,
  })
  return (
    <>
      <Searchbar
        search={search}
        subject="note"
        label="Search the sample workspace"
        prompt="Type a tag you remember: recipe, exam, urgent"
        suggestions={suggestions ?? NO_SUGGESTIONS}
        onPick={(suggestion) => pickSuggestion(search, suggestion)}
        onSearch={() => {}}
      />
      <Results answer={answer} text={text} canAdd={canAdd} onClear={() => search.getState().clear()} />
    </>
  )
}

const NO_SUGGESTIONS: readonly Suggestion[] = []

function Results({
  answer,
  text,
  canAdd,
  onClear,
}: {
  answer: CardMatches | undefined
  text: string
  canAdd: boolean
  onClear: () => void
}) {
  const [addedId, setAddedId] = useState<Id | null>(null)
  if (!answer) return null
  const words = includedWords(text)
  return (
    <CardTagsProvider cards={answer.cards}>
      <p className={styles.count} role="status">
        {countOf(answer, text)}
      </p>
      {canAdd && <AddToSample words={words} onAdded={setAddedId} />}
      {answer.total === 0 ? (
        <p className={styles.empty}>
          Nothing here carries all of that.{' '}
          <button type="button" className={styles.clear} onClick={onClear}>
            Start again
          </button>
        </p>
      ) : (
        <ul className={styles.cards} aria-label="Cards found">
          {answer.cards.map((card) => (
            <li key={card.id} ref={card.id === addedId ? bringIntoSight : undefined}>
              <SampleCard card={card} words={words} />
            </li>
          ))}
        </ul>
      )}
    </CardTagsProvider>
  )
}

/** Scrolls the list into view. On a phone the field and its keyboard may leave no room for the list. */
function bringIntoSight(line: HTMLElement | null): void {
  line?.scrollIntoView({ block: 'nearest' })
}

function countOf({ total, cards }: CardMatches, text: string): string {
  const found = `${total} ${total === 1 ? 'card' : 'cards'}`
  const rest = total > cards.length ? `, the newest ${cards.length} shown` : ''
  return text.trim() === '' ? `${found} in the sample${rest}` : `${found} found${rest}`
}
