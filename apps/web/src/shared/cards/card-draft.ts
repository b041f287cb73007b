import {
  type Card,
  type CardType,
  type Color,
  type Due,
  EMPTY_CARD,
  type Id,
  LIMITS,
  lengthProblem,
  type Recurrence,
  type Subnote,
  TOO_MANY_SUBNOTES,
} from '@cardinal/domain'
import { diffCard, type Mutation } from '@cardinal/sync/edits'

/** A card in a form. */
export interface CardDraft {
  readonly type: CardType
  readonly content: string
  readonly subnotes: readonly Subnote[]
  readonly tagIds: readonly Id[]
  readonly color: Color | null
  /** Left out by drafts of an older release, and where the form has no field for it. */
  readonly dueAt?: Due | null
  readonly recurrence?: Recurrence | null
}

/** An edit of a card: the card as the person saw it, and as the person wants it. Saving sends their difference. */
export interface FormState {
  readonly base: CardDraft
  readonly form: CardDraft
}

export function emptyDraft(type: CardType): CardDraft {
  return { type, content: '', subnotes: [], tagIds: [], color: null, dueAt: null, recurrence: null }
}

export function draftOf(card: Card): CardDraft {
  const { type, content, subnotes, tagIds, color, dueAt, recurrence } = card
  return { type, content, subnotes, tagIds, color, dueAt, recurrence }
}

/** What is wrong with a card's text, as a sentence; null when nothing is. */
export function contentProblem(content: string): string | null {
  if (content.trim() === '') return EMPTY_CARD
  return lengthProblem('A text', content.trim(), LIMITS.contentLength)
}

/** What is wrong with a line of a card, as a sentence; null when nothing is. */
export function lineProblem(text: string): string | null {
  return lengthProblem('A subtask', text.trim(), LIMITS.subnoteLength)
}

/** What keeps a text from being one more of these lines, as a sentence; null when nothing does. */
export function newLineProblem(subnotes: readonly Subnote[], text: string): string | null {
  if (text.trim() === '') return null
  if (subnotes.length >= LIMITS.subnotesPerCard) return TOO_MANY_SUBNOTES
  return lineProblem(text)
}

/** The lines with one more; null when it is empty, said already, or has a problem. */
export function withSubnote(subnotes: readonly Subnote[], text: string, id: Id): readonly Subnote[] | null {
  const wanted = text.trim()
  const isThere = subnotes.some((subnote) => subnote.text.toLowerCase() === wanted.toLowerCase())
  if (wanted === '' || isThere || newLineProblem(subnotes, wanted) !== null) return null
  return [...subnotes, { id, text: wanted, isTicked: false }]
}

/** The lines with one of them moved; positions outside the list are its ends. */
export function movedSubnote(subnotes: readonly Subnote[], id: Id, to: number): readonly Subnote[] {
  const moved = subnotes.find((subnote) => subnote.id === id)
  if (moved === undefined) return subnotes
  const others = subnotes.filter((subnote) => subnote.id !== id)
  const at = Math.max(0, Math.min(others.length, to))
  return [...others.slice(0, at), moved, ...others.slice(at)]
}

/** What makes a new card of a form. A line that was emptied is not wanted any more. */
export function creatingMutation(form: CardDraft, id: Id): Mutation {
  const trimmed = form.subnotes.map((subnote) => ({ ...subnote, text: subnote.text.trim() }))
  const subnotes = trimmed.filter(({ text }) => text !== '')
  return { name: 'createCard', args: { card: { id, ...form, content: form.content.trim(), subnotes } } }
}

/**
 * What saves the form of a card: what the person changed, against the card that the person saw. Null where nothing was
 * changed.
 */
export function editingMutation({ base, form }: FormState, card: Card): Mutation | null {
  const textById = new Map(base.subnotes.map(({ id, text }) => [id, text]))
  const subnotes = form.subnotes.map((subnote) => ({
    ...subnote,
    text: savedText(textById.get(subnote.id), subnote.text),
  }))
  const content = savedText(base.content, form.content)
  const edit = diffCard({ ...card, ...base }, { ...form, content, subnotes })
  return edit && { name: 'editCard', args: edit }
}

/** What saves the text of a card alone. Null where it was not changed. */
export function textMutation(base: string, text: string, card: Card): Mutation | null {
  const edit = diffCard({ ...card, content: base }, { content: savedText(base, text) })
  return edit && { name: 'editCard', args: edit }
}

/** Without the spaces around it; a text that the person did not touch stays as it is. */
function savedText(base: string | undefined, text: string): string {
  return text === base ? text : text.trim()
}
