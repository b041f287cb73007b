import { type Answerer, answerOf } from './thread.ts'

export interface RestingThreadOptions {
  readonly start: () => Answerer
  /** ms that one answer may take. */
  readonly deadline: number
}

/** ms without work after which the thread ends: it holds some memory. */
const RESTS = 30_000

/**
 * Asks a thread or process, one message after the other, and ends it while there is nothing to do. What takes too long or
 * too much memory ends it and is answered with null; the next message gets a new one.
 */
export class RestingThread<Message, Answer> {
  readonly #options: RestingThreadOptions
  #worker: Answerer | null = null
  #last: Promise<unknown> = Promise.resolve()
  #rest: NodeJS.Timeout | null = null
  #isStopped = false

  constructor(options: RestingThreadOptions) {
    this.#options = options
  }

  ask(message: Message): Promise<Answer | null> {
    const answered = this.#last.then(() => this.#askNow(message))
    this.#last = answered
    return answered
  }

  /** Ends the thread. What waits for an answer gets null. */
  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#end()
    await this.#last
  }

  async #askNow(message: Message): Promise<Answer | null> {
    if (this.#rest !== null) clearTimeout(this.#rest)
    if (this.#isStopped) return null
    const answer = await this.#answer(message).catch(() => FAILED)
    if (answer === FAILED) await this.#end()
    else this.#rest = setTimeout(() => void this.#end(), RESTS).unref()
    return answer.value
  }

  /** @throws also where nothing can be started: the system has no memory left, for example */
  async #answer(message: Message): Promise<Said<Answer>> {
    this.#worker ??= this.#start()
    return answerOf(this.#worker, message, this.#options.deadline)
  }

  #start(): Answerer {
    const worker = this.#options.start()
    // An error between two questions ends the thread, not the server.
    worker
      .on('error', () => undefined)
      .on('exit', () => {
        if (this.#worker === worker) this.#worker = null
      })
    worker.unref()
    return worker
  }

  async #end(): Promise<void> {
    const worker = this.#worker
    this.#worker = null
    await worker?.terminate()
  }
}

/** What a thread answers. */
export interface Said<Answer> {
  readonly value: Answer | null
}

/** The thread has failed, or took too long. */
const FAILED: Said<never> = { value: null }
