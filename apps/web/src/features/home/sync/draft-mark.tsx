import type { Id } from '@cardinal/domain'
import { PencilLine } from 'lucide-react'
import { useStore } from 'zustand'
import { draftStore, type StoredDraft } from '../../../shared/drafts/draft-store.ts'
import { Icon } from '../../../ui/icon.tsx'
import styles from './draft-mark.module.css'
import { useOpenDraft } from './use-open-draft.ts'

/** Renders a button on a card that opens its unsaved draft. */
export function DraftMark({ cardId }: { cardId: Id }) {
  const draft = useStore(draftStore, ({ drafts, openKeys }) => {
    // Every card of a long list runs this, and usually there is no draft.
    if (drafts.size === 0) return undefined
    const keys = [`card:${cardId}`, `card-text:${cardId}`].filter((key) => !openKeys.has(key))
    return [...drafts.values()].find(({ key }) => keys.includes(key))
  })
  return draft && <Mark draft={draft} />
}

function Mark({ draft }: { draft: StoredDraft }) {
  const open = useOpenDraft()
  return (
    <button type="button" tabIndex={-1} className={styles.draft} onClick={() => open(draft)}>
      <Icon of={PencilLine} size={13} />
      Unsaved changes
    </button>
  )
}
