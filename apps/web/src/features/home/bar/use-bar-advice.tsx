import { addressOfLink, type Card, type SearchbarSubject, searchWords, splitLinks } from '@cardinal/domain'
import type { CaptureChip, Rescue } from '@cardinal/domain/capture'
import { type ReactNode, useMemo } from 'react'
import { useStore } from 'zustand'
import { usePopups } from '../../../overlays/index.ts'
import { useAnswer } from '../../../replica/index.ts'
import { type CapturedText, useCaptured, useCaptureModule } from '../../../shared/capture/captured.ts'
import { savedSentence } from '../../../shared/cards/saved-already.tsx'
import { type CardSearch, countsOf } from '../../../shared/search/filters.ts'
import { useCardSearch } from '../../../shared/search/use-card-search.ts'
import { isCardType, useHomeAddress } from '../../../shared/search/use-home-address.ts'
import { type EnterWords, SUBJECT_WORDS } from '../../../shared/searchbar/mode-words.ts'
import { LONG } from '../../../shared/searchbar/search-field.tsx'
import type { OwnFindings } from '../../../shared/searchbar/use-searchbar.ts'
import { findAddress } from '../../../shared/text/address.ts'
import { counted } from '../../../shared/text/counted.ts'
import { Button, Kbd } from '../../../ui/index.ts'
import { homeSearch } from '../home-screen.ts'
import { FIRST_LOOSE, homeLoose } from '../list/home-list.ts'
import styles from './search-area.module.css'
import { type AddWay, useAdd, useFreshCount } from './use-add.ts'

interface BarAdvice extends OwnFindings {
  readonly words: EnterWords
  readonly notice: ReactNode
  /** How Enter adds the text, if it adds. */
  readonly way: AddWay
  /** What Enter does instead of a search, if it searches. Undefined: it searches. */
  readonly show: (() => void) | undefined
  /** Whether a card has this address already, in any spelling. */
  readonly isSaved: boolean
  /** Whether All finds cards for the text, so that Enter searches. */
  readonly isFound: boolean
  /** Recognised words, which are removed from the text when it is added. */
  readonly chips: readonly CaptureChip[]
  /** The recognised words as a sentence for screen readers. */
  readonly understood: string
}

/**
 * Advises about the text of the bar before it is added. Warns about an address that is saved already. On Todo or
 * Note it offers to add an address as a link. On Links, several addresses become a link each. The button's label
 * follows each key. Notices wait until typing pauses.
 */
export function useBarAdvice(
  barSubject: SearchbarSubject | null,
  add: (text: string, way: AddWay) => void,
): BarAdvice {
  const typed = useStore(homeSearch, (state) => state.text)
  const isRested = useStore(homeSearch, (state) => state.text === state.restedText)
  const text = isRested || typed.length <= LONG ? typed : ''
  const { subject } = useHomeAddress()
  const addHere = useAdd(isCardType(subject) ? subject : null)
  const popups = usePopups()
  const module = useCaptureModule()
  const captured = useBarCaptured(barSubject)
  // An address with a date is a todo.
  const isDated = captured.chips.some(({ kind }) => kind !== 'tag')
  const content = text === '' || isDated ? '' : captured.content
  const found = useMemo(() => readAddresses(content, barSubject), [content, barSubject])
  const { answer, isStale } = useAnswer(
    'cardsWithAddress',
    found.address === null ? null : { address: found.address },
  )
  const freshCount = useFreshCount(found.links)
  const search = useCardSearch(homeSearch, null)
  const inAll = useFoundInAll(search, found.address === null)
  // The answer about the previous address does not apply to this one.
  const known = found.address === null || isStale ? undefined : answer?.[0]
  const show = known && (() => popups.open('master-editor', { entityId: known.id }))
  const rescue = useRescue(
    search,
    captured.chips.length === 0 && barSubject !== null && found.address === null,
    inAll === false,
  )
  const { chips, tags, said, shortDates } = captured
  const isOnlyTags = chips.length > 0 && captured.content.trim() === ''
  const base = {
    chips: isOnlyTags ? [] : chips,
    understood: said === '' || isOnlyTags ? '' : `Understood: ${said}.`,
    hasWarning: inAll === true,
    isFound: inAll === true,
    isChecking:
      !captured.isReady ||
      (found.address !== null && isStale) ||
      freshCount === null ||
      inAll === undefined ||
      rescue === undefined,
    words: {},
    show: undefined,
    isSaved: false,
  }
  const addAs = (way: AddWay) => () => add(text, way)
  const shown = (notice: ReactNode) => (isRested ? notice : null)

  if (known !== undefined && show !== undefined) {
    const notice = shown(<Known card={known} onShow={show} />)
    return {
      ...base,
      hasWarning: true,
      words: { search: 'Show it' },
      notice,
      way: 'link',
      show,
      isSaved: true,
    }
  }
  if (found.isOnlyElsewhere && barSubject !== null) {
    const notice = shown(
      <Notice text="This is an address.">
        <Button size="sm" onClick={addAs('link')} after={<Kbd keys="Enter" />}>
          Add as link
        </Button>
        <Button size="sm" tone="quiet" onClick={addAs('as-set')} after={<Kbd keys="Mod+Enter" />}>
          {`Add as ${SUBJECT_WORDS[barSubject].one}`}
        </Button>
      </Notice>,
    )
    return { ...base, words: { add: 'Add as link' }, notice, way: 'link' }
  }
  if (found.links.length > 1) {
    const fresh = freshCount ?? 0
    const label = fresh === 0 ? undefined : `Add ${counted(fresh, 'link')}`
    const text = freshCount === null ? '' : severalSentence(found.links.length, fresh)
    const notice = shown(
      <Notice text={text}>
        {label !== undefined && (
          <Button size="sm" onClick={addAs('each')} after={<Kbd keys="Enter" />}>
            {label}
          </Button>
        )}
        <Button size="sm" tone="quiet" onClick={addAs('as-set')}>
          Add one link with all of it
        </Button>
      </Notice>,
    )
    // The text of each of several links is unchanged.
    const plain = { chips: [], understood: '' }
    return { ...base, ...plain, hasWarning: fresh === 0, words: { add: label }, notice, way: 'each' }
  }
  const words = { add: shortDates === '' ? undefined : `Add, ${shortDates}` }
  const translated = barSubject === 'workspace' ? undefined : module?.translateSearch(text)
  if (translated) {
    const search = () => homeSearch.getState().put(translated.text)
    const notice = shown(
      <Notice text={`This looks like a search written for ${translated.from}.`}>
        <Button size="sm" onClick={search}>
          {`Search for ${translated.text}`}
        </Button>
      </Notice>,
    )
    return { ...base, words, notice, way: 'as-set' }
  }
  if (isOnlyTags && text !== '') {
    const names = tags.map(({ name }) => name).join(', ')
    const search = () => homeSearch.getState().put(names)
    return {
      ...base,
      hasWarning: true,
      words: { search: `Search for ${names}` },
      show: search,
      notice: null,
      way: 'as-set',
    }
  }
  if (rescue && inAll === false) {
    const { text: meant } = rescue
    const label = meant === null ? undefined : `Search for ${meant}`
    const show = meant === null ? undefined : () => homeSearch.getState().put(meant)
    return {
      ...base,
      hasWarning: true,
      isFound: true,
      words: { search: label },
      show,
      notice: null,
      way: 'as-set',
    }
  }
  // A long sentence doesn't fit into the button. For a text of several lines, only the row shows the due date.
  const needsRow = text.length > LONG || text.includes('\n') || captured.isShortened
  if (module !== null && chips.length > 0 && needsRow) {
    const notice = <module.Understood said={captured.said} />
    return { ...base, words, notice, way: 'as-set' }
  }
  const isTurned = barSubject === 'note' && (subject === 'todo' || subject === 'link')
  const notice = isTurned ? (
    <Notice text="This text becomes a note.">
      <Button size="sm" onClick={() => addHere(text)}>
        {`Add as ${subject}`}
      </Button>
    </Notice>
  ) : null
  return { ...base, words, notice: shown(notice), way: 'as-set' }
}

/** What is recognised in the text of the bar during typing. */
function useBarCaptured(barSubject: SearchbarSubject | null): CapturedText {
  const text = useStore(homeSearch, (state) => state.text)
  const refused = useStore(homeSearch, (state) => state.refused)
  return useCaptured(text, barSubject === 'tag' || barSubject === 'workspace' ? null : barSubject, refused)
}

/**
 * Whether All finds cards for the text. Undefined: not known yet. On All, Enter never adds a text that may be a
 * search. On one kind, Enter adds as the specification says.
 */
function useFoundInAll(search: CardSearch, isAsked: boolean): boolean | undefined {
  const { subject } = useHomeAddress()
  const hasText = useStore(homeSearch, (state) => state.text.trim() !== '')
  const isIn = isAsked && subject === 'all' && hasText
  const { answer, isStale } = useAnswer('matchCards', isIn ? countsOf(search) : null, 'deferred')
  if (!isIn) return false
  return isStale ? undefined : (answer?.total ?? 0) > 0
}

/**
 * The search that the text may mean, on All only, where Enter must not add a failed search. Null: none.
 * Undefined: not known yet.
 */
function useRescue(search: CardSearch, isAsked: boolean, isNothingFound: boolean): Rescue | null | undefined {
  const { subject } = useHomeAddress()
  const module = useCaptureModule()
  const text = useStore(homeSearch, (state) => state.text)
  const isIn = isAsked && subject === 'all' && text.trim() !== '' && text.length <= LONG
  const keywords = useMemo(
    () => (isIn ? [...searchWords(text).map((word) => word.text), ...(module?.wordsApart(text) ?? [])] : []),
    [isIn, module, text],
  )
  const { answer, isStale } = useAnswer(
    'tagsBySearchword',
    keywords.length === 0 ? null : { keywords },
    'deferred',
  )
  // Loose matches also suggest a search. The list shows the close words.
  const asksLoosely = keywords.length > 0 && isNothingFound
  const loose = useAnswer('looseMatches', asksLoosely ? { ...search, limit: FIRST_LOOSE } : null, 'deferred')
  const drawn = useStore(homeLoose)
  if (keywords.length === 0) return null
  if (drawn.text === text && drawn.cards.length > 0) return { text: drawn.corrected }
  if (asksLoosely && (loose.isStale || loose.answer === undefined)) return undefined
  if (asksLoosely && [loose.answer?.anyOrder, loose.answer?.close].some((group) => (group?.total ?? 0) > 0))
    return { text: null }
  return isStale || answer === undefined ? undefined : (module?.rescueOf(text, answer) ?? null)
}

/** How many addresses a text has, and how many of these are saved already or repeated. */
function severalSentence(count: number, fresh: number): string {
  if (fresh === 0) return `${count} addresses, all saved already.`
  if (fresh === count) return `${count} addresses.`
  return `${count} addresses, ${count - fresh} saved already or there twice.`
}

interface FoundAddresses {
  /** The address to look up among the saved addresses. */
  readonly address: string | null
  /** Whether todos or notes are added and the text is a single address. */
  readonly isOnlyElsewhere: boolean
  /** The links that would be added for the text, one per address. */
  readonly links: readonly string[]
}

const NOTHING: FoundAddresses = {
  address: null,
  isOnlyElsewhere: false,
  links: [],
}

function readAddresses(text: string, barSubject: SearchbarSubject | null): FoundAddresses {
  if (text === '' || barSubject === null || barSubject === 'tag' || barSubject === 'workspace') return NOTHING
  const address = addressOfLink(text)
  if (barSubject === 'link') {
    if (address === null) return NOTHING
    const links = splitLinks(text)
    return { ...NOTHING, address: links.length === 1 ? address : null, links }
  }
  const isOnlyAddress = address !== null && findAddress(text)?.rest === ''
  return isOnlyAddress ? { ...NOTHING, address, isOnlyElsewhere: true } : NOTHING
}

function Known({ card, onShow }: { card: Card; onShow: () => void }) {
  return (
    <Notice text={savedSentence(card)}>
      <Button size="sm" onClick={onShow} after={<Kbd keys="Enter" />}>
        Show it
      </Button>
      <span className={styles.aside}>
        <Kbd keys="Mod+Enter" /> adds it once more
      </span>
    </Notice>
  )
}

function Notice({ text, children }: { text: string; children: ReactNode }) {
  return (
    <span className={styles.notice}>
      <span role="status">{text}</span>
      {children}
    </span>
  )
}
