import { readFile } from '../../src/import-export/read-file.ts'

/**
 * Reads a file in the time zone of Berlin.
 *
 * @returns the cards, each with its non-default fields and the first lines of its parents, or the reason why a
 *   row is none; and the names of lost fields and files
 */
export async function readCards(file: string | object, fileName = '') {
  const bytes = file instanceof Uint8Array ? file : new TextEncoder().encode(asText(file))
  const found = await readFile(bytes, { fileName, timeZone: 'Europe/Berlin' })
  if (!found.ok) throw new Error(found.error)
  const titleOf = new Map(
    found.value.rows.flatMap((row) =>
      'card' in row && row.card.links !== null
        ? [[row.card.links.key, row.card.content.split('\n', 1)[0]]]
        : [],
    ),
  )
  const rows = found.value.rows.map((row) => {
    if ('reason' in row) return row.reason
    const { type, content, links, doneAt, createdAt, subnotes, files, ...card } = row.card
    const all = {
      tags: card.tags,
      folders: card.folders,
      subnotes: subnotes.map(({ text, isTicked }) => `${isTicked ? 'x' : '-'} ${text}`),
      dueAt: card.dueAt,
      startAt: card.startAt,
      doneAt: minuteOf(doneAt),
      recurrence: card.recurrence,
      completions: card.completions,
      createdAt: minuteOf(createdAt),
      parents: links?.parents.map((key) => titleOf.get(key)) ?? [],
      files: files === null ? null : 'some',
    }
    const set = Object.entries(all).filter(([, value]) => value !== null && value.length > 0)
    return { type, content, ...Object.fromEntries(set) }
  })
  const lost = (found.value.lost ?? []).flatMap(
    ({ field, names, isGarbled }) => names ?? [isGarbled ? `${field}: not read` : field],
  )
  return { rows, lost: lost.sort(), files: found.value.files?.count ?? 0, assumed: found.value.assumed }
}

function asText(file: string | object): string {
  return typeof file === 'string' ? file : JSON.stringify(file)
}

function minuteOf(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString().slice(0, 16)
}
