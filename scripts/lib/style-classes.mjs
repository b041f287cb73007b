import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { listedFiles } from './listed-files.mjs'
import { at } from './project.mjs'

const IMPORTED = /import (\w+) from '([^']+\.module\.css)'/g
const CLASS = /\.([A-Za-z_][\w-]*)/g

/**
 * Finds classes that a component uses but its style module lacks: such an element has no style, and types don't show it.
 * @returns {Promise<{ ok: boolean, output: string }>}
 */
export async function judgeStyleClasses() {
  const missing = (await listedFiles('*.tsx')).flatMap(missingIn)
  return { ok: missing.length === 0, output: missing.join('\n') }
}

/** @param {string} file */
function missingIn(file) {
  const source = readFileSync(at(file), 'utf8')
  const code = source.replace(/^import .*$/gm, '')
  return [...source.matchAll(IMPORTED)].flatMap(([, name, path]) => {
    const styles = readFileSync(at(normalize(join(dirname(file), `${path}`))), 'utf8')
    const classes = new Set([...styles.matchAll(CLASS)].map(([, each]) => each))
    const taken = code.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))
    return [...taken].flatMap(([, each]) => (classes.has(each) ? [] : [`${file}: ${path} has no .${each}`]))
  })
}
