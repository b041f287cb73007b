import { ok } from '@cardinal/domain'
import { Rounds } from '../lib/rounds.ts'
import { RestingThread, startProcess } from '../lib/threads.ts'
import { Places, yieldToEventLoop } from '../lib/waiting.ts'
import type { Store, StoredFile } from '../store/index.ts'
import type { Quotas } from '../workspaces/limits.ts'
import { bytesOf } from './downloads.ts'
import type { PdfState, PdfWords } from './pdf-words.ts'

/** ms for one PDF, including the start. The process begins no page after half of it. */
const DEADLINE_MS = 60_000
/** MB of JavaScript, and of all memory, of the process. A PDF of 20 MB with 300 pages and pictures takes 200. */
const [SCRIPT_MB, RESIDENT_MB] = [128, 256]
/** A larger file is not read. */
const MOST_BYTES = 50 * 1024 * 1024
/** ms after which a PDF that was taken is due again: its node ended, or reading it did. Doubled each time. */
const DUE_AGAIN_MS = 120_000
/** So often is reading a PDF begun: it may end the whole server. */
const MOST_ATTEMPTS = 4
/** So often may it take too much time or memory. */
const MOST_FAILURES = 2
/** ms until a full account is looked at again. */
const FULL_FOR_MS = 86_400_000
/** ms between checks for PDFs that have arrived, also at other nodes. */
const POLL_EVERY_MS = 5_000
/** UTF-16 units of a piece of words: three bytes each at most. */
const PIECE_UNITS = 80_000

interface PdfTextsOptions {
  readonly store: Store
  readonly quotas: Quotas
  readonly now: () => number
  readonly onError: (error: Error) => void
  /** ms */
  readonly deadline?: number
}

/**
 * Takes the words out of PDFs for searches, one file at a time on each node, people in turn. The files are the queue: one that was
 * read says so. A file is taken for some time, so that one node reads it.
 */
export class PdfTexts {
  readonly #options: PdfTextsOptions
  readonly #process: RestingThread<Uint8Array, PdfWords>
  readonly #places = new Places(1, 1)
  readonly #rounds: Rounds

  constructor(options: PdfTextsOptions) {
    this.#options = options
    const { deadline = DEADLINE_MS, onError } = options
    this.#process = new RestingThread({
      start: () => startProcess(import.meta.url, 'pdf-worker', SCRIPT_MB, RESIDENT_MB),
      deadline,
    })
    this.#rounds = new Rounds({ run: () => this.#runRound(), every: POLL_EVERY_MS, onError })
  }

  start(): void {
    this.#rounds.start(2_000)
  }

  async stop(): Promise<void> {
    const ended = this.#rounds.stop()
    await this.#process.stop()
    await ended
    await this.#places.settled()
  }

  /** Reads all due PDFs, and waits for them. */
  async runDue(): Promise<void> {
    do await this.#places.settled()
    while (await this.#readNext())
    await this.#rounds.settled()
    await this.#places.settled()
  }

  async #runRound(): Promise<number | undefined> {
    const isReading = await this.#readNext()
    await this.#places.settled()
    return isReading ? 0 : undefined
  }

  /** Starts to read the first PDF of the next person. False: there is none, or one is being read. */
  async #readNext(): Promise<boolean> {
    const { store, now, onError } = this.#options
    if (this.#rounds.isStopped || this.#places.running > 0) return false
    for (const userId of this.#places.inTurn(await store.files.peopleWithUnread(now()))) {
      const first = await store.files.firstUnread(userId, now())
      const taken = first && (await this.#take(first))
      if (taken === undefined || taken === null) continue
      // It is due again when its time is over.
      this.#places.run(userId, () => this.#read(taken).catch(onError))
      return true
    }
    return false
  }

  /** Null: another node was faster. */
  async #take(file: StoredFile): Promise<StoredFile | null> {
    const { store, now } = this.#options
    const text_attempts = file.text_attempts + 1
    const text_due_at = now() + DUE_AGAIN_MS * 2 ** file.text_attempts
    const taken = await store.transact(async (tx) => {
      await tx.lockUser(file.user_id)
      const present = await tx.files.byHash(file.user_id, file.hash)
      if (present?.id !== file.id || present.text_attempts !== file.text_attempts) return ok(null)
      await tx.files.update(file, { text_attempts, text_due_at })
      return ok({ ...present, text_attempts, text_due_at })
    })
    return taken.ok ? taken.value : null
  }

  async #read(file: StoredFile): Promise<void> {
    if (file.text_attempts > MOST_ATTEMPTS || file.size > MOST_BYTES) return this.#write(file, TOO_MUCH)
    if (!(await this.#change(file, {}, 1))) return this.#wait(file, FULL_FOR_MS)
    const words = await this.#wordsOf(file)
    // The process ends by too much time or memory as it ends by `stop`.
    if (this.#rounds.isStopped) return this.#wait(file, 0)
    if (words !== null) return this.#write(file, words)
    if (file.text_attempts >= MOST_FAILURES) await this.#write(file, TOO_MUCH)
  }

  /** Null: it took too much, or the server stops. */
  async #wordsOf(file: StoredFile): Promise<PdfWords | null> {
    const bytes = new Uint8Array(file.size)
    let at = 0
    for await (const piece of bytesOf(this.#options.store, file, { start: 0, end: file.size })) {
      if (this.#rounds.isStopped) return null
      bytes.set(piece, at)
      at += piece.length
    }
    return this.#process.ask(bytes)
  }

  /** This attempt does not count: accounts may be full for long, and servers be restarted often. */
  async #wait(file: StoredFile, ms: number): Promise<void> {
    const { now } = this.#options
    await this.#change(file, { text_attempts: file.text_attempts - 1, text_due_at: now() + ms })
  }

  /** The state comes last: what a kill leaves is written again. Words of a file that is gone meanwhile are removed by the sweep. */
  async #write(file: StoredFile, { state, words }: Pick<PdfWords, 'words'> & { readonly state: string }) {
    const { store } = this.#options
    const pieces = piecesOf(words)
    const text_bytes = pieces.reduce((sum, piece) => sum + piece.length, 0)
    if (!(await this.#change(file, { text_bytes }, text_bytes))) return this.#wait(file, FULL_FOR_MS)
    for (const [at, piece] of pieces.entries()) {
      await store.transact(async (tx) => ok(await tx.files.putWords(file.id, at, piece)))
      await yieldToEventLoop()
    }
    await this.#change(file, { text_state: state, text_due_at: null })
  }

  /**
   * @param more bytes for which the account must have room
   * @returns false: it has none, or the file is gone
   */
  async #change(
    file: StoredFile,
    patch: Partial<Pick<StoredFile, 'text_state' | 'text_due_at' | 'text_attempts' | 'text_bytes'>>,
    more = 0,
  ): Promise<boolean> {
    const { store, quotas } = this.#options
    const changed = await store.transact(async (tx) => {
      const user = await tx.lockUser(file.user_id)
      const present = await tx.files.byHash(file.user_id, file.hash)
      if (user === undefined || present?.id !== file.id) return ok(false)
      if (await quotas.isOver(tx, user, more)) return ok(false)
      if (Object.keys(patch).length > 0) await tx.files.update(file, patch)
      const { text_bytes = present.text_bytes } = patch
      if (text_bytes !== present.text_bytes)
        await tx.users.addStoredBytes(user.id, text_bytes - present.text_bytes)
      return ok(true)
    })
    return changed.ok && changed.value
  }
}

type TextState = PdfState | 'too-much' | 'waiting' | 'none'

/** What became of the words of a file, for people. */
export function textStateOf(file: StoredFile | undefined): TextState {
  if (file === undefined || file.type !== 'application/pdf') return 'none'
  return (file.text_state as PdfState | 'too-much' | null) ?? 'waiting'
}

const TOO_MUCH = { state: 'too-much', words: '' } as const

/** Never within a pair of surrogates. */
function piecesOf(words: string): Buffer[] {
  const pieces: Buffer[] = []
  for (let at = 0; at < words.length; ) {
    let end = Math.min(words.length, at + PIECE_UNITS)
    if (end < words.length && /[\ud800-\udbff]/.test(words.charAt(end - 1))) end--
    pieces.push(Buffer.from(words.slice(at, end)))
    at = end
  }
  return pieces
}
