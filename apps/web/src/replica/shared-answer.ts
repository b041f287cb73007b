/**
 * Memory that a page and its worker share, for answers within the task that asked.
 *
 * While Chromium handles a key, it delays the worker's messages until the frame of the key is painted. So an
 * answer by message appears in the second frame at the earliest. The page waits a few milliseconds for an answer
 * in this memory. If that is not enough, the answer comes by message
 * (`docs/decisions/0530-the-page-waits-a-moment.md`).
 *
 * One question at a time, each with a number. One word has the number and the state of the question, and is only
 * changed by compare-and-exchange. So an answer is either read here or sent by message, never both and never
 * neither. A late answer is never taken for the answer to the next question.
 */
const NOBODY = 0
/** The page is waiting. */
const WANTED = 1
/** The worker is writing the answer, so the page must not stop waiting. */
const WRITING = 2
const WRITTEN = 3
/** The worker sends the answer by message: it is too long, or an error. */
const DECLINED = 4

/** A question's number and its state in one word. The lowest three bits are the state. */
const stateOf = (question: number, how: number) => (question << 3) | how
/** Numbers of questions start again before the word overflows. */
const QUESTIONS = 1 << 28

const STATE = 0
const LENGTH = 1
/** Bytes of the two numbers before the text of the answer. */
const HEAD_BYTES = 8

/** Bytes; enough for a few hundred cards. */
const BYTES = 1 << 19
/** ms for which the page waits: half a frame. */
const LONGEST_WAIT_MS = 8

/**
 * Allocates the memory. Null: the page is not cross-origin isolated, or there is only one processor, and a
 * waiting page would block the worker.
 */
export function newSharedMemory(): SharedArrayBuffer | null {
  const canShare = globalThis.crossOriginIsolated && navigator.hardwareConcurrency > 1
  return canShare ? new SharedArrayBuffer(BYTES) : null
}

/** The page's side. `T` is plain data that JSON preserves. */
export class AnswerReader<T> {
  readonly #words: Int32Array
  readonly #bytes: Uint8Array
  #asked = 0

  constructor(memory: SharedArrayBuffer) {
    this.#words = new Int32Array(memory, 0, HEAD_BYTES / 4)
    this.#bytes = new Uint8Array(memory, HEAD_BYTES)
  }

  /**
   * Sends a question with a number, and waits for the worker to write the answer. If the answer is late or
   * declined, it comes by message.
   *
   * @param longest ms of waiting
   */
  take(send: (question: number) => Promise<T | null>, longest = LONGEST_WAIT_MS): T | Promise<T | null> {
    const words = this.#words
    this.#asked = (this.#asked + 1) % QUESTIONS
    const question = this.#asked
    const wanted = stateOf(question, WANTED)
    Atomics.store(words, STATE, wanted)
    const sent = send(question)
    const end = performance.now() + longest
    for (;;) {
      const state = Atomics.load(words, STATE)
      if (state === stateOf(question, WRITTEN)) return this.#read()
      if (state === stateOf(question, DECLINED)) return sent
      // The worker is already writing, so the answer comes soon.
      if (performance.now() < end || state === stateOf(question, WRITING)) continue
      if (Atomics.compareExchange(words, STATE, wanted, NOBODY) === wanted) return sent
    }
  }

  #read(): T {
    const length = Atomics.load(this.#words, LENGTH)
    // Copied first, because not every browser decodes shared memory.
    return JSON.parse(new TextDecoder().decode(this.#bytes.slice(0, length))) as T
  }
}

/** The worker's side. */
export class AnswerWriter<T> {
  readonly #words: Int32Array
  readonly #bytes: Uint8Array

  constructor(memory: SharedArrayBuffer) {
    this.#words = new Int32Array(memory, 0, HEAD_BYTES / 4)
    this.#bytes = new Uint8Array(memory, HEAD_BYTES)
  }

  /** Writes an answer. False: the page no longer waits, so the answer must be sent by message. */
  deliver(question: number, answer: T): boolean {
    const words = this.#words
    const wanted = stateOf(question, WANTED)
    if (Atomics.load(words, STATE) !== wanted) return false
    const bytes = new TextEncoder().encode(JSON.stringify(answer))
    if (bytes.length > this.#bytes.length) return this.decline(question)
    if (Atomics.compareExchange(words, STATE, wanted, stateOf(question, WRITING)) !== wanted) return false
    this.#bytes.set(bytes)
    Atomics.store(words, LENGTH, bytes.length)
    Atomics.store(words, STATE, stateOf(question, WRITTEN))
    return true
  }

  /** Ends the page's wait: the answer comes by message. */
  decline(question: number): false {
    Atomics.compareExchange(this.#words, STATE, stateOf(question, WANTED), stateOf(question, DECLINED))
    return false
  }
}
