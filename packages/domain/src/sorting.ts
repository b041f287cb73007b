/** The orders of docs/search.md, section 5. The type allows only valid pairs. */
export type CardOrder =
  | { readonly by: 'recently' | 'oldest'; readonly of: 'added' | 'updated' }
  | { readonly by: 'most' | 'least'; readonly of: 'tagged' }
  | { readonly by: 'alphabetically'; readonly of: 'asc' | 'desc' }
  /** Cards without a due date come last. */
  | { readonly by: 'soonest'; readonly of: 'due' }
  | { readonly by: 'by-hand'; readonly of: 'placed' }
  /** By the words of the search. Without words, the newest first. */
  | { readonly by: 'best'; readonly of: 'match' }

export type TagOrder =
  | { readonly by: 'recently' | 'oldest'; readonly of: 'added' | 'updated' | 'searched' }
  | { readonly by: 'most' | 'least'; readonly of: 'tagged' | 'searched' }
  | { readonly by: 'alphabetically'; readonly of: 'asc' | 'desc' }

export const SORT_BY = [
  'recently',
  'oldest',
  'most',
  'least',
  'alphabetically',
  'soonest',
  'by-hand',
  'best',
] as const
export const SORT_OF = [
  'added',
  'updated',
  'tagged',
  'searched',
  'asc',
  'desc',
  'due',
  'placed',
  'match',
] as const
export type SortBy = (typeof SORT_BY)[number]
export type SortOf = (typeof SORT_OF)[number]

/** Right-hand choices for each left-hand one, the default first. */
export const CARD_SORT_CHOICES: Readonly<Record<SortBy, readonly SortOf[]>> = {
  recently: ['added', 'updated'],
  oldest: ['added', 'updated'],
  most: ['tagged'],
  least: ['tagged'],
  alphabetically: ['asc', 'desc'],
  soonest: ['due'],
  'by-hand': ['placed'],
  best: ['match'],
}

export const TAG_SORT_CHOICES: Readonly<Record<SortBy, readonly SortOf[]>> = {
  recently: ['added', 'updated', 'searched'],
  oldest: ['added', 'updated', 'searched'],
  most: ['tagged', 'searched'],
  least: ['tagged', 'searched'],
  alphabetically: ['asc', 'desc'],
  soonest: [],
  'by-hand': [],
  best: [],
}

export const DEFAULT_CARD_ORDER: CardOrder = { by: 'recently', of: 'added' }
export const DEFAULT_TAG_ORDER: TagOrder = { by: 'most', of: 'tagged' }

/** Null: not a valid pair. */
export function cardOrder(by: string, of: string): CardOrder | null {
  return isChoice(CARD_SORT_CHOICES, by, of) ? ({ by, of } as CardOrder) : null
}

/** Null: not a valid pair. */
export function tagOrder(by: string, of: string): TagOrder | null {
  return isChoice(TAG_SORT_CHOICES, by, of) ? ({ by, of } as TagOrder) : null
}

function isChoice(choices: Readonly<Record<SortBy, readonly SortOf[]>>, by: string, of: string): boolean {
  return Object.hasOwn(choices, by) && choices[by as SortBy].includes(of as SortOf)
}

/** By Unicode code point; plain `<` compares UTF-16 units instead. */
export function compareCodePoints(a: string, b: string): number {
  const end = Math.min(a.length, b.length)
  for (let i = 0; i < end; i++) {
    const x = a.charCodeAt(i)
    const y = b.charCodeAt(i)
    if (x !== y) return liftSurrogate(x) - liftSurrogate(y)
  }
  return a.length - b.length
}

/** Lifts surrogates, which stand for code points above U+FFFF, above U+E000 to U+FFFF. */
function liftSurrogate(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x2800 : unit
}
