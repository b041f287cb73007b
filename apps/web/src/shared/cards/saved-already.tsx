import type { Card, Id } from '@cardinal/domain'
import { useDeferredValue } from 'react'
import { usePopups } from '../../overlays/index.ts'
import { useAnswer } from '../../replica/index.ts'
import { Button } from '../../ui/button.tsx'
import { addressOfCard } from '../text/address.ts'
import { cutText } from '../text/cut-text.ts'
import styles from './edit-in-place.module.css'

/** Warns that an address is saved already, and opens the card that has it. `cardId`: the form's own card. */
export function SavedAlready({ address: typed, cardId }: { address: string; cardId: Id | null }) {
  const text = useDeferredValue(typed).trim()
  const popups = usePopups()
  const address = text === '' ? null : text
  const { answer, isStale } = useAnswer('cardsWithAddress', address === null ? null : { address })
  const known = address === null || isStale ? undefined : answer?.find((card) => card.id !== cardId)
  return (
    <p role="status" className={styles.notice}>
      {known !== undefined && (
        <>
          {savedSentence(known)}
          <Button size="sm" onClick={() => popups.open('master-editor', { entityId: known.id })}>
            Show it
          </Button>
        </>
      )}
    </p>
  )
}

/** Such as “Saved already: “The title””. */
export function savedSentence(card: Card): string {
  const address = addressOfCard(card)
  const title = address === null || address.rest === '' ? card.content : address.rest
  return `Saved already: “${cutText(title.trim(), 60).shown}”`
}
