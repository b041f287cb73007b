import {
  addressOf,
  addressOfLink,
  type Card,
  type CardFiles,
  type Color,
  type Day,
  type Due,
  EMPTY_CARD,
  filesOf,
  type Id,
  LIMITS,
  lengthProblem,
  type Recurrence,
  type Subnote,
  TOO_MANY_SUBNOTES,
} from '@cardinal/domain'
import { diffCard, type Mutation } from '@cardinal/sync/edits'
import { contentOfLink, type LinkTexts, textOfLink } from './link-text.ts'

/** A card in a form. */
export interface CardDraft extends LinkTexts {
  readonly subnotes: readonly Subnote[]
  readonly tagIds: readonly Id[]
  readonly color: Color | null
  /** Absent: a draft of an older release, or a form without this field. */
  readonly dueAt?: Due | null
  readonly startAt?: Day | null
  readonly recurrence?: Recurrence | null
  /** Absent: as for the dates. */
  readonly files?: CardFiles | null
}

/** An edit of a card: the card as seen, and as wanted. Saving sends the difference. */
export interface FormState {
  readonly base: CardDraft
  readonly form: CardDraft
}

export function emptyDraft(type: CardDraft['type']): CardDraft {
  return {
    type,
    content: '',
    subnotes: [],
    tagIds: [],
    color: null,
    dueAt: null,
    startAt: null,
    recurrence: null,
    files: null,
  }
}

export function draftOf(card: Card): CardDraft {
  const { type, content, address, subnotes, tagIds, color, dueAt, startAt, recurrence, files } = card
  const isSaid = address !== null || (type === 'link' && addressOfLink(content) !== null)
  const dates = { dueAt, startAt, recurrence }
  return { type, content, ...(isSaid && { address }), subnotes, tagIds, color, ...dates, files }
}

/** Names a card that contains only files after them. */
export function withNameOfFiles(draft: CardDraft): CardDraft {
  const names = filesOf(draft.files ?? null).map(({ name }) => name)
  return draft.content.trim() !== '' || names.length === 0 ? draft : { ...draft, content: names.join(', ') }
}

/** The problem of a card's text as a sentence. Null: none. */
export function contentProblem(content: string): string | null {
  if (content.trim() === '') return EMPTY_CARD
  return lengthProblem('A text', content.trim(), LIMITS.contentLength)
}

/** The problem of a subnote as a sentence. Null: none. */
export function lineProblem(text: string): string | null {
  return lengthProblem('A subtask', text.trim(), LIMITS.subnoteLength)
}

/** Why a text can't be added to these subnotes, as a sentence. Null: it can. */
export function newLineProblem(subnotes: readonly Subnote[], text: string): string | null {
  if (text.trim() === '') return null
  if (subnotes.length >= LIMITS.subnotesPerCard) return TOO_MANY_SUBNOTES
  return lineProblem(text)
}

/** Adds a subnote. Null: it is empty, a duplicate, or invalid. */
export function withSubnote(subnotes: readonly Subnote[], text: string, id: Id): readonly Subnote[] | null {
  const wanted = text.trim()
  const isThere = subnotes.some((subnote) => subnote.text.toLowerCase() === wanted.toLowerCase())
  if (wanted === '' || isThere || newLineProblem(subnotes, wanted) !== null) return null
  return [...subnotes, { id, text: wanted, isTicked: false }]
}

/** The mutation that creates the card of a form. Emptied subnotes are left out. */
export function creatingMutation(form: CardDraft, id: Id): Mutation {
  const trimmed = form.subnotes.map((subnote) => ({ ...subnote, text: subnote.text.trim() }))
  const subnotes = trimmed.filter(({ text }) => text !== '')
  const { address, linkText: _linkText, ...rest } = form
  const said = form.type === 'link' && address !== undefined && { address }
  const card = { id, ...rest, content: form.content.trim(), ...said, subnotes }
  return { name: 'createCard', args: { card } }
}

/** The mutation that saves a card's form: the changes from the seen card. Null: nothing was changed. */
export function editingMutation({ base, form }: FormState, card: Card): Mutation | null {
  const textById = new Map(base.subnotes.map(({ id, text }) => [id, text]))
  const subnotes = form.subnotes.map((subnote) => ({
    ...subnote,
    text: savedText(textById.get(subnote.id), subnote.text),
  }))
  const content = savedText(base.content, form.content)
  const said = form.address === undefined ? {} : { address: form.address?.trim() || null }
  const edit = diffCard({ ...card, ...base }, { ...form, content, ...said, subnotes })
  return edit && { name: 'editCard', args: edit }
}

/**
 * The mutation that saves only a card's text, for a link without its address. Null: it was not changed.
 *
 * @param base the text that the person saw
 * @param said tags and a due date recognised in the text of a new card
 */
export function textMutation(
  base: string,
  text: string,
  card: Card,
  said: Partial<Pick<CardDraft, 'tagIds' | 'dueAt' | 'recurrence'>> = {},
): Mutation | null {
  if (text === base && Object.keys(said).length === 0) return null
  const address = addressOf(card)
  const seen = base === textOfLink(card) ? card.content : contentOfLink(base, address)
  const content = contentOfLink(text, address).trim()
  const edit = diffCard({ ...card, content: seen }, { content, ...said })
  return edit && { name: 'editCard', args: edit }
}

/** Trims a text, unless the person did not change it. */
function savedText(base: string | undefined, text: string): string {
  return text === base ? text : text.trim()
}
