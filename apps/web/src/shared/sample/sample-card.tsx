import type { Card } from '@cardinal/domain'
import { Circle, CircleCheck, Link2, ListTodo, StickyNote } from 'lucide-react'
import { Chip } from '../../ui/chip.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Marked } from '../cards/card-text.tsx'
import { useTagsById } from '../cards/tags-context.tsx'
import { useChipState, useTagGestures } from '../tags/gestures.tsx'
import styles from './sample.module.css'

const TYPES = {
  todo: { icon: ListTodo, name: 'Todo' },
  note: { icon: StickyNote, name: 'Note' },
  link: { icon: Link2, name: 'Link' },
}

/** Renders a card of the sample: to be read and searched by, not to be changed. */
export function SampleCard({ card, words }: { card: Card; words: readonly string[] }) {
  const tagsById = useTagsById()
  const { icon, name } = TYPES[card.type]
  const { text, host } = readable(card)
  return (
    <article className={styles.card} data-color={card.color ?? undefined}>
      <span className={styles.type}>
        <Icon of={icon} size={15} />
        <span className="visually-hidden">{name}</span>
      </span>
      <div className={styles.body}>
        <p className={styles.text}>
          <Marked text={text} words={words} />
          {host && <span className={styles.host}> {host}</span>}
        </p>
        {card.subnotes.length > 0 && (
          <ul className={styles.subnotes} aria-label="Steps">
            {card.subnotes.map((subnote) => (
              <li key={subnote.id} className={subnote.isTicked ? styles.ticked : undefined}>
                <Icon of={subnote.isTicked ? CircleCheck : Circle} size={12} />
                {subnote.isTicked && <span className="visually-hidden">Done: </span>}
                {subnote.text}
              </li>
            ))}
          </ul>
        )}
        <div className={styles.tags}>
          {card.tagIds.map((id) => {
            const tag = tagsById.get(id)
            return tag && <SampleChip key={id} tag={tag} />
          })}
        </div>
      </div>
    </article>
  )
}

function SampleChip({ tag }: { tag: { id: string; name: string; color: null | string } }) {
  const gestures = useTagGestures()
  const state = useChipState(tag)
  const chip = { id: tag.id, name: tag.name, color: null }
  return (
    <Chip
      label={tag.name}
      state={state}
      size="sm"
      onInclude={() => gestures.edit(state === 'included' ? 'remove' : 'include', chip)}
      onExclude={() => gestures.edit(state === 'excluded' ? 'remove' : 'exclude', chip)}
    />
  )
}

/** Returns a link's words with its site after them; other texts as they are. */
function readable({ type, content }: Card): { text: string; host: string | null } {
  const found = type === 'link' ? /^https?:\/\/(?:www\.)?(\S+)\s(.*)$/s.exec(content) : null
  return found ? { text: (found[2] ?? '').trim(), host: found[1] ?? null } : { text: content, host: null }
}
