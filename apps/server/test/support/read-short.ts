import { type FileChoice, readFile } from '../../src/import-export/read-file.ts'

/** The rows of a file, with only their non-default fields. */
export async function read(bytes: Uint8Array | string, choice: FileChoice = {}) {
  const found = await readFile(typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes, choice)
  if (!found.ok) return found.error
  const rows = found.value.rows.map((row) => {
    if ('reason' in row) return row.reason
    const { type, content, tags, folders, subnotes, dueAt, startAt, doneAt, createdAt } = row.card
    return {
      type,
      content,
      ...(tags.length > 0 && { tags }),
      ...(folders.length > 0 && { folders }),
      ...(subnotes.length > 0 && { subnotes: subnotes.map(({ text, isTicked }) => [text, isTicked]) }),
      ...(dueAt !== null && { dueAt }),
      ...(startAt !== null && { startAt }),
      ...(doneAt !== null && { doneAt: new Date(doneAt).toISOString() }),
      ...(createdAt !== null && { createdAt: new Date(createdAt).toISOString() }),
    }
  })
  return {
    rows,
    lost: Object.fromEntries((found.value.lost ?? []).map(({ field, count }) => [field, count])),
  }
}
