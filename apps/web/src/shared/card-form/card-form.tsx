import {
  CARD_TYPES,
  type Card,
  type CardFile,
  type CardType,
  filesOf,
  type Id,
  LIMITS,
  unsafeAddress,
} from '@cardinal/domain'
import type { Mutation } from '@cardinal/sync'
import { type ComponentType, type FormEvent, Suspense, useLayoutEffect, useRef, useState } from 'react'
import { ColorPicker } from '../../ui/color-picker.tsx'
import {
  Button,
  DialogActions,
  Kbd,
  Segmented,
  Skeleton,
  TextArea,
  TextField,
  toast,
} from '../../ui/index.ts'
import { isComposing } from '../../ui/typed-keys.ts'
import type { CapturedCard } from '../capture/capture-card.ts'
import { ChipLine, Understood } from '../capture/chip-line.tsx'
import { typeByLooks, useFormCapture, withCaptured } from '../capture/form-capture.ts'
import { useHashOffer } from '../capture/hash-offer.tsx'
import {
  type CardDraft,
  contentProblem,
  creatingMutation,
  editingMutation,
  emptyDraft,
  lineProblem,
  newLineProblem,
  withNameOfFiles,
  withSubnote,
} from '../cards/card-draft.ts'
import { TYPE_ICONS } from '../cards/card-types.ts'
import { DueField } from '../cards/due-picker.tsx'
import { textOfLink } from '../cards/link-text.ts'
import { SavedAlready } from '../cards/saved-already.tsx'
import { newId } from '../changes/new-id.ts'
import { useAct } from '../changes/use-act.ts'
import { FilesField } from '../files/files-field.tsx'
import { useAttaching } from '../files/use-attaching.ts'
import { capital, SUBJECT_WORDS } from '../searchbar/mode-words.ts'
import styles from './card-form.module.css'
import { GoneNotice } from './card-or-gone.tsx'
import { addressProblem, shownAddress, UNSAFE, withAddress, withLinkText } from './link-draft.ts'
import { SubnoteFields } from './subnote-fields.tsx'
import { TagsField, type TagsFieldHandle } from './tags-field.tsx'
import { type CardFormHandle, newCardKey, useCardForm } from './use-card-form.ts'
import { DraftNotice } from './use-draft.tsx'

interface CardFormProps {
  /** The edited card. Null: a new card. */
  readonly card: Card | null
  /** Whether the card was deleted meanwhile, so that saving restores it. */
  readonly isGone?: boolean
  /** Type and initial values of a new card. */
  readonly type?: CardType
  readonly content?: string
  /** Absent: the address in the text. */
  readonly address?: string | undefined
  /** Names of tags, separated by commas. */
  readonly tags?: string
  /** Returns the files to attach at the start. Called once. */
  readonly givenFiles?: (() => Promise<readonly File[]>) | undefined
  readonly onDone: (cardId: string) => void
  /** Whether the form is short, without subnotes. */
  readonly isQuick?: boolean
  /** Replaces the plain text field. The form then shows only the tags beside it. */
  readonly writer?: ComponentType<TextWriterProps> | undefined
}

export interface TextWriterProps {
  /** Attaches pasted or dropped files to the card. Resolves with the attached ones. */
  readonly attach: (given: readonly File[]) => Promise<readonly CardFile[]>
  /** The edited card. No link to it is offered, and its undo history survives closing the editor. */
  readonly cardId: Id
  readonly text: string
  readonly onChange: (text: string) => void
}

/** The form that creates or edits a card. Drafts survive a reload. An empty card is not created. */
export function CardForm(props: CardFormProps) {
  const {
    card,
    isGone = false,
    type = 'todo',
    content = '',
    address,
    tags = '',
    isQuick = false,
    givenFiles,
    writer,
  } = props
  const key = card === null ? newCardKey(isQuick, content) : `card:${card.id}`
  const start = { ...emptyDraft(type), content, ...(address && { address }) }
  const form = useCardForm(key, card, card === null ? typeByLooks('', start) : start, tags)
  const element = useRef<HTMLFormElement>(null)
  const tagsField = useRef<TagsFieldHandle>(null)
  const draft = form.data.form
  const capture = useFormCapture(draft, card === null && !writer, content)
  const attaching = useRef<Promise<unknown>>(Promise.resolve())
  const { save, isTried } = useSaving(props, form, capture.read, element, tagsField, attaching)
  useSavingKey(element, save)
  const problem = problemOf(draft)

  return (
    <form ref={element} className={styles.form} onSubmit={save}>
      {isGone && <GoneNotice />}
      <DraftNotice draft={form} />
      {writer ? (
        <Written writer={writer} cardId={card?.id ?? ''} form={form} problem={isTried ? problem : null} />
      ) : (
        <TypeAndText
          form={form}
          capture={capture}
          isNew={card === null}
          rows={isQuick ? 2 : 4}
          isTried={isTried}
        />
      )}
      {card === null && !writer && <Understood said={capture.captured.said} />}
      {draft.type === 'link' && <SavedAlready address={shownAddress(draft)} cardId={card?.id ?? null} />}
      <TagsField
        ref={tagsField}
        text={draft.content}
        type={draft.type}
        cardId={card?.id ?? null}
        typed={form.data.tag}
        onType={form.setTag}
        tagIds={draft.tagIds}
        newTags={form.data.newTags ?? []}
        onChange={form.setTags}
      />
      <FilesField
        files={draft.files ?? null}
        onEdit={form.editFiles}
        saved={card === null ? null : { cardId: card.id, files: card.files }}
        place={element}
        given={givenFiles}
        attaching={attaching}
      />
      {!writer && draft.type === 'todo' && <DueField draft={draft} onChange={form.set} />}
      {!writer && !isQuick && <SubnoteFields form={form} />}
      {!writer && (
        <div>
          <p className={styles.label}>Colour</p>
          <ColorPicker
            label="Colour of the card"
            value={draft.color}
            onChange={(color) => form.set({ color })}
          />
        </div>
      )}
      <DialogActions>
        {form.isChanged && form.found === null && (
          <Button
            tone="quiet"
            onClick={() => {
              // The pressed button disappears with the changes.
              element.current?.querySelector<HTMLElement>('textarea, [data-writer]')?.focus()
              form.discard()
            }}
          >
            Discard changes
          </Button>
        )}
        <Button type="submit" tone="primary" after={<Kbd keys="Mod+Enter" />}>
          {card === null ? `Add ${SUBJECT_WORDS[draft.type].one}` : 'Save'}
        </Button>
      </DialogActions>
    </form>
  )
}

interface TypeAndTextProps {
  readonly form: CardFormHandle
  readonly capture: Pick<ReturnType<typeof useFormCapture>, 'captured' | 'refuse'>
  readonly isNew: boolean
  readonly rows: number
  readonly isTried: boolean
}

function TypeAndText({ form, capture, isNew, rows, isTried }: TypeAndTextProps) {
  const draft = form.data.form
  const { chips } = capture.captured
  const [isTurned, setIsTurned] = useState(false)
  const write = (text: string) => {
    const written = { ...draft, ...withLinkText(draft, text) }
    const next = isNew ? typeByLooks(draft.content, written, isTurned) : written
    if (next.type !== draft.type) setIsTurned(next.type === 'note')
    form.set(next)
  }
  const isLink = draft.type === 'link'
  const tags = useHashOffer(isNew, draft.type === 'note', write)
  return (
    <>
      <Segmented
        label="Type"
        segments={CARD_TYPES.map((value) => ({
          value,
          label: capital(SUBJECT_WORDS[value].one),
          icon: TYPE_ICONS[value],
        }))}
        value={draft.type}
        onChange={(chosen) => {
          setIsTurned(false)
          form.set({ type: chosen })
        }}
      />
      <TextArea
        label={isLink ? 'Title and description' : 'Text'}
        data-autofocus
        rows={rows}
        value={textOfLink(draft)}
        error={isTried || draft.content.trim() !== '' ? problemOf(draft) : null}
        placeholder={isLink ? 'A title, or an address such as https://…' : ''}
        onChange={(event) => write(event.target.value)}
        {...tags.field}
        over={
          chips.length > 0 && (
            <ChipLine
              text={textOfLink(draft)}
              content={draft.content}
              chips={chips}
              onRefuse={capture.refuse}
            />
          )
        }
      />
      {tags.list}
      {isLink && <AddressField form={form} isTried={isTried} />}
    </>
  )
}

/**
 * The field for an address. Its problem shows once the field is left, because an address is invalid during
 * typing.
 */
function AddressField({ form, isTried }: { form: CardFormHandle; isTried: boolean }) {
  const [isLeft, setIsLeft] = useState(true)
  const draft = form.data.form
  return (
    <TextField
      label="Address"
      data-part="address"
      inputMode="url"
      autoCapitalize="off"
      autoComplete="off"
      spellCheck={false}
      value={shownAddress(draft)}
      error={isTried || isLeft ? addressProblem(draft) : null}
      onBlur={() => setIsLeft(true)}
      onChange={(event) => {
        setIsLeft(false)
        form.set(withAddress(draft, event.target.value))
      }}
    />
  )
}

/** An editor of a text, with its problem. */
export function Written(props: {
  writer: ComponentType<TextWriterProps>
  cardId: Id
  form: CardFormHandle
  problem: string | null
}) {
  const { writer: Writer, cardId, form, problem } = props
  const { attach, problem: lack } = useAttaching()
  const take = async (given: readonly File[]) => {
    const added = await attach(given, LIMITS.filesPerCard - filesOf(form.data.form.files ?? null).length)
    if (added.length > 0) form.editFiles({ added, removed: [] })
    return added
  }
  return (
    <div className={styles.written}>
      <Suspense fallback={<Skeleton lines={8} />}>
        <Writer
          cardId={cardId}
          text={form.data.form.content}
          onChange={(content) => form.set({ content })}
          attach={take}
        />
      </Suspense>
      {(problem ?? lack) !== null && <p role="alert">{problem ?? lack}</p>}
      <p className={styles.hint}>
        [[ links to a card. Pictures can be pasted and dropped.{' '}
        <span className={styles.keysHint}>Tab indents; Ctrl+M lets it leave the text.</span>
      </p>
    </div>
  )
}

type Refs = readonly [
  element: { readonly current: HTMLFormElement | null },
  tagsField: { readonly current: TagsFieldHandle | null },
  attaching: { readonly current: Promise<unknown> },
]

/** Saves the form, or focuses the field with the problem. */
function useSaving(
  props: CardFormProps,
  form: CardFormHandle,
  read: () => Promise<CapturedCard | null>,
  ...[element, tagsField, attaching]: Refs
) {
  const { card, isGone = false, onDone } = props
  const act = useAct()
  const [isTried, setIsTried] = useState(false)
  /** Stays true after a form that closes has saved, because a second press may come before it is closed. */
  const isSaving = useRef(false)
  const save = async (event?: FormEvent) => {
    event?.preventDefault()
    if (isSaving.current) return
    isSaving.current = true
    let isOver = false
    try {
      await attaching.current
      isOver = await latest.current()
    } finally {
      isSaving.current = isOver
    }
  }
  const saveOnce = async (): Promise<boolean> => {
    setIsTried(true)
    const { base, line } = form.data
    const draft = withNameOfFiles(form.data.form)
    const problem = problemOf(draft)
    const isBadAddress = addressProblem(draft) !== null
    if (problem !== null || isBadAddress || hasBadLine(draft, line)) {
      const other = isBadAddress ? '[data-part="address"]' : '[aria-invalid="true"]'
      const wrong = problem === null ? other : 'textarea'
      element.current?.querySelector<HTMLElement>(wrong)?.focus()
      return false
    }
    // A half-typed tag name is added as a tag.
    const chosen = await tagsField.current?.settle()
    if (!chosen) return false
    const { tagIds, newTags } = chosen
    const isNamedByFiles = draft !== form.data.form
    const captured = isNamedByFiles ? null : await read()
    // A half-typed subnote is saved with the others.
    const subnotes = withSubnote(draft.subnotes, line, newId()) ?? draft.subnotes
    const { draft: wanted, problem: lack } = withCaptured({ ...draft, tagIds, subnotes }, captured)
    if (lack !== null) {
      toast(lack)
      element.current?.querySelector<HTMLElement>('textarea')?.focus()
      return false
    }
    const id = card?.id ?? newId()
    const restoring: Mutation | null = isGone ? { name: 'restoreCards', args: { cardIds: [id] } } : null
    const mutation =
      card === null
        ? creatingMutation(wanted, id)
        : (editingMutation({ base, form: wanted }, card) ?? restoring)
    const making: Mutation[] =
      newTags.length === 0 ? [] : [{ name: 'createTags', args: { tags: newTags, attachToCardIds: [] } }]
    const added = [`Added a ${SUBJECT_WORDS[draft.type].one}`, captured?.said].filter(Boolean).join(', ')
    const done = card === null ? added : 'Saved'
    const before = [...making, ...(captured?.making ?? [])]
    if (mutation !== null && !(await act([...before, mutation], { done }))) return false
    form.drop()
    onDone(id)
    return true
  }
  const latest = useRef(saveOnce)
  useLayoutEffect(() => {
    latest.current = saveOnce
  })
  return { save, isTried }
}

/**
 * Saves on Ctrl+Enter anywhere in the form's dialog or page, or without a focus.
 *
 * @param keys that save with Ctrl
 */
export function useSavingKey(
  element: { readonly current: HTMLElement | null },
  save: () => Promise<void>,
  keys = 'Enter',
): void {
  const latest = useRef(save)
  useLayoutEffect(() => {
    latest.current = save
  })
  // A layout effect, so that an immediate shortcut is handled.
  useLayoutEffect(() => {
    const place = element.current?.closest<HTMLElement>('[role="dialog"], aside, main')
    const onKeyDown = (event: KeyboardEvent) => {
      if (!keys.split(' ').includes(event.key) || !(event.ctrlKey || event.metaKey) || isComposing(event))
        return
      const isHere = event.target === document.body || place?.contains(event.target as Node)
      // Below an open dialog the form is inert.
      if (!isHere || place?.closest('[inert]')) return
      event.preventDefault()
      void latest.current()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [element, keys])
}

function problemOf({ content, type, address }: CardDraft): string | null {
  if (type === 'link' && !address && unsafeAddress(content) !== null) return UNSAFE
  return contentProblem(content)
}

/** Whether a line can't be saved. Its field shows the problem. */
function hasBadLine({ subnotes }: CardDraft, lineText: string): boolean {
  return (
    subnotes.some(({ text }) => lineProblem(text) !== null) || newLineProblem(subnotes, lineText) !== null
  )
}
