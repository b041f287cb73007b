import type { StoredWorkspace } from '../store/index.ts'

/** A place in a workspace's history, as clients carry it: opaque to them. */
export function writeCursor({ epoch, seq }: Pick<StoredWorkspace, 'epoch' | 'seq'>): string {
  return Buffer.from(`${epoch}.${seq}`).toString('base64url')
}

/**
 * The sequence number that a cursor stands for; null when it is not of this workspace's history, is garbled,
 * points beyond the end, or lies before what is still remembered: then everything has to be loaded again.
 */
export function readCursor(cursor: string, workspace: StoredWorkspace): number | null {
  const text = Buffer.from(cursor, 'base64url').toString('latin1')
  const [, epoch, digits] = /^([\w-]+)\.(\d{1,15})$/.exec(text) ?? []
  if (epoch !== workspace.epoch || digits === undefined) return null
  const seq = Number(digits)
  return seq <= workspace.seq && seq >= workspace.minSeq ? seq : null
}
