import { existsSync } from 'node:fs'
import { at } from './project.mjs'
import { run } from './run.mjs'

/**
 * Paths of existing files that Git tracks or does not ignore.
 * @param {string[]} patterns such as `*.tsx` or a folder; none: all files
 */
export async function listedFiles(...patterns) {
  const listing = ['ls-files', '--cached', '--others', '--exclude-standard', ...patterns]
  const { output } = await run('git', listing, { cwd: at('.') })
  return output.split('\n').filter((file) => file !== '' && existsSync(at(file)))
}
