import { fold } from './folding.ts'
import type { Rule } from './rules.ts'
import { parseSearch } from './searchbar/grammar.ts'
import type { SearchCondition, SearchTree } from './searchbar/search-tree.ts'

type Condition<Kind extends SearchCondition['kind']> = Extract<SearchCondition, { kind: Kind }>

const searchesByRules = new WeakMap<readonly Rule[], readonly SearchTree[]>()
const NONE: readonly SearchTree[] = []

/** The searches of the rules that hide cards from All and are not paused. Cached by the list of rules. */
export function hiddenBy(rules: readonly Rule[] = []): readonly SearchTree[] {
  const known = searchesByRules.get(rules)
  if (known !== undefined) return known
  const hiding = rules.filter(({ hidesFromAll, isPaused }) => hidesFromAll === true && !isPaused)
  const searches = hiding.length === 0 ? NONE : hiding.map(({ search }) => parseSearch(search))
  searchesByRules.set(rules, searches)
  return searches
}

/**
 * Whether a search names the cards that a rule hides, and so finds them: docs/search.md, section 11.
 *
 * @param hiding the search of the rule
 * @param isUnder whether a word names a tag that meets the condition: the tag itself, or one that implies it
 */
export function namesHidden(
  search: SearchTree,
  hiding: SearchTree,
  isUnder: (word: string, asked: Condition<'tag'>) => boolean,
): boolean {
  const [asked, hidden] = [conditionsOf(search), conditionsOf(hiding)]
  const names = hidden.filter(isName)
  if (names.length > 0) return names.some((name) => asked.some((each) => isNamedBy(name, each, isUnder)))
  const said = new Set(asked.map((each) => JSON.stringify(each)))
  return hidden.some((each) => said.has(JSON.stringify(each)))
}

/** The words and conditions of a search, each with its minus. */
function conditionsOf(tree: SearchTree): readonly SearchTree[] {
  if (tree.kind === 'all' || tree.kind === 'any') return tree.parts.flatMap(conditionsOf)
  if (tree.kind === 'words') return tree.words.map((word) => ({ kind: 'words', words: [word] }))
  if (tree.kind === 'not') return conditionsOf(tree.part).map((part) => ({ kind: 'not', part }))
  return [tree]
}

/** Conditions that can name a hidden card. */
type Name = Condition<'tag' | 'text' | 'site' | 'group'>

function isName(tree: SearchTree): tree is Name {
  return ['tag', 'text', 'site', 'group'].includes(tree.kind)
}

function isNamedBy(
  name: Name,
  asked: SearchTree,
  isUnder: (word: string, asked: Condition<'tag'>) => boolean,
): boolean {
  const word = asked.kind === 'words' ? asked.words.join() : null
  switch (name.kind) {
    case 'tag': {
      const tag = asked.kind === 'tag' ? asked.name : word
      return tag !== null && isUnder(tag, name)
    }
    case 'text': {
      const text = asked.kind === 'text' ? asked.text : word
      return text !== null && fold(text).includes(fold(name.text))
    }
    case 'site': {
      const site = asked.kind === 'site' ? asked.site : word
      return site !== null && `.${fold(site)}`.endsWith(`.${name.site}`)
    }
    case 'group':
      return asked.kind === 'group' && fold(asked.title) === fold(name.title)
  }
}
