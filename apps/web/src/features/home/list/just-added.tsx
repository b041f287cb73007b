import type { Card, Id } from '@cardinal/domain'
import { Tag } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { useAnswer } from '../../../replica/index.ts'
import { useAct } from '../../../shared/changes/use-act.ts'
import { useNow } from '../../../shared/search/use-now.ts'
import { offerReason } from '../../../shared/tags/reason-text.ts'
import { type ChipTag, chipNames, useTagNames } from '../../../shared/tags/tag-names.ts'
import { Button, Chip, cx, Kbd } from '../../../ui/index.ts'
import { homeFocus, homeSearch } from '../home-screen.ts'
import { focusSearchbar } from './home-list.ts'
import styles from './just-added.module.css'

const LIMIT = 5
/** ms for which the tags are offered. */
const SHOWN_MS = 10_000

interface OfferedTag extends Omit<ChipTag, 'color'> {
  readonly reason: string
  readonly isQuiet: boolean
}

/**
 * Suggested tags in the row of the card just added. Alt+1 to Alt+5 toggle them from anywhere on home. They hide
 * after a while but keep their space until the next act, so that no row moves by itself.
 */
export default function JustAdded({ card }: { card: Card }) {
  const place = useRef<HTMLDivElement>(null)
  const { offered, toggle } = useOffers(card)
  const isFolded = useFolding(card.id, place, offered !== null)
  const leave = () => {
    homeFocus.getState().setJustAdded(null)
    focusSearchbar()
  }
  const openAll = () => {
    homeFocus.getState().setJustAdded(null)
    homeFocus.getState().tag(card.id)
  }
  useAltFigures((index) => isFolded || toggle(index))
  useTabFromBar(place)
  const onKeyDown = (event: KeyboardEvent) => {
    const figure = Number(event.key)
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (figure >= 1 && figure <= (offered?.length ?? 0)) toggle(figure - 1)
    else if (event.key === 'Escape') leave()
    else if (event.key === 'ArrowRight' || event.key === 'ArrowLeft')
      step(place.current, event.key === 'ArrowRight' ? 1 : -1)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  if (isFolded) return <div className={styles.strip} />
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
      {offered !== null && offered.length > 0 && <span className={styles.about}>Tag it:</span>}
      <span className={styles.offers}>
        {offered?.map((tag, index) => {
          const isOn = card.tagIds.includes(tag.id)
          return (
            <span key={tag.id} className={cx(styles.offer, isOn && styles.on)}>
              <Kbd keys={`Alt+${index + 1}`} />
              <Chip
                {...chipNames(tag)}
                reason={isOn ? 'added' : tag.reason}
                isQuiet={!isOn && tag.isQuiet}
                state={isOn ? 'included' : 'none'}
                onInclude={() => toggle(index)}
              />
            </span>
          )
        })}
      </span>
      {offered !== null && (
        <>
          <Button size="sm" tone="quiet" icon={Tag} onClick={openAll}>
            Add tags
          </Button>
          <Button size="sm" tone="quiet" onClick={leave}>
            Close
          </Button>
        </>
      )}
    </div>
  )
}

/**
 * Calls back at the next act elsewhere. Returns whether the tags were shown for long enough without focus or
 * pointer in them.
 */
function useFolding(cardId: Id, place: RefObject<HTMLElement | null>, isShown: boolean): boolean {
  const [isFolded, setIsFolded] = useState(false)
  useEffect(() => {
    if (!isShown) return
    const timer = setInterval(() => {
      if (place.current?.matches(':hover, :focus-within') === false) setIsFolded(true)
    }, SHOWN_MS)
    return () => clearInterval(timer)
  }, [place, isShown])
  useEffect(() => {
    const end = () => {
      const { justAddedId, setJustAdded } = homeFocus.getState()
      if (justAddedId === cardId) setJustAdded(null)
    }
    // At the click, not at the press, because rows must not move under the pointer. A click in the row of this
    // card doesn't end the offer.
    const onClick = ({ target }: Event) => {
      if (target instanceof Element && target.closest('article:has([data-new-tags])') === null) end()
    }
    // Typing doesn't end the offer: the text may be the next card's while these tags are still wanted.
    const unsubscribe = homeSearch.subscribe(({ step }, before) => step !== before.step && end())
    addEventListener('click', onClick)
    return () => {
      unsubscribe()
      removeEventListener('click', onClick)
    }
  }, [cardId])
  return isFolded
}

/** Chosen tags keep their position, so that their numbers stay the same. */
function useOffers(card: Card) {
  const now = useNow()
  const act = useAct()
  const [offered, setOffered] = useState<readonly OfferedTag[] | null>(null)
  const { answer } = useAnswer(
    'suggestLabels',
    {
      text: card.content,
      type: card.type,
      cardId: card.id,
      tagIds: offered === null ? card.tagIds : [],
      now,
      limit: LIMIT,
      withRecent: true,
    },
    'deferred',
  )
  const nameOfTag = useTagNames(answer ?? [])
  useEffect(() => {
    if (offered !== null || answer === undefined) return
    setOffered(
      answer.map(({ tag, reasons }) => ({
        id: tag.id,
        name: tag.name,
        ...(tag.displayName !== undefined && { displayName: tag.displayName }),
        ...offerReason(reasons, nameOfTag),
      })),
    )
  }, [offered, answer, nameOfTag])
  const toggle = (index: number) => {
    const tag = offered?.[index]
    if (tag === undefined) return
    const isOn = card.tagIds.includes(tag.id)
    void act({ name: isOn ? 'detachTags' : 'attachTags', args: { cardIds: [card.id], tagIds: [tag.id] } })
  }
  return { offered, toggle }
}

/** Toggles tags by Alt+1 to Alt+5, wherever the focus is on home. */
function useAltFigures(toggle: (index: number) => unknown): void {
  const latest = useRef(toggle)
  useEffect(() => {
    latest.current = toggle
  })
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      // `code` instead of `key`: with Alt the character may differ.
      const figure = /^Digit([1-5])$/.exec(event.code)?.[1]
      if (figure === undefined || !event.altKey || event.ctrlKey || event.metaKey) return
      if (document.documentElement.hasAttribute('data-modal')) return
      event.preventDefault()
      latest.current(Number(figure) - 1)
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
}

/** Tab in the empty bar moves to the tags, unless the bar uses it. */
function useTabFromBar(place: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      const { key, shiftKey, target, defaultPrevented } = event
      if (key !== 'Tab' || shiftKey || defaultPrevented || homeSearch.getState().text !== '') return
      if (!(target instanceof Element) || target.closest('[data-searchbar="home"]') === null) return
      const first = place.current?.querySelector<HTMLElement>('button')
      if (!first) return
      event.preventDefault()
      first.focus()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [place])
}

function step(place: HTMLElement | null, by: 1 | -1): void {
  const buttons = [...(place?.querySelectorAll<HTMLElement>('button:not([tabindex="-1"])') ?? [])]
  const at = buttons.indexOf(document.activeElement as HTMLElement)
  buttons.at((at + by) % buttons.length)?.focus()
}
