import { cardFile, type Id, LIMITS, stripTemporaryPrefix } from '@cardinal/domain'
import type { CardEdit, IdsEdit, KeptRevision, SubnoteEdit, SubnotePlace } from '@cardinal/sync'
import * as z from 'zod/mini'
import { givenValues, valuesFromWire, valuesToWire } from './card-values.ts'
import { newTitle, subnoteFromWire } from './entity.ts'
import {
  address,
  completions,
  content,
  count,
  fileHash,
  fromInstant,
  id,
  keptText,
  listOf,
  position,
  reference,
  sentIds,
  subnoteText,
  toInstant,
  typeFromWire,
  typeToWire,
  wireFiles,
  wireType,
} from './scalars.ts'

/** Most edits of subnotes: every one removed, and as many added, moved, ticked and rewritten. */
const MOST_TITLE_EDITS = 5 * LIMITS.subnotesPerCard
const TOO_MANY_EDITS = `must hold at most ${MOST_TITLE_EDITS} edits`

const idsEdit = z.strictObject({ added: z._default(sentIds, []), removed: z._default(sentIds, []) })
const place = z.strictObject({ after: z.nullable(reference), index: position })

const titleEdit = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('add'), title: newTitle, place }),
  z.strictObject({ kind: z.literal('remove'), title_id: reference, text: keptText(LIMITS.subnoteLength) }),
  z.strictObject({
    kind: z.literal('text'),
    title_id: reference,
    before: keptText(LIMITS.subnoteLength),
    after: subnoteText,
    isTicked: z._default(z.boolean(), false),
    place,
  }),
  z.strictObject({ kind: z.literal('tick'), title_id: reference, isTicked: z.boolean() }),
  z.strictObject({ kind: z.literal('move'), title_id: reference, place }),
])

/** A person's changes to a card, against the card that they saw. Absent fields are unchanged. */
const { completions: _, files: _files, ...editedValues } = givenValues
export const entityEdit = z.strictObject({
  entity_id: id,
  content: z.optional(z.strictObject({ before: keptText(LIMITS.contentLength), after: content })),
  address: z.optional(z.strictObject({ before: address, after: address })),
  type: z.optional(wireType),
  ...editedValues,
  /** Moments of `completions`, added and removed one by one, so that those of other devices stay. */
  completed: z.optional(
    z.strictObject({ added: z._default(completions, []), removed: z._default(completions, []) }),
  ),
  /** Files, added and removed one by one, so that those of other devices stay. `removed` holds hashes. */
  attached: z.optional(
    z.strictObject({
      added: z._default(wireFiles, []),
      removed: z._default(listOf(fileHash, LIMITS.filesPerCard), []),
    }),
  ),
  tags_assigned: z.optional(idsEdit),
  titles: z.optional(listOf(titleEdit, MOST_TITLE_EDITS, 0, TOO_MANY_EDITS)),
  parents: z.optional(idsEdit),
  siblings: z.optional(idsEdit),
  children: z.optional(idsEdit),
  same_sitting: z.optional(z.boolean()),
})

/** A text displaced by a merge; `title_id` null: the card's content, which had this address. */
const keptRevision = z.object({
  title_id: z.nullable(id),
  text: z.string(),
  address: z.optional(z.nullable(z.string())),
})

/** Answer of a change that may have been merged, with the displaced texts. */
export function merged<S extends z.core.$ZodType>(data: S) {
  return z.object({ data, seq: count, kept_revisions: z.optional(z.array(keptRevision)) })
}

export function keptRevisionToWire({
  subnoteId,
  text,
  address,
}: KeptRevision): z.output<typeof keptRevision> {
  return { title_id: subnoteId, text, ...(address !== undefined && { address }) }
}

export function cardEditFromWire(wire: z.output<typeof entityEdit>, newId: () => Id): CardEdit {
  return {
    cardId: wire.entity_id,
    ...(wire.content && { content: wire.content }),
    ...(wire.address && { address: wire.address }),
    ...(wire.type && { type: typeFromWire(wire.type) }),
    ...valuesFromWire(wire),
    ...(wire.completed && {
      completed: {
        added: wire.completed.added.map(fromInstant),
        removed: wire.completed.removed.map(fromInstant),
      },
    }),
    ...(wire.attached && {
      attached: { added: wire.attached.added.map(cardFile), removed: wire.attached.removed },
    }),
    ...(wire.tags_assigned && { tagIds: wire.tags_assigned }),
    ...(wire.titles && { subnotes: wire.titles.map((edit) => subnoteEditFromWire(edit, newId)) }),
    ...(wire.parents && { parentIds: wire.parents }),
    ...(wire.siblings && { siblingIds: wire.siblings }),
    ...(wire.children && { childIds: wire.children }),
    ...(wire.same_sitting && { sameSitting: true }),
  }
}

export function cardEditToWire(edit: CardEdit): z.input<typeof entityEdit> {
  return {
    entity_id: edit.cardId,
    ...(edit.content && { content: edit.content }),
    ...(edit.address && { address: edit.address }),
    ...(edit.type && { type: typeToWire(edit.type) }),
    ...valuesToWire(edit),
    ...(edit.completed && {
      completed: {
        added: edit.completed.added.map(toInstant),
        removed: edit.completed.removed.map(toInstant),
      },
    }),
    ...(edit.attached && {
      attached: { added: [...edit.attached.added], removed: [...edit.attached.removed] },
    }),
    ...(edit.tagIds && { tags_assigned: idsToWire(edit.tagIds) }),
    ...(edit.subnotes && { titles: edit.subnotes.map(subnoteEditToWire) }),
    ...(edit.parentIds && { parents: idsToWire(edit.parentIds) }),
    ...(edit.siblingIds && { siblings: idsToWire(edit.siblingIds) }),
    ...(edit.childIds && { children: idsToWire(edit.childIds) }),
    ...(edit.sameSitting && { same_sitting: true }),
  }
}

function idsToWire({ added, removed }: IdsEdit): z.input<typeof idsEdit> {
  return { added: [...added], removed: [...removed] }
}

function subnoteEditFromWire(wire: z.output<typeof titleEdit>, newId: () => Id): SubnoteEdit {
  if (wire.kind === 'add')
    return { kind: 'add', subnote: subnoteFromWire(wire.title, newId), place: placeFromWire(wire.place) }
  const id = stripTemporaryPrefix(wire.title_id)
  switch (wire.kind) {
    case 'remove':
      return { kind: 'remove', id, text: wire.text }
    case 'tick':
      return { kind: 'tick', id, isTicked: wire.isTicked }
    case 'move':
      return { kind: 'move', id, place: placeFromWire(wire.place) }
    case 'text': {
      const { before, after, isTicked } = wire
      return { kind: 'text', id, text: { before, after }, isTicked, place: placeFromWire(wire.place) }
    }
  }
}

function placeFromWire({ after, index }: z.output<typeof place>): SubnotePlace {
  return { after: after === null ? null : stripTemporaryPrefix(after), index }
}

function subnoteEditToWire(edit: SubnoteEdit): z.input<typeof titleEdit> {
  switch (edit.kind) {
    case 'add': {
      const { id: _id, text, isTicked } = edit.subnote
      return { kind: 'add', title: { _id, text, isTicked }, place: edit.place }
    }
    case 'remove':
      return { kind: 'remove', title_id: edit.id, text: edit.text }
    case 'tick':
      return { kind: 'tick', title_id: edit.id, isTicked: edit.isTicked }
    case 'move':
      return { kind: 'move', title_id: edit.id, place: edit.place }
    case 'text':
      return {
        kind: 'text',
        title_id: edit.id,
        ...edit.text,
        isTicked: edit.isTicked,
        place: edit.place,
      }
  }
}
