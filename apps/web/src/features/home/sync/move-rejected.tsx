import { ChevronDown, FolderInput } from 'lucide-react'
import { type RejectedChange, useAccount, useRejectedChanges, useReplica } from '../../../replica/index.ts'
import { counted } from '../../../shared/text/counted.ts'
import { Button, Icon, Menu, toast } from '../../../ui/index.ts'
import styles from './sync-badge.module.css'

/** Offers another workspace for rejected changes whose workspace or card was deleted. */
export function MoveRejected({ changes }: { changes: readonly RejectedChange[] }) {
  const { move } = useRejectedChanges()
  const { workspaces } = useAccount()
  const { workspaceId: openId } = useReplica()
  const homeless = homelessChanges(
    changes,
    workspaces.map(({ id }) => id),
  )
  const open = workspaces.find(({ id }) => id === openId)
  const others = workspaces.filter(({ id }) => id !== openId)
  if (homeless.length === 0 || open === undefined) return null
  const moveTo = async ({ id, name }: { id: string; name: string }) => {
    await move(
      homeless.map(({ key }) => key),
      id,
    )
    toast(`Moved to “${name}”`)
  }
  return (
    <div className={styles.homeless}>
      <p>
        {counted(homeless.length, 'change belongs', 'changes belong')} to something that was deleted
        elsewhere. Keep the text as new cards:
      </p>
      <span className={styles.row}>
        <Button size="sm" tone="primary" icon={FolderInput} onClick={() => void moveTo(open)}>
          Move to {open.name}
        </Button>
        {others.length > 0 && (
          <Menu
            label="Move to"
            items={others.map((each) => ({ label: each.name, onSelect: () => void moveTo(each) }))}
            trigger={(trigger) => (
              <Button size="sm" after={<Icon of={ChevronDown} size={13} />} {...trigger}>
                Move to …
              </Button>
            )}
          />
        )}
      </span>
    </div>
  )
}

/** Returns the changes whose workspace, or a row that they name, is gone from the server. */
export function homelessChanges(
  changes: readonly RejectedChange[],
  workspaceIds: readonly string[],
): readonly RejectedChange[] {
  return changes.filter(
    ({ because, workspaceId, isTargetGone }) =>
      because === null && workspaceId !== null && (isTargetGone || !workspaceIds.includes(workspaceId)),
  )
}
