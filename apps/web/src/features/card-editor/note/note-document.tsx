import type { Card } from '@cardinal/domain'
import { diffCard, type Mutation } from '@cardinal/sync/edits'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useReplica } from '../../../replica/index.ts'
import { useSavingKey, Written } from '../../../shared/card-form/card-form.tsx'
import { CardOrGone, type EditedCard, GoneNotice } from '../../../shared/card-form/card-or-gone.tsx'
import { TagsField, type TagsFieldHandle } from '../../../shared/card-form/tags-field.tsx'
import { type CardFormHandle, useCardForm } from '../../../shared/card-form/use-card-form.ts'
import { DraftNotice } from '../../../shared/card-form/use-draft.tsx'
import { contentProblem, draftOf, type FormState } from '../../../shared/cards/card-draft.ts'
import { refusalText } from '../../../shared/changes/refusal-text.ts'
import { sittings } from '../../../shared/changes/sitting.ts'
import { useAct } from '../../../shared/changes/use-act.ts'
import { FilesField } from '../../../shared/files/files-field.tsx'
import type { HomeNoteProps } from '../../../shared/search/home-screen.tsx'
import { Button, toast } from '../../../ui/index.ts'
import { LinkedFrom } from './linked-from.tsx'
import styles from './note.module.css'
import NoteEditor from './note-editor.tsx'

/** A note as a document: its text and its tags, which are saved during typing. */
export default function NoteDocument({ cardId }: HomeNoteProps) {
  return (
    <div data-note className={styles.document}>
      <CardOrGone id={cardId}>{(edited) => <Document key={cardId} {...edited} />}</CardOrGone>
    </div>
  )
}

function Document({ card, isGone }: EditedCard) {
  const form = useCardForm(`card:${card.id}`, card, draftOf(card), '', true)
  const element = useRef<HTMLDivElement>(null)
  const tagsField = useRef<TagsFieldHandle>(null)
  const { save, refusal } = useAutosave({ card, isGone }, form)
  const saveNow = useCallback(async () => {
    // A half-typed tag name is added as a tag.
    if ((await tagsField.current?.settle()) && (await save())) toast('Saved')
  }, [save])
  useSavingKey(element, saveNow, 'Enter s')
  useKeyboardRoom(element)
  usePrint(form.data.form.content)
  const { form: draft, newTags = [], tag } = form.data
  const problem = contentProblem(draft.content) ?? refusal
  // This tab saves its draft within seconds, so the draft is mentioned only if it can't be saved.
  const isAnnounced = form.found?.isApplied === false || problem !== null
  return (
    <div ref={element} className={styles.page}>
      {isGone && <GoneNotice />}
      {isAnnounced && <DraftNotice draft={form} />}
      <Written writer={NoteEditor} cardId={card.id} form={form} problem={problem} />
      <TagsField
        ref={tagsField}
        text={draft.content}
        type={draft.type}
        cardId={card.id}
        typed={tag}
        onType={form.setTag}
        tagIds={draft.tagIds}
        newTags={newTags}
        onChange={form.setTags}
      />
      <FilesField
        files={draft.files ?? null}
        onEdit={form.editFiles}
        saved={{ cardId: card.id, files: card.files }}
        place={element}
      />
      <LinkedFrom cardId={card.id} />
      <p className={styles.saved}>
        {isGone ? <Button onClick={() => void saveNow()}>Bring it back</Button> : savedText(form, problem)}
      </p>
    </div>
  )
}

function savedText({ isChanged }: CardFormHandle, problem: string | null): string {
  if (problem !== null) return 'Not saved'
  return isChanged ? 'Saving…' : 'Saved'
}

/** Prints the note without the app around it. */
function usePrint(text: string): void {
  const replica = useReplica()
  const latest = useRef(text)
  useLayoutEffect(() => {
    latest.current = text
  })
  useEffect(() => {
    let end: (() => void) | null = null
    let isOver = false
    // Loaded once the editor is painted.
    replica.idle().then(() =>
      import('../../../shared/markdown/markdown.tsx').then(
        ({ printInstead }) => {
          if (!isOver) end = printInstead(() => latest.current)
        },
        () => undefined, // Without a network the page is printed as it is.
      ),
    )
    return () => {
      isOver = true
      end?.()
    }
  }, [replica])
}

/** Height of the visible window in px. Below it, only the text is shown. */
const LOW = 560

/** Keeps the page above a phone's keyboard, also in browsers that lay it over the page (iOS). */
function useKeyboardRoom(element: { readonly current: HTMLElement | null }): void {
  useEffect(() => {
    const [page, seen] = [element.current, window.visualViewport]
    if (page === null || seen === null) return
    const fit = () => {
      // When the page is zoomed in, the visible window is small without a keyboard, too.
      const height = seen.scale > 1 ? window.innerHeight : seen.height
      page.style.setProperty('--keyboard', `${Math.max(0, window.innerHeight - height)}px`)
      page.toggleAttribute('data-low', height < LOW)
    }
    fit()
    seen.addEventListener('resize', fit)
    return () => seen.removeEventListener('resize', fit)
  }, [element])
}

/** ms from the last change to saving. */
const SAVE_AFTER_MS = 1000
/** Characters that may be saved per second. Each change contains the whole text, so a longer text waits longer. */
const LETTERS_A_SECOND = 20_000

/** Saves a note after a pause, when the page is closed, and when the returned function is called. */
function useAutosave({ card, isGone }: EditedCard, form: CardFormHandle) {
  const act = useAct()
  const [refusal, setRefusal] = useState<string | null>(null)
  const latest = useRef({ card, isGone, form })
  useLayoutEffect(() => {
    latest.current = { card, isGone, form }
  })
  const save = useCallback(async (): Promise<boolean> => {
    const { card, isGone, form } = latest.current
    const { base, sent, form: wanted, newTags = [] } = form.data
    if (contentProblem(wanted.content) !== null) return false
    const typed = typingMutation({ base: sent ?? base, form: wanted }, card)
    const mutation: Mutation | null =
      typed === null && isGone ? { name: 'restoreCards', args: { cardIds: [card.id] } } : typed
    if (mutation === null) return true
    const making: Mutation[] =
      newTags.length === 0 ? [] : [{ name: 'createTags', args: { tags: newTags, attachToCardIds: [] } }]
    form.setSent(wanted)
    setRefusal(null)
    const isSaved = await act([...making, sittings.marked(mutation, Date.now())], {
      label: 'Edited a note',
      joined: (done) => sittings.joined(card.id, done),
      onRefused: ({ refusal }) => {
        setRefusal(refusalText(refusal))
        return true
      },
    })
    if (!isSaved) form.setSent(null)
    return isSaved
  }, [act])
  const { content, tagIds, files } = form.data.form
  const isPending = form.isChanged && !isGone
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change begins the pause anew.
  useEffect(() => {
    if (!isPending) return
    const pause = Math.max(SAVE_AFTER_MS, (content.length / LETTERS_A_SECOND) * 1000)
    const timer = setTimeout(() => void save(), pause)
    return () => clearTimeout(timer)
  }, [isPending, content, tagIds, files, save])
  useEffect(() => {
    const saveHidden = () => {
      if (document.visibilityState === 'hidden' && !latest.current.isGone) void save()
    }
    document.addEventListener('visibilitychange', saveHidden)
    return () => {
      document.removeEventListener('visibilitychange', saveHidden)
      const { form, isGone } = latest.current
      if (isGone || !form.isChanged) return
      void save().then((isSaved) => isSaved && form.data.tag === '' && form.drop())
    }
  }, [save])
  return { save, refusal }
}

/** A mutation of the text as typed, not trimmed, with its tags and files. Null: nothing was changed. */
function typingMutation({ base, form }: FormState, card: Card): Mutation | null {
  const { content, tagIds, files = null } = form
  const seen = { content: base.content, tagIds: base.tagIds, files: base.files ?? null }
  const edit = diffCard({ ...card, ...seen }, { content, tagIds, files })
  return edit && { name: 'editCard', args: edit }
}
