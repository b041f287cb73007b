import { History } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { timeOrDate } from '../text/relative-date.ts'
import styles from './draft-notice.module.css'
import type { EditorDraft } from './use-draft.ts'

/** Shows that a draft was found when the editor opened. */
export function DraftNotice({ draft }: { draft: Pick<EditorDraft<unknown>, 'found' | 'keep' | 'discard'> }) {
  const { found, keep, discard } = draft
  if (found === null) return null
  const where = found.isApplied ? '' : ' in another tab'
  return (
    <div className={styles.notice} role="status">
      <Icon of={History} size={15} />
      <span
        className={styles.text}
      >{`Unsaved changes from ${timeOrDate(found.at, Date.now())}${where}`}</span>
      <Button size="sm" onClick={keep}>
        Keep
      </Button>
      <Button size="sm" tone="quiet" onClick={discard}>
        Discard
      </Button>
    </div>
  )
}
