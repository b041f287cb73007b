import { fork } from 'node:child_process'
import type { EventEmitter } from 'node:events'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { CutOff } from './waiting.ts'

/**
 * Starts a thread with a memory limit. In the built server its code is a separate file; from sources it is
 * compiled, as in tests and `npm run dev`.
 *
 * @param caller the caller's `import.meta.url`
 * @param name of the thread's module in the caller's folder, without extension
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

/** A thread or process that answers messages. */
export interface Answerer extends Pick<EventEmitter, 'on' | 'off'> {
  postMessage(message: unknown, given?: readonly ArrayBuffer[]): void
  terminate(): Promise<unknown>
  /** Lets the server exit although this is running. */
  unref(): void
}

/** Environment variables passed to processes. The others contain secrets. */
const ENVIRONMENT = ['PATH', 'LD_LIBRARY_PATH', 'SystemRoot']
/**
 * Makes glibc return freed blocks above 128 KiB to the system. By default each thread keeps freed memory:
 * twenty large pictures would hold 400 MB instead of 70.
 */
const MALLOC_SETTINGS = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
}

/**
 * Starts a process for native code that reads untrusted data. Unlike a thread in native code, it can be
 * killed at any moment, and then all its memory is free.
 *
 * @param caller as in `startThread`
 * @param name as in `startThread`
 * @param memoryMb of JavaScript; native memory has no portable limit
 * @param residentMb first argument of the process: most memory in all, for a process that watches its own
 */
export function startProcess(caller: string, name: string, memoryMb: number, residentMb: number): Answerer {
  const built = fileURLToPath(new URL(`${name}.js`, caller))
  const isBuilt = existsSync(built)
  const compiler = () => pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href
  const env = Object.fromEntries(ENVIRONMENT.map((each) => [each, process.env[each]]))
  const path = isBuilt ? built : fileURLToPath(new URL(`${name}.ts`, caller))
  const child = fork(path, [String(residentMb)], {
    execArgv: [`--max-old-space-size=${memoryMb}`, ...(isBuilt ? [] : ['--import', compiler()])],
    env: { ...env, ...MALLOC_SETTINGS, UV_THREADPOOL_SIZE: '1' },
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

/** Wall-clock time that an answer may take, as a multiple of its limit of processor time. */
const TIMES_PROCESSOR_TIME = 5

/**
 * ms of processor time that all threads of this process have used together. (Node 20 has no time of a
 * single thread.) Counting by it keeps a thread that only waited on a busy machine.
 */
export function processorTime(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

/**
 * Sends a message to a thread or process and waits for its answer.
 *
 * @param within ms
 * @param given buffers to transfer; not usable here afterwards
 * @param usedTime ms of processor time used so far, by which `within` is counted; null: by the clock
 * @throws CutOff, or the error of the thread
 */
export function answerOf<Answer>(
  worker: Answerer,
  message: unknown,
  within: number,
  given: readonly ArrayBuffer[] = [],
  usedTime: (() => number) | null = null,
): Promise<Answer> {
  return new Promise<Answer>((resolve, reject) => {
    const [began, usedBefore] = [performance.now(), usedTime?.() ?? 0]
    const fail = (error: Error) => {
      stopListening()
      reject(error)
    }
    const hear = (answer: Answer) => {
      stopListening()
      resolve(answer)
    }
    const exit = () => fail(new Error('It has ended before it answered.'))
    const end = () => {
      const used = usedTime === null ? within : usedTime() - usedBefore
      if (used >= within || performance.now() - began >= within * TIMES_PROCESSOR_TIME) fail(new CutOff())
      else timer = setTimeout(end, Math.max(within - used, within / 100))
    }
    let timer = setTimeout(end, within)
    const stopListening = () => {
      clearTimeout(timer)
      worker.off('message', hear).off('error', fail).off('exit', exit)
    }
    worker.on('message', hear).on('error', fail).on('exit', exit)
    worker.postMessage(message, given)
  })
}

interface RestingThreadOptions {
  readonly start: () => Answerer
  /** ms per answer. */
  readonly deadline: number
}

/** ms without messages after which the thread ends, to free its memory. */
const IDLE_MS = 30_000

/**
 * Sends messages to a thread or process one after the other, and ends it when idle. Over its time or memory
 * it is ended and the answer is null; the next message starts a new one.
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

  /** Ends the thread. Pending messages get null. */
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
    else this.#rest = setTimeout(() => void this.#end(), IDLE_MS).unref()
    return answer.value
  }

  /** @throws when no thread can be started, for example without memory */
  async #answer(message: Message): Promise<ThreadAnswer<Answer>> {
    this.#worker ??= this.#start()
    return answerOf(this.#worker, message, this.#options.deadline)
  }

  #start(): Answerer {
    const worker = this.#options.start()
    // Without this listener an error between two messages would end the server.
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

export interface ThreadAnswer<Answer> {
  readonly value: Answer | null
}

const FAILED: ThreadAnswer<never> = { value: null }
