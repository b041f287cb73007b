import { type CardType, isSearchedWhole, LIMITS, partsOf, plainWordsOf, spellingOf } from '@cardinal/domain'
import type { WithoutWord } from '@cardinal/engine'
import { CircleCheck, CloudOff, FileUp, Plus, SearchX, Sparkles } from 'lucide-react'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import { usePopups } from '../../../overlays/index.ts'
import { useAnswer, useReplica } from '../../../replica/index.ts'
import { OnceHere } from '../../../shared/changes/once-here.tsx'
import { keyFor } from '../../../shared/keys/home-keys.ts'
import { type CardSearch, countsOf, isDefault } from '../../../shared/search/filters.ts'
import { useCardSearch, useCounts } from '../../../shared/search/use-card-search.ts'
import { useHomeAddress } from '../../../shared/search/use-home-address.ts'
import { KIND_WORDS, SUBJECT_WORDS } from '../../../shared/searchbar/mode-words.ts'
import { useSearchbar } from '../../../shared/searchbar/use-searchbar.ts'
import { counted } from '../../../shared/text/counted.ts'
import { cutText } from '../../../shared/text/cut-text.ts'
import { Button, EmptyState, Kbd } from '../../../ui/index.ts'
import { useAdd } from '../bar/use-add.ts'
import { useBarAdvice } from '../bar/use-bar-advice.tsx'
import { useBarSubject } from '../bar/use-run-search.ts'
import { homeSearch } from '../home-screen.ts'
import styles from './empty-result.module.css'
import { focusSearchbar, homeList, homeLoose } from './home-list.ts'
import { afterFailure, learnedIn, setLearned } from './learned-words.ts'
import { resetHome } from './use-todo-sections.ts'

/** Says why the list is empty, and offers ways to more results. */
export default function EmptyResult({ type, search }: { type: CardType | null; search: CardSearch }) {
  const isAsking = partsOf(search.search).length + partsOf(search.second).length > 0
  const isUsual = useStore(homeSearch, (state) => isDefault(state.filters, state.secondText))
  const hidden = useStore(homeList, (list) => list.hidden)
  return (
    <OnceHere>
      {!isAsking && isUsual && hidden === 0 ? (
        <NothingYet type={type} search={search} />
      ) : (
        <NothingFound type={type} search={search} isUsual={isUsual} hidden={hidden} />
      )}
    </OnceHere>
  )
}

const EXAMPLES: Readonly<Record<CardType | 'card', readonly string[]>> = {
  card: ['Water the plants', 'https://en.wikipedia.org/wiki/Miller%27s_law'],
  todo: ['Water the plants', 'Send the lease back, signed', 'Book a dentist for May'],
  note: ['Focaccia: 500 g flour, 400 g water, 18 hours in the fridge', 'Bike lock code is on the receipt'],
  link: ['https://en.wikipedia.org/wiki/Miller%27s_law', 'https://www.rfc-editor.org/rfc/rfc3339'],
}

/** An empty list without a search: all todos are done, or there is no card yet. */
function NothingYet({ type, search }: { type: CardType | null; search: CardSearch }) {
  const counts = useCounts(type === 'todo' ? { ...search, done: true } : null)
  if (type === 'todo' && counts === undefined) return null
  const completed = counts?.total ?? 0
  if (completed === 0) return <FirstMinute type={type} />
  return (
    <EmptyState
      icon={CircleCheck}
      title="All done"
      actions={
        <>
          <ShowCompleted count={completed} />
          <OtherTypes type={type} />
        </>
      }
    />
  )
}

function ShowCompleted({ count }: { count: number }) {
  return (
    <Button size="sm" onClick={() => homeSearch.getState().filter({ showsDone: true })}>
      {`Show ${counted(count, 'completed todo')}`}
    </Button>
  )
}

/** Examples of texts for an empty home. Pressing one writes it into the bar. */
function FirstMinute({ type }: { type: CardType | null }) {
  const popups = usePopups()
  const put = (text: string) => {
    homeSearch.getState().put(text)
    focusSearchbar()
  }
  return (
    <EmptyState
      icon={Sparkles}
      title={`No ${KIND_WORDS[type ?? 'all'].many} yet`}
      actions={
        <>
          <Button size="sm" onClick={() => popups.open('quick-add')} after={<Kbd keys={keyFor('add')} />}>
            Add with tags
          </Button>
          <Button size="sm" icon={FileUp} onClick={() => popups.open('import-file')}>
            Import
          </Button>
          <OtherTypes type={type} />
        </>
      }
    >
      <p>Write one above and press Enter. For example:</p>
      <ul className={styles.examples}>
        {EXAMPLES[type ?? 'card'].map((text) => (
          <li key={text}>
            <button type="button" className={styles.example} onClick={() => put(text)}>
              {text}
            </button>
          </li>
        ))}
      </ul>
      <p>Then give it a tag or two. Later, any one of them leads you back to it.</p>
    </EmptyState>
  )
}

function NothingFound({
  type,
  search,
  isUsual,
  hidden,
}: {
  type: CardType | null
  search: CardSearch
  isUsual: boolean
  /** How many more cards the search would find if no rule hid them from All. */
  hidden: number
}) {
  const { answer } = useAnswer('withoutEachWord', countsOf(search), 'deferred')
  const text = useStore(homeSearch, (state) => state.text)
  const { edit } = homeSearch.getState()
  const hasLoose = useStore(homeLoose, (loose) => loose.text === text && loose.cards.length > 0)
  const includes = plainWordsOf(search.search)
  // Removing the only condition is the same as clearing the bar, so this isn't offered.
  const parts = partsOf(search.search)
  const isOnlyPart =
    isUsual &&
    parts.length === 1 &&
    parts.every(({ kind }) => (kind === 'words' ? includes.length === 1 : kind !== 'not'))
  const helpful = isOnlyPart ? [] : (answer ?? []).filter((word) => word.total > 0)
  const completed = useCounts(search.done === false ? { ...search, done: true } : null)?.total ?? 0
  useRecordingFailure(search, hidden > 0)
  const canAdd = text.trim().length >= LIMITS.addTextMin
  const barSubject = useBarSubject()
  const add = useAdd(barSubject)
  const advice = useBarAdvice(barSubject, add)
  const { nextMode } = useSearchbar(homeSearch, barSubject, true, advice)
  const isByEnter = nextMode === 'add' && advice.way === 'as-set'
  return (
    <EmptyState
      icon={SearchX}
      title={
        hidden > 0
          ? 'What is here, rules hide from All'
          : // The bar found the card by its address in another spelling, which the search doesn't ignore.
            advice.isSaved
            ? 'Saved already, spelled in another way'
            : hasLoose
              ? 'Nothing has exactly these words; the cards below come close'
              : titleOf(search, helpful, text, isOnlyPart, completed)
      }
      actions={
        <>
          {helpful.map((word) => (
            <Button
              key={`${word.isExcluded}${word.word}`}
              size="sm"
              onClick={() => edit('remove', word.word)}
            >
              {`Remove “${short(spelled(text, word))}”: ${counted(word.total, 'result')}`}
            </Button>
          ))}
          {advice.way === 'link' && !advice.isSaved && (
            <Button size="sm" icon={Plus} after={<Kbd keys="Enter" />} onClick={() => add(text, 'link')}>
              Add it as a link
            </Button>
          )}
          {canAdd && barSubject !== null && advice.way !== 'each' && (
            <Button
              size="sm"
              icon={Plus}
              after={<Kbd keys={isByEnter ? 'Enter' : 'Mod+Enter'} />}
              onClick={() => add(text, 'as-set', advice.hasWarning)}
            >
              {`Add it as a ${SUBJECT_WORDS[barSubject].one}`}
            </Button>
          )}
          {hidden > 0 && (
            <Button size="sm" onClick={() => homeSearch.getState().filter({ showsHidden: true })}>
              {`Show ${counted(hidden, 'hidden card')}`}
            </Button>
          )}
          {completed > 0 && <ShowCompleted count={completed} />}
          {!isUsual && (
            <Button size="sm" tone="reset" onClick={() => resetHome(type)}>
              Reset the filters
            </Button>
          )}
          <OtherTypes type={type} />
        </>
      }
    />
  )
}

/** Records the words of a search without exact and loose matches, once typing pauses. */
function useRecordingFailure({ search }: CardSearch, isFound: boolean): void {
  const { workspaceId } = useReplica()
  const isRested = useStore(homeSearch, ({ text, restedText }) => text === restedText)
  const text = useStore(homeSearch, (state) => state.text)
  const isNothingLoose = useStore(homeLoose, (loose) => loose.text === text && loose.cards.length === 0)
  useEffect(() => {
    if (!isRested || !isNothingLoose || isFound) return
    setLearned(workspaceId, afterFailure(learnedIn(workspaceId), plainWordsOf(search), Date.now()))
  }, [workspaceId, isRested, isNothingLoose, isFound, search])
}

/** A word or condition as the bar shows it. */
function spelled(text: string, { word, isExcluded }: WithoutWord): string {
  return (spellingOf(text, word) ?? `${isExcluded ? '-' : ''}${word}`).replace(/^-/, '−')
}

/** The beginning of a text, in one line. */
function short(text: string): string {
  return cutText(text.trim().replace(/\s+/g, ' '), 60).shown
}

/** @param isOnlyPart whether the text of the search is one word or condition */
function titleOf(
  { search }: CardSearch,
  helpful: readonly WithoutWord[],
  text: string,
  isOnlyPart: boolean,
  completed: number,
): string {
  const [only] = helpful
  if (isSearchedWhole(text))
    return `More than ${LIMITS.searchSigns} of “or”, quotes, fields and parentheses: all was looked for as one text`
  if (completed > 0) return 'Only completed todos have this'
  if (isOnlyPart) return `Nothing here has “${short(text)}”`
  if (partsOf(search).length === 0) return 'Nothing fits these filters'
  if (only === undefined) return 'No matches'
  if (helpful.length > 1) return 'No matches for these words together'
  const shown = short(spelled(text, only))
  return shown.startsWith('−')
    ? `Leaving out “${shown.slice(1)}” leaves nothing`
    : `Nothing here has “${shown}” as well`
}

export function CopiesNotHere() {
  return (
    <EmptyState icon={CloudOff} title="These words can’t be searched now">
      Words of copies and of files are looked for by the server, which can’t be reached. The settings keep
      copies of pages on this device, for searching without a network.
    </EmptyState>
  )
}

/** Buttons with the number of results among the other types. */
function OtherTypes({ type }: { type: CardType | null }) {
  if (type === null) return null
  const others = (['link', 'note', 'todo'] as const).filter((other) => other !== type)
  return others.map((other) => <OtherType key={other} type={other} />)
}

function OtherType({ type }: { type: CardType }) {
  const counts = useCounts(useCardSearch(homeSearch, type))
  const { setSubject } = useHomeAddress()
  if (counts === undefined || counts.total <= 0) return null
  return (
    <Button size="sm" tone="neutral" onClick={() => setSubject(type)}>
      {`Show ${counted(counts.total, SUBJECT_WORDS[type].one)}`}
    </Button>
  )
}
