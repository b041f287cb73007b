import { ChevronDown, Download, FolderInput } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { type RejectedChange, useAccount, useRejectedChanges, useReplica } from '../../../replica/index.ts'
import { findDraft } from '../../../shared/card-form/draft-store.ts'
import { useDraftOwner, useDraftsRead } from '../../../shared/card-form/use-draft.tsx'
import { describeChange } from '../../../shared/changes/describe-change.ts'
import { useUnsentFile } from '../../../shared/changes/unsent-file.ts'
import { copyText } from '../../../shared/text/copy-text.ts'
import { counted } from '../../../shared/text/counted.ts'
import { Button, Icon, Menu, moveFocusFrom, Skeleton, toast } from '../../../ui/index.ts'
import { editableChange } from './edit-change.ts'
import type { RejectedEditHandle } from './rejected-edit.tsx'
import styles from './sync-badge.module.css'

const RejectedEdit = lazy(() => import('./rejected-edit.tsx'))

/** The rejected changes, each with its reason and buttons. */
export default function RejectedPanel({ changes }: { changes: readonly RejectedChange[] }) {
  const { retryAll } = useRejectedChanges()
  const saveUnsent = useUnsentFile()
  const roots = changes.filter(({ because }) => because === null)
  return (
    <>
      <MoveRejected changes={changes} />
      {roots.length > 1 && (
        <span className={styles.allRow}>
          <Button size="sm" onClick={() => void retryAll()}>
            Try all again
          </Button>
          <Button size="sm" tone="quiet" icon={Download} onClick={() => void saveUnsent()}>
            Download all
          </Button>
        </span>
      )}
      <ul className={styles.entries}>
        {roots.map((change) => (
          <Rejected
            key={change.key}
            change={change}
            related={changes.filter(({ because }) => because === change.key)}
          />
        ))}
      </ul>
    </>
  )
}

/** @param related changes that depend on this one, and are retried and discarded with it */
function Rejected({ change, related }: { change: RejectedChange; related: readonly RejectedChange[] }) {
  const { retry, discard } = useRejectedChanges()
  const { what, words } = describeChange(change.mutation)
  const { workspaceId } = useReplica()
  const editable = editableChange(change.mutation, change.workspaceId === workspaceId)
  const draftKey = `rejected:${change.key}`
  // A press outside closes the panel. The draft restores the text when the panel opens again.
  useDraftsRead()
  const owner = useDraftOwner()
  const [isEdited, setIsEdited] = useState(() => findDraft(owner, draftKey) !== null)
  const fields = useRef<RejectedEditHandle>(null)
  const tryAgain = async () => {
    if (!isEdited) return retry(change.key)
    const edited = await fields.current?.edited()
    // A field is incomplete, or the fields are not loaded yet.
    if (!edited) return
    fields.current?.drop()
    await retry(change.key, edited)
  }
  return (
    <li>
      <p className={styles.what}>{what}</p>
      {isEdited && editable !== null && (
        <Suspense fallback={<Skeleton lines={3} />}>
          <RejectedEdit ref={fields} label={what} draftKey={draftKey} change={editable} />
        </Suspense>
      )}
      {!isEdited && words !== null && <p className={styles.words}>{words}</p>}
      {related.length > 0 && <Related changes={related} />}
      <p className={styles.reason}>{change.reason}</p>
      <span className={styles.row}>
        <Button size="sm" onClick={() => void tryAgain()}>
          Try again
        </Button>
        {editable !== null && !isEdited && (
          <Button size="sm" tone="quiet" onClick={() => setIsEdited(true)}>
            Edit
          </Button>
        )}
        {words !== null && (
          <Button size="sm" tone="quiet" onClick={() => void copyText(words)}>
            Copy
          </Button>
        )}
        <Button
          size="sm"
          tone="danger"
          onClick={({ currentTarget }) => {
            moveFocusFrom(currentTarget)
            fields.current?.drop()
            void discard(change.key)
          }}
        >
          Discard
        </Button>
      </span>
    </li>
  )
}

/** The changes that depend on the rejected one, each with its text. */
function Related({ changes }: { changes: readonly RejectedChange[] }) {
  return (
    <details className={styles.related}>
      <summary>{counted(changes.length, 'more change needs', 'more changes need')} it</summary>
      {changes.map(({ key, mutation }) => {
        const { what, words } = describeChange(mutation)
        return <p key={key}>{words === null ? what : `${what}: ${words}`}</p>
      })}
    </details>
  )
}

/** Offers another workspace for rejected changes whose workspace or card was deleted. */
function MoveRejected({ changes }: { changes: readonly RejectedChange[] }) {
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

/** Changes whose workspace or rows no longer exist on the server. */
function homelessChanges(
  changes: readonly RejectedChange[],
  workspaceIds: readonly string[],
): readonly RejectedChange[] {
  return changes.filter(
    ({ because, workspaceId, isTargetGone }) =>
      because === null && workspaceId !== null && (isTargetGone || !workspaceIds.includes(workspaceId)),
  )
}
