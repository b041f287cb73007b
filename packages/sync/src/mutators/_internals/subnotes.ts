import {
  type Card,
  type Id,
  ok,
  type Refusal,
  type Result,
  refused,
  type Subnote,
  stripTemporaryPrefix,
} from '@cardinal/domain'
import type { MutationContext } from '../../mutation.ts'

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
