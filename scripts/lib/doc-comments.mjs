import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { listedFiles } from './listed-files.mjs'
import { at } from './project.mjs'

/** Most words in a sentence of a doc comment. */
const LONGEST_SENTENCE = 30

/** Fails on a sentence of more than 30 words in the doc comment of a function. */
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
      const place = `${file}:${tree.getLineAndCharacterOfPosition(doc.getStart(tree)).line + 1}`
      for (const sentence of sentencesOf(doc.getText(tree)))
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
 * The sentences of a doc comment, without its tags and examples.
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
