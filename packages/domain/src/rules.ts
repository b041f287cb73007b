import type { CardType } from './card.ts'
import type { Color } from './color.ts'
import { squeeze, tagName } from './folding.ts'
import type { Id } from './id.ts'
import type { Calendar } from './searchbar/days.ts'
import { parseSearch } from './searchbar/grammar.ts'
import { printSearch } from './searchbar/print.ts'
import type { SearchTree } from './searchbar/search-tree.ts'

/** A search that acts on each card that begins to match it. */
export interface Rule extends RuleParts {
  readonly id: Id
  readonly isPaused: boolean
  readonly createdAt: number
}

/** The parts of a rule that a person chooses. */
export interface RuleParts extends RuleActs {
  /** In the form of `printSearch`. */
  readonly search: string
}

export interface RuleActs {
  readonly addTagIds: readonly Id[]
  readonly removeTagIds: readonly Id[]
  /** Absent: the colour stays. Null: none. */
  readonly color?: Color | null
  /** Absent: the type stays. */
  readonly type?: CardType
  /** Whether the server keeps a copy of the page of a link. */
  readonly keepsCopy: boolean
  /**
   * Whether All leaves out matching cards, unless a search names them. Deleting the rule shows the cards
   * again.
   */
  readonly hidesFromAll?: boolean
}

export const RULE_LIMITS = {
  /** Over all workspaces of an account. */
  rules: 100,
  searchLength: 300,
  /**
   * Conditions of one search. A hundred rules with ten conditions read each changed card a thousand times.
   */
  conditions: 10,
  /** Tags in each of the two lists. */
  tags: 20,
  /** Latest effects that are stored for a rule. */
  effects: 10,
  /** Rules that fire one after another because each one changed the card; then it stops. */
  links: 10,
} as const

/**
 * Why a search can't be the search of a rule. Null: it can.
 *
 * @param calendar recognises days such as `today`, which are plain words without it
 */
export function ruleSearchProblem(text: string, calendar?: Calendar): string | null {
  if (text.length > RULE_LIMITS.searchLength)
    return `The search of a rule has at most ${RULE_LIMITS.searchLength} characters.`
  const tree = parseSearch(text, calendar)
  if (tree.kind === 'all' && tree.parts.length === 0) return 'A rule needs a search.'
  if (conditionsIn(tree) > RULE_LIMITS.conditions)
    return `The search of a rule has at most ${RULE_LIMITS.conditions} conditions.`
  return problemOf(tree)
}

function conditionsIn(tree: SearchTree): number {
  if (tree.kind === 'not') return conditionsIn(tree.part)
  if (tree.kind !== 'all' && tree.kind !== 'any') return 1
  return tree.parts.reduce((sum, part) => sum + conditionsIn(part), 0)
}

export const RULE_WITHOUT_ACT = 'A rule needs something to do.'

export function doesNothing(acts: RuleActs): boolean {
  return !changesCards(acts) && acts.hidesFromAll !== true
}

/** Whether a rule changes cards, beyond hiding them. */
export function changesCards({ addTagIds, removeTagIds, color, type, keepsCopy }: RuleActs): boolean {
  const changesTags = addTagIds.length + removeTagIds.length > 0
  return changesTags || color !== undefined || type !== undefined || keepsCopy
}

export function tagIdsOfRule({ addTagIds, removeTagIds }: RuleActs): readonly Id[] {
  return [...addTagIds, ...removeTagIds]
}

/**
 * A rule may use only conditions that depend on one card and its tags, and are equal on every device and day.
 */
function problemOf(tree: SearchTree): string | null {
  switch (tree.kind) {
    case 'all':
    case 'any':
      return tree.parts.map(problemOf).find((problem) => problem !== null) ?? null
    case 'not':
      return problemOf(tree.part)
    case 'words': {
      const [word = ''] = tree.words
      const [tag, text] = [
        printSearch({ kind: 'tag', name: word, isExact: false }),
        printSearch({ kind: 'text', text: word }),
      ]
      return `A rule can’t ask for the plain word “${word}”: its meaning changes with the tags. Write ${tag} or ${text}.`
    }
    case 'time':
    case 'completed':
    case 'overdue':
      return DAYS
    case 'due':
    case 'start':
      return tree.days === 'any' ? null : DAYS
    case 'copy':
      return 'A rule can’t ask for words in copies: only the server has all of them.'
    case 'file':
      return 'A rule can’t ask for words in files: only the server has all of them.'
    case 'workspace':
      return 'A rule is about one workspace.'
    case 'is':
      return tree.state === 'duplicate' ? 'A rule can’t ask for duplicates: they are about two cards.' : null
    default:
      return null
  }
}

const DAYS = 'A rule can’t ask for days: they mean something else tomorrow, and in another time zone.'

/** The canonical text of a rule's search, as it is saved. */
export function ruleSearch(text: string): string {
  return printSearch(parseSearch(squeeze(text)))
}

/**
 * The rules, with renamed and merged tags replaced in their searches. The same list if no search changes.
 *
 * @param newNameByOld names in stored form
 */
export function followedRules(
  rules: readonly Rule[],
  newNameByOld: ReadonlyMap<string, string>,
): readonly Rule[] {
  let isSame = true
  const followed = rules.map((rule) => {
    const search = printSearch(followedTree(parseSearch(rule.search), newNameByOld))
    if (search === rule.search || ruleSearchProblem(search) !== null) return rule
    isSame = false
    return { ...rule, search }
  })
  return isSame ? rules : followed
}

function followedTree(tree: SearchTree, newNameByOld: ReadonlyMap<string, string>): SearchTree {
  switch (tree.kind) {
    case 'all':
    case 'any':
      return { ...tree, parts: tree.parts.map((part) => followedTree(part, newNameByOld)) }
    case 'not':
      return { ...tree, part: followedTree(tree.part, newNameByOld) }
    case 'tag':
      return { ...tree, name: newNameByOld.get(tagName(tree.name)) ?? tree.name }
    default:
      return tree
  }
}
