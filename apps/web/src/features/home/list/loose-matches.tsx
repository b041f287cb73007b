import { type Card, fold, grouped, parseSearch } from '@cardinal/domain'
import type { CloseWord, LooseGroup } from '@cardinal/engine'
import { type ReactNode, useEffect, useId, useLayoutEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { useAnswer } from '../../../replica/index.ts'
import { TagsProvider, useSameRows } from '../../../shared/cards/tags-context.tsx'
import type { CardSearch } from '../../../shared/search/filters.ts'
import { useCounts } from '../../../shared/search/use-card-search.ts'
import { counted } from '../../../shared/text/counted.ts'
import { Button } from '../../../ui/index.ts'
import { homeSearch } from '../home-screen.ts'
import { CardList } from './card-list.tsx'
import { FIRST_LOOSE, homeLoose, NOTHING_LOOSE } from './home-list.ts'
import styles from './loose-matches.module.css'
import type { RowLook } from './row-props.ts'

interface LooseMatchesProps {
  readonly search: CardSearch
  readonly look: RowLook
  readonly columns: number
}

/** How many more cards of each group one press shows. */
const MORE = 40

/** Loose matches of a search: cards with all its words in any order, and cards with close words. */
export default function LooseMatches({ search, ...list }: LooseMatchesProps) {
  const text = useStore(homeSearch, (state) => state.text)
  const [grown, setGrown] = useState({ text, limit: FIRST_LOOSE })
  const limit = grown.text === text ? grown.limit : FIRST_LOOSE
  const { answer, isStale } = useAnswer('looseMatches', { ...search, limit })
  const anyOrder = useSameRows(answer?.anyOrder.cards ?? NO_CARDS)
  const close = useSameRows(answer?.close.cards ?? NO_CARDS)
  const words = useMemo(() => answer?.words ?? [], [answer])
  const closeWords = useMemo(() => answer?.close.words ?? [], [answer])
  const totals = [answer?.anyOrder.total, answer?.close.total]
  const said = ['in any order', 'close']
    .map((how, index) => {
      const total = totals[index]
      return total ? `, ${grouped(total)} ${how}` : ''
    })
    .join('')
  useLayoutEffect(() => {
    if (isStale) return
    const corrected = closeWords.length === 0 ? null : correctedBy(text, closeWords)
    homeLoose.setState({ text, cards: [...anyOrder, ...close], corrected, said })
  }, [text, isStale, anyOrder, close, closeWords, said])
  useEffect(() => () => homeLoose.setState(NOTHING_LOOSE), [])
  const more = () => setGrown({ text, limit: limit + MORE })
  const groups = answer === undefined ? [] : [answer.anyOrder, answer.close]
  return (
    <>
      <p role="status" className="visually-hidden">
        {isStale ? '' : saidOf(groups, closeWords)}
      </p>
      {answer !== undefined && anyOrder.length > 0 && (
        <Group
          {...list}
          title="In any order"
          about={<WordsApart search={search} text={text} words={words} />}
          group={answer.anyOrder}
          cards={anyOrder}
          words={words}
          onMore={more}
        />
      )}
      {answer !== undefined && close.length > 0 && (
        <Group
          {...list}
          title="Close"
          about={<CloseWords words={closeWords} />}
          group={answer.close}
          cards={close}
          words={[...words, ...closeWords.map(({ word }) => word)]}
          onMore={more}
        />
      )}
    </>
  )
}

const NO_CARDS: readonly Card[] = []

interface GroupProps extends Omit<LooseMatchesProps, 'search'> {
  readonly title: string
  readonly about?: ReactNode
  readonly group: LooseGroup
  readonly cards: readonly Card[]
  /** Words to mark in the texts. */
  readonly words: readonly string[]
  readonly onMore: () => void
}

function Group({ title, about, group, cards, look, columns, words, onMore }: GroupProps) {
  const id = useId()
  // The same array for equal words, because rows render again for a new one.
  const said = JSON.stringify(words)
  const marked = useMemo(() => JSON.parse(said) as readonly string[], [said])
  const hidden = group.total - cards.length
  return (
    <section className={styles.group} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {about}
        <span className={styles.count}>{counted(group.total, 'card')}</span>
      </div>
      <TagsProvider tags={group.tags}>
        <CardList
          label={title}
          cards={cards}
          look={look}
          words={marked}
          columns={columns}
          onMore={nothingMore}
        />
      </TagsProvider>
      {hidden > 0 && (
        <Button size="sm" onClick={onMore}>
          {`Show ${Math.min(hidden, MORE)} more`}
        </Button>
      )}
    </section>
  )
}

/** A button loads more, not scrolling, because another list may follow. */
function nothingMore(): void {}

/** Offers the words separated by commas, if that finds exact matches. */
function WordsApart({ search, text, words }: { search: CardSearch; text: string; words: readonly string[] }) {
  const apart = words.join(', ')
  const isOnePhrase = !text.includes(',')
  const total = useCounts(isOnePhrase ? { ...search, search: parseSearch(apart) } : null)?.total ?? 0
  if (total === 0 || !isOnePhrase) return null
  return (
    <button type="button" className={styles.word} onClick={() => homeSearch.getState().put(apart)}>
      {`Search for ${apart}: ${counted(total, 'card')}`}
    </button>
  )
}

/** Close words as buttons. A press replaces the typed word. */
function CloseWords({ words }: { words: readonly CloseWord[] }) {
  const put = (word: CloseWord) => {
    const { text, put } = homeSearch.getState()
    put(correctedBy(text, [word]))
  }
  return (
    <ul className={styles.words}>
      {words.map((word) => (
        <li key={`${word.typed} ${word.word}`}>
          <button
            type="button"
            className={styles.word}
            aria-label={`Search for ${word.word}: ${counted(word.count, 'card')}`}
            onClick={() => put(word)}
          >
            <em>{word.word}</em> <span>{word.count}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

/** The text with each typed word replaced by its first close word. */
function correctedBy(text: string, words: readonly CloseWord[]): string {
  return text.replace(/[\p{L}\p{N}\p{M}]+/gu, (typed) => {
    return words.find((word) => word.typed === fold(typed))?.word ?? typed
  })
}

function saidOf(groups: readonly LooseGroup[], words: readonly CloseWord[]): string {
  const [anyOrder, close] = groups.map(({ total }) => total)
  const parts = [
    anyOrder ? `In any order: ${counted(anyOrder, 'card')}.` : '',
    close ? `Close, ${words.map(({ word }) => word).join(', ')}: ${counted(close, 'card')}.` : '',
  ]
  return parts.filter((part) => part !== '').join(' ')
}
