/** ms by which another clock may differ: codes of authenticator apps and signatures of webhooks stand so much. */
export const CLOCK_TOLERANCE_MS = 60_000
/** Hosts remembered, and how many have to be known before they count: one host's own clock may be wrong. */
const MOST_HOSTS = 9
const LEAST_HOSTS = 3

/** ms between the host's clock and this process's monotonic one, and between the wall clock and that one. */
interface Heard {
  readonly theirs: number
  readonly ours: number
}

const heard = new Map<string, Heard>()

const sinceBoot = () => Date.now() - performance.now()

/** Notes the `Date` header of an answer that this server fetched. A cached answer (`Age`) tells an older time. */
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

/** ms by which other hosts are ahead of this clock, the middle of them all. Null: too few were heard. */
export function aheadOfThisClock(): number | null {
  const now = sinceBoot()
  // After the clock was set, or the machine slept, what was heard before proves nothing.
  for (const [host, { ours }] of heard) if (Math.abs(now - ours) > CLOCK_TOLERANCE_MS / 2) heard.delete(host)
  if (heard.size < LEAST_HOSTS) return null
  const sorted = [...heard.values()].map(({ theirs }) => theirs - now).sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? null
}
