import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Rounds } from '../lib/rounds.ts'
import { BACKUPS, timeInName } from './backup.ts'

const HOUR = 3_600_000
/** ms until the first backup, so that the first requests come before it. */
const FIRST_RUN_DELAY_MS = 60_000
/** Node's timers are limited to 2^31 - 1 ms. */
const LONGEST_WAIT_MS = 24 * HOUR
/** ms until the retry after a failed backup. */
const RETRY_AFTER = HOUR
/** Backups made by a person have other names and are never removed. */
const NAME = /^scheduled-(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})Z\.sqlite$/
/** Left over from an interrupted backup. */
const PARTIAL = /^scheduled-.*\.partial$/

interface BackupSchedule {
  readonly dataDir: string
  /** Hours between backups. */
  readonly everyHours: number
  /** Newest backups that are kept. */
  readonly keep: number
}

/** Copies the database into a new file at an absolute path. Rejects if the copy is incomplete, or was stopped. */
type CopyDatabase = (file: string, stopped: AbortSignal) => Promise<void>

/**
 * Makes backups at an interval in the data folder's `backups`, and removes the oldest ones. The newest file name
 * tells when the next backup is due, so a restart neither skips nor repeats one.
 */
export class ScheduledBackups {
  readonly #schedule: BackupSchedule
  readonly #copy: CopyDatabase
  readonly #now: () => number
  readonly #ending = new AbortController()
  readonly #rounds: Rounds

  constructor(
    schedule: BackupSchedule,
    copy: CopyDatabase,
    now: () => number,
    onError: (error: Error) => void,
  ) {
    this.#schedule = schedule
    this.#copy = copy
    this.#now = now
    this.#rounds = new Rounds({
      run: () => this.#runRound(),
      every: RETRY_AFTER,
      onError: (error) => {
        if (!this.#ending.signal.aborted) onError(error)
      },
    })
  }

  start(): void {
    this.#rounds.start(Math.min(Math.max(FIRST_RUN_DELAY_MS, this.#untilNext()), LONGEST_WAIT_MS))
  }

  /** Aborts a running backup, because a large one takes minutes. The next start makes it again. */
  async stop(): Promise<void> {
    const ended = this.#rounds.stop()
    this.#ending.abort()
    await ended
  }

  /** Makes a backup if one is due, then removes the oldest ones. */
  async run(): Promise<void> {
    if (this.#untilNext() > 0) return
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
    for (const name of readdirSync(this.#folder).filter((each) => PARTIAL.test(each)))
      rmSync(join(this.#folder, name))
    await this.#copy(join(this.#folder, `scheduled-${timeInName(this.#now())}.sqlite`), this.#ending.signal)
    const names = this.#names()
    for (const name of names.slice(0, Math.max(0, names.length - this.#schedule.keep)))
      rmSync(join(this.#folder, name))
  }

  get #folder(): string {
    return join(this.#schedule.dataDir, BACKUPS)
  }

  /** Oldest first. */
  #names(): string[] {
    if (!existsSync(this.#folder)) return []
    return readdirSync(this.#folder)
      .filter((name) => NAME.test(name))
      .sort()
  }

  #untilNext(): number {
    const newest = this.#names().at(-1)
    if (newest === undefined) return 0
    const made = Date.parse(newest.replace(NAME, '$1T$2:$3:$4Z'))
    return Math.max(0, made + this.#schedule.everyHours * HOUR - this.#now())
  }

  async #runRound(): Promise<number> {
    await this.run()
    return Math.min(this.#untilNext(), LONGEST_WAIT_MS)
  }
}

/** The operator's commands: as built, and from sources. */
const COMMANDS = ['./admin.js', '../admin/main.ts'].map((place) =>
  fileURLToPath(new URL(place, import.meta.url)),
)

/** Runs in a process of its own: checking a large copy would block all requests. */
export async function copyInOwnProcess(file: string, stopped?: AbortSignal): Promise<void> {
  const command = COMMANDS.find((each) => existsSync(each)) ?? ''
  const child = spawn(process.execPath, [...process.execArgv, command, 'backup', '--file', file], {
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(stopped && { signal: stopped, killSignal: 'SIGKILL' }),
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-2_000)
  })
  const code = await new Promise<number | null>((resolve, reject) =>
    child.once('error', reject).once('close', resolve),
  )
  if (code !== 0) throw new Error(`The scheduled backup failed. ${said.trim()}`)
}
