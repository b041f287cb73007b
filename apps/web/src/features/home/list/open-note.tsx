import type { Id } from '@cardinal/domain'
import { Maximize2, X } from 'lucide-react'
import { type KeyboardEvent, useLayoutEffect } from 'react'
import { usePopups } from '../../../overlays/index.ts'
import { keepEarlyKeys, takeEarlyKeys } from '../../../shared/keys/early-keys.ts'
import { HomeNote } from '../../../shared/search/home-screen.tsx'
import { useOpenNote } from '../../../shared/search/use-home-address.ts'
import { Dialog, ErrorBoundary, IconButton, Skeleton } from '../../../ui/index.ts'
import styles from '../home-page.module.css'
import { homeFocus } from '../home-screen.ts'

/** ms for which typed keys wait for a note's editor. */
const LONGEST_LOADING_MS = 3000

function isNoField(target: EventTarget | null): boolean {
  return target instanceof Element && !target.matches('input, textarea, select')
}

/** Renders the note in the address: a column next to the list, or a full page in a small window. */
export function OpenNote({ cardId, isWide }: { cardId: Id; isWide: boolean }) {
  const openNote = useOpenNote()
  const popups = usePopups()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each note has an editor of its own.
  useLayoutEffect(() => {
    keepEarlyKeys(LONGEST_LOADING_MS, isNoField)
    return () => void takeEarlyKeys()
  }, [cardId])
  const close = () => {
    openNote(null)
    homeFocus.getState().setCard(cardId, { takesFocus: true })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    event.stopPropagation()
    close()
  }
  const openFully = (
    <IconButton
      label="Open with all fields"
      icon={Maximize2}
      size="sm"
      onClick={() => popups.open('master-editor', { entityId: cardId })}
    />
  )
  const note = (
    <ErrorBoundary key={cardId}>
      {/* Only one form may keep the draft, so this one is unmounted while the form with all fields is open. */}
      {!popups.isOpen('master-editor') && <HomeNote cardId={cardId} fallback={<Skeleton lines={8} />} />}
    </ErrorBoundary>
  )
  if (!isWide)
    return (
      <Dialog title="Note" size="full" actions={openFully} onClose={close}>
        {note}
      </Dialog>
    )
  return (
    <aside className={styles.note} aria-label="Note" onKeyDown={onKeyDown}>
      <header className={styles.noteHead}>
        <h2 className={styles.noteTitle}>Note</h2>
        {openFully}
        <IconButton label="Close the note" icon={X} size="sm" onClick={close} />
      </header>
      {note}
    </aside>
  )
}
