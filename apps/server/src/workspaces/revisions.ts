import type { Outcome } from '@cardinal/sync'
import type { Revision, SubnoteRevision, Written } from '../store/index.ts'

/** Returns the contents that a change replaced, and contents that lost against another edit. A text may be both. */
export function contentRevisions(
  written: readonly Written[],
  { keptRevisions = [] }: Outcome,
  seq: number,
  now: number,
): Revision[] {
  const common = { untilSeq: seq, replacedAt: now }
  const replaced = written.flatMap((row): Revision[] => {
    if (row.kind !== 'card' || row.before === undefined || row.after === null) return []
    if (row.before.content === row.after.content) return []
    return [{ ...common, cardId: row.id, isKept: false, content: row.before.content }]
  })
  const kept = keptRevisions.flatMap(({ cardId, subnoteId, text }): Revision[] =>
    subnoteId === null ? [{ ...common, cardId, isKept: true, content: text }] : [],
  )
  return [...replaced, ...kept]
}

/** Returns the texts of subnotes that a change removed or overwrote, and texts that lost against another edit. */
export function subnoteRevisions(
  written: readonly Written[],
  { keptRevisions = [] }: Outcome,
  seq: number,
  now: number,
): SubnoteRevision[] {
  const common = { untilSeq: seq, replacedAt: now }
  const lost = keptRevisions.flatMap(({ cardId, subnoteId, text }): SubnoteRevision[] =>
    subnoteId === null ? [] : [{ ...common, cardId, subnoteId, isKept: true, text }],
  )
  const replaced = written.flatMap((row): SubnoteRevision[] => {
    if (row.kind !== 'card' || row.before === undefined || row.after === null) return []
    const textById = new Map(row.after.subnotes.map(({ id, text }) => [id, text]))
    return row.before.subnotes.flatMap(({ id: subnoteId, text }): SubnoteRevision[] => {
      const isThere = textById.get(subnoteId) === text
      const isLost = lost.some(
        (one) => one.cardId === row.id && one.subnoteId === subnoteId && one.text === text,
      )
      return isThere || isLost ? [] : [{ ...common, cardId: row.id, subnoteId, isKept: false, text }]
    })
  })
  return [...lost, ...replaced]
}
