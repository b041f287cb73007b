import { type Card, type Id, namesProblem, splitNames } from '@cardinal/domain'
import type { Suggestion } from '@cardinal/engine'
import { type KeyboardEvent, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { useAnswer } from '../../replica/index.ts'
import { useAct, useUndo } from '../../shared/changes/use-act.ts'
import { presentMinute } from '../../shared/search/use-now.ts'
import { useLabelChoices, useLabelling } from '../../shared/tags/engulfer.tsx'
import { chipNames } from '../../shared/tags/tag-names.ts'
import { lineOf } from '../../shared/text/note-title.ts'
import { cx } from '../../ui/cx.ts'
import { Button, Chip, EmptyState, Kbd, TextField } from '../../ui/index.ts'
import { isComposing } from '../../ui/typed-keys.ts'
import styles from './tag-desk.module.css'

const NONE: readonly Id[] = []
/** The most suggested tags, one per number key. */
const OFFERED = 9

/**
 * Shows untagged cards one after another. Keys 1 to 9 toggle a suggested tag, `t` opens a field for others, Enter
 * shows the next card, and Backspace the previous one. The list is fixed at the start, so that no card moves
 * meanwhile.
 */
export function UntaggedCards({ cards: now, onDone }: { cards: readonly Card[]; onDone: () => void }) {
  const [cards] = useState(now)
  const [at, setAt] = useState(0)
  const place = useRef<HTMLDivElement>(null)
  const field = useRef<AnotherTagHandle>(null)
  const act = useAct()
  const undo = useUndo()
  const card = cards[at]
  const { answer: rows } = useAnswer('cardsById', card === undefined ? null : { ids: [card.id] })
  const suggested = useSuggested(card)
  const suggestions = suggested ?? []
  // Until the next answer, the rows are about the previous card.
  const row = rows?.find((each) => each?.id === card?.id)
  const tagIds = row?.tagIds ?? NONE
  const isOver = card === undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: the keys of the desk work again after its end was left.
  useEffect(() => place.current?.focus(), [isOver])
  if (card === undefined)
    return (
      <EmptyState title={cards.length === 0 ? 'Every card has a tag' : 'That was the last one'}>
        <Button onClick={onDone}>Tag many at once</Button>
        {cards.length > 0 && (
          <Button tone="quiet" onClick={() => setAt(cards.length - 1)}>
            Back to the last card
          </Button>
        )}
      </EmptyState>
    )
  // Text in the field belongs to this card.
  const go = (to: number) => field.current?.submit() !== false && setAt(to)
  const toggle = (tagId: Id) =>
    void act({
      name: tagIds.includes(tagId) ? 'detachTags' : 'attachTags',
      args: { cardIds: [card.id], tagIds: [tagId] },
    })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target instanceof HTMLInputElement) return
    if ((event.ctrlKey || event.metaKey) && event.key === 'z') {
      event.preventDefault()
      return undo()
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return
    // Enter on a button presses the button.
    if (event.key === 'Enter' && event.target instanceof HTMLButtonElement) return
    const chosen = /^[1-9]$/.test(event.key) ? suggestions[Number(event.key) - 1] : undefined
    if (chosen !== undefined) toggle(chosen.tag.id)
    else if (event.key === 'Enter') go(at + 1)
    else if (event.key === 't') field.current?.focus()
    else if (event.key === 'Backspace') go(Math.max(0, at - 1))
    else return
    event.preventDefault()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its keys are shortcuts of the buttons inside.
    <div
      ref={place}
      className={styles.desk}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it takes the focus for these keys.
      tabIndex={0}
      aria-busy={suggested === undefined}
      onKeyDown={onKeyDown}
      // A click leaves the focus on the button, which Enter would press again.
      onClick={(event) => event.detail > 0 && isOnButton() && place.current?.focus()}
    >
      <p role="status" className={styles.about}>{`${at + 1} of ${cards.length}`}</p>
      <article aria-label="Card" className={styles.card}>
        {lineOf(card, 400)}
      </article>
      <div className={styles.chips}>
        <ul aria-label="Suggested tags" className={styles.chips}>
          {suggestions.map(({ tag, reasons: [first] }, index) => (
            <li key={tag.id} className={styles.choice}>
              <Kbd keys={String(index + 1)} />
              <Chip
                {...chipNames(tag)}
                color={tag.color}
                {...(first?.kind === 'recent' && { reason: 'used lately', isQuiet: true })}
                state={tagIds.includes(tag.id) ? 'included' : undefined}
                onInclude={() => toggle(tag.id)}
              />
            </li>
          ))}
        </ul>
        <OtherTags tagIds={tagIds.filter((id) => !suggestions.some(({ tag }) => tag.id === id))} />
        {suggested?.length === 0 && <span className={styles.about}>Nothing to suggest for this text.</span>}
      </div>
      <AnotherTag key={card.id} card={row ?? card} ref={field} onDone={() => place.current?.focus()} />
      <div className={styles.chips}>
        <Button onClick={() => go(at + 1)} after={<Kbd keys="Enter" />}>
          Next
        </Button>
        <Button tone="quiet" disabled={at === 0} onClick={() => go(at - 1)} after={<Kbd keys="Backspace" />}>
          Back
        </Button>
        <Button tone="quiet" onClick={() => field.current?.submit() !== false && onDone()}>
          Done
        </Button>
      </div>
    </div>
  )
}

function isOnButton(): boolean {
  return document.activeElement instanceof HTMLButtonElement
}

/**
 * Suggestions stay while the card is shown, so that a number key keeps its meaning. Undefined: not loaded yet.
 * Until then no key toggles the previous card's tags.
 */
function useSuggested(card: Card | undefined): readonly Suggestion[] | undefined {
  const [now] = useState(presentMinute)
  const [kept, setKept] = useState<{ cardId: Id; of: readonly Suggestion[] }>()
  const { answer, isStale } = useAnswer(
    'suggestLabels',
    card === undefined
      ? null
      : {
          text: card.content,
          type: card.type,
          cardId: card.id,
          tagIds: NONE,
          now,
          limit: OFFERED,
          withRecent: true,
        },
  )
  if (card === undefined) return undefined
  if (kept?.cardId === card.id) return kept.of
  if (answer === undefined || isStale) return undefined
  setKept({ cardId: card.id, of: answer })
  return answer
}

/** Tags of the card that were typed and have no number key. */
function OtherTags({ tagIds }: { tagIds: readonly Id[] }) {
  const { answer } = useAnswer('tagsById', tagIds.length === 0 ? null : { ids: tagIds })
  if (tagIds.length === 0) return null
  return answer?.flatMap((tag) =>
    tag === undefined ? [] : [<Chip key={tag.id} {...chipNames(tag)} color={tag.color} state="included" />],
  )
}

interface AnotherTagHandle {
  focus(): void
  /** Adds the typed tags to the card. Returns false if a name is invalid, and focuses the field. */
  submit(): boolean
}

interface AnotherTagProps {
  readonly card: Card
  readonly ref: Ref<AnotherTagHandle>
  /** Called when Enter or Escape leaves the field, so that number keys work again. */
  readonly onDone: () => void
}

/** A field for tags that are not suggested. Enter adds them to the card, and Tab completes a name. */
function AnotherTag({ card, ref, onDone }: AnotherTagProps) {
  const [typed, setTyped] = useState('')
  const { found } = useLabelChoices(card, typed, 1)
  const { attachNamed } = useLabelling(card)
  const problem = namesProblem(splitNames(typed).names)
  const [near] = typed.trim() === '' ? [] : found
  const field = useRef<HTMLInputElement>(null)
  const submit = () => {
    if (typed.trim() !== '' && problem !== null) {
      field.current?.focus()
      return false
    }
    attachNamed(typed)
    setTyped('')
    return true
  }
  useImperativeHandle(ref, () => ({ focus: () => field.current?.focus(), submit }))
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    if (event.key === 'Enter') {
      event.preventDefault()
      if (submit()) onDone()
    } else if (event.key === 'Tab' && !event.shiftKey && near !== undefined) {
      event.preventDefault()
      const { names } = splitNames(typed)
      setTyped([...names.slice(0, -1), near.name].join(', '))
    } else if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      setTyped('')
      onDone()
    }
  }
  return (
    <div className={styles.another}>
      <TextField
        ref={field}
        label="Another tag"
        value={typed}
        autoComplete="off"
        {...(typed.trim() !== '' && problem !== null && { error: problem })}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <p className={cx(styles.about, styles.keyHint)}>
        {near === undefined ? (
          <>
            <Kbd keys="t" /> writes here
          </>
        ) : (
          <>
            <Kbd keys="Tab" /> {near.name}
          </>
        )}
      </p>
    </div>
  )
}
