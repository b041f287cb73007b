import {
  asksAllWorkspaces,
  type CardType,
  type Id,
  inOneWorkspace,
  parseSearch,
  printSearch,
  type Workspace,
} from '@cardinal/domain'
import { CloudOff, Layers } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { useAccount, useReplica } from '../../../replica/index.ts'
import { type BodyOf, CallFailed, session } from '../../../session/index.ts'
import { useWorkspaceActs } from '../../../shared/account/use-workspace-acts.ts'
import { TYPE_ICONS } from '../../../shared/cards/card-types.ts'
import { localCalendar, orderShown } from '../../../shared/search/filters.ts'
import { wireSearch } from '../../../shared/search/wire-search.ts'
import { counted } from '../../../shared/text/counted.ts'
import { cutText } from '../../../shared/text/cut-text.ts'
import { Button, Icon } from '../../../ui/index.ts'
import { homeSearch, searchNextIn } from '../home-screen.ts'
import styles from './other-workspaces.module.css'

interface OtherWorkspacesProps {
  readonly type: CardType | null
  /** Whether the open workspace has no results, so that those of others are unfolded. */
  readonly isOpen: boolean
  readonly ask?: AskElsewhere
}

/** Results of a search with `workspace:all` in other workspaces, with buttons that open them. */
export default function OtherWorkspaces({ type, isOpen, ask = askElsewhere }: OtherWorkspacesProps) {
  const elsewhere = useOtherWorkspaces(type, ask)
  if (elsewhere.failure !== null) return <NotAsked elsewhere={elsewhere} />
  if (elsewhere.workspaces.length === 0)
    return <p className={styles.note}>You have no other workspace. workspace:all changes nothing.</p>
  return (
    <details className={styles.elsewhere} open={isOpen}>
      <summary>
        <span className={styles.summary}>
          <Icon of={Layers} size={14} /> <span role="status">{summaryOf(elsewhere)}</span>
        </span>
      </summary>
      {elsewhere.workspaces.map((workspace) => (
        <Found
          key={workspace.id}
          workspace={workspace}
          found={elsewhere.found.get(workspace.id)}
          text={elsewhere.text}
        />
      ))}
      <p className={styles.note}>
        Cards of other workspaces can be chosen and changed when their workspace is open.
        {elsewhere.leftOut > 0 && ` ${counted(elsewhere.leftOut, 'further workspace')} left out.`}
      </p>
    </details>
  )
}

function NotAsked({ elsewhere: { failure, retry } }: { elsewhere: Elsewhere }) {
  return (
    <div className={styles.note} role="alert">
      <Icon of={CloudOff} size={14} />
      <span>
        {failure?.status === null
          ? 'Only this workspace was searched. The others are searched by the server, which can’t be reached.'
          : `Only this workspace was searched. ${failure?.message ?? ''}`}
      </span>
      <Button size="sm" onClick={retry}>
        Try again
      </Button>
    </div>
  )
}

function summaryOf({ workspaces, found }: Elsewhere): string {
  const sizes = [...found.values()].map((cards) => cards.length)
  const count = sizes.reduce((sum, size) => sum + Math.min(size, MOST_SHOWN), 0)
  const isMore = sizes.some((size) => size > MOST_SHOWN)
  if (found.size < workspaces.length) return 'Searching other workspaces …'
  if (count === 0) return 'Nothing in other workspaces'
  return `In other workspaces: ${isMore ? 'more than ' : ''}${counted(count, 'card')}`
}

interface FoundProps {
  readonly workspace: Workspace
  readonly found: readonly FoundElsewhere[] | undefined
  readonly text: string
}

function Found({ workspace, found = [], text }: FoundProps) {
  const acts = useWorkspaceActs()
  if (found.length === 0) return null
  const open = (cardId: Id | null) => {
    const { secondText, filters } = homeSearch.getState()
    searchNextIn(workspace.id, { text, secondText, filters }, cardId)
    void acts.open(workspace.id)
  }
  return (
    <section className={styles.workspace} aria-label={`Found in ${workspace.name}`}>
      <p className={styles.name}>{workspace.name}</p>
      <ul>
        {found.slice(0, MOST_SHOWN).map((card) => (
          <li key={card.id}>
            <button type="button" onClick={() => open(card.id)}>
              <Icon of={TYPE_ICONS[card.type]} size={14} />
              <span>{titleOf(card)}</span>
            </button>
          </li>
        ))}
      </ul>
      <Button size="sm" onClick={() => open(null)}>
        {found.length > MOST_SHOWN
          ? `Show all in “${workspace.name}”`
          : `Open this search in “${workspace.name}”`}
      </Button>
    </section>
  )
}

function titleOf({ content, pageTitle }: FoundElsewhere): string {
  const text = pageTitle === '' ? content : pageTitle
  return cutText(text.trim().replace(/\s+/g, ' '), 120).shown
}

/** The most cards shown for each workspace, and the most workspaces asked. */
export const MOST_SHOWN = 10
export const MOST_ASKED = 20
/** ms without typing in the second searchbar before searching. */
const TYPING_PAUSE_MS = 150

interface FoundElsewhere {
  readonly id: Id
  readonly type: CardType
  readonly content: string
  readonly pageTitle: string
}

type SearchElsewhere = BodyOf<'POST /entity/get-matching-entities'>

/** Asks the server to search a workspace that may not be on this device. Rejects with `CallFailed`. */
export type AskElsewhere = (body: SearchElsewhere) => Promise<readonly FoundElsewhere[]>

export interface Elsewhere {
  /** The search without `workspace:all`. */
  readonly text: string
  readonly workspaces: readonly Workspace[]
  /** How many workspaces are not searched, because there are too many. */
  readonly leftOut: number
  /** The first matches per workspace that has answered. `MOST_SHOWN` + 1 of them mean that there are more. */
  readonly found: ReadonlyMap<Id, readonly FoundElsewhere[]>
  readonly failure: CallFailed | null
  readonly retry: () => void
}

/** Searches the other workspaces when typing pauses. */
function useOtherWorkspaces(type: CardType | null, ask: AskElsewhere): Elsewhere {
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
  const workspaces = useMemo(() => others.slice(0, MOST_ASKED), [others])
  const search = useMemo(() => parseSearch(restedText, localCalendar()), [restedText])
  // Before typing pauses, only the text contains `workspace:all`.
  const isAsked = asksAllWorkspaces(search)
  const text = useMemo(() => printSearch(inOneWorkspace(search)), [search])
  const body = useMemo(() => {
    const order = orderShown({ text, filters })
    const { search, second_search, ...rest } = wireSearch(type, { text, secondText, filters })
    return {
      ...rest,
      userIsTyping_inSearchbar: search,
      secondSearchword: second_search,
      statOption_1: order.by,
      statOption_2: order.of,
      params: { page: 0, limit: MOST_SHOWN + 1 },
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
    const timer = setTimeout(() => void look().catch(failed), TYPING_PAUSE_MS)
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

const askElsewhere: AskElsewhere = async (body) => {
  const entities = await session.account.call('POST /entity/get-matching-entities', { body })
  return entities.map(({ _id, type, content, page }) => ({
    id: _id,
    type: type === 'hyperlink' ? 'link' : type,
    content,
    pageTitle: page?.title ?? '',
  }))
}
