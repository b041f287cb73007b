import type { Workspace } from '@cardinal/domain'
import { Plus } from 'lucide-react'
import { askText, confirm } from '../../overlays/index.ts'
import { newId } from '../../parts/new-id.ts'
import { useAccount, useReplica } from '../../replica/index.ts'
import { Button, toast } from '../../ui/index.ts'
import { Section } from './section.tsx'
import styles from './settings.module.css'

/** What may be done is the server's to refuse; a refusal comes back as a sentence. */
function sayRefusal(reason: unknown): void {
  toast(reason instanceof Error ? reason.message : 'That was refused.', { label: 'OK', onSelect: () => {} })
}

export function WorkspacesSection() {
  const { workspaces, mutate } = useAccount()
  const { workspaceId } = useReplica()
  const add = async () => {
    const name = await askText({ title: 'New workspace', label: 'Name', confirmLabel: 'Create' })
    if (name !== null)
      mutate({ name: 'createWorkspace', args: { id: newId(), name: name.trim() } }).catch(sayRefusal)
  }
  return (
    <Section
      title="Workspaces"
      about="Cards, tags and groups stand in one workspace, and nothing leaks between them."
    >
      <ul className={styles.rows}>
        {workspaces.map((workspace) => (
          <WorkspaceRow
            key={workspace.id}
            workspace={workspace}
            isOpen={workspace.id === workspaceId}
            isOnly={workspaces.length === 1}
          />
        ))}
      </ul>
      <Button icon={Plus} onClick={() => void add()}>
        New workspace
      </Button>
    </Section>
  )
}

function WorkspaceRow({
  workspace,
  isOpen,
  isOnly,
}: {
  workspace: Workspace
  isOpen: boolean
  isOnly: boolean
}) {
  const { mutate } = useAccount()
  const { id: workspaceId, name } = workspace
  const open = () =>
    mutate({ name: 'updateSettings', args: { currentWorkspaceId: workspaceId } }).catch(sayRefusal)
  const rename = async () => {
    const next = await askText({
      title: 'Rename workspace',
      label: 'Name',
      value: name,
      confirmLabel: 'Rename',
    })
    if (next !== null && next.trim() !== name)
      mutate({ name: 'renameWorkspace', args: { workspaceId, name: next.trim() } }).catch(sayRefusal)
  }
  const remove = async () => {
    const isSure = await confirm({
      title: `Delete ${name}?`,
      text: 'All its cards, tags and groups go with it, for good. Export it first if you may want it again.',
      confirmLabel: 'Delete workspace',
      isDanger: true,
      typed: name,
    })
    if (isSure) mutate({ name: 'deleteWorkspace', args: { workspaceId, confirm: name } }).catch(sayRefusal)
  }
  return (
    <li className={styles.row}>
      <span className={styles.rowName}>
        {name}
        {isOpen && <span className={styles.badge}>open</span>}
      </span>
      {!isOpen && (
        <Button size="sm" tone="quiet" aria-label={`Open ${name}`} onClick={() => void open()}>
          Open
        </Button>
      )}
      <Button size="sm" tone="quiet" aria-label={`Rename ${name}`} onClick={() => void rename()}>
        Rename
      </Button>
      <Button
        size="sm"
        tone="danger"
        aria-label={`Delete ${name}`}
        disabled={isOnly}
        onClick={() => void remove()}
      >
        Delete
      </Button>
    </li>
  )
}
