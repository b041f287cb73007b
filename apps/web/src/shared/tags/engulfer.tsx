import {
  type Card,
  checkName,
  displayNameOf,
  fold,
  type Id,
  isCalled,
  namesProblem,
  splitNames,
} from '@cardinal/domain'
import type { Suggestion, TagInUse } from '@cardinal/engine'
import { Check, Plus } from 'lucide-react'
import { type KeyboardEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useAnswer } from '../../replica/index.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { FieldProblem, useFieldProblem } from '../../ui/field-problem.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { isComposing } from '../../ui/typed-keys.ts'
import { newId } from '../changes/new-id.ts'
import { type Act, useAct } from '../changes/use-act.ts'
import type { SearchStore } from '../search/search-store.ts'
import { useNow } from '../search/use-now.ts'
import styles from './engulfer.module.css'
import { TagGesturesProvider } from './gestures.tsx'
import { useHiddenTags } from './hidden-tags.ts'
import { offerReason } from './reason-text.ts'
import { TagChip } from './tag-chip.tsx'
import { chipNames, useTagNames } from './tag-names.ts'

/** As many as the suggestions of the mini searchbar (SB-7), so that number keys pick them. */
const LIMIT = 5

interface EngulferProps {
  readonly cardId: Id | null
  /** The search that chips change. */
  readonly search: SearchStore
  readonly onClose: () => void
  /** Returns the text typed before the panel appeared. Null: the field doesn't take the focus. */
  readonly takeFocus?: (() => string | null) | undefined
}

/**
 * Tag panel of one card: its tags (click includes, minus excludes, cross removes), likely tags, and a field that
 * finds or creates tags.
 */
export default function Engulfer({ cardId, search, onClose, takeFocus }: EngulferProps) {
  const { answer } = useAnswer('cardsById', cardId === null ? null : { ids: [cardId] })
  const card = answer?.[0]
  if (cardId === null || (answer !== undefined && card === undefined)) {
    return <p role="alert">doc_id and entity type is required for engulfer</p>
  }
  if (card === undefined) return null
  return (
    <TagGesturesProvider search={search} isOfCard>
      <Panel card={card} onClose={onClose} takeFocus={takeFocus} />
    </TagGesturesProvider>
  )
}

function Panel(props: { card: Card } & Pick<EngulferProps, 'onClose' | 'takeFocus'>) {
  const { card, onClose, takeFocus = () => '' } = props
  const [typed, setTyped] = useState('')
  const field = useFieldWithFocus(takeFocus, setTyped)
  const { answer: tags } = useAnswer('tagsById', { ids: card.tagIds })
  const own = (tags ?? []).filter((tag) => tag !== undefined)
  const { offered, fresh } = useOffers(card, typed)
  const labelling = useLabelling(card)
  const problem = namesProblem(splitNames(typed).names)
  const wrong = useFieldProblem(problem)
  const isTyping = typed.trim() !== ''
  const take = (tagId: Id) => {
    labelling.attach(tagId)
    setTyped('')
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    event.stopPropagation()
    if (isComposing(event.nativeEvent)) return
    const figure = Number(event.key)
    if (event.key === 'Escape') {
      event.preventDefault()
      if (isTyping) setTyped('')
      else onClose()
    } else if (event.key === 'Enter') {
      event.preventDefault()
      if (isTyping && problem === null) submit()
      else if (!isTyping) onClose()
    } else if (event.key === 'Tab' && !event.shiftKey && isTyping && offered[0]) {
      event.preventDefault()
      take(offered[0].tag.id)
    } else if (!isTyping && figure >= 1 && figure <= offered.length) {
      event.preventDefault()
      const chosen = offered[figure - 1]
      if (chosen) take(chosen.tag.id)
    } else if (event.key === 'Backspace' && typed === '' && !event.repeat) {
      const last = own.at(-1)
      if (last) labelling.detach(last)
    }
  }
  const submit = () => {
    labelling.attachNamed(typed)
    setTyped('')
  }
  /** Closes the panel. A half-typed name becomes a tag. An invalid name keeps the panel open. */
  const done = () => {
    if (isTyping && problem !== null) return
    if (isTyping) submit()
    onClose()
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend for what the label says.
    <div className={styles.panel} role="group" aria-label="Tags of this card">
      <div className={styles.own}>
        {own.map((tag) => (
          <TagChip key={tag.id} tag={tag} count={tag.cardCount} onRemove={() => labelling.detach(tag)} />
        ))}
        <input
          ref={field}
          data-part="tags"
          className={styles.field}
          value={typed}
          placeholder={card.tagIds.length === 0 ? 'Add a tag' : 'Add another'}
          aria-label="Add tags, with commas between them"
          {...wrong.field}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <Button size="sm" tone="quiet" icon={Check} onClick={done}>
          Done
        </Button>
      </div>
      <FieldProblem {...wrong.sentence} />
      <div className={styles.offers}>
        <Offers offered={offered} typed={typed} onTake={take} />
        {problem === null && fresh.length > 0 && <CreateButton names={fresh} onCreate={submit} />}
      </div>
    </div>
  )
}

/** Moves the focus into the field as the panel appears, with what was typed before. See `takeFocus`. */
function useFieldWithFocus(takeFocus: () => string | null, onType: (typed: string) => void) {
  const field = useRef<HTMLInputElement>(null)
  // A layout effect, because a key that is pressed between the paint and a later effect would act on the list.
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, when the panel appears.
  useLayoutEffect(() => {
    const typed = takeFocus()
    if (typed === null) return
    field.current?.focus()
    onType(typed)
  }, [])
  return field
}

function CreateButton({ names, onCreate }: { names: readonly string[]; onCreate: () => void }) {
  return (
    <Button size="sm" icon={Plus} onClick={onCreate}>
      {`Create ${names.map((name) => `“${name}”`).join(', ')}`}
    </Button>
  )
}

interface Offer {
  readonly tag: TagInUse
  /** Why it is offered. Empty: found by the typed name. */
  readonly reason: string
  readonly isQuiet?: boolean
}

/** Likely tags for the card, or tags with the typed name. `fresh`: names without a tag. */
function useOffers(card: Card, typed: string): { offered: readonly Offer[]; fresh: readonly string[] } {
  const { found, suggestions, fresh } = useLabelChoices(card, typed, LIMIT)
  const nameOfTag = useTagNames(suggestions)
  const offered =
    typed.trim() === ''
      ? suggestions.map(({ tag, reasons }) => ({ tag, ...offerReason(reasons, nameOfTag) }))
      : found.map((tag) => ({ tag, reason: '' }))
  return { offered, fresh }
}

/** Tags to add to the card. While no name is typed, number keys pick them. */
function Offers(props: { offered: readonly Offer[]; typed: string; onTake: (tagId: Id) => void }) {
  const isTyping = props.typed.trim() !== ''
  return props.offered.map(({ tag, ...why }, index) => (
    <span key={tag.id} className={styles.offer}>
      {!isTyping && <Kbd keys={String(index + 1)} />}
      <Chip
        {...chipNames(tag)}
        color={tag.color}
        count={tag.cardCount}
        {...why}
        match={props.typed}
        onInclude={() => props.onTake(tag.id)}
        before={<Icon of={Plus} size={12} />}
      />
    </span>
  ))
}

/** Tags offered for the text typed into a card's tag field. */
interface LabelChoices {
  readonly suggestions: readonly Suggestion[]
  /** Tags found by the typed name that aren't on the card. */
  readonly found: readonly TagInUse[]
  /** Typed names that are valid new tags. */
  readonly fresh: readonly string[]
}

const NO_SUGGESTIONS: readonly Suggestion[] = []
const NO_TAGS: readonly TagInUse[] = []

export function useLabelChoices(card: Card, typed: string, limit: number): LabelChoices {
  const now = useNow()
  const { names } = useMemo(() => splitNames(typed), [typed])
  const suggested = useAnswer('suggestLabels', {
    text: card.content,
    type: card.type,
    cardId: card.id,
    tagIds: card.tagIds,
    now,
    limit,
    withRecent: true,
  })
  const near = useAnswer('tagsBySearchword', names.length === 0 ? null : { keywords: names })
  const hidden = useHiddenTags()
  const found = names.length === 0 ? NO_TAGS : hidden.without(near.answer ?? NO_TAGS, names)
  return {
    suggestions: suggested.answer ?? NO_SUGGESTIONS,
    found: found.filter((tag) => !card.tagIds.includes(tag.id)).slice(0, limit),
    fresh: near.isStale
      ? []
      : names.filter((name) => checkName(name).ok && !found.some((tag) => isCalled(tag, name))),
  }
}

interface Labelling {
  attach(tagId: Id): void
  detach(tag: TagInUse): void
  /** Adds every tag of a comma-separated list to the card, and creates new ones. */
  attachNamed(typed: string): void
}

export function useLabelling(card: Card): Labelling {
  const act = useAct()
  return useMemo(
    () => ({
      attach: (tagId) => void act({ name: 'attachTags', args: { cardIds: [card.id], tagIds: [tagId] } }),
      detach: (tag) =>
        void act(
          { name: 'detachTags', args: { cardIds: [card.id], tagIds: [tag.id] } },
          { done: `Took “${displayNameOf(tag)}” off` },
        ),
      attachNamed: (typed) => void createAndAttach(act, card, typed),
    }),
    [act, card],
  )
}

async function createAndAttach(act: Act, card: Card, typed: string): Promise<void> {
  const names = splitNames(typed).names.filter((name) => fold(name) !== '')
  if (names.length === 0) return
  await act({
    name: 'createTags',
    args: {
      tags: names.map((name) => ({ id: newId(), name })),
      attachToCardIds: [card.id],
      cardType: card.type,
    },
  })
}
