import {
  allOf,
  beforeTyped,
  lastWord,
  notOf,
  parseSearch,
  type SearchbarMode,
  type SearchbarSubject,
  type SearchTree,
  searchCompletions,
} from '@cardinal/domain'
import type { CaptureChip } from '@cardinal/domain/capture'
import type { Suggestion } from '@cardinal/engine'
import { CornerDownLeft, Plus, Search, TriangleAlert, X } from 'lucide-react'
import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useStore } from 'zustand'
import { useAnswer } from '../../replica/index.ts'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/icon.tsx'
import { isComposing } from '../../ui/typed-keys.ts'
import { useHashCompletions } from '../capture/hash-completions.ts'
import { type CardSearch, countsOf, localCalendar } from '../search/filters.ts'
import type { SearchState, SearchStore } from '../search/search-store.ts'
import { keyAction } from './key-action.ts'
import { type EnterWords, modeLabel, modeSentence } from './mode-words.ts'
import { SearchField } from './search-field.tsx'
import styles from './searchbar.module.css'
import { type BarOption, SuggestionRow } from './suggestion-row.tsx'
import { type Completion, completesTypedWord, hashTyped, isInField, pickCompletion } from './suggestions.ts'
import { type OwnFindings, useSearchbar } from './use-searchbar.ts'

/** A list of options. An option's id is that of the list followed by its index. */
interface OptionList {
  readonly id: string
  readonly count: number
  readonly marked: number
}

interface SearchbarProps {
  readonly search: SearchStore
  /** Null: no type chosen. A bar that can add then asks for one. */
  readonly subject: SearchbarSubject | null
  /** Its accessible name: "Search or add todos". */
  readonly label: string
  readonly prompt: string
  readonly suggestions: readonly Suggestion[]
  /**
   * The search in the text. With it the bar completes fields and counts what each token finds. Null: it does
   * neither.
   */
  readonly asked?: CardSearch | null
  readonly onPick: (suggestion: Suggestion) => void
  readonly onSearch: () => void
  /** Adds the text. Absent: the bar only searches. `isForced`: by Ctrl+Enter, whatever the mode. */
  readonly onAdd?: ((text: string, isForced: boolean) => void) | undefined
  /** What the screen found out about the text, and what Enter therefore does. */
  readonly advice?:
    | (OwnFindings & {
        readonly words: EnterWords
        readonly notice: ReactNode
        /** Recognised words, which are removed from the text when it is added. */
        readonly chips: readonly CaptureChip[]
        /** The recognised words as a sentence for screen readers. */
        readonly understood: string
      })
    | undefined
  /** Further tokens after the words. */
  readonly tokens?: ReactNode
  /** Shown before the label of Enter. */
  readonly trailing?: ReactNode
  /** Called for Escape in an empty bar. */
  readonly onLeave?: (() => void) | undefined
  readonly fieldRef?: Ref<HTMLInputElement | HTMLTextAreaElement>
  readonly size?: 'large' | 'small'
  /** Shown if there are no suggestions. */
  readonly nothing?: ReactNode
  /** Shown after the last suggestion. */
  readonly after?: ReactNode
  readonly autoFocus?: boolean
  /** A list of the screen that is open under the empty bar, and the index of its marked option, or -1. */
  readonly ownList?: OptionList | null
}

const NO_OPTIONS: readonly BarOption[] = []
const MODE_ICONS = { search: Search, add: Plus }

/**
 * Shows by icon, label and words what Enter will do, warns, and offers suggestions as a combobox. All searchbars
 * are this component with a store of their own.
 */
export function Searchbar(props: SearchbarProps) {
  const { search, subject, onPick, onAdd, advice, ownList, size = 'large' } = props
  const text = useStore(search, (state) => state.text)
  const completions = useCompletions(search, props.asked ?? null)
  const hashes = useHashCompletions(onAdd === undefined || subject === 'tag' ? null : hashTyped(text))
  const options = useMemo((): readonly BarOption[] => {
    if (advice?.notice) return NO_OPTIONS
    if (hashes.length > 0) return hashes
    return isInField(text) && completions.length > 0 ? completions : [...props.suggestions, ...completions]
  }, [advice?.notice, text, hashes, completions, props.suggestions])
  const { mode, nextMode, warning } = useSearchbar(search, subject, onAdd !== undefined, advice)
  const settled = useSettledMode(nextMode)
  const [marked, setMarked] = useState(-1)
  // The text for which Enter was pressed before its effect was known.
  const [awaited, setAwaited] = useState<string | null>(null)
  // What Escape cleared. Reset by the next text, and when the bar loses the focus.
  const cleared = useRef<Pick<SearchState, 'text' | 'refused'> | null>(null)
  useEffect(() => {
    if (text !== '') cleared.current = null
  }, [text])
  const listId = useId()
  const hintId = useId()
  const shownMark = marked < options.length ? marked : -1
  const list = ownList ?? { id: listId, count: options.length, marked: shownMark }

  const pick = useCallback(
    (index: number) => {
      const chosen = options[index]
      setMarked(-1)
      if (chosen === undefined) return
      if ('tag' in chosen) onPick(chosen)
      else pickCompletion(search, chosen)
    },
    [options, onPick, search],
  )
  const run = (action: 'search' | 'add' | 'force-add' | 'wait') => {
    // A second Enter after adding finds no text, and must not move the focus.
    if (text.trim() === '') return
    setAwaited(action === 'wait' ? text : null)
    // Enter completes the text, so that later words aren't added to it.
    if (action === 'wait') search.getState().rest()
    if (action === 'search') props.onSearch()
    if (action.endsWith('add')) onAdd?.(text, action === 'force-add')
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: Enter is answered once, when the mode of its text is known.
  useEffect(() => {
    if (awaited === null) return
    if (awaited !== text) setAwaited(null)
    else if (mode !== 'loading') run(mode)
  }, [awaited, text, mode])
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement | HTMLTextAreaElement>) => {
    // Ignore repeated keys.
    if (event.key === 'Enter' && event.repeat && !event.shiftKey) return event.preventDefault()
    const action = keyAction(
      { ...pickKeys(event), isComposing: isComposing(event.nativeEvent) },
      {
        mode,
        text,
        hasLines: event.currentTarget.tagName === 'TEXTAREA',
        suggestions: options.length,
        marked: shownMark,
        firstCompletes: completesTypedWord(text, options[0]),
        isJustCleared: text === '' && cleared.current !== null,
      },
    )
    if (action === null || (action.do === 'line-break' && event.currentTarget.tagName === 'TEXTAREA')) return
    // Escape then belongs to the container, such as a popup.
    if (action.do === 'leave' && props.onLeave === undefined) return
    event.preventDefault()
    event.stopPropagation()
    if (action.do !== 'wait') setAwaited(null)
    if (action.do === 'move') setMarked(action.to)
    else if (action.do === 'unmark') setMarked(-1)
    else if (action.do === 'pick') pick(action.index)
    else if (action.do === 'recall') recall(search)
    else if (action.do === 'clear') {
      const { refused, clear } = search.getState()
      clear()
      cleared.current = { text, refused }
    } else if (action.do === 'restore') {
      if (cleared.current !== null) restore(search, cleared.current)
    } else if (action.do === 'leave') props.onLeave?.()
    else if (action.do === 'line-break') insertLineBreak(event.currentTarget, search)
    else run(action.do)
  }

  return (
    <div className={cx(styles.bar, styles[size])} data-mode={mode}>
      <div className={cx(styles.field, awaited !== null && mode === 'loading' && styles.nudged)}>
        <span className={styles.icon}>
          <Icon of={MODE_ICONS[settled === 'add' ? 'add' : 'search']} size={size === 'large' ? 18 : 15} />
        </span>
        <SearchField
          ref={props.fieldRef}
          text={text}
          label={props.label}
          prompt={props.prompt}
          listId={list.id}
          hintId={hintId}
          isExpanded={list.count > 0}
          markedId={list.marked === -1 ? undefined : `${list.id}-${list.marked}`}
          autoFocus={props.autoFocus}
          tokensOf={size === 'large' ? search : undefined}
          chips={advice?.chips}
          asked={props.asked ?? null}
          onText={(next) => {
            setMarked(-1)
            setAwaited(null)
            search.getState().type(next)
          }}
          onKeyDown={onKeyDown}
          onLeft={() => {
            cleared.current = null
          }}
        />
        {props.tokens}
        {text !== '' && (
          <button
            type="button"
            className={styles.clear}
            aria-label="Clear search"
            onClick={() => search.getState().clear()}
          >
            <Icon of={X} size={15} />
          </button>
        )}
        {text !== '' && props.trailing}
        <button
          type="button"
          className={styles.mode}
          disabled={mode === 'loading' || text.trim() === ''}
          onClick={() => run(mode === 'add' ? 'add' : 'search')}
        >
          {modeLabel(settled, subject, advice?.words)}
          <Icon of={CornerDownLeft} size={13} />
        </button>
      </div>
      <span id={hintId} className="visually-hidden" role="status">
        {text === ''
          ? ''
          : `${modeSentence(mode, subject, advice?.words)} ${advice?.understood ?? ''}`.trim()}
      </span>
      {warning !== null && text !== '' && (
        <p role="alert" className={styles.warning}>
          <Icon of={TriangleAlert} size={14} />
          {warning}
        </p>
      )}
      <SuggestionRow
        listId={listId}
        options={options}
        marked={shownMark}
        onPick={pick}
        typed={lastWord(text)}
        nothing={advice?.notice || props.nothing}
        after={props.after}
      />
    </div>
  )
}

/** The present mode, or the previous one while it is being computed, so that the label doesn't flicker. */
function useSettledMode(mode: SearchbarMode): SearchbarMode {
  const [settled, setSettled] = useState(mode)
  if (mode !== 'loading' && mode !== settled) setSettled(mode)
  return settled
}

function pickKeys(event: KeyboardEvent) {
  const { key, ctrlKey, metaKey, shiftKey, altKey } = event
  return { key, ctrlKey, metaKey, shiftKey, altKey }
}

function recall(search: SearchStore): void {
  const last = search.getState().history.at(-1)
  if (last !== undefined) search.getState().put(last)
}

function restore(search: SearchStore, { text, refused }: Pick<SearchState, 'text' | 'refused'>): void {
  search.getState().put(text)
  for (const words of refused) search.getState().refuse(words)
}

function insertLineBreak(field: HTMLInputElement | HTMLTextAreaElement, search: SearchStore): void {
  const { text, type } = search.getState()
  const start = field.selectionStart ?? text.length
  const end = field.selectionEnd ?? start
  type(`${text.slice(0, start)}\n${text.slice(end)}`)
}

const NONE: readonly Completion[] = []
const MOST_OPTIONS = 8

/** Fields, values and groups to complete the end of a search text during typing. Null: none are loaded. */
function useCompletions(search: SearchStore, asked: CardSearch | null): readonly Completion[] {
  const text = useStore(search, (state) => state.text)
  // From its second letter on a word may become a field. A long text is a card being written.
  const typed = asked === null || text.length > 200 || text.includes('\n') ? '' : text
  const prefix = /(?:^|[\s,，|(-])site:(\S*)$/.exec(typed)?.[1]
  const { answer: groups } = useAnswer('allGroups', typed === '' ? null : {}, 'deferred')
  const { answer: sites } = useAnswer(
    'sitesBeginning',
    prefix === undefined ? null : { prefix: prefix.toLowerCase(), limit: MOST_OPTIONS },
    'deferred',
  )
  const { fields, conditions } = useMemo(() => {
    const titles = (groups ?? []).map(({ title }) => title)
    return searchCompletions(typed, titles, prefix === undefined ? [] : (sites ?? []))
  }, [typed, groups, sites, prefix])
  const searches = useMemo(
    () => conditions.slice(0, MOST_OPTIONS).map((each) => searchWith(typed, each)),
    [typed, conditions],
  )
  const { answer: counts, isStale } = useAnswer(
    'countSearches',
    asked === null || searches.length === 0 ? null : { query: countsOf(asked), searches },
    'deferred',
  )
  if (typed === '') return NONE
  const found = conditions
    .slice(0, MOST_OPTIONS)
    .map((each, at) => ({ text: each, count: (isStale ? null : counts?.[at]) ?? null }))
  // Conditions without results are left out, fields are not.
  return [...found.filter(({ count }) => count !== 0), ...fields.map((each) => ({ text: each, count: null }))]
}

/** The search with a condition in place of the typed part. */
function searchWith(text: string, condition: string): SearchTree {
  const calendar = localCalendar()
  const { text: before, isExcluded } = beforeTyped(text)
  const asked = parseSearch(condition, calendar)
  return allOf([parseSearch(before, calendar), isExcluded ? notOf(asked) : asked])
}
