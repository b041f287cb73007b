import { CloudAlert } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { findDraft } from '../../parts/drafts/draft-store.ts'
import { useDraftOwner } from '../../parts/drafts/use-draft.ts'
import { copyText } from '../../parts/text/copy-text.ts'
import { grouped } from '../../parts/text/counted.ts'
import { type RefusedChange, useRefusedChanges, useReplica } from '../../replica/index.ts'
import { Button, handFocusOn, Popover, Skeleton } from '../../ui/index.ts'
import { describeChange } from './describe-change.ts'
import { editableChange } from './edit-change.ts'
import { Extra } from './extra.tsx'
import type { RefusedEditHandle } from './refused-edit.tsx'
import styles from './sync-badge.module.css'

/** Hardly anybody ever needs it: it is not of the first load. */
const RefusedEdit = lazy(() => import('./refused-edit.tsx'))

/** The shelf: what the server refused for good, with its reason, until the person decides (OF-8). */
export function RefusedChanges({ changes }: { changes: readonly RefusedChange[] }) {
  return (
    <Popover
      label="Changes that were refused"
      placement="bottom-end"
      trigger={(trigger) => (
        <Button size="sm" tone="danger" icon={CloudAlert} className={styles.shelf} {...trigger}>
          <span className={styles.count}>
            {grouped(changes.length)}
            <Extra>{changes.length === 1 ? ' change not saved' : ' changes not saved'}</Extra>
          </span>
        </Button>
      )}
    >
      <ul className={styles.refused}>
        {changes.map((change) => (
          <Refused key={change.key} change={change} />
        ))}
      </ul>
    </Popover>
  )
}

function Refused({ change }: { change: RefusedChange }) {
  const { retry, discard } = useRefusedChanges()
  const { what, words } = describeChange(change.mutation)
  const { workspaceId } = useReplica()
  const editable = editableChange(change.mutation, change.workspaceId === workspaceId)
  const draftKey = `refused:${change.key}`
  // The panel closes when something beside it is pressed: what was written is there when it opens again.
  const owner = useDraftOwner()
  const [isEdited, setIsEdited] = useState(() => findDraft(owner, draftKey) !== null)
  const fields = useRef<RefusedEditHandle>(null)
  const tryAgain = async () => {
    if (!isEdited) return retry(change.key)
    const edited = await fields.current?.edited()
    // Something is missing yet: in the fields, or the fields themselves.
    if (!edited) return
    fields.current?.drop()
    await retry(change.key, edited)
  }
  return (
    <li>
      <p className={styles.what}>{what}</p>
      {isEdited && editable !== null && (
        <Suspense fallback={<Skeleton lines={3} />}>
          <RefusedEdit ref={fields} label={what} draftKey={draftKey} change={editable} />
        </Suspense>
      )}
      {!isEdited && words !== null && <p className={styles.words}>{words}</p>}
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
            handFocusOn(currentTarget)
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
