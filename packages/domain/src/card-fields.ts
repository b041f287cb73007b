import type { CardLinks, CardValues } from './card.ts'
import { unique } from './lists.ts'

/** Values of a new card, unless others are given. */
export const INITIAL_VALUES: CardValues = {
  color: null,
  isPublic: false,
  doneAt: null,
  dueAt: null,
  startAt: null,
  recurrence: null,
  completions: null,
  files: null,
  place: null,
}

export const NO_LINKS: CardLinks = { parentIds: [], siblingIds: [], childIds: [] }

export const VALUE_FIELDS = Object.keys(INITIAL_VALUES) as readonly (keyof CardValues)[]
export const LINK_FIELDS = Object.keys(NO_LINKS) as readonly (keyof CardLinks)[]

/** Keeps the fields that are present and not undefined. */
export function givenValues(given: Partial<CardValues>): Partial<CardValues> {
  return Object.fromEntries(
    VALUE_FIELDS.flatMap((field) => (given[field] === undefined ? [] : [[field, given[field]]])),
  )
}

export function changedValues(seen: CardValues, wanted: Partial<CardValues>): Partial<CardValues> {
  return Object.fromEntries(
    Object.entries(givenValues(wanted)).filter(([field, value]) => seen[field as keyof CardValues] !== value),
  )
}

export function mapLinks(idsOf: (field: keyof CardLinks) => CardLinks[keyof CardLinks]): CardLinks {
  return Object.fromEntries(LINK_FIELDS.map((field) => [field, idsOf(field)])) as unknown as CardLinks
}

/** Each id once. A list that is not given comes from `otherwise`. */
export function givenLinks(given: Partial<CardLinks>, otherwise: CardLinks): CardLinks {
  return mapLinks((field) => unique(given[field] ?? otherwise[field]))
}
