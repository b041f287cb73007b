import { PencilLine } from 'lucide-react'
import { removeDraft, restoreDraft, type StoredDraft } from '../../../shared/drafts/draft-store.ts'
import { cutText } from '../../../shared/text/cut-text.ts'
import { timeOrDate } from '../../../shared/text/relative-date.ts'
import { Button, moveFocusFrom, Popover, toast } from '../../../ui/index.ts'
import { Extra } from './extra.tsx'
import styles from './sync-badge.module.css'
import { editorOf, useOpenDraft, useWaitingDrafts } from './use-open-draft.ts'

/** Lists unsaved drafts, each with a button that opens its editor. Renders nothing while there is none. */
export function UnsavedDrafts() {
  const drafts = useWaitingDrafts()
  const open = useOpenDraft()
  if (drafts.length === 0) return null
  return (
    <Popover
      label="Unsaved drafts"
      placement="bottom-end"
      trigger={(trigger) => (
        <Button size="sm" icon={PencilLine} className={styles.chip} {...trigger}>
          <span className={styles.count}>
            {drafts.length}
            <Extra>{drafts.length === 1 ? ' draft' : ' drafts'}</Extra>
          </span>
        </Button>
      )}
    >
      {(close) => (
        <ul className={styles.entries}>
          {drafts.map((draft) => (
            <Draft
              key={`${draft.tabId} ${draft.key}`}
              draft={draft}
              onOpen={() => {
                close()
                open(draft)
              }}
            />
          ))}
        </ul>
      )}
    </Popover>
  )
}

function Draft({ draft, onOpen }: { draft: StoredDraft; onOpen: () => void }) {
  return (
    <li>
      <p className={styles.what}>{`${whatOf(draft)}, ${timeOrDate(draft.at, Date.now())}`}</p>
      <p className={styles.words}>{cutText(draft.label, 100).shown}</p>
      <span className={styles.row}>
        <Button size="sm" onClick={onOpen}>
          Continue
        </Button>
        <Button
          size="sm"
          tone="quiet"
          onClick={({ currentTarget }) => {
            moveFocusFrom(currentTarget)
            removeDraft(draft)
            toast('Draft discarded', { label: 'Undo', onSelect: () => restoreDraft(draft) })
          }}
        >
          Discard
        </Button>
      </span>
    </li>
  )
}

function whatOf({ key }: StoredDraft): string {
  const editor = editorOf(key)
  if (editor === 'entity-edit-text') return 'Text of a card'
  return editor === 'master-editor' ? 'Changed card' : 'New card'
}
