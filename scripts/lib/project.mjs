import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The project's root folder. */
export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../..')

/** @param {string} path */
export const at = (path) => resolve(ROOT, path)

/** A failure that a person can mend: its message is one sentence, shown without a stack. */
export class Stop extends Error {}

/** Prints progress to stderr; stdout belongs to the command's output. */
export const say = (/** @type {string} */ text) => console.error(text)

/**
 * Runs the body of a script. A `Stop` is printed as its sentence, other errors with their stack.
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
