import { ChevronsUpDown, Layers, Plus } from 'lucide-react'
import { askText } from '../../overlays/index.ts'
import { useHomeAddress } from '../../parts/address/use-home-address.ts'
import { newId } from '../../parts/new-id.ts'
import { nameProblem } from '../../parts/tags/use-rename-tag.ts'
import { type Account, useAccount, useReplica } from '../../replica/index.ts'
import { Button, Icon, Menu } from '../../ui/index.ts'
import styles from './workspace-switcher.module.css'

/** Which workspace is open, and the way to another. */
export function WorkspaceSwitcher() {
  const account = useAccount()
  const { workspaceId } = useReplica()
  const { setSubject } = useHomeAddress()
  const open = account.workspaces.find((workspace) => workspace.id === workspaceId)
  return (
    <Menu
      label="Workspaces"
      items={[
        ...account.workspaces.map((workspace) => ({
          label: workspace.name,
          isChecked: workspace.id === workspaceId,
          onSelect: () =>
            void account.mutate({ name: 'updateSettings', args: { currentWorkspaceId: workspace.id } }),
        })),
        { label: 'New workspace…', icon: Plus, startsSection: true, onSelect: () => void createWorkspace(account) },
        { label: 'All workspaces', icon: Layers, onSelect: () => setSubject('workspace') },
      ]}
      trigger={(trigger) => (
        <Button size="sm" icon={Layers} after={<Icon of={ChevronsUpDown} size={13} />} className={styles.switcher} {...trigger}>
          {open?.name ?? 'Workspace'}
        </Button>
      )}
    />
  )
}

/** Asks for a name, creates the workspace and opens it. */
export async function createWorkspace(account: Account): Promise<void> {
  const name = await askText({
    title: 'New workspace',
    label: 'Name',
    confirmLabel: 'Create',
    hint: 'A workspace has its own cards, tags and groups.',
    check: nameProblem,
  })
  if (name === null) return
  const id = newId()
  await account.mutate({ name: 'createWorkspace', args: { id, name: name.trim() } })
  await account.mutate({ name: 'updateSettings', args: { currentWorkspaceId: id } })
}
