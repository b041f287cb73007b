/**
 * What the server fetched from a link's page. People don't edit these fields, and they overwrite nothing that a person
 * wrote. A text is empty where the page has none.
 */
export interface Page {
  /** The link's address when the page was fetched. */
  readonly address: string
  readonly title: string
  readonly description: string
  readonly siteName: string
  /** A language tag such as `en` or `pt-BR`. */
  readonly language: string
  /** File names of pictures that the server stores. */
  readonly icon: string
  readonly cover: string
  /** ms since 1970 */
  readonly fetchedAt: number
  /** When the page was found to be gone for good, in ms since 1970. Null: not known to be gone. */
  readonly deadAt: number | null
  /** When the server's copy of the page was fetched, in ms since 1970. Absent: no copy. */
  readonly copiedAt?: number
}

/** In UTF-16 units. A link with a longer address is not fetched. */
export const PAGE_LIMITS = {
  address: 2_000,
  title: 300,
  description: 1_000,
  siteName: 100,
  language: 35,
  picture: 64,
} as const

/** The texts that a search reads. */
export function textsOfPage(page: Page | undefined): readonly string[] {
  if (page === undefined) return NO_TEXTS
  return [page.title, page.description, page.siteName].filter((text) => text !== '')
}

const NO_TEXTS: readonly string[] = []
