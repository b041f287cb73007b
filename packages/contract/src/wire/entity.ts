import type { Card, Id, Subnote } from '@cardinal/domain'
import { addressAfter, LIMITS, TOO_MANY_SUBNOTES, TOO_MANY_TAGS, unique } from '@cardinal/domain'
import * as z from 'zod/mini'
import {
  answerValues,
  answerValuesFromWire,
  answerValuesToWire,
  givenValues,
  valuesFromWire,
  valuesToWire,
} from './card-values.ts'
import { pageFacts, pageFromWire, pageToWire, sentPage } from './page.ts'
import {
  address,
  atMost,
  content,
  fromInstant,
  id,
  ids,
  instant,
  listOf,
  sentIds,
  settledId,
  stagedId,
  subnoteText,
  toInstant,
  typeFromWire,
  typeToWire,
  wireType,
} from './scalars.ts'

export const title = z.object({ _id: id, text: z.string(), isTicked: z.boolean(), entity_id: id, owner: id })

export const entity = z.object({
  _id: id,
  type: wireType,
  content: z.string(),
  /** What a link opens; null: it has no address. Left out on a todo or note that never was a link. */
  address: z.optional(z.nullable(z.string())),
  titles: z.array(title),
  tags_assigned: ids,
  ...answerValues,
  parents: ids,
  siblings: ids,
  children: ids,
  page: z.optional(pageFacts),
  createdAt: instant,
  updatedAt: instant,
  /** Only in answers of searches with `workspace:all`. */
  workspace_id: z.optional(id),
})
export type Entity = z.output<typeof entity>

/** Accepted because clients send whole cards back; ignored. */
const ignored = z.union([atMost(200), z.number()])
const linkedIds = listOf(id, LIMITS.linksPerCard)

/** A subnote in requests. */
export const newTitle = z.strictObject({
  _id: z.optional(stagedId),
  text: subnoteText,
  isTicked: z.optional(z.boolean()),
  entity_id: z.optional(z.nullable(ignored)),
  owner: z.optional(z.nullable(ignored)),
})
const newTitles = listOf(newTitle, LIMITS.subnotesPerCard, 0, TOO_MANY_SUBNOTES)
export const tagsAssigned = sentIds.check(
  z.refine((list) => new Set(list).size <= LIMITS.tagsPerCard, TOO_MANY_TAGS),
)

/** `page` is ignored: the server fetches it. A link without `address` gets the first one in its content. */
export const newEntity = z.strictObject({
  _id: z.optional(stagedId),
  type: wireType,
  content,
  address: z.optional(address),
  titles: z.optional(newTitles),
  tags_assigned: z.optional(tagsAssigned),
  ...givenValues,
  parents: z.optional(linkedIds),
  siblings: z.optional(linkedIds),
  children: z.optional(linkedIds),
  page: sentPage,
  createdAt: z.optional(instant),
})

/** Without `address` the card keeps it, see `addressAfter`. Accepts a card as it was answered: type, page, times and owners of subnotes are ignored. */
export const editedEntity = z.strictObject({
  _id: id,
  type: z.optional(wireType),
  content,
  address: z.optional(address),
  titles: z.optional(newTitles),
  tags_assigned: z.optional(tagsAssigned),
  ...givenValues,
  parents: z.optional(linkedIds),
  siblings: z.optional(linkedIds),
  children: z.optional(linkedIds),
  page: sentPage,
  workspace_id: z.optional(z.nullable(ignored)),
  createdAt: z.optional(z.nullable(ignored)),
  updatedAt: z.optional(z.nullable(ignored)),
})

/** @param ownerId the person whose card it is; the wire repeats it on every subnote */
export function entityToWire(card: Card, ownerId: Id): Entity {
  return {
    _id: card.id,
    type: typeToWire(card.type),
    content: card.content,
    ...((card.type === 'link' || card.address !== null) && { address: card.address }),
    titles: card.subnotes.map(({ id: _id, text, isTicked }) => ({
      _id,
      text,
      isTicked,
      entity_id: card.id,
      owner: ownerId,
    })),
    tags_assigned: [...card.tagIds],
    ...answerValuesToWire(card),
    parents: [...card.parentIds],
    siblings: [...card.siblingIds],
    children: [...card.childIds],
    ...(card.page && { page: pageToWire(card.page) }),
    createdAt: toInstant(card.createdAt),
    updatedAt: toInstant(card.updatedAt),
  }
}

export function entityFromWire(wire: Entity): Card {
  const [type, { content }] = [typeFromWire(wire.type), wire]
  return {
    id: wire._id,
    type,
    content,
    address: wire.address === undefined ? addressAfter(null, { type, content }) : wire.address,
    subnotes: wire.titles.map(({ _id, text, isTicked }) => ({ id: _id, text, isTicked })),
    tagIds: wire.tags_assigned,
    ...answerValuesFromWire(wire),
    parentIds: wire.parents,
    siblingIds: wire.siblings,
    childIds: wire.children,
    ...(wire.page && { page: pageFromWire(wire.page) }),
    createdAt: fromInstant(wire.createdAt),
    updatedAt: fromInstant(wire.updatedAt),
  }
}

export function subnoteFromWire(wire: z.output<typeof newTitle>, newId: () => Id): Subnote {
  return { id: settledId(wire._id, newId), text: wire.text, isTicked: wire.isTicked ?? false }
}

/** Fields that are optional in new and edited entities. Omitted ones stay omitted. */
export function optionalFields(
  wire: Omit<z.output<typeof newEntity>, '_id' | 'type' | 'content' | 'createdAt'>,
  newId: () => Id,
) {
  return {
    ...(wire.address !== undefined && { address: wire.address }),
    ...(wire.titles && { subnotes: wire.titles.map((given) => subnoteFromWire(given, newId)) }),
    ...(wire.tags_assigned && { tagIds: unique(wire.tags_assigned) }),
    ...valuesFromWire(wire),
    ...(wire.parents && { parentIds: unique(wire.parents) }),
    ...(wire.siblings && { siblingIds: unique(wire.siblings) }),
    ...(wire.children && { childIds: unique(wire.children) }),
  }
}

/** Omitted fields stay omitted. */
export function optionalFieldsToWire(card: Partial<Omit<Card, 'id' | 'type' | 'content'>>) {
  return {
    ...(card.address !== undefined && { address: card.address }),
    ...(card.subnotes && {
      titles: card.subnotes.map(({ id: _id, text, isTicked }) => ({ _id, text, isTicked })),
    }),
    ...(card.tagIds && { tags_assigned: [...card.tagIds] }),
    ...valuesToWire(card),
    ...(card.parentIds && { parents: [...card.parentIds] }),
    ...(card.siblingIds && { siblings: [...card.siblingIds] }),
    ...(card.childIds && { children: [...card.childIds] }),
  }
}
