import { addressOf, type Card } from '@cardinal/domain'
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { FieldProblem, useFieldProblem } from '../../ui/field-problem.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { isComposing } from '../../ui/typed-keys.ts'
import { useCaptureModule } from '../capture/captured.ts'
import { useFormCapture } from '../capture/form-capture.ts'
import { useHashOffer } from '../capture/hash-offer.tsx'
import { DraftNotice, useTextDraft } from '../card-form/use-draft.tsx'
import { useAct } from '../changes/use-act.ts'
import { cutText } from '../text/cut-text.ts'
import { contentProblem, textMutation } from './card-draft.ts'
import styles from './edit-in-place.module.css'
import { contentOfLink, textOfLink } from './link-text.ts'

interface EditInPlaceProps {
  readonly card: Card
  /** Whether the card was deleted meanwhile, so that saving restores it. */
  readonly isGone?: boolean
  /** Whether the card was just added. Tags and dates in the text are then recognised, as in the searchbar. */
  readonly isNew?: boolean
  readonly onDone: () => void
  /** Returns the text typed before the field appeared. Null: the field doesn't take the focus. */
  readonly takeFocus?: () => string | null
}

/**
 * Edits a card's text in its row, for a link without its address. Ctrl+Enter saves. Escape discards, with an undo
 * in a message. Typed text survives a reload. Empty and too long texts are not saved.
 */
export function EditInPlace(props: EditInPlaceProps) {
  const { card, isGone = false, isNew = false, onDone, takeFocus = () => '' } = props
  const act = useAct()
  const draft = useTextDraft({ ...card, content: textOfLink(card) })
  const { base, text } = draft.data
  const field = useRef<HTMLTextAreaElement>(null)
  const problem = contentProblem(contentOfLink(text, addressOf(card)))
  const wrong = useFieldProblem(problem)
  const { type, dueAt } = card
  const module = useCaptureModule()
  const capture = useFormCapture({ type, content: text, dueAt }, isNew, base)
  const { chips, said } = capture.captured
  const write = (typed: string) => draft.set((before) => ({ ...before, text: typed }))
  const tags = useHashOffer(isNew, type === 'note', write)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, when the field appears.
  useLayoutEffect(() => {
    const typed = takeFocus()
    if (typed === null) return
    field.current?.focus()
    field.current?.setSelectionRange(field.current.value.length, field.current.value.length)
    if (typed !== '') draft.set((before) => ({ ...before, text: before.text + typed }))
  }, [])

  const save = async () => {
    if (problem !== null) return
    const restoring = isGone ? ({ name: 'restoreCards', args: { cardIds: [card.id] } } as const) : null
    const captured = await capture.read()
    const isCaptured = captured !== null && captured.said !== '' && contentProblem(captured.content) === null
    const content = isCaptured ? captured.content : text
    const found = isCaptured
      ? { tagIds: [...new Set([...card.tagIds, ...captured.tagIds])], ...captured.dates }
      : {}
    const mutation = textMutation(base, content, card, found) ?? restoring
    const done = [`Changed “${cutText(content.trim(), 40).shown}”`, isCaptured && captured.said]
    const making = isCaptured ? captured.making : []
    if (mutation !== null && !(await act([...making, mutation], { done: done.filter(Boolean).join(', ') })))
      return
    draft.drop()
    onDone()
  }
  const discard = () => {
    if (draft.isChanged) draft.discard()
    onDone()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    tags.field.onKeyDown(event)
    if (event.isDefaultPrevented()) return
    // Keys with Alt belong to the page, such as the one that focuses the searchbar.
    if (!event.altKey) event.stopPropagation()
    if (isComposing(event.nativeEvent)) return
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save()
    else if (event.key === 'Escape') {
      event.preventDefault()
      discard()
    }
  }
  return (
    <div className={styles.editor}>
      <DraftNotice draft={draft} />
      <div className={styles.box} data-tokens="">
        <textarea
          ref={field}
          data-part="text"
          className={styles.field}
          aria-label="Text of the card"
          value={text}
          rows={Math.min(12, text.split('\n').length + 1)}
          {...wrong.field}
          {...tags.field}
          onChange={({ target }) => write(target.value)}
          onKeyDown={onKeyDown}
        />
        {chips.length > 0 && module && (
          <module.ChipLine text={text} chips={chips} onRefuse={capture.refuse} />
        )}
      </div>
      {tags.list}
      {isNew && module && <module.Understood said={said} />}
      <div className={styles.row}>
        <Button
          size="sm"
          tone="primary"
          disabled={problem !== null}
          onClick={save}
          after={<Kbd keys="Mod+Enter" />}
        >
          Save
        </Button>
        <Button size="sm" tone="quiet" onClick={discard}>
          Cancel
        </Button>
        <FieldProblem {...wrong.sentence} />
      </div>
    </div>
  )
}
