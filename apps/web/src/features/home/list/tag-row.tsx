import { displayNameOf, LIMITS } from '@cardinal/domain'
import type { TagInUse } from '@cardinal/engine'
import { Ellipsis } from 'lucide-react'
import { useStore } from 'zustand'
import { useAccount } from '../../../replica/index.ts'
import { savedSearchesWith } from '../../../shared/search/saved-searches.ts'
import { presentMinute } from '../../../shared/search/use-now.ts'
import { useTagGestures } from '../../../shared/tags/gestures.tsx'
import { TagChip } from '../../../shared/tags/tag-chip.tsx'
import { tagMenu } from '../../../shared/tags/tag-menu.ts'
import { counted } from '../../../shared/text/counted.ts'
import { relativeDate } from '../../../shared/text/relative-date.ts'
import { Checkbox, IconButton, openContextMenu } from '../../../ui/index.ts'
import { homeSelection } from '../home-screen.ts'
import styles from './tag-mode.module.css'

/** Renders the row of a tag, with figures of its use. */
export function TagRow({ tag }: { tag: TagInUse }) {
  const isSelected = useStore(homeSelection, (selection) => selection.tags.has(tag.id))
  const gestures = useTagGestures()
  const { settings } = useAccount()
  const name = displayNameOf(tag)
  return (
    <div className={styles.row}>
      <Checkbox
        isChecked={isSelected}
        aria-label={`Select the tag ${name}`}
        onChange={() => homeSelection.getState().toggle('tags', tag.id)}
      />
      <TagChip tag={tag} size="md" />
      <span className={styles.about}>{aboutOf(tag, settings.savedSearches)}</span>
      <span className={styles.cards}>{counted(tag.cardCount, 'card')}</span>
      <IconButton
        label={`More for ${name}`}
        icon={Ellipsis}
        size="sm"
        onClick={(event) => openContextMenu(`Tag ${name}`, tagMenu(gestures, tag, null), event.currentTarget)}
      />
    </div>
  )
}

function aboutOf(tag: TagInUse, savedSearches: readonly string[]): string {
  const parts = [
    tag.clickCount > 0 && `searched ${counted(tag.clickCount, 'time')}`,
    tag.lastClickedAt !== null && `last ${relativeDate(tag.lastClickedAt, presentMinute() + 60_000)}`,
    tag.groupIds.length > 0 && `in ${counted(tag.groupIds.length, 'group')}`,
    tag.clickCount > 0 && rareUse(savedSearchesWith(tag.name, savedSearches)),
  ]
  return parts.filter(Boolean).join(' · ')
}

/** Returns in how few saved searches a tag occurs; false where they are not few. */
export function rareUse(count: number): string | false {
  return (
    count < LIMITS.rarelySearchedBelow &&
    (count === 0 ? 'in no saved search' : `in ${counted(count, 'saved search', 'saved searches')}`)
  )
}
