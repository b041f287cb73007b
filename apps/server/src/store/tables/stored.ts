import type { Id } from '@cardinal/domain'

/** A row of the domain with the columns that only the store has. */
export interface Stored<Row> {
  readonly row: Row
  readonly workspaceId: Id
  /** When it was deleted, in ms; null while it lives. */
  readonly deletedAt: number | null
  /** The workspace's sequence number at the row's last change. */
  readonly rev: number
  /** The tag or group that its id stands for since it was merged into that; left out: none. */
  readonly mergedInto?: Id
}
