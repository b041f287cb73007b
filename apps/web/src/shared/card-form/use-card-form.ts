import { type Card, type FilesEdit, type Id, withFiles } from '@cardinal/domain'
import { mergedText } from '@cardinal/sync/edits'
import { useCallback, useMemo, useState } from 'react'
import { type CardDraft, draftOf, type FormState, withSubnote } from '../cards/card-draft.ts'
import { contentOfLink } from '../cards/link-text.ts'
import { newId } from '../changes/new-id.ts'
import { rebased, rebasedWhileSaved } from './rebase.ts'
import type { ChosenTags, NewTag } from './tags-field.tsx'
import { type DraftKind, type EditorDraft, isTextDraft, useDraft } from './use-draft.tsx'

/** The state of a card's form: the edit, and the half-typed texts of its two fields. */
interface CardFormData extends FormState {
  /** The half-typed subnote. */
  readonly line: string
  /** The half-typed name of a tag. */
  readonly tag: string
  /** New tags that saving creates. Absent: a draft of an older release. */
  readonly newTags?: readonly NewTag[]
  /** The initial text of a new card, which identifies its draft. */
  readonly handedIn: string
  /** See `SavedEdit`. */
  readonly sent?: CardDraft | undefined
}

export interface CardFormHandle extends Omit<EditorDraft<CardFormData>, 'set' | 'follow'> {
  /** Subnotes that are not saved yet, by id (CD-4). */
  readonly unsavedSubnotes: ReadonlySet<Id>
  set(change: Partial<CardDraft>): void
  setLine(line: string): void
  setTag(tag: string): void
  setTags(chosen: ChosenTags): void
  /** Attaches and removes files. */
  editFiles(edit: FilesEdit): void
  /** Adds a subnote. One that equals another one, ignoring case, is not added (CD-2). */
  addSubnote(text: string): boolean
  /** Records the state that is being saved during further typing. Null: the save was refused. */
  setSent(sent: CardDraft | null): void
}

/**
 * The state of a card's form. Untouched fields follow the card while the form is open. Changes are kept as a
 * draft until they are saved.
 * @param start initial values of a new card; absent for an existing one
 * @param startTags names of its initial tags
 * @param isAutosaved true: it is saved while the person types, so changes of others are merged at once
 */
export function useCardForm(
  key: string,
  card: Card | null,
  start: CardDraft,
  startTags = '',
  isAutosaved = false,
): CardFormHandle {
  const now = card === null ? start : draftOf(card)
  const draft = useDraft(kindOf(key, card, now, startTags))
  const { set: change, follow, data, ...rest } = draft
  const seen = JSON.stringify(now)
  const [followed, setFollowed] = useState(seen)
  if (card !== null && followed !== seen) {
    setFollowed(seen)
    follow(({ sent, ...before }) => ({
      ...before,
      ...(isAutosaved ? rebasedWhileSaved({ ...before, sent }, now) : rebased(before, now)),
    }))
  }
  // Reading files takes a while, and the form may have other files by then.
  const editFiles = useCallback(
    (edit: FilesEdit) =>
      change(({ form, ...before }) => ({
        ...before,
        form: { ...form, files: withFiles(form.files ?? null, edit) },
      })),
    [change],
  )
  const { base, form } = data
  const unsavedSubnotes = useMemo(() => {
    const textById = new Map(base.subnotes.map((subnote) => [subnote.id, subnote.text]))
    return new Set(form.subnotes.filter(({ id, text }) => textById.get(id) !== text).map(({ id }) => id))
  }, [form.subnotes, base.subnotes])
  const set = (part: Partial<CardDraft>) =>
    change((before) => ({ ...before, form: { ...before.form, ...part } }))
  return {
    ...rest,
    data,
    unsavedSubnotes,
    set,
    setSent: (sent) =>
      follow(({ sent: _before, ...before }) => (sent === null ? before : { ...before, sent, newTags: [] })),
    setLine: (line) => change((before) => ({ ...before, line })),
    setTag: (tag) => change((before) => ({ ...before, tag })),
    setTags: ({ tagIds, newTags }) =>
      change((before) => ({ ...before, form: { ...before.form, tagIds }, newTags })),
    editFiles,
    addSubnote: (text) => {
      const added = withSubnote(form.subnotes, text, newId())
      if (added === null) return false
      set({ subnotes: added })
      return true
    },
  }
}

/** A given text, such as a shared one, has a separate draft. */
export function newCardKey(isQuick: boolean, content: string): string {
  const key = `new-card:${isQuick ? 'quick' : 'whole'}`
  return content === '' ? key : `${key}:${content.length}:${content.slice(0, 100)}`
}

function kindOf(key: string, card: Card | null, now: CardDraft, startTags: string): DraftKind<CardFormData> {
  return {
    key,
    isData: isCardFormData,
    fresh: () => ({
      base: now,
      form: now,
      line: '',
      tag: startTags,
      handedIn: card === null ? now.content : '',
    }),
    ...(card === null &&
      key === newCardKey(false, '') && {
        takesOver: { key: newCardKey(true, ''), into: (other) => (isCardFormData(other) ? other : null) },
      }),
    ...(card !== null && {
      takesOver: {
        key: `card-text:${card.id}`,
        into: (other, { base, form, ...rest }) =>
          isTextDraft(other)
            ? {
                ...rest,
                base: { ...base, content: contentOfLink(other.base, addressSaid(base)) },
                form: { ...form, content: contentOfLink(other.text, addressSaid(base)) },
              }
            : null,
      },
    }),
    reopened: ({ sent: _sent, ...data }) =>
      card === null ? data : { ...data, ...rebased(data, now, mergedText) },
    isChanged: ({ base, form, line, tag }) =>
      line.trim() !== '' || tag.trim() !== startTags.trim() || asSaved(base) !== asSaved(form),
    labelOf: ({ form, line }) => (form.content.trim() || line.trim() || 'A new card').slice(0, 200),
  }
}

function addressSaid({ type, address }: CardDraft): string | null {
  return type === 'link' ? (address ?? null) : null
}

function asSaved(draft: CardDraft): string {
  return JSON.stringify({
    ...draft,
    address: draft.address ?? null,
    files: draft.files ?? null,
    linkText: undefined,
  })
}

export function isCardFormData(value: unknown): value is CardFormData {
  if (typeof value !== 'object' || value === null) return false
  const { base, form, line, tag, handedIn, newTags = [] } = value as Partial<CardFormData>
  return (
    [line, tag, handedIn].every((text) => typeof text === 'string') &&
    Array.isArray(newTags) &&
    isCardDraft(base) &&
    isCardDraft(form)
  )
}

function isCardDraft(value: CardDraft | undefined): boolean {
  if (typeof value !== 'object' || value === null) return false
  return (
    typeof value.type === 'string' &&
    typeof value.content === 'string' &&
    Array.isArray(value.subnotes) &&
    Array.isArray(value.tagIds)
  )
}
