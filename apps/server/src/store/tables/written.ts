import type { Card, Id, Tag, TagGroup } from '@cardinal/domain'

/** A changed row with its earlier state. `before` undefined: the row is new. */
export type Written =
  | { readonly kind: 'card'; readonly id: Id; readonly before: Card | undefined; readonly after: Card | null }
  | {
      readonly kind: 'tag'
      readonly id: Id
      readonly before: Tag | undefined
      readonly after: Tag | null
      /** For a deleted row, the row that it was merged into; see `Change`. */
      readonly mergedInto?: Id | undefined
    }
  | {
      readonly kind: 'group'
      readonly id: Id
      readonly before: TagGroup | undefined
      readonly after: TagGroup | null
      readonly mergedInto?: Id | undefined
    }

export interface Writing {
  readonly userId: Id
  readonly workspaceId: Id
  /** Sequence number and time that every written row gets. */
  readonly seq: number
  readonly now: number
}

/** A row that is not deleted, with its earlier state. */
export interface KeptRow<Row> {
  readonly before: Row | undefined
  readonly after: Row
}
