import {
  fold,
  type SearchbarMode,
  type SearchbarSubject,
  searchbarMode,
  searchbarWarning,
  searchWords,
} from '@cardinal/domain'
import { useMemo } from 'react'
import { useStore } from 'zustand'
import { useAccount, useAnswer } from '../../replica/index.ts'
import type { SearchStore } from '../search/search-store.ts'

export interface SearchbarReading {
  readonly mode: SearchbarMode
  /** What the mode is, or will be once typing has rested. */
  readonly restedMode: SearchbarMode
  readonly warning: string | null
}

/** What the screen around a bar has found out about its text. */
export interface OwnFindings {
  /** A warning of the screen is showing: Enter does not add. */
  readonly hasWarning: boolean
  /** It is being looked up whether there is one. */
  readonly isChecking: boolean
}

const NO_FINDINGS: OwnFindings = { hasWarning: false, isChecking: false }
const NO_FACTS = { aTagMatches: false, equalsACard: false }

/**
 * Returns what a searchbar shows of itself. The mode is the domain's rule; the facts come from the workspace. While the
 * facts of the present text are still on their way the mode of a bar that adds is `loading`: nobody adds on old facts.
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
  const isChecking = isStale || findings.isChecking
  const mode = isChecking && text !== '' ? 'loading' : searchbarMode(state)
  const restedMode = searchbarMode({ ...state, restedText: text })
  return { mode, restedMode, warning: searchbarWarning(state) }
}
