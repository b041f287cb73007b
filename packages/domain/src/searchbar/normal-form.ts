import { fold } from '../folding.ts'
import { printSearch } from './print.ts'
import type { SearchTree } from './search-tree.ts'

/**
 * Returns the tree in which all parts must match. Their plain words become one list, which comes first, so that they
 * have one phrase.
 */
export function allOf(parts: readonly SearchTree[]): SearchTree {
  const flat = parts.flatMap((part) => (part.kind === 'all' ? part.parts : [part]))
  const words = wordsOnce(flat.flatMap((part) => (part.kind === 'words' ? part.words : [])))
  const others = once(flat.filter((part) => part.kind !== 'words'))
  return oneOr('all', words.length === 0 ? others : [{ kind: 'words', words }, ...others])
}

/** Returns the tree in which any of the parts must match; there must be at least one. */
export function anyOf(parts: readonly SearchTree[]): SearchTree {
  return oneOr('any', once(parts.flatMap((part) => (part.kind === 'any' ? part.parts : [part]))))
}

export function notOf(part: SearchTree): SearchTree {
  return { kind: 'not', part }
}

/** Returns plain words and names of tags anywhere in a tree, but for those behind a minus. */
export function namesAsked(tree: SearchTree): readonly string[] {
  switch (tree.kind) {
    case 'all':
    case 'any':
      return wordsOnce(tree.parts.flatMap(namesAsked))
    case 'words':
      return tree.words
    case 'tag':
      return [tree.name]
    default:
      return []
  }
}

/** Returns the same with the texts asked for: what a card shows as found. */
export function textsAsked(tree: SearchTree): readonly string[] {
  if (tree.kind === 'text') return [tree.text]
  if (tree.kind !== 'all' && tree.kind !== 'any') return namesAsked(tree)
  return wordsOnce(tree.parts.flatMap(textsAsked))
}

/** Returns whether a condition that a test recognises is anywhere in a tree, with or without a minus. */
export function mentions(tree: SearchTree, isIt: (condition: SearchTree) => boolean): boolean {
  if (tree.kind === 'not') return mentions(tree.part, isIt)
  if (tree.kind === 'all' || tree.kind === 'any') return tree.parts.some((part) => mentions(part, isIt))
  return isIt(tree)
}

/** Returns each word once under `fold`, as it was written first. */
function wordsOnce(words: readonly string[]): readonly string[] {
  const byFold = new Map<string, string>()
  for (const word of words) {
    const folded = fold(word)
    if (!byFold.has(folded)) byFold.set(folded, word)
  }
  return [...byFold.values()]
}

function once(parts: readonly SearchTree[]): readonly SearchTree[] {
  if (parts.length < 2) return parts
  const byText = new Map<string, SearchTree>()
  for (const part of parts) {
    const key = fold(printSearch(part))
    if (!byText.has(key)) byText.set(key, part)
  }
  return [...byText.values()]
}

function oneOr(kind: 'all' | 'any', parts: readonly SearchTree[]): SearchTree {
  const [first] = parts
  return parts.length === 1 && first !== undefined ? first : { kind, parts }
}
