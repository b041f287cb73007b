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

/** What a person says of a rule. */
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
  /** Whether cards that match are left out of All while no search names them. Not an act on cards: it ends with the rule. */
  readonly hidesFromAll?: boolean
}

export const RULE_LIMITS = {
  /** Over all workspaces of an account. */
  rules: 100,
  searchLength: 300,
  /** Conditions of one search: a hundred rules read the texts of each changed card as often. */
  conditions: 10,
  /** In each of the two lists. */
  tags: 20,
  /** Last effects that a rule keeps. */
  effects: 10,
  /** A rule can lead to another one; longer chains end. */
  links: 10,
} as const

/**
 * Returns why a search can't be one of a rule. Null: it can.
 *
 * @param calendar tells days such as `today`, which are plain words without it
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

/** Returns whether a rule would do nothing. */
export function doesNothing(acts: RuleActs): boolean {
  return !changesCards(acts) && acts.hidesFromAll !== true
}

/** Returns whether a rule does something to the cards themselves, besides hiding them. */
export function changesCards({ addTagIds, removeTagIds, color, type, keepsCopy }: RuleActs): boolean {
  const changesTags = addTagIds.length + removeTagIds.length > 0
  return changesTags || color !== undefined || type !== undefined || keepsCopy
}

export function tagIdsOfRule({ addTagIds, removeTagIds }: RuleActs): readonly Id[] {
  return [...addTagIds, ...removeTagIds]
}

/** What a rule asks must be told from one card and its tags, the same on every device and on every day. */
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

/** Returns the search of a rule as it is saved. */
export function ruleSearch(text: string): string {
  return printSearch(parseSearch(squeeze(text)))
}

/**
 * Returns rules whose searches follow tags that were renamed or merged; the same list where none does.
 *
 * @param newNameByOld kept forms of names
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
