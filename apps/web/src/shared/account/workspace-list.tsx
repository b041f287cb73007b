import type { Workspace } from '@cardinal/domain'
import { Check, Ellipsis, FileDown, FileUp, Layers, Pencil, Trash2 } from 'lucide-react'
import { usePopups } from '../../overlays/index.ts'
import { useAccount, useReplica } from '../../replica/index.ts'
import { cx, Icon, IconButton, Menu, type MenuItem } from '../../ui/index.ts'
import { useWorkspaceActs, type WorkspaceActs } from './use-workspace-acts.ts'
import styles from './workspace-list.module.css'

interface WorkspaceListProps {
  /** Absent: all workspaces. */
  readonly shown?: readonly Workspace[] | undefined
  readonly size?: 'sm' | 'md'
  /** Called after a workspace was opened, for example to close a drawer. */
  readonly onOpened?: (() => void) | undefined
}

/** Workspaces. A press opens one, and its menu renames, exports and deletes it. */
export function WorkspaceList({ shown, size = 'sm', onOpened }: WorkspaceListProps) {
  const { workspaces } = useAccount()
  const { workspaceId } = useReplica()
  const acts = useWorkspaceActs()
  const popups = usePopups()
  const isOnly = workspaces.length === 1
  return (
    // biome-ignore lint/a11y/noRedundantRoles: Safari drops the role of a list without bullets
    <ul role="list" aria-label="Workspaces" className={cx(styles.list, styles[size])}>
      {(shown ?? workspaces).map((workspace) => {
        const isOpen = workspace.id === workspaceId
        const open = async () => {
          if (!isOpen) await acts.open(workspace.id)
          onOpened?.()
        }
        return (
          <li key={workspace.id} className={styles.row}>
            <button
              type="button"
              className={styles.main}
              aria-current={isOpen ? 'true' : undefined}
              onClick={() => void open()}
            >
              <Icon of={isOpen ? Check : Layers} size={15} />
              <span className={styles.name}>{workspace.name}</span>
              {isOpen && size === 'md' && <span className={styles.mark}>open</span>}
            </button>
            <Menu
              label={`Workspace ${workspace.name}`}
              items={() => menuOf(workspace, acts, popups.open, isOpen, isOnly)}
              trigger={(props) => (
                <IconButton
                  label={`More for ${workspace.name}`}
                  icon={Ellipsis}
                  size="sm"
                  className={styles.more}
                  {...props}
                />
              )}
            />
          </li>
        )
      })}
    </ul>
  )
}

function menuOf(
  workspace: Workspace,
  acts: WorkspaceActs,
  openPopup: (name: 'import-file' | 'export-workspace') => void,
  isOpen: boolean,
  isOnly: boolean,
): readonly MenuItem[] {
  return [
    { label: 'Rename…', icon: Pencil, onSelect: () => void acts.rename(workspace) },
    // Import and export need the open workspace.
    ...(isOpen
      ? [
          { label: 'Import…', icon: FileUp, onSelect: () => openPopup('import-file') },
          { label: 'Export…', icon: FileDown, onSelect: () => openPopup('export-workspace') },
        ]
      : []),
    {
      label: isOnly ? 'The only workspace stays' : 'Delete…',
      icon: Trash2,
      isDanger: true,
      isDisabled: isOnly,
      startsSection: true,
      onSelect: () => void acts.remove(workspace),
    },
  ]
}
