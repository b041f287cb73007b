/** Tables about the pages of links. */
export interface PagesSchema {
  page_job: PageJobTable
  page_host: PageHostTable
  page_turn: PageTurnTable
  page_picture: PagePictureTable
  page_picture_source: PagePictureSourceTable
  page_copy: PageCopyTable
}

/** The readable text of a link's page, kept because a person or a rule wants it. */
export interface PageCopyTable {
  user_id: string
  card_id: string
  /** See `CopyState`. */
  state: string
  /** Why the last try brought no copy, see `CopyProblem`; empty: it did, or there was none. */
  problem: string
  /** What the copy is of. */
  address: string
  /** Null: there is no copy (yet, or any more). */
  fetched_at: number | null
  title: string
  language: string
  /** As `printCopy` of the domain writes it. */
  content: string
  /** Its words, folded: what a search looks through. */
  words: string
  /** 1: the page holds more than was kept. */
  is_cut: number
  /** When a person removed it; null: nobody did. */
  removed_at: number | null
}

/** A link whose page is to be fetched, or to be looked at again some time. */
export interface PageJobTable {
  user_id: string
  card_id: string
  workspace_id: string
  address: string
  /** Of the address, with its port; empty where the link has no page. */
  host: string
  /** See `PageState`. */
  state: string
  /** Lower numbers go first: 0 a person waits, 1 an import, 2 a later look. */
  priority: number
  /** When it is to be fetched next; null: never. */
  due_at: number | null
  /** Failures in a row. */
  attempts: number
  /** When the first of the failures in a row happened that speak of a dead page. */
  failed_at: number | null
  /** Names of the pictures that its card shows. */
  icon: string | null
  cover: string | null
}

/** A host that was asked, so that each host is asked by one node at a time. */
export interface PageHostTable {
  host: string
  /** No request to it before. */
  free_at: number
}

/** A host of which a person has links to be fetched. */
export interface PageTurnTable {
  user_id: string
  host: string
  /** The lowest one of its jobs that are due. */
  priority: number
  /** When the next of its jobs is due. */
  ready_at: number
}

export interface PagePictureTable {
  /** A keyed hash of its content. */
  name: string
  /** WebP in base64. */
  bytes: string
  created_at: number
}

/** Where a picture came from, so that the icon of a site is fetched once and not for each of its pages. */
export interface PagePictureSourceTable {
  address: string
  /** Null: there is no picture that could be used. */
  name: string | null
  fetched_at: number
}
