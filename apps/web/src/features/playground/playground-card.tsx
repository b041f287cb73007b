import type { Card, Id } from '@cardinal/domain'
import { Copy, Maximize2, Pencil, Tag } from 'lucide-react'
import { useState } from 'react'
import { usePopups } from '../../overlays/index.ts'
import { CardText } from '../../shared/cards/card-text.tsx'
import { ChooseBox, type Chosen } from '../../shared/cards/chosen.tsx'
import { useTagsById } from '../../shared/cards/tags-context.tsx'
import { useCardActions } from '../../shared/cards/use-card-actions.ts'
import { useHomeScreen } from '../../shared/search/home-screen.tsx'
import { useNow } from '../../shared/search/use-now.ts'
import { TagChip } from '../../shared/tags/tag-chip.tsx'
import { cutText } from '../../shared/text/cut-text.ts'
import { fullDate, relativeDate } from '../../shared/text/dates.ts'
import { IconButton } from '../../ui/index.ts'
import styles from './playground.module.css'

interface PlaygroundCardProps {
  readonly card: Card
  readonly words: readonly string[]
  readonly chosen: Chosen
  readonly shownIds: readonly Id[]
}

/** A card to read and tick. A popup edits it. */
export function PlaygroundCard({ card, words, chosen, shownIds }: PlaygroundCardProps) {
  const [isOpen, setIsOpen] = useState(false)
  const tagsById = useTagsById()
  const actions = useCardActions()
  const popups = usePopups()
  const { noteUse } = useHomeScreen()
  const now = useNow()
  const name = cutText(card.content, 40).shown
  return (
    <article className={styles.card} data-color={card.color ?? undefined}>
      <ChooseBox id={card.id} chosen={chosen} shownIds={shownIds} label={`Select “${name}”`} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only its links are pressed. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click. */}
      <div
        className={styles.body}
        onClick={({ target }) => target instanceof Element && target.closest('a') && noteUse(card.id)}
      >
        <CardText card={card} words={words} isOpen={isOpen} onToggle={() => setIsOpen(!isOpen)} />
        {card.tagIds.length > 0 && (
          <div className={styles.tags}>
            {card.tagIds.map((id) => {
              const tag = tagsById.get(id)
              return tag && <TagChip key={id} tag={tag} cardId={card.id} tabIndex={-1} />
            })}
          </div>
        )}
      </div>
      <time
        className={styles.when}
        dateTime={new Date(card.createdAt).toISOString()}
        title={fullDate(card.createdAt)}
      >
        {relativeDate(card.createdAt, now)}
      </time>
      <div className={styles.buttons}>
        <IconButton
          label={`Edit the text of “${name}”`}
          icon={Pencil}
          size="sm"
          onClick={() => popups.open('entity-edit-text', { entityId: card.id })}
        />
        <IconButton
          label={`Edit the tags of “${name}”`}
          icon={Tag}
          size="sm"
          onClick={() => popups.open('entity-edit-tags', { entityId: card.id })}
        />
        <IconButton label={`Copy “${name}”`} icon={Copy} size="sm" onClick={() => actions.copy(card)} />
        <IconButton
          label={`Open “${name}”`}
          icon={Maximize2}
          size="sm"
          onClick={() => popups.open('master-editor', { entityId: card.id })}
        />
      </div>
    </article>
  )
}
