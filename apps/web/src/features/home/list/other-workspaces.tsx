import type { CardType, Id, Workspace } from '@cardinal/domain'
import { CloudOff, Layers } from 'lucide-react'
import { TYPE_ICONS } from '../../../shared/cards/card-types.ts'
import { counted } from '../../../shared/text/counted.ts'
import { cutText } from '../../../shared/text/cut-text.ts'
import { useWorkspaceActs } from '../../../shared/workspaces/use-workspace-acts.ts'
import { Button, Icon } from '../../../ui/index.ts'
import { homeSearch, searchNextIn } from '../home-screen.ts'
import styles from './other-workspaces.module.css'
import {
  type AskElsewhere,
  askElsewhere,
  type Elsewhere,
  type FoundElsewhere,
  SHOWN,
  useOtherWorkspaces,
} from './use-other-workspaces.ts'

export interface OtherWorkspacesProps {
  readonly type: CardType | null
  /** True: the open workspace has no results, so the results of others show unfolded. */
  readonly isOpen: boolean
  readonly ask?: AskElsewhere
}

/** Renders the results of a search with `workspace:all` in other workspaces, with buttons that open these. */
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
  const count = sizes.reduce((sum, size) => sum + Math.min(size, SHOWN), 0)
  const isMore = sizes.some((size) => size > SHOWN)
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
        {found.slice(0, SHOWN).map((card) => (
          <li key={card.id}>
            <button type="button" onClick={() => open(card.id)}>
              <Icon of={TYPE_ICONS[card.type]} size={14} />
              <span>{titleOf(card)}</span>
            </button>
          </li>
        ))}
      </ul>
      <Button size="sm" onClick={() => open(null)}>
        {found.length > SHOWN ? `Show all in “${workspace.name}”` : `Open this search in “${workspace.name}”`}
      </Button>
    </section>
  )
}

function titleOf({ content, pageTitle }: FoundElsewhere): string {
  const text = pageTitle === '' ? content : pageTitle
  return cutText(text.trim().replace(/\s+/g, ' '), 120).shown
}
