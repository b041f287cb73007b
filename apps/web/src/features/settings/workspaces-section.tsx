import type { Workspace } from '@cardinal/domain'
import { Plus } from 'lucide-react'
import { useAccount, useReplica } from '../../replica/index.ts'
import { useWorkspaceActs } from '../../shared/account/use-workspace-acts.ts'
import { Button } from '../../ui/index.ts'
import { Section } from './section.tsx'
import styles from './settings.module.css'

export function WorkspacesSection() {
  const { workspaces } = useAccount()
  const acts = useWorkspaceActs()
  return (
    <Section
      title="Workspaces"
      about="Cards, tags and groups stand in one workspace, and nothing leaks between them."
    >
      <ul className={styles.rows} data-on-its-way={workspaces.length === 0 ? '' : undefined}>
        {workspaces.map((workspace) => (
          <WorkspaceRow key={workspace.id} workspace={workspace} isOnly={workspaces.length === 1} />
        ))}
      </ul>
      <Button icon={Plus} onClick={() => void acts.create()}>
        New workspace
      </Button>
    </Section>
  )
}

function WorkspaceRow({ workspace, isOnly }: { workspace: Workspace; isOnly: boolean }) {
  const acts = useWorkspaceActs()
  const { workspaceId } = useReplica()
  const { id, name } = workspace
  const isOpen = id === workspaceId
  return (
    <li className={styles.row}>
      <span className={styles.rowName}>
        {name}
        {isOpen && <span className={styles.badge}>open</span>}
      </span>
      {!isOpen && (
        <Button size="sm" tone="quiet" aria-label={`Open ${name}`} onClick={() => void acts.open(id)}>
          Open
        </Button>
      )}
      <Button
        size="sm"
        tone="quiet"
        aria-label={`Rename ${name}`}
        onClick={() => void acts.rename(workspace)}
      >
        Rename
      </Button>
      <Button
        size="sm"
        tone="danger"
        aria-label={`Delete ${name}`}
        disabled={isOnly}
        onClick={({ currentTarget }) => {
          const section = currentTarget.closest('section')
          // The focus goes to the section: buttons of the last workspace are disabled.
          void acts.remove(workspace, () => section?.focus({ preventScroll: true }))
        }}
      >
        Delete
      </Button>
    </li>
  )
}
