import { CARD_TYPES, type Card, type CardType, type Id, unsafeAddress } from '@cardinal/domain'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useReplica } from '../../replica/index.ts'
import { Button, ColorPicker, DialogActions, Kbd, Segmented, TextArea } from '../../ui/index.ts'
import {
  type CardDraft,
  contentProblem,
  draftOf,
  emptyDraft,
  lineProblem,
  newLineProblem,
  savingMutation,
  withSubnote,
} from '../cards/card-draft.ts'
import { TYPE_ICONS } from '../cards/card-types.ts'
import { useCardDraft } from '../cards/use-card-draft.ts'
import { openHandedIn, useDraft } from '../draft.ts'
import { newId } from '../new-id.ts'
import { capital, SUBJECT_WORDS } from '../searchbar/mode-words.ts'
import { useAct } from '../undo/use-act.ts'
import styles from './card-form.module.css'
import { SubnoteFields } from './subnote-fields.tsx'
import { TagsField, type TagsFieldHandle } from './tags-field.tsx'

export interface CardFormProps {
  /** The card that is edited; null makes a new one. */
  readonly card: Card | null
  /** What a new card is, and starts with. */
  readonly type?: CardType
  readonly content?: string
  readonly onDone: (cardId: string) => void
  /** Without lines and colour behind a fold: for adding quickly. */
  readonly isQuick?: boolean
}

/** The form of a card, for making and for editing one. Drafts survive a reload; an empty card is not made. */
export function CardForm({ card, type = 'todo', content = '', onDone, isQuick = false }: CardFormProps) {
  const { workspaceId } = useReplica()
  const key = card === null ? newCardKey(workspaceId, isQuick, content) : `card:${card.id}`
  const saved = card === null ? { ...emptyDraft(type), content } : draftOf(card)
  const form = useCardDraft(key, saved)
  const lineKey = `${key}:line`
  const tagKey = `${key}:tag`
  const [lineText, setLineText] = useDraft(lineKey, '')
  const act = useAct()
  const [isTried, setIsTried] = useState(false)
  const tagsField = useRef<TagsFieldHandle>(null)
  const element = useRef<HTMLFormElement>(null)
  const isHandedIn = card === null && content !== ''
  useEffect(() => {
    if (isHandedIn) openHandedIn([key, lineKey, tagKey], Date.now())
  }, [isHandedIn, key, lineKey, tagKey])
  const { draft } = form
  const isEmpty = draft.content.trim() === ''
  const problem = problemOf(draft)

  const save = async (event?: FormEvent) => {
    event?.preventDefault()
    setIsTried(true)
    const id = card?.id ?? newId()
    if (problem !== null || hasBadLine(draft, lineText)) {
      const wrong = problem === null ? '[aria-invalid="true"]' : 'textarea'
      element.current?.querySelector<HTMLElement>(wrong)?.focus()
      return
    }
    // A name that is still being typed was meant as a tag.
    const tagIds = await tagsField.current?.settle()
    if (!tagIds) return
    // So was a line: it is saved with the others.
    const subnotes = withSubnote(draft.subnotes, lineText, newId()) ?? draft.subnotes
    const mutation = savingMutation({ ...draft, tagIds, subnotes }, card, id)
    if (mutation === null) return
    const done = card === null ? `Added a ${SUBJECT_WORDS[draft.type].one}` : 'Saved'
    if (!(await act(mutation, { done }))) return
    form.drop()
    setLineText('')
    onDone(id)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    void save()
  }

  return (
    <form ref={element} className={styles.form} onSubmit={save} onKeyDown={onKeyDown}>
      <Segmented
        label="Type"
        segments={CARD_TYPES.map((value) => ({
          value,
          label: capital(SUBJECT_WORDS[value].one),
          icon: TYPE_ICONS[value],
        }))}
        value={draft.type}
        onChange={(chosen) => form.set({ type: chosen })}
      />
      <TextArea
        label="Text"
        data-autofocus
        rows={isQuick ? 2 : 4}
        value={draft.content}
        error={isTried || !isEmpty ? problem : null}
        placeholder={draft.type === 'link' ? 'https://… and what it is about' : ''}
        onChange={(event) => form.set({ content: event.target.value })}
      />
      <TagsField
        ref={tagsField}
        text={draft.content}
        type={draft.type}
        cardId={card?.id ?? null}
        draftKey={tagKey}
        tagIds={draft.tagIds}
        onChange={(tagIds) => form.set({ tagIds })}
      />
      {!isQuick && <SubnoteFields form={form} line={{ text: lineText, setText: setLineText }} />}
      <div>
        <p className={styles.label}>Colour</p>
        <ColorPicker
          label="Colour of the card"
          value={draft.color}
          onChange={(color) => form.set({ color })}
        />
      </div>
      <DialogActions>
        <Button type="submit" tone="primary" after={<Kbd keys="Mod+Enter" />}>
          {card === null ? `Add ${SUBJECT_WORDS[draft.type].one}` : 'Save'}
        </Button>
      </DialogActions>
    </form>
  )
}

/**
 * What was handed in, such as a shared text, is a draft of its own: one that waits must not stand in its place. It
 * ends by itself (see `openHandedIn`).
 */
function newCardKey(workspaceId: Id, isQuick: boolean, content: string): string {
  const key = `new-card:${workspaceId}:${isQuick ? 'quick' : 'whole'}`
  return content === '' ? key : `${key}:${content.length}:${content.slice(0, 100)}`
}

function problemOf({ content, type }: CardDraft): string | null {
  if (type === 'link' && unsafeAddress(content) !== null) {
    return 'This address could run code in your browser, so it cannot be saved as a link.'
  }
  return contentProblem(content)
}

/** Whether a line can't be saved as it is, which its field says. */
function hasBadLine({ subnotes }: CardDraft, lineText: string): boolean {
  return (
    subnotes.some(({ text }) => lineProblem(text) !== null) || newLineProblem(subnotes, lineText) !== null
  )
}
