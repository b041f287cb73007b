import type { Unread } from './files.ts'

/** From the popup to a page. */
export type Order =
  | {
      readonly kind: 'collect'
      /** Whether the page is in a frame. */
      readonly isFrame: boolean
      /** Paths of the frames in it that are collected separately. */
      readonly frames: readonly string[]
      /** Whether the popup can read files of other sites. */
      readonly mayAsk: boolean
    }
  | { readonly kind: 'send' }
  /** A file that the page could not read, as `data:`. Null: the extension can't read it either. */
  | { readonly kind: 'file'; readonly url: string; readonly data: string | null }

/** From a page to the popup. */
export type Report =
  /** Asks for a picture or a font that another site does not let pages read. */
  | { readonly kind: 'read'; readonly url: string; readonly file: 'picture' | 'font' }
  | { readonly kind: 'progress'; readonly done: number; readonly of: number }
  | { readonly kind: 'ready'; readonly bytes: number; readonly unread: MissingParts }
  /** Texts with `end` come after those with `page` in the file. */
  | { readonly kind: 'text'; readonly text: string; readonly place: 'page' | 'end' }
  | { readonly kind: 'frame'; readonly path: string }
  | { readonly kind: 'sent' }
  | { readonly kind: 'failed'; readonly reason: string }

export type MissingParts = Unread & { readonly frame: number }

/** What the script in a frame reports about the frame. */
export interface FrameSelf {
  /** See `framePath`; empty: the whole page. */
  readonly path: string | null
  /** Whether no other frame can read this one: it is the whole page, or the page around it has another origin. */
  readonly isAlone: boolean
}
