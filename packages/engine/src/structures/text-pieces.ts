import { type FoldedUnits, standsAlone } from './folded-units.ts'
import type { Place } from './token-table.ts'

/** A run of a piece of text, and where it must stand in a run of the text that contains the piece. */
export interface Piece {
  readonly units: Uint16Array
  readonly place: Place
}

/** The runs of a folded text, in order, as what to look for. */
export function piecesOf({ units: shared, length, runCount, runStarts, runEnds }: FoldedUnits): Piece[] {
  const units = shared.slice(0, length)
  const pieces: Piece[] = []
  for (let run = 0; run < runCount; run++) {
    const start = runStarts[run] as number
    const end = runEnds[run] as number
    const isAlone = standsAlone(units[start] as number)
    const isOpenBefore = start === 0 && !isAlone
    const isOpenBehind = end === length && !isAlone
    const place = isOpenBefore ? (isOpenBehind ? 'anywhere' : 'end') : isOpenBehind ? 'start' : 'whole'
    pieces.push({ units: units.subarray(start, end), place })
  }
  return pieces
}

/** Whole tokens are found at once; of the others, long ones are on fewer cards. */
export function rarestFirst(a: Piece, b: Piece): number {
  return Number(b.place === 'whole') - Number(a.place === 'whole') || b.units.length - a.units.length
}
