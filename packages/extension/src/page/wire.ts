import type { Unread } from './files.ts'

/** From the popup to a page. */
export type Order =
  | {
      readonly kind: 'collect'
      /** Whether the page stands within another one. */
      readonly isFrame: boolean
      /** Paths of the pages within it that are collected by themselves. */
      readonly frames: readonly string[]
      /** Whether files of other sites can be asked for. */
      readonly mayAsk: boolean
    }
  | { readonly kind: 'send' }
  /** A file that the page could not read by itself, as `data:`. Null: nor can the extension. */
  | { readonly kind: 'file'; readonly url: string; readonly data: string | null }

/** From a page to the popup. */
export type Report =
  /** Asks for a picture or a font that another site lets no page read. */
  | { readonly kind: 'read'; readonly url: string; readonly file: 'picture' | 'font' }
  | { readonly kind: 'progress'; readonly done: number; readonly of: number }
  | { readonly kind: 'ready'; readonly bytes: number; readonly unread: MissingParts }
  /** Texts with `end` come after those with `page` in the file. */
  | { readonly kind: 'text'; readonly text: string; readonly place: 'page' | 'end' }
  | { readonly kind: 'frame'; readonly path: string }
  | { readonly kind: 'sent' }
  | { readonly kind: 'failed'; readonly reason: string }

export type MissingParts = Unread & { readonly frame: number }

/** What a frame says of itself. */
export interface FrameSelf {
  /** See `framePath`; empty: the whole page. */
  readonly path: string | null
  /** It is the whole page, or the page around it is of another origin and can't read it. */
  readonly isAlone: boolean
}
