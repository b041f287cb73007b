import { ChevronsUpDown, Layers, Plus } from 'lucide-react'
import { useAccount, useReplica } from '../../../replica/index.ts'
import { useHomeAddress } from '../../../shared/address/use-home-address.ts'
import { useWorkspaceActs } from '../../../shared/workspaces/use-workspace-acts.ts'
import { Button, Icon, Menu } from '../../../ui/index.ts'
import styles from './workspace-switcher.module.css'

/** Shows the open workspace, and switches to another. */
export function WorkspaceSwitcher() {
  const account = useAccount()
  const { workspaceId } = useReplica()
  const acts = useWorkspaceActs()
  const { setSubject } = useHomeAddress()
  const open = account.workspaces.find((workspace) => workspace.id === workspaceId)
  return (
    <Menu
      label="Workspaces"
      items={[
        ...account.workspaces.map((workspace) => ({
          label: workspace.name,
          isChecked: workspace.id === workspaceId,
          onSelect: () => void acts.open(workspace.id),
        })),
        { label: 'New workspace…', icon: Plus, startsSection: true, onSelect: () => void acts.create() },
        { label: 'All workspaces', icon: Layers, onSelect: () => setSubject('workspace') },
      ]}
      trigger={(trigger) => (
        <Button
          size="sm"
          icon={Layers}
          after={<Icon of={ChevronsUpDown} size={13} />}
          className={styles.switcher}
          {...trigger}
        >
          {open?.name ?? 'Workspace'}
        </Button>
      )}
    />
  )
}
