import { fold, type Workspace } from '@cardinal/domain'
import { Check, Pencil, Plus, Trash2 } from 'lucide-react'
import { useStore } from 'zustand'
import { homeSearch } from '../../../parts/search/home-screen.ts'
import { nameProblem } from '../../../parts/tags/use-rename-tag.ts'
import { counted } from '../../../parts/text/counted.ts'
import { fullDate } from '../../../parts/text/relative-date.ts'
import { askText, confirm } from '../../../overlays/index.ts'
import { type Account, MutationRefused, useAccount, useAnswer, useReplica } from '../../../replica/index.ts'
import { Button, EmptyState, IconButton, toast } from '../../../ui/index.ts'
import { refusalText } from '../../../parts/refusal-text.ts'
import { createWorkspace } from '../workspace-switcher.tsx'
import styles from './workspace-mode.module.css'

/** All workspaces: open, create, rename, delete after its name was typed. */
export default function WorkspaceMode() {
  const account = useAccount()
  const { workspaceId } = useReplica()
  const text = useStore(homeSearch, (state) => fold(state.text))
  const shown = account.workspaces.filter((workspace) => fold(workspace.name).includes(text))
  return (
    <section aria-label="Workspaces">
      <div className={styles.head}>
        <p role="status">{counted(shown.length, 'workspace')}</p>
        <Button size="sm" icon={Plus} onClick={() => void createWorkspace(account)}>
          New workspace
        </Button>
      </div>
      {shown.length === 0 && (
        <EmptyState title="No workspace is called that">Ctrl+Enter creates it.</EmptyState>
      )}
      <ul className={styles.list}>
        {shown.map((workspace) => (
          <Row
            key={workspace.id}
            workspace={workspace}
            account={account}
            isOpen={workspace.id === workspaceId}
            isLast={account.workspaces.length === 1}
          />
        ))}
      </ul>
    </section>
  )
}

function Row(props: { workspace: Workspace; account: Account; isOpen: boolean; isLast: boolean }) {
  const { workspace, account, isOpen, isLast } = props
  return (
    <li className={styles.row}>
      <div className={styles.about}>
        <strong>{workspace.name}</strong>
        <span className={styles.small}>
          {isOpen && <OpenCounts />}
          Created {fullDate(workspace.createdAt)}
        </span>
      </div>
      {isOpen ? (
        <span className={styles.open}>
          <Check size={15} aria-hidden /> Open
        </span>
      ) : (
        <Button
          size="sm"
          onClick={() =>
            void account.mutate({ name: 'updateSettings', args: { currentWorkspaceId: workspace.id } })
          }
        >
          Open
        </Button>
      )}
      <IconButton label={`Rename ${workspace.name}`} icon={Pencil} size="sm" onClick={() => void rename(account, workspace)} />
      <IconButton
        label={isLast ? 'The only workspace cannot be deleted' : `Delete ${workspace.name}`}
        icon={Trash2}
        size="sm"
        disabled={isLast}
        onClick={() => void remove(account, workspace)}
      />
    </li>
  )
}

function OpenCounts() {
  const { answer } = useAnswer('countCards', {})
  if (answer === undefined) return null
  const { todo, note, link } = answer
  return `${counted(todo, 'todo')}, ${counted(note, 'note')}, ${counted(link, 'link')}. `
}

async function rename(account: Account, workspace: Workspace): Promise<void> {
  const name = await askText({
    title: 'Rename workspace',
    label: 'New name',
    value: workspace.name,
    confirmLabel: 'Rename',
    check: nameProblem,
  })
  if (name === null || name.trim() === workspace.name) return
  await trying(() => account.mutate({ name: 'renameWorkspace', args: { workspaceId: workspace.id, name: name.trim() } }))
}

/** It can't be undone, so that it is asked for, and its name typed. */
async function remove(account: Account, workspace: Workspace): Promise<void> {
  const isSure = await confirm({
    title: `Delete “${workspace.name}”?`,
    text: 'All of its cards, tags and groups go with it. This cannot be undone.',
    confirmLabel: 'Delete the workspace',
    isDanger: true,
    typed: workspace.name,
  })
  if (!isSure) return
  await trying(() =>
    account.mutate({ name: 'deleteWorkspace', args: { workspaceId: workspace.id, confirm: workspace.name } }),
  )
}

async function trying(act: () => Promise<void>): Promise<void> {
  try {
    await act()
  } catch (reason) {
    const text = reason instanceof MutationRefused ? refusalText(reason.refusal) : 'That did not work. Try again.'
    toast(text, { label: 'OK', onSelect: () => {} })
  }
}
