/** Tables about the pages of links. */
export interface PagesSchema {
  page_job: PageJobTable
  page_host: PageHostTable
  page_turn: PageTurnTable
  page_picture: PagePictureTable
  page_picture_source: PagePictureSourceTable
  page_copy: PageCopyTable
}

/** The readable text of a link's page, stored because a person or a rule asked for it. */
export interface PageCopyTable {
  user_id: string
  card_id: string
  /** See `CopyState`. */
  state: string
  /** Why the last attempt failed, see `CopyProblem`; empty: it succeeded, or there was none. */
  problem: string
  /** The address that was copied. */
  address: string
  /** Null: no copy. */
  fetched_at: number | null
  title: string
  language: string
  /** As `printCopy` of the domain writes it. */
  content: string
  /** Its folded words, which a search reads. */
  words: string
  /** 1: cut at the size limit. */
  is_cut: number
  /** When a person removed it; null: not removed. */
  removed_at: number | null
}

/** A link whose page is to be fetched, or checked again later. */
export interface PageJobTable {
  user_id: string
  card_id: string
  workspace_id: string
  address: string
  /** Host and port of the address; empty where the link has no page. */
  host: string
  /** See `PageState`. */
  state: string
  /** Lower numbers first: 0 a person waits, 1 an import, 2 a later check. */
  priority: number
  /** When it is fetched next; null: never. */
  due_at: number | null
  /** Consecutive failures. */
  attempts: number
  /** When the first of the consecutive failures happened that indicate a dead page. */
  failed_at: number | null
  /** Names of the pictures on its card. */
  icon: string | null
  cover: string | null
}

/** A host with requests, so that only one node at a time sends some. */
export interface PageHostTable {
  host: string
  /** No request before this time. */
  free_at: number
}

/** A host with pending jobs of a person. */
export interface PageTurnTable {
  user_id: string
  host: string
  /** The lowest priority among its due jobs. */
  priority: number
  /** When its next job is due. */
  ready_at: number
}

export interface PagePictureTable {
  /** Keyed hash of the content. */
  name: string
  /** WebP in base64. */
  bytes: string
  created_at: number
}

/** The source of a picture, so that a site's icon is fetched once, not for each page. */
export interface PagePictureSourceTable {
  address: string
  /** Null: no usable picture. */
  name: string | null
  fetched_at: number
}
