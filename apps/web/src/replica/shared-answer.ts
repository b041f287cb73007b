/**
 * Memory that a page and its thread share, for an answer that is wanted within the task that asked.
 *
 * While a key is handled, Chromium puts off what a thread says by message until the frame that shows the key has
 * been painted, so that an answer by message is seen in the second frame at the earliest. What the thread writes
 * here, the page reads at once: it waits a few milliseconds for it, and where they don't suffice, the answer
 * comes by message as always (`docs/decisions/0530-the-page-waits-a-moment.md`).
 *
 * One question at a time, each with a number. The state is how far which question is, in one word, and changes
 * hands by compare-and-exchange alone: an answer is either taken here or sent, never both and never neither, and one
 * that comes too late is not taken for the answer to the next question.
 */
const NOBODY = 0
/** The page waits. */
const WANTED = 1
/** The thread has the answer, and the page must not go away now. */
const WRITING = 2
const WRITTEN = 3
/** The thread will say it by a message: it is too long, or an error. */
const DECLINED = 4

/** The state of a question: eight to each number. */
const stateOf = (question: number, how: number) => (question << 3) | how
/** Numbers begin again before the word is full. */
const QUESTIONS = 1 << 28

const STATE = 0
const LENGTH = 1
/** Of the two numbers before the text. */
const HEAD_BYTES = 8

/** Enough for a few hundred cards. */
const BYTES = 1 << 19
/** How long the page waits: half a frame. ms */
const LONGEST = 8

/**
 * New memory; null where the browser lets a page share none (it takes cross-origin isolation), and where a waiting
 * page would keep the only processor from the thread.
 */
export function newSharedMemory(): SharedArrayBuffer | null {
  const canShare = globalThis.crossOriginIsolated && navigator.hardwareConcurrency > 1
  return canShare ? new SharedArrayBuffer(BYTES) : null
}

/** The page's side. `T` is plain data that JSON keeps as it is. */
export class AnswerReader<T> {
  readonly #words: Int32Array
  readonly #bytes: Uint8Array
  #asked = 0

  constructor(memory: SharedArrayBuffer) {
    this.#words = new Int32Array(memory, 0, HEAD_BYTES / 4)
    this.#bytes = new Uint8Array(memory, HEAD_BYTES)
  }

  /**
   * Sends a question under a number, and waits for what the thread writes; where that is too late or declined, the
   * answer is what the thread sends.
   *
   * @param longest how long to wait, ms
   */
  take(send: (question: number) => Promise<T | null>, longest = LONGEST): T | Promise<T | null> {
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
      // What is being written already is there in a moment.
      if (performance.now() < end || state === stateOf(question, WRITING)) continue
      if (Atomics.compareExchange(words, STATE, wanted, NOBODY) === wanted) return sent
    }
  }

  #read(): T {
    const length = Atomics.load(this.#words, LENGTH)
    // A decoder reads no shared memory in every browser: a copy does.
    return JSON.parse(new TextDecoder().decode(this.#bytes.slice(0, length))) as T
  }
}

/** The thread's side. */
export class AnswerWriter<T> {
  readonly #words: Int32Array
  readonly #bytes: Uint8Array

  constructor(memory: SharedArrayBuffer) {
    this.#words = new Int32Array(memory, 0, HEAD_BYTES / 4)
    this.#bytes = new Uint8Array(memory, HEAD_BYTES)
  }

  /** Hands the answer to a question over; false: nobody waits for it here (any more), send it. */
  hand(question: number, answer: T): boolean {
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

  /** Lets the page go that waits for a question: its answer is said by a message. */
  decline(question: number): false {
    Atomics.compareExchange(this.#words, STATE, stateOf(question, WANTED), stateOf(question, DECLINED))
    return false
  }
}
