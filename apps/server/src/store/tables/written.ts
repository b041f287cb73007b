import type { Card, Id, Tag, TagGroup } from '@cardinal/domain'

/** A changed row with its previous version; `before` undefined: it is new. */
export type Written =
  | { readonly kind: 'card'; readonly id: Id; readonly before: Card | undefined; readonly after: Card | null }
  | {
      readonly kind: 'tag'
      readonly id: Id
      readonly before: Tag | undefined
      readonly after: Tag | null
      /** What the id stands for where the row is gone; see `Change`. */
      readonly mergedInto?: Id | undefined
    }
  | {
      readonly kind: 'group'
      readonly id: Id
      readonly before: TagGroup | undefined
      readonly after: TagGroup | null
      readonly mergedInto?: Id | undefined
    }

/** Where and when rows are written. */
export interface Writing {
  readonly userId: Id
  readonly workspaceId: Id
  /** Stamped on every row. */
  readonly seq: number
  readonly now: number
}

/** A row that stays, with its previous version. */
export interface Kept<Row> {
  readonly before: Row | undefined
  readonly after: Row
}
