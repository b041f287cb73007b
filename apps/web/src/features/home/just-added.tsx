import type { Card } from '@cardinal/domain'
import { Check, Tag } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { useHomeAddress } from '../../parts/address/use-home-address.ts'
import { homeFocus, homeSearch } from '../../parts/search/home-screen.ts'
import { useNow } from '../../parts/search/use-now.ts'
import { reasonText } from '../../parts/suggestions/reason-text.ts'
import { useTagNames } from '../../parts/tags/use-tag-names.ts'
import { cutText } from '../../parts/text/cut-text.ts'
import { useAct } from '../../parts/undo/use-act.ts'
import { useAnswer } from '../../replica/index.ts'
import { Button, Chip, cx, Icon, Kbd } from '../../ui/index.ts'
import { focusSearchbar } from './focus-searchbar.ts'
import styles from './just-added.module.css'

const LIMIT = 5

/** The card that was added a moment ago, with tags that likely belong on it (Tab, then 1 to 5) or all others. */
export function JustAdded() {
  const cardId = useStore(homeFocus, (focus) => focus.justAddedId)
  const { answer } = useAnswer('cardsById', cardId === null ? null : { ids: [cardId] })
  const card = cardId === null ? undefined : answer?.[0]
  // Once the next text is being written, the strip would only be in the way.
  const isWriting = useStore(homeSearch, (state) => state.text !== '')
  useEffect(() => {
    if (isWriting) homeFocus.getState().setJustAdded(null)
  }, [isWriting])
  const { subject } = useHomeAddress()
  // Beside another type nobody sees which card it speaks of.
  if (card === undefined || card.id !== cardId || card.type !== subject) return null
  return <Strip key={card.id} card={card} />
}

function Strip({ card }: { card: Card }) {
  const now = useNow()
  const act = useAct()
  const place = useRef<HTMLDivElement>(null)
  // Those chosen stay where they are, so that the numbers keep their meaning.
  const [offered, setOffered] = useState<readonly { id: string; name: string; reason: string }[] | null>(null)
  const { answer } = useAnswer(
    'suggestLabels',
    {
      text: card.content,
      type: card.type,
      cardId: card.id,
      tagIds: offered === null ? card.tagIds : [],
      now,
      limit: LIMIT,
    },
    'beside',
  )
  const nameOfTag = useTagNames(answer ?? [])
  useEffect(() => {
    if (offered !== null || answer === undefined) return
    setOffered(
      answer.map(({ tag, reasons: [first] }) => ({
        id: tag.id,
        name: tag.name,
        reason: first ? reasonText(first, nameOfTag) : '',
      })),
    )
  }, [offered, answer, nameOfTag])
  if (offered === null) return null

  const toggle = (index: number) => {
    const tag = offered[index]
    if (tag === undefined) return
    const isOn = card.tagIds.includes(tag.id)
    void act({ name: isOn ? 'detachTags' : 'attachTags', args: { cardIds: [card.id], tagIds: [tag.id] } })
  }
  const leave = () => {
    homeFocus.getState().setJustAdded(null)
    focusSearchbar()
  }
  const openAll = () => {
    homeFocus.getState().setJustAdded(null)
    homeFocus.getState().tag(card.id)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const figure = Number(event.key)
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (figure >= 1 && figure <= offered.length) toggle(figure - 1)
    else if (event.key === 'Escape') leave()
    else if (event.key === 'ArrowRight' || event.key === 'ArrowLeft')
      step(place.current, event.key === 'ArrowRight' ? 1 : -1)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend for what the label says.
    <div
      ref={place}
      className={styles.strip}
      data-new-tags=""
      role="group"
      aria-label="Tags for the card just added"
      onKeyDown={onKeyDown}
    >
      <span className={styles.about}>
        <Icon of={Check} size={14} />
        Added “{cutText(card.content, 40).shown}”.{offered.length > 0 && ' Tag it:'}
      </span>
      {offered.map((tag, index) => {
        const isOn = card.tagIds.includes(tag.id)
        return (
          <span key={tag.id} className={cx(styles.offer, isOn && styles.on)}>
            <Kbd keys={String(index + 1)} />
            <Chip
              label={tag.name}
              reason={isOn ? 'added' : tag.reason}
              state={isOn ? 'included' : 'none'}
              onInclude={() => toggle(index)}
            />
          </span>
        )
      })}
      <Button size="sm" tone="quiet" icon={Tag} onClick={openAll}>
        {offered.length === 0 ? 'Add tags' : 'Other tags'}
      </Button>
      <Button size="sm" tone="quiet" onClick={leave} after={<Kbd keys="Esc" />}>
        Done
      </Button>
    </div>
  )
}

function step(place: HTMLElement | null, by: 1 | -1): void {
  const buttons = [...(place?.querySelectorAll<HTMLElement>('button:not([tabindex="-1"])') ?? [])]
  const at = buttons.indexOf(document.activeElement as HTMLElement)
  buttons.at((at + by) % buttons.length)?.focus()
}
