import { statfs } from 'node:fs/promises'
import { connect } from 'node:tls'
import { ok } from '@cardinal/domain'
import type { Config } from '../config.ts'
import { aheadOfThisClock, CLOCK_TOLERANCE_MS } from '../lib/clock.ts'
import { Rounds } from '../lib/rounds.ts'
import type { Warning } from '../services.ts'
import type { Store } from '../store/index.ts'

const MIB = 1024 * 1024
const DAY = 86_400_000
/** ms until the first round, and between two. */
const FIRST_AFTER_MS = 2_000
const ROUND_MS = 30_000
/** ms between two checks of all certificates. */
const CERTIFICATES_EVERY_MS = 6 * 3_600_000
/** ms without an answer after which the check of one certificate ends. */
const CONNECTED_WITHIN_MS = 10_000
/** Less free space than this is a warning: bytes, or this part of a smaller disk. */
const SHORT_OF_ROOM = { bytes: 256 * MIB, part: 1 / 10 }
/** Warns when less of a certificate's time is left than these ms and this part. Renewal usually happens earlier. */
const ENDS_SOON = { ms: 7 * DAY, part: 1 / 4 }
/** An id that no user has. Locking it waits only if another process has locked the whole database or table. */
const NOBODY = '0'.repeat(24)

interface WatchOptions {
  readonly store: Store
  readonly config: Pick<Config, 'dataDir' | 'publicUrl' | 'identity' | 'smtpUrl'>
  readonly now: () => number
  readonly log: {
    error(about: object, msg: string): void
    warn(about: object, msg: string): void
    info(about: object, msg: string): void
  }
}

/** A warning without the time since when it holds. */
type Finding = Omit<Warning, 'since'>

/**
 * Looks for problems that the operator has to mend: a disk that is nearly full, a wrong clock, certificates about
 * to expire, a database that is locked or unreachable. Logs each when it begins, when it changes its kind, and when
 * it is over.
 */
export class Watch {
  readonly #options: WatchOptions
  readonly #ending = new AbortController()
  #found: readonly Warning[] = []
  #certificates: readonly Finding[] = []
  #certificatesReadAt: number | null = null
  readonly #rounds: Rounds

  constructor(options: WatchOptions) {
    this.#options = options
    const onError = (err: Error) => options.log.error({ err }, 'the watch failed')
    this.#rounds = new Rounds({ run: () => this.run(), every: ROUND_MS, onError })
  }

  start(): void {
    this.#rounds.start(FIRST_AFTER_MS)
  }

  async stop(): Promise<void> {
    const ended = this.#rounds.stop()
    this.#ending.abort()
    await ended
  }

  /** Found in the last round. */
  get warnings(): readonly Warning[] {
    return this.#found
  }

  async run(): Promise<void> {
    const { store, config, now } = this.#options
    const findings = await Promise.all([
      roomOf(config.dataDir),
      databaseOf(store),
      clockOf(store, now()),
      this.#certificatesNow(),
    ])
    this.#note(findings.flat())
  }

  async #certificatesNow(): Promise<readonly Finding[]> {
    const now = performance.now()
    if (this.#certificatesReadAt !== null && now - this.#certificatesReadAt < CERTIFICATES_EVERY_MS)
      return this.#certificates
    this.#certificatesReadAt = now
    const read = (address: URL) => certificateOf(address, this.#options.now(), this.#ending.signal)
    this.#certificates = (await Promise.all(securedAddresses(this.#options.config).map(read))).flat()
    return this.#certificates
  }

  #note(findings: readonly Finding[]): void {
    const { log, now } = this.#options
    const isSame = (one: Finding) => (other: Finding) => one.kind === other.kind && one.what === other.what
    const before = this.#found
    this.#found = findings.map((finding) => ({
      ...finding,
      since: before.find(isSame(finding))?.since ?? now(),
    }))
    for (const finding of findings)
      if (!before.some(isSame(finding))) log.warn({ event: 'warning', kind: finding.kind }, finding.msg)
    for (const gone of before)
      if (!findings.some(isSame(gone)))
        log.info({ event: 'warning-over', kind: gone.kind }, `This is over: ${gone.msg}`)
  }
}

async function roomOf(folder: string): Promise<Finding[]> {
  const disk = await statfs(folder).catch(() => null)
  if (disk === null) return []
  const [free, total] = [disk.bavail * disk.bsize, disk.blocks * disk.bsize]
  const isShort = free < Math.min(SHORT_OF_ROOM.bytes, total * SHORT_OF_ROOM.part)
  // Some file systems report 0 files.
  const isWithoutFiles = disk.files > 0 && disk.ffree < 100
  if (!isShort && !isWithoutFiles) return []
  const left = isWithoutFiles ? `${disk.ffree} more files` : `${(free / MIB).toFixed(1)} MB`
  const msg = `The disk of ${folder} is nearly full: it has room for ${left}. Make room, before changes are refused.`
  return [{ kind: 'disk', what: folder, msg }]
}

/** Takes the lock that every change needs, and changes nothing. */
async function databaseOf(store: Store): Promise<Finding[]> {
  const error = await store
    .transact(async (tx) => ok(await tx.lockUser(NOBODY)))
    .then(
      () => null,
      (thrown: Error & { code?: unknown }) => thrown,
    )
  if (error === null) return []
  const code = String(error.code ?? error.message)
  if (/^(?:SQLITE_BUSY|55P03)/.test(code))
    return [
      {
        kind: 'database',
        what: 'locked',
        msg: `Another process has locked the database (${code}): nothing can be changed until it ends.`,
      },
    ]
  return [{ kind: 'database', what: 'away', msg: `The database cannot be used (${code}).` }]
}

/**
 * Compares the clock with the database's clock, with times that this server stored, and with the hosts that it
 * fetched from.
 */
async function clockOf(store: Store, now: number): Promise<Finding[]> {
  const times = await store.clock().catch(() => ({ own: null, newest: null }))
  const ahead = aheadOfThisClock()
  const compared = [
    { what: 'the clock of the database', by: times.own === null ? 0 : times.own - now },
    { what: 'the last time that a device was here', by: Math.max(0, (times.newest ?? now) - now) },
    { what: 'the clocks of the sites that were read last', by: ahead ?? 0 },
  ]
  const wrong = compared.find(({ by }) => Math.abs(by) > CLOCK_TOLERANCE_MS)
  if (wrong === undefined) return []
  const { what, by } = wrong
  const direction = by > 0 ? 'behind' : 'ahead of'
  const msg = `The clock of this machine is ${lengthOf(Math.abs(by))} ${direction} ${what}: set it right. Sign-in codes and signatures depend on it.`
  return [{ kind: 'clock', what, msg }]
}

/** TLS addresses that the operator configured. */
function securedAddresses({ publicUrl, identity, smtpUrl }: WatchOptions['config']): URL[] {
  const issuer = identity.kind === 'external' ? [identity.issuer] : []
  return [publicUrl, ...issuer, ...(smtpUrl === null ? [] : [smtpUrl])]
    .map((address) => new URL(address))
    .filter(({ protocol }) => protocol === 'https:' || protocol === 'smtps:')
}

/**
 * Warns about a certificate. No warning if the address can't be reached: a machine may not reach its own public
 * address.
 */
async function certificateOf(address: URL, now: number, signal: AbortSignal): Promise<Finding[]> {
  const host = address.hostname.replace(/^\[|\]$/g, '')
  const port = Number(address.port) || (address.protocol === 'smtps:' ? 465 : 443)
  const times = await new Promise<{ from: number; to: number } | null>((done) => {
    // Only the times are read, and nothing is sent, so the certificate need not be trusted.
    const socket = connect({ host, port, servername: host, rejectUnauthorized: false }, () => {
      const { valid_from, valid_to } = socket.getPeerCertificate()
      done({ from: Date.parse(valid_from), to: Date.parse(valid_to) })
      socket.destroy()
    })
    const giveUp = () => socket.destroy()
    socket.setTimeout(CONNECTED_WITHIN_MS, giveUp).on('error', giveUp)
    socket.on('close', () => {
      signal.removeEventListener('abort', giveUp)
      done(null)
    })
    signal.addEventListener('abort', giveUp)
  })
  if (times === null || Number.isNaN(times.to)) return []
  const left = times.to - now
  if (left > Math.min(ENDS_SOON.ms, (times.to - times.from) * ENDS_SOON.part)) return []
  const at = new Date(times.to).toISOString().slice(0, 16).replace('T', ' ')
  const when = left > 0 ? `ends in ${lengthOf(left)}, at ${at} UTC` : `has ended at ${at} UTC`
  const msg = `The certificate of ${address.host} ${when}: see why it was not renewed.`
  return [{ kind: 'certificate', what: `${address.host} ${left > 0 ? 'soon' : 'over'}`, msg }]
}

function lengthOf(ms: number): string {
  const [amount, unit] =
    ms < 2 * 3_600_000
      ? [ms / 60_000, 'minutes']
      : ms < 2 * DAY
        ? [ms / 3_600_000, 'hours']
        : [ms / DAY, 'days']
  return `${Math.round(amount)} ${unit}`
}
