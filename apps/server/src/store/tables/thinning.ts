interface Thinnable {
  /** Whether a merge displaced it, so that its text is nowhere else. */
  readonly isKept: boolean
  /** ms since 1970 */
  readonly replacedAt: number
  /** Bytes of its text. */
  readonly size: number
}

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** Number of newest revisions that are always kept. */
export const NEWEST_KEPT = 20
/**
 * Older revisions that are kept: one an hour of the last day, one a day of the last month, one a month before that.
 */
const SPARSER = [
  { within: DAY, one: HOUR },
  { within: 30 * DAY, one: DAY },
  { within: Number.POSITIVE_INFINITY, one: 30 * DAY },
]
/** Most revisions of a card, and most bytes. The newest is kept whatever its size. */
export const MOST_REVISIONS = 100
export const MOST_BYTES = 2 * 1024 * 1024
/** ms for which a displaced text is never dropped. */
export const LOST_KEPT_MS = 30 * DAY

/**
 * The revisions to drop, which limits their number and bytes.
 *
 * @param revisions latest first
 */
export function revisionsToDrop<R extends Thinnable>(revisions: readonly R[], now: number): R[] {
  const dropped: R[] = []
  const taken = new Set<string>()
  let [count, bytes] = [0, 0]
  for (const [rank, revision] of revisions.entries()) {
    const age = now - revision.replacedAt
    const isSafe = revision.isKept && age < LOST_KEPT_MS
    const { one } = SPARSER.find(({ within }) => age < within) ?? { one: 30 * DAY }
    const span = `${one} ${Math.floor(revision.replacedAt / one)}`
    const isWanted = rank < NEWEST_KEPT || !taken.has(span)
    const hasRoom = rank === 0 || (count < MOST_REVISIONS && bytes + revision.size <= MOST_BYTES)
    if (!isSafe && !(isWanted && hasRoom)) {
      dropped.push(revision)
      continue
    }
    taken.add(span)
    count++
    bytes += revision.size
  }
  return dropped
}
