import { fork } from 'node:child_process'
import type { EventEmitter } from 'node:events'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { CutOff } from './in-time.ts'

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
