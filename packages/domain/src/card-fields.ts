import type { CardLinks, CardValues } from './card.ts'
import { unique } from './unique.ts'

/** The values of a new card that says nothing else. */
export const INITIAL_VALUES: CardValues = {
  color: null,
  isPublic: false,
  doneAt: null,
  dueAt: null,
  recurrence: null,
  place: null,
}

/** The links of a new card that says nothing else. */
export const NO_LINKS: CardLinks = { parentIds: [], siblingIds: [], childIds: [] }

export const VALUE_FIELDS = Object.keys(INITIAL_VALUES) as readonly (keyof CardValues)[]
export const LINK_FIELDS = Object.keys(NO_LINKS) as readonly (keyof CardLinks)[]

/** Returns the values that are given. A field that is left out or undefined is left out of the answer. */
export function givenValues(given: Partial<CardValues>): Partial<CardValues> {
  return Object.fromEntries(
    VALUE_FIELDS.flatMap((field) => (given[field] === undefined ? [] : [[field, given[field]]])),
  )
}

/** Returns the values of `wanted` that differ from `seen`. */
export function changedValues(seen: CardValues, wanted: Partial<CardValues>): Partial<CardValues> {
  return Object.fromEntries(
    Object.entries(givenValues(wanted)).filter(([field, value]) => seen[field as keyof CardValues] !== value),
  )
}

/** Makes the links of a card, list by list. */
export function mapLinks(idsOf: (field: keyof CardLinks) => CardLinks[keyof CardLinks]): CardLinks {
  return Object.fromEntries(LINK_FIELDS.map((field) => [field, idsOf(field)])) as unknown as CardLinks
}

/** Returns the links that are given, each id once. A list that is left out is that of `otherwise`. */
export function givenLinks(given: Partial<CardLinks>, otherwise: CardLinks): CardLinks {
  return mapLinks((field) => unique(given[field] ?? otherwise[field]))
}
