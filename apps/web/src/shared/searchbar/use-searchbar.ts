import {
  fold,
  parseSearch,
  type SearchbarMode,
  type SearchbarSubject,
  searchbarMode,
  searchbarWarning,
  searchWords,
  withoutLastWord,
} from '@cardinal/domain'
import type { Suggestion } from '@cardinal/engine'
import { useMemo } from 'react'
import { useStore } from 'zustand'
import { useAccount, useAnswer, useSearchesHere } from '../../replica/index.ts'
import { type CardSearch, countsOf, localCalendar } from '../search/filters.ts'
import type { SearchStore } from '../search/search-store.ts'
import { useNow } from '../search/use-now.ts'

interface SearchbarReading {
  readonly mode: SearchbarMode
  /** What Enter will do with the present text. `loading`: not known yet. */
  readonly nextMode: SearchbarMode
  readonly warning: string | null
}

/** What the screen found out about the text. */
export interface OwnFindings {
  /** Whether a warning of the screen is visible, so that Enter doesn't add. */
  readonly hasWarning: boolean
  /** Whether the screen's warning is still being computed. */
  readonly isChecking: boolean
}

const NO_FINDINGS: OwnFindings = { hasWarning: false, isChecking: false }
const NO_FACTS = { aTagMatches: false, equalsACard: false }

/**
 * The display state of a searchbar. The domain decides the mode by facts of the workspace. In a bar that adds,
 * the mode is `loading` until the facts about the present text are known, so that nothing is added on outdated
 * facts.
 */
export function useSearchbar(
  search: SearchStore,
  subject: SearchbarSubject | null,
  canAdd = true,
  findings: OwnFindings = NO_FINDINGS,
): SearchbarReading {
  const text = useStore(search, (state) => state.text)
  const restedText = useStore(search, (state) => state.restedText)
  const { answer, isStale } = useAnswer('searchbarFacts', canAdd ? { text, subject } : null)
  const { workspaces } = useAccount()
  const namesAWorkspace = useMemo(() => {
    const words = searchWords(text).map((word) => fold(word.text))
    return words.length > 0 && workspaces.some((workspace) => words.includes(fold(workspace.name)))
  }, [text, workspaces])

  const state = {
    text,
    restedText,
    isSignedIn: true,
    canAdd,
    subject,
    hasOtherWarning: findings.hasWarning,
    facts: { ...(answer ?? NO_FACTS), namesAWorkspace },
  }
  const isChecking = (isStale || findings.isChecking) && text !== ''
  const mode = isChecking ? 'loading' : searchbarMode(state)
  const nextMode = isChecking ? 'loading' : searchbarMode({ ...state, restedText: text })
  return { mode, nextMode, warning: searchbarWarning(state) }
}

const NONE: readonly Suggestion[] = []

/** Tags that narrow this search well, during typing. Null: none are loaded. */
export function useNarrowing(
  search: SearchStore,
  query: CardSearch | null,
  limit = 6,
): readonly Suggestion[] {
  const text = useStore(search, (state) => state.text)
  const savedSearches = useSearchesHere()
  const now = useNow()
  const hasLines = text.includes('\n')
  const { answer } = useAnswer(
    'suggestNarrowing',
    query === null || hasLines
      ? null
      : {
          query: countsOf(query),
          text,
          finished: parseSearch(withoutLastWord(text), localCalendar()),
          savedSearches,
          now,
          limit,
        },
    'deferred',
  )
  return query === null || hasLines ? NONE : (answer ?? NONE)
}
