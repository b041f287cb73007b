/**
 * What the server found on the page that a link points to. No person writes these fields, and they replace nothing that
 * a person wrote. A text is empty where the page has none.
 */
export interface Page {
  /** The link's address as it was when the page was fetched. */
  readonly address: string
  readonly title: string
  readonly description: string
  readonly siteName: string
  /** A language tag such as `en` or `pt-BR`. */
  readonly language: string
  /** Names of pictures that the server keeps. */
  readonly icon: string
  readonly cover: string
  /** ms since 1970 */
  readonly fetchedAt: number
  /** When the page was found to be gone for good, in ms since 1970; null: it is there, as far as is known. */
  readonly deadAt: number | null
  /** When the copy of the page that the server keeps was fetched, in ms since 1970; left out: it keeps none. */
  readonly copiedAt?: number
}

/** Lengths in UTF-16 units. A link with a longer address is not fetched. */
export const PAGE_LIMITS = {
  address: 2_000,
  title: 300,
  description: 1_000,
  siteName: 100,
  language: 35,
  picture: 64,
} as const

/** Returns the texts of a page that a search looks through. */
export function textsOfPage(page: Page | undefined): readonly string[] {
  if (page === undefined) return NO_TEXTS
  return [page.title, page.description, page.siteName].filter((text) => text !== '')
}

const NO_TEXTS: readonly string[] = []
