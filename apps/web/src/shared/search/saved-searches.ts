import {
  anyOf,
  fold,
  LIMITS,
  parseKeywords,
  parseSearch,
  partsOf,
  printSearch,
  searchesIn,
  searchPieces,
  searchWords,
  treeOfPiece,
} from '@cardinal/domain'
import { useCallback } from 'react'
import { useConnection, useReplica, useSearchesHere } from '../../replica/index.ts'
import { toast } from '../../ui/index.ts'
import { newId } from '../changes/new-id.ts'
import { undoStack } from '../changes/undo-stack.ts'
import { type DateChoice, type Filters, localCalendar, writeDay } from './filters.ts'
import { useHomeScreen } from './home-screen.tsx'
import type { SearchState } from './search-store.ts'
import { largestType } from './use-card-search.ts'
import { isCardType, useHomeAddress } from './use-home-address.ts'

/** The search text of a screen with its dates, colours and second search as conditions, which is saved. */
export function wholeSearchText({ text, secondText, filters }: ScreenSearch): string {
  const { dates, colors } = filters
  const parts = [
    ...(dates === null ? [] : [printDates(dates)]),
    printColors(colors),
    printSearch(parseKeywords(secondText)),
  ].filter((part) => part !== '')
  return parts.length === 0 ? text : [text.trim(), ...parts].filter((part) => part !== '').join(', ')
}

/** The condition for a filter of colours. Empty: any colour. */
export function printColors(colors: Filters['colors']): string {
  return colors.length === 0 ? '' : printSearch(anyOf(colors.map((color) => ({ kind: 'color', color }))))
}

type ScreenSearch = Pick<SearchState, 'text' | 'secondText' | 'filters'>

/** The condition for a date filter. Both include their days, as `>=`, `<=` and `..` do. */
export function printDates({ field, relation, first, second }: DateChoice): string {
  const [one, other] = [writeDay(first), writeDay(second)]
  const [from, to] = one <= other ? [one, other] : [other, one]
  const days = { after: `>=${one}`, before: `<=${one}`, on: one, between: `${from}..${to}` }
  return `${field}:${days[relation]}`
}

/** The normal form of a saved search: its parts in order, without duplicates, separated by comma and space. */
export function writeSavedSearch(text: string): string {
  const byFold = new Map<string, string>()
  for (const piece of searchPieces(text, localCalendar())) {
    const written = printSearch(treeOfPiece(piece))
    if (!byFold.has(fold(written))) byFold.set(fold(written), written)
  }
  return [...byFold.values()].join(', ')
}

/** Whether a text is a search and short enough to be saved. */
export function canBeSaved(text: string): boolean {
  // A long text is a card being written: don't parse it at every key.
  if (text.length > LIMITS.searchTextLength) return false
  const search = writeSavedSearch(text)
  return search !== '' && search.length <= LIMITS.searchTextLength
}

/** The saved searches after saving another one, oldest first. Above 10, the oldest is deleted (HM-6). */
export function afterSaving(saved: readonly string[], text: string): readonly string[] {
  if (!canBeSaved(text)) return saved
  const search = writeSavedSearch(text)
  return [...saved.filter((other) => !sameSearch(other, search)), search].slice(-LIMITS.savedSearches)
}

/** The search deleted to make room. Null: none. */
export function droppedBySaving(before: readonly string[], after: readonly string[]): string | null {
  const saved = after.at(-1) ?? ''
  return before.find((search) => !after.includes(search) && !sameSearch(search, saved)) ?? null
}

/** The message after saving, which names a deleted search. */
function savedSentence(dropped: string | null): string {
  if (dropped === null) return 'Search saved'
  return `Search saved. At most ${LIMITS.savedSearches} are kept: “${dropped}” was removed`
}

/**
 * Undoes a change from `before` to `after` in the present saved searches (`now`): removes the added ones, and
 * inserts the removed ones after their former neighbours. Other changes remain, such as those of another device.
 * Above 10 searches, the oldest are deleted.
 */
export function takenBack(
  now: readonly string[],
  before: readonly string[],
  after: readonly string[],
): readonly string[] {
  const result = now.filter((search) => before.includes(search) || !after.includes(search))
  for (const [index, search] of before.entries()) {
    if (after.includes(search) || result.some((each) => sameSearch(each, search))) continue
    const ahead = before.slice(0, index).findLast((each) => result.includes(each))
    result.splice(ahead === undefined ? 0 : result.indexOf(ahead) + 1, 0, search)
  }
  return result.slice(-LIMITS.savedSearches)
}

/** Whether two searches have the same words in any order. */
export function sameSearch(a: string, b: string): boolean {
  return keyOf(a) === keyOf(b)
}

/** Counts the saved searches that contain a tag. */
export function savedSearchesWith(tagName: string, saved: readonly string[]): number {
  const wanted = fold(tagName)
  return saved.filter((text) => searchWords(text).some((word) => fold(word.text) === wanted)).length
}

function keyOf(text: string): string {
  const parts = partsOf(parseSearch(text, localCalendar())).flatMap((part) =>
    part.kind === 'words' ? part.words : [printSearch(part)],
  )
  return parts.map(fold).sort().join(',')
}

interface SavedSearches {
  /** Oldest first. */
  readonly saved: readonly string[]
  save(text: string): void
  remove(search: string): void
}

/** The saved searches of this workspace, for the rail, the searchbar and the settings. Changes can be undone. */
export function useSavedSearches(): SavedSearches {
  const connection = useConnection()
  const saved = useSearchesHere()
  const { workspaceId } = useReplica()
  const put = (savedSearches: readonly string[], savedSearchesBefore: readonly string[]) => {
    const args = { savedSearches, savedSearchesBefore, searchesWorkspaceId: workspaceId }
    return connection.snapshot().account.mutate({ name: 'updateSettings', args })
  }
  const change = (next: readonly string[], label: string, done = label) => {
    void put(next, saved)
    const turnBack = () => {
      const now = searchesIn(connection.snapshot().account.settings, workspaceId)
      void put(takenBack(now, saved, next), now)
    }
    const entry = { id: newId(), label, workspaceId, undo: [], written: [], turnBack }
    const { push, take } = undoStack.getState()
    push(entry)
    toast(done, { label: 'Undo', onSelect: () => take(entry) && turnBack() })
  }
  return {
    saved,
    save: (text) => {
      const next = afterSaving(saved, text)
      change(next, 'Search saved', savedSentence(droppedBySaving(saved, next)))
    },
    remove: (search) =>
      change(
        saved.filter((other) => other !== search),
        'Saved search removed',
      ),
  }
}

/** Runs a saved search on the home page. Switches to another type only if the present one has no results. */
export function useRunSavedSearch(): (search: string) => void {
  const { search: homeSearch } = useHomeScreen()
  const replica = useReplica()
  const { subject, setSubject } = useHomeAddress()
  return useCallback(
    async (search) => {
      homeSearch.getState().restore(search)
      const { type, totals } = await largestType(replica, search, homeSearch.getState().filters)
      const isShown =
        subject === 'all' || (isCardType(subject) && (totals[subject] > 0 || totals[type] === 0))
      if (!isShown && homeSearch.getState().text === search) setSubject(type, { replace: true })
    },
    [replica, homeSearch, subject, setSubject],
  )
}
