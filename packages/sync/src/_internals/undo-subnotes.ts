import type { Id, Subnote } from '@cardinal/domain'
import type { Mutation } from '../mutation.ts'

/** Puts the subnotes of one card back: those added go, those lost return to their places, the rest is mended. */
export function undoSubnotes(cardId: Id, before: readonly Subnote[], after: readonly Subnote[]): Mutation[] {
  const undo: Mutation[] = []
  const idsBefore = new Set(before.map(({ id }) => id))
  const present = after.filter(({ id }) => idsBefore.has(id))
  for (const { id } of after)
    if (!idsBefore.has(id)) undo.push({ name: 'deleteSubnote', args: { cardId, subnoteId: id } })
  const order = present.map(({ id }) => id)
  before.forEach((subnote, index) => {
    const was = present.find(({ id }) => id === subnote.id)
    if (was === undefined) {
      undo.push({ name: 'addSubnote', args: { cardId, subnote, index } })
      order.splice(index, 0, subnote.id)
    } else {
      undo.push(...mended(cardId, subnote, was))
      undo.push(...moved(cardId, subnote.id, index, order))
    }
  })
  return undo
}

function mended(cardId: Id, before: Subnote, after: Subnote): Mutation[] {
  const undo: Mutation[] = []
  const subnoteId = before.id
  if (before.text !== after.text)
    undo.push({ name: 'setSubnoteText', args: { cardId, subnoteId, text: before.text } })
  if (before.isTicked !== after.isTicked)
    undo.push({ name: 'tickSubnote', args: { cardId, subnoteId, isTicked: before.isTicked } })
  return undo
}

/** The subnote to its place, given that all places before it are right; `order` follows along. */
function moved(cardId: Id, subnoteId: Id, index: number, order: Id[]): Mutation[] {
  if (order[index] === subnoteId) return []
  order.splice(order.indexOf(subnoteId), 1)
  order.splice(index, 0, subnoteId)
  return [{ name: 'moveSubnote', args: { cardId, subnoteId, index } }]
}
