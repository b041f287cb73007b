import { type Card, COLORS, type Id } from '@cardinal/domain'
import { mergedText } from '@cardinal/sync'
import { movedSubnote, rebased } from '../../src/shared/card-form/rebase.ts'
import {
  type CardDraft,
  draftOf,
  editingMutation,
  type FormState,
  textMutation,
  withSubnote,
} from '../../src/shared/cards/card-draft.ts'
import type { Situation } from './acts.ts'
import { tickField } from './acts-cards.ts'
import { ANY, type TextEdit, type ValueSet, type Wish } from './wish.ts'

/** An open form: of the whole card, or only of its text in the row. */
export interface OpenForm extends FormState {
  readonly kind: 'form' | 'text'
  /** Workspace of the card, because forms and drafts belong to one. */
  readonly workspaceId: Id | null
  /** The card as it was last shown. */
  readonly card: Card
}

export function openedOn({ dice }: Situation, card: Card, workspaceId: Id | null): OpenForm {
  const draft = draftOf(card)
  return { kind: dice.isLuckyIn(0.3) ? 'text' : 'form', workspaceId, card, base: draft, form: draft }
}

/**
 * The open form after its card has changed, as the app updates it.
 *
 * @param isReopened the tab was reloaded, and the form continues from its draft
 */
export function following(form: OpenForm, card: Card, isReopened: boolean): OpenForm {
  return { ...form, card, ...rebased(form, draftOf(card), isReopened ? mergedText : undefined) }
}

/** The form after an edit by the person. */
export function changed(situation: Situation, form: OpenForm): OpenForm {
  const { dice, words } = situation
  if (form.kind === 'text')
    return { ...form, form: { ...form.form, content: words.edited(form.form.content) } }
  let draft = form.form
  for (let i = dice.between(1, 3); i > 0; i--)
    draft = { ...draft, ...dice.pick(draftChanges(situation, draft))() }
  return { ...form, form: draft }
}

function draftChanges(situation: Situation, draft: CardDraft): (() => Partial<CardDraft>)[] {
  const { dice, words, newId, seen } = situation
  const { subnotes, tagIds } = draft
  const add = () => ({ subnotes: withSubnote(subnotes, words.line(), newId()) ?? subnotes })
  const fields: (() => Partial<CardDraft>)[] = [
    () => ({ content: words.edited(draft.content) }),
    () => ({ color: dice.pick([null, ...COLORS]) }),
    () => ({ type: dice.pick(['todo', 'note', 'link'] as const) }),
    () => ({ dueAt: dice.pick([null, '2026-01-03', '2026-02-01']) }),
    add,
    add,
    () => {
      if (seen.tags.length === 0) return {}
      const { id } = dice.pick(seen.tags)
      return { tagIds: tagIds.includes(id) ? tagIds.filter((each) => each !== id) : [...tagIds, id] }
    },
  ]
  if (subnotes.length === 0) return fields
  const { id } = dice.pick(subnotes)
  const edited = (edit: (subnote: (typeof subnotes)[number]) => (typeof subnotes)[number]) => () => ({
    subnotes: subnotes.map((subnote) => (subnote.id === id ? edit(subnote) : subnote)),
  })
  return [
    ...fields,
    edited((subnote) => ({ ...subnote, text: words.edited(subnote.text).replaceAll('\n', ' ') })),
    edited((subnote) => ({ ...subnote, isTicked: !subnote.isTicked })),
    () => ({ subnotes: movedSubnote(subnotes, id, dice.upTo(4)) }),
    () => ({ subnotes: subnotes.filter((subnote) => subnote.id !== id) }),
  ]
}

/** The mutation that saves it, made by the app's functions. Null: nothing to save. */
export function saving({ kind, card, base, form }: OpenForm): Wish | null {
  const mutation =
    kind === 'form' ? editingMutation({ base, form }, card) : textMutation(base.content, form.content, card)
  return mutation && { mutation, ...meaningOf(card.id, base, form) }
}

/** What the person wants: the difference between the seen card and the draft. */
function meaningOf(id: Id, seen: CardDraft, wanted: CardDraft): Pick<Wish, 'texts' | 'values'> {
  const place = `card ${id}` as const
  const values: ValueSet[] = []
  for (const name of ['type', 'color', 'dueAt'] as const)
    if (wanted[name] !== seen[name]) values.push({ field: `${place} ${name}`, value: wanted[name] })
  for (const tagId of new Set([...seen.tagIds, ...wanted.tagIds])) {
    const isOn = wanted.tagIds.includes(tagId)
    if (isOn !== seen.tagIds.includes(tagId)) values.push({ field: `${place} tag ${tagId}`, value: isOn })
  }
  return {
    texts: [{ place, from: seen.content, to: wanted.content }, ...subnoteTexts(place, seen, wanted)],
    values: [...values, ...ticks(id, seen, wanted)],
  }
}

function subnoteTexts(place: TextEdit['place'], seen: CardDraft, wanted: CardDraft): TextEdit[] {
  const textIn = ({ subnotes }: CardDraft, id: Id) =>
    subnotes.find((subnote) => subnote.id === id)?.text ?? ''
  const ids = new Set([...seen.subnotes, ...wanted.subnotes].map(({ id }) => id))
  return [...ids].map((id) => ({ place, from: textIn(seen, id), to: textIn(wanted, id) }))
}

function ticks(cardId: Id, seen: CardDraft, wanted: CardDraft): ValueSet[] {
  const tickedIn = ({ subnotes }: CardDraft) => new Map(subnotes.map(({ id, isTicked }) => [id, isTicked]))
  const [before, after] = [tickedIn(seen), tickedIn(wanted)]
  const ids = new Set([...before.keys(), ...after.keys()])
  return [...ids].flatMap((id): ValueSet[] => {
    const value = after.has(id) ? after.get(id) : ANY
    return value === before.get(id) ? [] : [{ field: tickField(cardId, id), value }]
  })
}
