import type { Card, Id } from '@cardinal/domain'
import { useState } from 'react'
import { useAnswer, useSyncState } from '../../../replica/index.ts'
import { EditInPlace } from '../../../shared/cards/edit-in-place.tsx'
import { homeFocus } from '../home-screen.ts'
import styles from './card-mode.module.css'

/**
 * Renders the editor of a card that another tab or device deleted while its text was edited in the list. The row
 * disappears, and this editor keeps the unsaved text.
 */
export default function GoneEditor({ cardId }: { cardId: Id }) {
  const { answer } = useAnswer('cardsById', { ids: [cardId] })
  const { hasCopy } = useSyncState()
  const [seen, setSeen] = useState<Card | null>(null)
  const card = answer?.[0]
  if (card !== undefined && card !== seen) setSeen(card)
  if (!hasCopy || answer === undefined || card !== undefined || seen === null) return null
  return (
    <div className={styles.gone}>
      <p role="alert">The card that you are editing was deleted meanwhile. Saving brings it back.</p>
      <EditInPlace card={seen} isGone onDone={() => homeFocus.getState().edit(null)} />
    </div>
  )
}
