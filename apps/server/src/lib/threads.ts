import { fork } from 'node:child_process'
import type { EventEmitter } from 'node:events'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { CutOff } from './waiting.ts'

/**
 * Starts a thread that may use so much memory. Beside the built server its code is a file of its own. From sources the
 * thread compiles it as the tests and `npm run dev` do.
 *
 * @param caller the caller's `import.meta.url`
 * @param name of the thread's module, which is in the caller's folder, without its ending
 */
export function startThread(caller: string, name: string, memoryMb: number): Worker {
  const resourceLimits = { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 }
  const built = new URL(`${name}.js`, caller)
  if (existsSync(fileURLToPath(built))) return new Worker(built, { resourceLimits })
  const compiler = createRequire(import.meta.url).resolve('tsx/cjs/api')
  const code = `require(${JSON.stringify(compiler)}).register()
    require(${JSON.stringify(fileURLToPath(new URL(`${name}.ts`, caller)))})`
  return new Worker(code, { eval: true, execArgv: [], resourceLimits })
}

/** A thread, or a process, that answers messages. */
export interface Answerer extends Pick<EventEmitter, 'on' | 'off'> {
  postMessage(message: unknown, given?: readonly ArrayBuffer[]): void
  terminate(): Promise<unknown>
  /** It does not keep the server alive. */
  unref(): void
}

/** What a process needs of the environment of the server. The rest has secrets. */
const ENVIRONMENT = ['PATH', 'LD_LIBRARY_PATH', 'SystemRoot']
/**
 * Of glibc, which otherwise keeps what was freed, for each thread: twenty large pictures would hold 400 MB instead of 70.
 * What is larger than 128 KiB goes back to the system when it is freed.
 */
const GIVES_BACK = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
}

/**
 * Starts a process for native code that reads what strangers made: it can be ended at any moment, which a thread within
 * native code cannot, and gives all memory back.
 *
 * @param caller and name as for a thread
 * @param memoryMb of JavaScript; native memory has no limit that every system knows
 */
export function startProcess(caller: string, name: string, memoryMb: number): Answerer {
  const built = fileURLToPath(new URL(`${name}.js`, caller))
  const isBuilt = existsSync(built)
  const compiler = () => pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href
  const env = Object.fromEntries(ENVIRONMENT.map((each) => [each, process.env[each]]))
  const child = fork(isBuilt ? built : fileURLToPath(new URL(`${name}.ts`, caller)), {
    execArgv: [`--max-old-space-size=${memoryMb}`, ...(isBuilt ? [] : ['--import', compiler()])],
    env: { ...env, ...GIVES_BACK, UV_THREADPOOL_SIZE: '1' },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const isGone = () => child.pid === undefined || child.exitCode !== null || child.signalCode !== null
  return {
    on: (event, listener) => child.on(event as string, listener),
    off: (event, listener) => child.off(event as string, listener),
    postMessage: (message) => void child.send(message as object),
    terminate: () =>
      new Promise((gone) => {
        if (isGone()) return gone(null)
        child.once('exit', gone).kill('SIGKILL')
      }),
    unref: () => {
      child.unref()
      child.channel?.unref()
    },
  }
}

/**
 * Sends a message to a thread or process and waits for its answer.
 *
 * @param within ms
 * @param given are handed over: they are gone here afterwards
 * @throws CutOff, or its error
 */
export function answerOf<Answer>(
  worker: Answerer,
  message: unknown,
  within: number,
  given: readonly ArrayBuffer[] = [],
): Promise<Answer> {
  return new Promise<Answer>((resolve, reject) => {
    const fail = (error: Error) => {
      stopListening()
      reject(error)
    }
    const hear = (answer: Answer) => {
      stopListening()
      resolve(answer)
    }
    const exit = () => fail(new Error('It has ended before it answered.'))
    const timer = setTimeout(() => fail(new CutOff()), within)
    const stopListening = () => {
      clearTimeout(timer)
      worker.off('message', hear).off('error', fail).off('exit', exit)
    }
    worker.on('message', hear).on('error', fail).on('exit', exit)
    worker.postMessage(message, given)
  })
}

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
