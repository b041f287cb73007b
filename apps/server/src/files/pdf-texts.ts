import { ok } from '@cardinal/domain'
import { Rounds } from '../lib/rounds.ts'
import { RestingThread, startProcess } from '../lib/threads.ts'
import { Places, yieldToEventLoop } from '../lib/waiting.ts'
import type { Store, StoredFile } from '../store/index.ts'
import type { Quotas } from '../workspaces/limits.ts'
import { bytesOf } from './downloads.ts'
import type { PdfState, PdfWords } from './pdf-words.ts'

/** ms for one PDF, including the start. After half of it, the process begins no further page. */
const DEADLINE_MS = 60_000
/** MB of the process: of JavaScript, and of all memory. A PDF of 20 MB with 300 pages and pictures takes 200. */
const [SCRIPT_MB, RESIDENT_MB] = [128, 256]
/** Larger files are not read. */
const MOST_BYTES = 50 * 1024 * 1024
/** ms after which a PDF is due again after a node took it and the node or the reading failed. Doubled each time. */
const DUE_AGAIN_MS = 120_000
/** Most times that reading a PDF is started, because it may crash the whole server. */
const MOST_ATTEMPTS = 4
/** Most times that a PDF may exceed its time or memory. */
const MOST_FAILURES = 2
/** ms after which a PDF of a full account is due again. */
const FULL_FOR_MS = 86_400_000
/** ms between checks for PDFs that have arrived, also on other nodes. */
const POLL_EVERY_MS = 5_000
/** UTF-16 units per stored piece of the words of a PDF. A unit takes at most three bytes. */
const PIECE_UNITS = 80_000

interface PdfTextsOptions {
  readonly store: Store
  readonly quotas: Quotas
  readonly now: () => number
  readonly onError: (error: Error) => void
  /** ms for one PDF */
  readonly deadline?: number
}

/**
 * Reads the words of PDFs for the search. Each node reads one file at a time; people are served in turn. There is
 * no separate queue: a file's row says whether it was read. A node takes a file for some time, so that no other
 * reads it.
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

  /** Reads all due PDFs. Resolves when they are read. */
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

  /** Starts reading the first PDF of the next person. False: none is due, or one is being read. */
  async #readNext(): Promise<boolean> {
    const { store, now, onError } = this.#options
    if (this.#rounds.isStopped || this.#places.running > 0) return false
    for (const userId of this.#places.inTurn(await store.files.peopleWithUnread(now()))) {
      const first = await store.files.firstUnread(userId, now())
      const taken = first && (await this.#take(first))
      if (taken === undefined || taken === null) continue
      // The PDF is due again later.
      this.#places.run(userId, () => this.#read(taken).catch(onError))
      return true
    }
    return false
  }

  /** Null: another node took it first. */
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
    // `stop` ends the process in the same way as too much time or memory does.
    if (this.#rounds.isStopped) return this.#wait(file, 0)
    if (words !== null) return this.#write(file, words)
    if (file.text_attempts >= MOST_FAILURES) await this.#write(file, TOO_MUCH)
  }

  /** Null: it took too much time or memory, or the server is stopping. */
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

  /**
   * Postpones the file without counting the attempt: an account may be full for long, and a server may be
   * restarted often.
   */
  async #wait(file: StoredFile, ms: number): Promise<void> {
    const { now } = this.#options
    await this.#change(file, { text_attempts: file.text_attempts - 1, text_due_at: now() + ms })
  }

  /**
   * The state is stored last, so words that a kill interrupted are written again. If the file was removed
   * meanwhile, the sweep removes its words.
   */
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
   * @param more bytes that the account must have room for
   * @returns false: no room, or the file was removed
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

/** The state of a file's words as people see it. */
export function textStateOf(file: StoredFile | undefined): TextState {
  if (file === undefined || file.type !== 'application/pdf') return 'none'
  return (file.text_state as PdfState | 'too-much' | null) ?? 'waiting'
}

const TOO_MUCH = { state: 'too-much', words: '' } as const

/** The words as pieces. A surrogate pair is never divided. */
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
