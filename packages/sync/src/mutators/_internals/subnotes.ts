import {
  type Card,
  type Id,
  LIMITS,
  ok,
  type Refusal,
  type Result,
  refused,
  type Subnote,
  stripTemporaryPrefix,
} from '@cardinal/domain'
import type { MutationContext, SubnoteEdit, SubnotePlace } from '../../mutation.ts'
import { type Effort, mergedText, newEffort } from './merged-text.ts'

/** Returns a subnote as it is saved: its temporary id becomes permanent. */
export function savedSubnote(subnote: Subnote): Subnote {
  return { id: stripTemporaryPrefix(subnote.id), text: subnote.text, isTicked: subnote.isTicked }
}

/** Returns subnotes as they are saved, or refuses a duplicate id. */
export function savedSubnotes(subnotes: readonly Subnote[]): Result<Subnote[], Refusal> {
  const saved = subnotes.map(savedSubnote)
  const ids = new Set<Id>()
  for (const { id } of saved) {
    if (ids.has(id)) return refused({ kind: 'id-taken', id })
    ids.add(id)
  }
  return ok(saved)
}

/**
 * Returns the card with its subnotes edited. A missing subnote refuses the mutation; with `onConflict: 'merge'` it is
 * no change.
 */
export function editSubnotes(
  card: Card,
  subnoteId: Id,
  { onConflict }: MutationContext,
  edit: (subnotes: readonly Subnote[], index: number) => readonly Subnote[],
): Result<Card, Refusal> {
  const id = stripTemporaryPrefix(subnoteId)
  const index = card.subnotes.findIndex((subnote) => subnote.id === id)
  if (index < 0 && onConflict === 'merge') return ok(card)
  if (index < 0) return refused({ kind: 'not-found', what: 'subnote', id })
  return ok({ ...card, subnotes: edit(card.subnotes, index) })
}

/** A subnote's text that lost a merge. */
interface LostText {
  readonly subnoteId: Id
  readonly text: string
}

/**
 * Applies edits to the present subnotes. Changes of others are no reason to refuse: a subnote that was edited meanwhile
 * is not removed, an edit restores a removed one, and ticks and moves of a removed one change nothing. Repeating the
 * edits changes nothing.
 */
export function withSubnoteEdits(
  subnotes: readonly Subnote[],
  edits: readonly SubnoteEdit[],
): { readonly subnotes: readonly Subnote[]; readonly lost: readonly LostText[] } {
  const lost: LostText[] = []
  const effort = newEffort()
  let edited = subnotes
  for (const edit of edits) {
    const id = stripTemporaryPrefix(edit.kind === 'add' ? edit.subnote.id : edit.id)
    const index = edited.findIndex((subnote) => subnote.id === id)
    const there = edited[index]
    if (there === undefined) {
      const back = missingSubnote(edit, id)
      if (back !== null) edited = placed(edited, back.subnote, back.place)
      continue
    }
    const result = withEdit(there, edit, effort)
    if (result.lost !== null) lost.push({ subnoteId: id, text: result.lost })
    if (edit.kind === 'move') edited = placed(edited.toSpliced(index, 1), there, edit.place)
    else if (result.subnote === null) edited = edited.toSpliced(index, 1)
    else if (result.subnote !== there) edited = edited.with(index, result.subnote)
  }
  return { subnotes: edited, lost }
}

/** Returns the subnote that an edit of a missing one adds. Null: none. */
function missingSubnote(edit: SubnoteEdit, id: Id): { subnote: Subnote; place: SubnotePlace } | null {
  if (edit.kind === 'add') return { subnote: savedSubnote(edit.subnote), place: edit.place }
  if (edit.kind !== 'text') return null
  return { subnote: { id, text: edit.text.after, isTicked: edit.isTicked }, place: edit.place }
}

/** Returns the subnote after an edit (null: it is removed), and the text that lost the merge. */
function withEdit(
  there: Subnote,
  edit: SubnoteEdit,
  effort: Effort,
): { subnote: Subnote | null; lost: string | null } {
  switch (edit.kind) {
    case 'add':
      // The same subnote was added before, and has changed since.
      return { subnote: there, lost: edit.subnote.text === there.text ? null : edit.subnote.text }
    case 'remove':
      return { subnote: there.text === edit.text ? null : there, lost: null }
    case 'tick':
      return { subnote: { ...there, isTicked: edit.isTicked }, lost: null }
    case 'text': {
      const { before, after } = edit.text
      const merged = mergedText(before, after, there.text, LIMITS.subnoteLength, effort)
      return { subnote: { ...there, text: merged ?? after }, lost: merged === null ? there.text : null }
    }
    case 'move':
      return { subnote: there, lost: null }
  }
}

function placed(subnotes: readonly Subnote[], subnote: Subnote, { after, index }: SubnotePlace): Subnote[] {
  if (after === null) return subnotes.toSpliced(0, 0, subnote)
  const id = stripTemporaryPrefix(after)
  const neighbour = subnotes.findIndex((each) => each.id === id)
  return subnotes.toSpliced(neighbour < 0 ? index : neighbour + 1, 0, subnote)
}
