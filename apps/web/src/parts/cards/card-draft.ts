import {
  type Card,
  type CardType,
  type Color,
  EMPTY_CARD,
  type Id,
  LIMITS,
  lengthProblem,
  type Subnote,
  TOO_MANY_LINES,
} from '@cardinal/domain'
import type { Mutation, NewCard } from '@cardinal/sync'

/** A card as it stands in a form. */
export interface CardDraft {
  readonly type: CardType
  readonly content: string
  readonly subnotes: readonly Subnote[]
  readonly tagIds: readonly Id[]
  readonly color: Color | null
  readonly parentIds: readonly Id[]
  readonly siblingIds: readonly Id[]
  readonly childIds: readonly Id[]
}

export function emptyDraft(type: CardType): CardDraft {
  return {
    type,
    content: '',
    subnotes: [],
    tagIds: [],
    color: null,
    parentIds: [],
    siblingIds: [],
    childIds: [],
  }
}

export function draftOf(card: Card): CardDraft {
  const { type, content, subnotes, tagIds, color, parentIds, siblingIds, childIds } = card
  return { type, content, subnotes, tagIds, color, parentIds, siblingIds, childIds }
}

/** What is wrong with a card's text, as a sentence; null when nothing is. */
export function contentProblem(content: string): string | null {
  if (content.trim() === '') return EMPTY_CARD
  return lengthProblem('A text', content.trim(), LIMITS.contentLength)
}

/** What is wrong with a line of a card, as a sentence; null when nothing is. */
export function lineProblem(text: string): string | null {
  return lengthProblem('A line', text.trim(), LIMITS.subnoteLength)
}

/** What keeps a text from being one more of these lines, as a sentence; null when nothing does. */
export function newLineProblem(subnotes: readonly Subnote[], text: string): string | null {
  if (text.trim() === '') return null
  if (subnotes.length >= LIMITS.subnotesPerCard) return TOO_MANY_LINES
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

/**
 * What saves a form: one mutation that makes the card, or one that replaces it where anything is different. A line
 * that was emptied is not wanted any more.
 */
export function savingMutation(draft: CardDraft, saved: Card | null, id: Id): Mutation | null {
  const trimmed = draft.subnotes.map((subnote) => ({ ...subnote, text: subnote.text.trim() }))
  const subnotes = trimmed.filter(({ text }) => text !== '')
  const card: NewCard = { id, ...draft, content: draft.content.trim(), subnotes }
  if (card.content === '') return null
  if (saved === null) return { name: 'createCard', args: { card } }
  const { type, ...rest } = card
  return { name: 'replaceCard', args: { card: { ...rest, ...(type !== saved.type && { type }) } } }
}
