import { fold } from '../folding.ts'
import { printSearch } from './print.ts'
import { partsOf, type SearchTree } from './search-tree.ts'

/**
 * A search that all parts must match. Plain words of the parts are joined and come first, so that they can
 * also match as one phrase.
 */
export function allOf(parts: readonly SearchTree[]): SearchTree {
  const flat = parts.flatMap((part) => (part.kind === 'all' ? part.parts : [part]))
  const words = wordsOnce(flat.flatMap((part) => (part.kind === 'words' ? part.words : [])))
  const others = once(flat.filter((part) => part.kind !== 'words'))
  return oneOr('all', words.length === 0 ? others : [{ kind: 'words', words }, ...others])
}

/** @param parts at least one */
export function anyOf(parts: readonly SearchTree[]): SearchTree {
  return oneOr('any', once(parts.flatMap((part) => (part.kind === 'any' ? part.parts : [part]))))
}

export function notOf(part: SearchTree): SearchTree {
  return { kind: 'not', part }
}

/** Plain words and tag names anywhere in a tree, except behind a minus. */
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

/** `namesAsked` and the searched texts: the words that a card highlights. */
export function textsAsked(tree: SearchTree): readonly string[] {
  if (tree.kind === 'text') return [tree.text]
  if (tree.kind !== 'all' && tree.kind !== 'any') return namesAsked(tree)
  return wordsOnce(tree.parts.flatMap(textsAsked))
}

/** Whether any condition passes the test, excluded or not. */
export function mentions(tree: SearchTree, isIt: (condition: SearchTree) => boolean): boolean {
  if (tree.kind === 'not') return mentions(tree.part, isIt)
  if (tree.kind === 'all' || tree.kind === 'any') return tree.parts.some((part) => mentions(part, isIt))
  return isIt(tree)
}

/** Each word once by `fold`, in its first spelling. */
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

/** Whether `workspace:all` is one of the search's parts. */
export function asksAllWorkspaces(search: SearchTree): boolean {
  return partsOf(search).some(({ kind }) => kind === 'workspace')
}

export function inOneWorkspace(search: SearchTree): SearchTree {
  return allOf(partsOf(search).filter(({ kind }) => kind !== 'workspace'))
}
