import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
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

/**
 * Sends a message to a thread and waits for its answer.
 *
 * @param within ms
 * @param given are handed over: they are gone here afterwards
 * @throws CutOff, or the thread's error
 */
export function answerOf<Answer>(
  worker: Worker,
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
    const exit = () => fail(new Error('A thread has ended before it answered.'))
    const timer = setTimeout(() => fail(new CutOff()), within)
    const stopListening = () => {
      clearTimeout(timer)
      worker.off('message', hear).off('error', fail).off('exit', exit)
    }
    worker.on('message', hear).on('error', fail).on('exit', exit)
    worker.postMessage(message, given)
  })
}
