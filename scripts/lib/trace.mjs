import { readdirSync, readFileSync, statSync } from 'node:fs'
import { at } from './project.mjs'

const IDS = /\[([A-Z]{2}-\d+(?:,\s*[A-Z]{2}-\d+)*)\]/g
const IS_TEST = /\.test\.tsx?$|^e2e\/.*\.spec\.ts$/

/**
 * Lists the requirements without a test.
 * @param {boolean} isStrict whether a missing test is a failure
 * @returns {number} exit code
 */
export function trace(isStrict) {
  const requirements = readRequirements()
  const filesById = findIds()
  const missing = requirements.filter(({ id }) => !filesById.has(id))
  for (const { id, title } of missing) console.log(`${id.padEnd(6)} ${title}`)
  console.log(
    `${requirements.length - missing.length} of ${requirements.length} requirements have a test; ${missing.length} have none.`,
  )
  return isStrict && missing.length > 0 ? 1 : 0
}

/** Ids in test titles that no requirement has, each with its file. */
export function unknownIdsInTests() {
  const known = new Set(readRequirements().map(({ id }) => id))
  return [...findIds()].filter(([id]) => !known.has(id)).map(([id, files]) => `${id} in ${files.join(', ')}`)
}

/** @returns {{ id: string, title: string }[]} */
function readRequirements() {
  return JSON.parse(readFileSync(at('docs/requirements.json'), 'utf8'))
}

/** @returns {Map<string, string[]>} the test files by the id that their titles carry */
function findIds() {
  const filesById = new Map()
  for (const file of ['packages', 'apps', 'e2e'].flatMap(testsUnder))
    for (const id of idsIn(readFileSync(at(file), 'utf8')))
      filesById.set(id, [...(filesById.get(id) ?? []), file])
  return filesById
}

/**
 * Only ids inside string literals count: a comment proves nothing.
 * @param {string} source
 */
function idsIn(source) {
  const ids = source.split('\n').flatMap((line) => {
    if (/^\s*(\/\/|\*|\/\*)/.test(line)) return []
    return [...line.matchAll(IDS)]
      .filter((match) => /['"`]/.test(line.slice(0, match.index)))
      .flatMap((match) => (match[1] ?? '').split(/,\s*/))
  })
  return new Set(ids)
}

/**
 * @param {string} path
 * @returns {string[]}
 */
function testsUnder(path) {
  if (/(^|\/)(node_modules|dist|\..*)$/.test(path)) return []
  if (!statSync(at(path)).isDirectory()) return IS_TEST.test(path) ? [path] : []
  return readdirSync(at(path)).flatMap((name) => testsUnder(`${path}/${name}`))
}
