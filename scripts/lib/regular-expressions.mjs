import { readFileSync } from 'node:fs'
import { RegExpParser } from '@eslint-community/regexpp'
import { analyse } from 'scslre'
import ts from 'typescript'
import { listedFiles } from './listed-files.mjs'
import { at } from './project.mjs'

/** Expressions that are slow on some long texts, each with the reason why it never gets one. */
const ACCEPTED = new Map([
  [String.raw`/\B(?=(?:\d{3})+$)/g`, 'reads the digits of one number'],
  [String.raw`/[\s\-–—*_#>]+$/`, 'reads as many characters as a cut text shows'],
])
const SOURCES = [
  'apps/server/src',
  'apps/web/src',
  'packages/domain/src',
  'packages/engine/src',
  'packages/sync/src',
  'packages/contract/src',
  'packages/command/src',
  'packages/extension/src',
]

/**
 * Finds regular expressions of more than linear time. Only literals are analysed.
 * @returns {Promise<{ ok: boolean, output: string }>}
 */
export async function judgeRegularExpressions() {
  const parser = new RegExpParser()
  const found = await literals()
  const problems = [...ACCEPTED.keys()]
    .filter((literal) => !found.has(literal))
    .map((literal) => `${literal} is accepted, but occurs nowhere`)
  for (const [literal, file] of found) {
    if (ACCEPTED.has(literal)) continue
    for (const { type, exponential } of analyse(parser.parseLiteral(literal)).reports)
      problems.push(`${file}: ${literal} takes ${exponential ? 'exponential' : 'polynomial'} time (${type})`)
  }
  return { ok: problems.length === 0, output: problems.join('\n') }
}

/**
 * Every regular expression literal, with one file that has it.
 * @returns {Promise<Map<string, string>>}
 */
async function literals() {
  const listed = await listedFiles(...SOURCES)
  const files = listed.filter((file) => /\.tsx?$/.test(file) && !/\.test\./.test(file))
  /** @type {Map<string, string>} */
  const found = new Map()
  for (const file of files) {
    const text = readFileSync(at(file), 'utf8')
    if (!/\/[^/\n]+\//.test(text)) continue
    const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false, kind)
    /** @param {ts.Node} node */
    const visit = (node) => {
      if (ts.isRegularExpressionLiteral(node)) found.set(node.text, file)
      ts.forEachChild(node, visit)
    }
    visit(source)
  }
  return found
}
