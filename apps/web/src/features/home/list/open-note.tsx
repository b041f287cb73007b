import type { Card, Id } from '@cardinal/domain'
import { Maximize2, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react'
import { usePopups } from '../../../overlays/index.ts'
import { HomeNote } from '../../../shared/search/home-screen.tsx'
import { isNoField, keepKeysForNote, useOpenNote } from '../../../shared/search/use-home-address.ts'
import { Dialog, ErrorBoundary, IconButton, Skeleton } from '../../../ui/index.ts'
import styles from '../home-page.module.css'
import { homeFocus } from '../home-screen.ts'
import { homeList, leaveForCards } from './home-list.ts'

/** The note in the address: a column beside the list, or a full page in a small window. */
export function OpenNote({ cardId, isWide }: { cardId: Id; isWide: boolean }) {
  const openNote = useOpenNote()
  const popups = usePopups()
  useLayoutEffect(() => keepKeysForNote(cardId), [cardId])
  const close = () => void openNote(null)
  const onEscape = (event: Pick<KeyboardEvent, 'preventDefault' | 'stopPropagation'>) => {
    event.preventDefault()
    event.stopPropagation()
    close()
  }
  const column = useRef<HTMLElement>(null)
  // Until the editor is loaded, nothing in the column has the focus, and the page would handle Escape.
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      const isOpening = column.current?.querySelector('[data-writer]') === null
      const isOthers = document.documentElement.hasAttribute('data-modal') || !isNoField(event.target)
      if (event.key === 'Escape' && isOpening && !isOthers) onEscape(event)
    }
    addEventListener('keydown', onKeyDown, { capture: true })
    return () => removeEventListener('keydown', onKeyDown, { capture: true })
  })
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
      {/* Only one form may store the draft, so this one is unmounted while the form with all fields is open. */}
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
    <aside
      ref={column}
      className={styles.note}
      aria-label="Note"
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) onEscape(event)
      }}
    >
      <header className={styles.noteHead}>
        <h2 className={styles.noteTitle}>Note</h2>
        {openFully}
        <IconButton label="Close the note" icon={X} size="sm" onClick={close} />
      </header>
      {note}
    </aside>
  )
}

/**
 * Moves the focus to the row of a note that was closed in any way, unless a field has it. If the note has left the
 * list, the next row gets it.
 */
export function useReturnFromNote(noteId: Id | null): void {
  /** The rows from the note to the end of the list when the list last contained it. Null: no note was open. */
  const rows = useRef<readonly Card[] | null>(null)
  useLayoutEffect(() => {
    if (noteId === null) {
      if (rows.current !== null && isNoField(document.activeElement)) returnTo(rows.current)
      rows.current = null
      return
    }
    rows.current ??= []
    const keep = ({ cards }: { cards: readonly Card[] }) => {
      const at = cards.findIndex(({ id }) => id === noteId)
      if (at !== -1) rows.current = cards.slice(at)
    }
    keep(homeList.getState())
    return homeList.subscribe(keep)
  }, [noteId])
}

/**
 * Focuses the first of these cards that is still listed, or else the last card. Without `before`, the active
 * card.
 */
function returnTo(before: readonly Card[]): void {
  const { cards } = homeList.getState()
  const row = before.find(({ id }) => cards.some((card) => card.id === id)) ?? (before[0] && cards.at(-1))
  if (row !== undefined) homeFocus.getState().setCard(row.id)
  leaveForCards()
}
