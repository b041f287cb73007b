/**
 * ms by which another clock may differ. Codes of authenticator apps and signatures of webhooks tolerate as
 * much.
 */
export const CLOCK_TOLERANCE_MS = 60_000
/** Most hosts remembered, and fewest needed for an answer: a single host's clock may be wrong. */
const MOST_HOSTS = 9
const LEAST_HOSTS = 3

/** ms: the host's clock and this machine's clock, each minus the process's monotonic clock. */
interface Heard {
  readonly theirs: number
  readonly ours: number
}

const heard = new Map<string, Heard>()

const sinceBoot = () => Date.now() - performance.now()

/**
 * Notes the `Date` header of an answer that this server fetched. Ignores a cached answer (`Age`), whose
 * date is older.
 */
export function noteDate(
  host: string,
  { date, age }: { date?: string | undefined; age?: string | undefined },
): void {
  const time = Date.parse(date ?? '')
  if (Number.isNaN(time) || age !== undefined) return
  heard.delete(host)
  heard.set(host, { theirs: time - performance.now(), ours: sinceBoot() })
  for (const oldest of heard.keys()) if (heard.size > MOST_HOSTS) heard.delete(oldest)
}

/**
 * Median of the ms by which other hosts' clocks are ahead of this one. Null: fewer than three hosts are
 * known.
 */
export function aheadOfThisClock(): number | null {
  const now = sinceBoot()
  // After the clock was set, or the machine slept, earlier headers prove nothing.
  for (const [host, { ours }] of heard) if (Math.abs(now - ours) > CLOCK_TOLERANCE_MS / 2) heard.delete(host)
  if (heard.size < LEAST_HOSTS) return null
  const sorted = [...heard.values()].map(({ theirs }) => theirs - now).sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? null
}
