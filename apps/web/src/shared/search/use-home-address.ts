import { addressOfLink, type CardType, type Id, type SearchbarSubject } from '@cardinal/domain'
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import {
  type BaseSearch,
  type ExcludableField,
  type PrimaryOption,
  readBaseSearch,
  withoutPopups,
} from '../../overlays/index.ts'
import { keepEarlyKeys } from '../../ui/early-keys.ts'
import { useHomeScreen } from './home-screen.tsx'
import { writeSearch } from './search-in-address.ts'

/** The state of the home page in the address, and functions that change it. */
interface HomeAddress {
  readonly subject: HomeSubject
  readonly density: Density
  readonly columns: 'col' | 'cols'
  readonly without: ReadonlySet<ExcludableField>
  /** The note that is open as a document next to the list. */
  readonly noteId: Id | null
  /** Shows another subject and keeps the search. Back returns to the previous subject, unless `replace` is set. */
  setSubject(subject: HomeSubject, options?: { replace: boolean }): void
  setDensity(density: Density): void
  setColumns(columns: 'col' | 'cols'): void
  setWithout(fields: readonly ExcludableField[]): void
}

/** The layout of cards: two lines, one line, or a tile with a cover. */
export type Density = 'comfortable' | 'compact' | 'cards'

/** What the home page lists: a kind of card, all kinds, tags, workspaces or charts. */
export type HomeSubject = CardType | 'all' | 'tag' | 'workspace' | 'chart'

export function isCardType(subject: HomeSubject): subject is CardType {
  return subject === 'todo' || subject === 'note' || subject === 'link'
}

export function showsCards(subject: HomeSubject): subject is CardType | 'all' {
  return subject === 'all' || isCardType(subject)
}

/** The kind of a list's cards. Null: all kinds. */
export function typeOf(subject: HomeSubject): CardType | null {
  return isCardType(subject) ? subject : null
}

/**
 * The kind that the searchbar adds. Null: undecided, as with charts. On All, a text with an address becomes a
 * link. Other texts become the kind that they look like (`said`), or else the kind used last. A text that looks
 * like a note never becomes a todo.
 */
export function searchbarSubject(
  subject: HomeSubject,
  text: string,
  lastKind: CardType,
  said: CardType | null,
): SearchbarSubject | null {
  if (subject === 'chart') return null
  if (said === 'note' && (subject === 'todo' || (subject === 'link' && addressOfLink(text) === null)))
    return 'note'
  if (subject !== 'all') return subject
  if (addressOfLink(text) !== null) return 'link'
  return said ?? lastKind
}

export function useHomeAddress(): HomeAddress {
  const given = useSearch({ strict: false })
  // Popups are outside the routes that validate the parameters.
  const search = useMemo(() => readBaseSearch(given), [given])
  const navigate = useNavigate()
  const { search: homeSearch } = useHomeScreen()
  const option = search.primary_opt
  const density = search.view_cards ?? 'comfortable'
  const columns = search.col
  const without = search.exclude_fields.join()
  const noteId = search.note ?? null
  return useMemo(() => {
    const change = (part: Partial<BaseSearch>, replace: boolean) =>
      void navigate({
        to: '.',
        search: ((before: BaseSearch) => ({ ...before, ...part })) as never,
        replace,
        resetScroll: false,
      })
    return {
      subject: option === 'hyperlink' ? 'link' : option,
      density,
      columns,
      noteId,
      without: new Set(without === '' ? [] : (without.split(',') as ExcludableField[])),
      setSubject: (subject, options) =>
        change(
          { primary_opt: optionOf(subject), ...writeSearch(homeSearch.getState()) },
          options?.replace === true,
        ),
      setDensity: (wants) => change({ view_cards: wants === 'comfortable' ? undefined : wants }, true),
      setColumns: (col) => change({ col }, true),
      setWithout: (fields) => change({ exclude_fields: [...fields] }, true),
    }
  }, [option, density, columns, without, noteId, navigate, homeSearch])
}

/** The address of home with this page's parameters and without popups, for links back to home. */
export function useHomeHref(): string {
  const given = useSearch({ strict: false })
  const router = useRouter()
  const search = withoutPopups(readBaseSearch(given))
  return router.buildLocation({ to: '/home', search } as never).href
}

/**
 * Opens a note as a document, or closes it (null). Back closes it, and another note replaces it. Resolves when
 * the address has changed.
 */
export function useOpenNote(): (id: Id | null) => Promise<void> {
  const router = useRouter()
  return useCallback(
    (id) => {
      const { note } = router.state.location.search as { note?: Id }
      if (id !== null && id !== note) keepKeysForNote(id)
      return router.navigate({
        to: '.',
        search: ((before: BaseSearch) => ({ ...before, note: id ?? undefined })) as never,
        replace: note !== undefined && id !== null,
        resetScroll: false,
      })
    },
    [router],
  )
}

/** ms for which typed keys wait for a note's editor. */
const LONGEST_LOADING_MS = 10_000

/**
 * Records keys from the one that opens a note until the note's editor reads them. Returns a function that drops
 * them.
 */
export function keepKeysForNote(id: Id): () => void {
  return keepEarlyKeys(LONGEST_LOADING_MS, {
    isMeant: isNoField,
    // Before anything is typed, Enter on a button outside the note's row presses it.
    takesEnter: (target, recorded) =>
      recorded !== '' || !isIn(target, 'button, a') || isIn(target, `[data-card="${id}"]`),
  })
}

export function isNoField(target: EventTarget | null): boolean {
  return target instanceof Element && !target.matches('input, textarea, select')
}

function isIn(target: EventTarget | null, selector: string): boolean {
  return target instanceof Element && target.closest(selector) !== null
}

function optionOf(subject: HomeSubject): PrimaryOption {
  return subject === 'link' ? 'hyperlink' : subject
}
