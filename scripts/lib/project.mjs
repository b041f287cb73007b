import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder that holds the whole project. */
export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../..')

/**
 * Returns a path of the project, absolute.
 * @param {string} path
 */
export const at = (path) => resolve(ROOT, path)

/** A failure that a person can mend: its message is one sentence, and no stack is shown. */
export class Stop extends Error {}

/** Says what is going on without touching stdout, which belongs to the command's own output. */
export const say = (/** @type {string} */ text) => console.error(text)

/**
 * Runs the body of a script; a `Stop` becomes its sentence, everything else keeps its stack.
 * @param {() => Promise<number | undefined>} body answers with an exit code, or undefined to let the process live on
 */
export async function main(body) {
  try {
    const code = await body()
    if (code !== undefined) process.exit(code)
  } catch (error) {
    console.error(error instanceof Stop ? error.message : error)
    process.exit(1)
  }
}
