import type { Id } from '@cardinal/domain'

/** A domain row with the store's own columns. */
export interface Stored<Row> {
  readonly row: Row
  readonly workspaceId: Id
  /** In ms; null: living. */
  readonly deletedAt: number | null
  /** Sequence number of the row's last change. */
  readonly rev: number
  /** The tag or group that its id stands for since a merge. Absent: none. */
  readonly mergedInto?: Id
}
