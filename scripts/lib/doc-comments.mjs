import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { listedFiles } from './listed-files.mjs'
import { at } from './project.mjs'

/** First words that look like a verb in the third person and are none. */
const NO_VERBS = new Set(
  'This Its As Always Cards Tags Rows Lines Words Texts Ids Keys Fields Files Others'.split(' '),
)

/** Words in a sentence of a doc comment, at most. */
const LONGEST_SENTENCE = 30

/** Checks that doc comments of functions begin with a verb, and that their sentences are short. */
export async function judgeDocComments() {
  const files = await listedFiles('*.ts', '*.tsx', '*.mjs')
  const judged = files.filter((file) => !file.includes('.test.'))
  const problems = judged.flatMap((file) => problemsIn(file, readFileSync(at(file), 'utf8')))
  return { ok: problems.length === 0, output: problems.join('\n') }
}

/**
 * @param {string} file
 * @param {string} source
 */
function problemsIn(file, source) {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true)
  /** @type {string[]} */
  const problems = []
  /** @param {ts.Node} node */
  const visit = (node) => {
    const docs = /** @type {{ jsDoc?: readonly ts.JSDoc[] }} */ (node).jsDoc
    const doc = docs?.at(-1)
    if (doc !== undefined && isFunction(node)) {
      const [first = '', ...sentences] = sentencesOf(doc.getText(tree))
      const place = `${file}:${tree.getLineAndCharacterOfPosition(doc.getStart(tree)).line + 1}`
      const [word = ''] = /^\w+/.exec(first) ?? []
      if (first !== '' && (!/^[A-Z][a-z]+s$/.test(word) || NO_VERBS.has(word)))
        problems.push(`${place}: begin with a verb, such as Returns or Renders: "${first}"`)
      for (const sentence of [first, ...sentences])
        if (sentence.split(' ').length > LONGEST_SENTENCE)
          problems.push(`${place}: more than ${LONGEST_SENTENCE} words: "${sentence}"`)
    }
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return problems
}

/** @param {ts.Node} node */
function isFunction(node) {
  if (ts.isVariableStatement(node)) {
    const [declaration] = node.declarationList.declarations
    return declaration?.initializer !== undefined && ts.isFunctionLike(declaration.initializer)
  }
  if (ts.isPropertyDeclaration(node))
    return node.initializer !== undefined && ts.isFunctionLike(node.initializer)
  return ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node) || ts.isMethodSignature(node)
}

/**
 * Returns the sentences of a doc comment, without its tags and examples.
 * @param {string} doc
 */
function sentencesOf(doc) {
  const [text = ''] = doc
    .replace(/^\/\*\*|\*\/$/g, '')
    .replace(/^\s*\* ?/gm, '')
    .split(/^\s*@|^```/m)
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .split(/(?<=[.!?:;])\s/)
    .filter((sentence) => sentence !== '')
}
