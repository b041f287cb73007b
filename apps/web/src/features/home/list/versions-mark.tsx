import type { Card } from '@cardinal/domain'
import { GitCompare } from 'lucide-react'
import { useStore } from 'zustand'
import { usePopups } from '../../../overlays/index.ts'
import { keptVersions, versionsOf } from '../../../shared/changes/kept-versions.ts'
import { Icon } from '../../../ui/icon.tsx'
import styles from './linked-cards.module.css'

/** Marks a card that has two versions of its text, and opens the choice between them. */
export function VersionsMark({ card }: { card: Card }) {
  const versions = useStore(keptVersions, ({ byCard }) => byCard.get(card.id))
  return versions !== undefined && versionsOf(card, versions).length > 0 && <Mark card={card} />
}

function Mark({ card }: { card: Card }) {
  const popups = usePopups()
  return (
    <button
      type="button"
      tabIndex={-1}
      className={styles.mark}
      onClick={() => popups.open('master-editor', { entityId: card.id })}
    >
      <Icon of={GitCompare} size={13} />
      Two versions
    </button>
  )
}
