import {
  asksAllWorkspaces,
  type CardType,
  type Id,
  inOneWorkspace,
  parseSearch,
  printSearch,
  type Workspace,
} from '@cardinal/domain'
import { useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { useAccount, useReplica } from '../../../replica/index.ts'
import { CallFailed, session } from '../../../session/index.ts'
import { localCalendar } from '../../../shared/search/filters.ts'
import { wireSearch } from '../../../shared/search/wire-search.ts'
import { homeSearch } from '../home-screen.ts'

/** The most cards shown for each workspace, and the most workspaces asked. */
export const SHOWN = 10
export const ASKED = 20
/** ms for which typing in the second searchbar must rest */
const RESTS = 150

export interface FoundElsewhere {
  readonly id: Id
  readonly type: CardType
  readonly content: string
  readonly pageTitle: string
}

/** Asks the server to search a workspace that may not be on this device. Rejects with `CallFailed`. */
export type AskElsewhere = (body: object) => Promise<readonly FoundElsewhere[]>

export interface Elsewhere {
  /** The search as the other workspaces are asked: without `workspace:all`. */
  readonly text: string
  readonly workspaces: readonly Workspace[]
  /** Workspaces that are not asked, because there are too many. */
  readonly leftOut: number
  /** The first cards found in each workspace that has answered. `SHOWN` and one more mean that there are more. */
  readonly found: ReadonlyMap<Id, readonly FoundElsewhere[]>
  readonly failure: CallFailed | null
  readonly retry: () => void
}

/** Runs the present search in the person's other workspaces when typing rests. */
export function useOtherWorkspaces(type: CardType | null, ask: AskElsewhere): Elsewhere {
  const { workspaceId } = useReplica()
  const account = useAccount()
  const restedText = useStore(homeSearch, (state) => state.restedText)
  const secondText = useStore(homeSearch, (state) => state.secondText)
  const filters = useStore(homeSearch, (state) => state.filters)
  const [tries, setTries] = useState(0)
  const others = useMemo(
    () => account.workspaces.filter(({ id }) => id !== workspaceId),
    [account.workspaces, workspaceId],
  )
  const workspaces = useMemo(() => others.slice(0, ASKED), [others])
  const search = useMemo(() => parseSearch(restedText, localCalendar()), [restedText])
  // Checks the search itself, because the typed text may have `workspace:all` before it has rested.
  const isAsked = asksAllWorkspaces(search)
  const text = useMemo(() => printSearch(inOneWorkspace(search)), [search])
  const body = useMemo(() => {
    const { search, second_search, ...rest } = wireSearch(type, { text, secondText, filters })
    return {
      ...rest,
      userIsTyping_inSearchbar: search,
      secondSearchword: second_search,
      statOption_1: filters.cardOrder.by,
      statOption_2: filters.cardOrder.of,
      params: { page: 0, limit: SHOWN + 1 },
    }
  }, [type, text, secondText, filters])
  const key = JSON.stringify([isAsked, workspaces.map(({ id }) => id), body, tries])
  const [state, setState] = useState<Pick<Elsewhere, 'found' | 'failure'> & { key: string }>(nothingFor(key))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says what is asked.
  useEffect(() => {
    let isWanted = isAsked
    const look = async () => {
      for (const { id } of isWanted ? workspaces : []) {
        const cards = await ask({ ...body, workspace_id: id })
        if (!isWanted) return
        setState((before) => {
          const { found } = before.key === key ? before : nothingFor(key)
          return { key, failure: null, found: new Map(found).set(id, cards) }
        })
      }
    }
    const failed = (failure: unknown) => {
      if (!(failure instanceof CallFailed)) throw failure
      if (isWanted) setState((before) => ({ ...(before.key === key ? before : nothingFor(key)), failure }))
    }
    const timer = setTimeout(() => void look().catch(failed), RESTS)
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [key])
  const { found, failure } = state.key === key ? state : nothingFor(key)
  const retry = () => setTries((count) => count + 1)
  return { text, workspaces, leftOut: others.length - workspaces.length, found, failure, retry }
}

function nothingFor(key: string) {
  return { key, found: new Map<Id, readonly FoundElsewhere[]>(), failure: null }
}

interface Entity {
  readonly _id: Id
  readonly type: 'todo' | 'note' | 'hyperlink'
  readonly content: string
  readonly page?: { readonly title: string }
}

export const askElsewhere: AskElsewhere = async (body) => {
  const entities = await session.account.call<readonly Entity[]>(
    'POST',
    '/entity/get-matching-entities',
    body,
  )
  return entities.map(({ _id, type, content, page }) => ({
    id: _id,
    type: type === 'hyperlink' ? 'link' : type,
    content,
    pageTitle: page?.title ?? '',
  }))
}
