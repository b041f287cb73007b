/** A position in a workspace's history. `epoch` names the history: a restored database gets a new one. */
interface Cursor {
  readonly epoch: string
  readonly seq: number
}

const CURSOR = /^([0-9a-z]{1,40})\.(\d{1,15})$/

export function formatCursor({ epoch, seq }: Cursor): string {
  return `${epoch}.${seq}`
}

/** Null: malformed. */
export function parseCursor(text: string): Cursor | null {
  const [, epoch, seq] = CURSOR.exec(text) ?? []
  return epoch === undefined || seq === undefined ? null : { epoch, seq: Number(seq) }
}
