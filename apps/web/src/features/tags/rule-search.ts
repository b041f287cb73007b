import {
  allOf,
  anyOf,
  type Id,
  isCalled,
  notOf,
  parseSearch,
  printSearch,
  type RuleParts,
  type SearchTree,
  tagName,
} from '@cardinal/domain'
import { ruleSearchProblem } from '@cardinal/domain/rules'
import type { CardQuery, TagInUse } from '@cardinal/engine'
import { useMemo } from 'react'
import { useAnswer } from '../../replica/index.ts'
import { cardSearch, countsOf, DEFAULT_FILTERS, localCalendar } from '../../shared/search/filters.ts'

/** Cards of all kinds, including completed todos, as in the search of a rule. */
export const RULED_CARDS: Omit<CardQuery, 'offset' | 'limit' | 'parts'> = {
  ...cardSearch(null, '', '', DEFAULT_FILTERS),
  done: null,
}

interface ReadSearch {
  /** The search as it is saved. A plain word becomes the tag with that name, or else a text. */
  readonly search: string
  readonly tree: SearchTree
  /** Why the search can't be used in a rule. Null: it can. */
  readonly problem: string | null
  /** Whether the tags of its plain words are still being loaded. */
  readonly isStale: boolean
}

/** Parses a typed search for a rule. */
export function useRuleSearch(text: string): ReadSearch {
  const typed = useMemo(() => parseSearch(text, localCalendar()), [text])
  const words = useMemo(() => plainWordsIn(typed), [typed])
  const { answer: tags, isStale } = useAnswer(
    'tagsByName',
    words.length === 0 ? null : { names: words.map(tagName) },
  )
  return useMemo(() => {
    const isTag = (word: string) => (tags ?? []).some((tag) => tag && isCalled(tag, word))
    const tree = withoutPlainWords(typed, isTag)
    const search = printSearch(tree)
    return {
      search,
      tree,
      problem: ruleSearchProblem(search, localCalendar()),
      isStale: words.length > 0 && isStale,
    }
  }, [typed, words, tags, isStale])
}

function plainWordsIn(tree: SearchTree): readonly string[] {
  if (tree.kind === 'words') return tree.words
  if (tree.kind === 'not') return plainWordsIn(tree.part)
  return tree.kind === 'all' || tree.kind === 'any' ? tree.parts.flatMap(plainWordsIn) : []
}

function withoutPlainWords(tree: SearchTree, isTag: (word: string) => boolean): SearchTree {
  switch (tree.kind) {
    case 'words':
      return allOf(
        tree.words.map((word) =>
          isTag(word) ? { kind: 'tag', name: word, isExact: false } : { kind: 'text', text: word },
        ),
      )
    case 'not':
      return notOf(withoutPlainWords(tree.part, isTag))
    case 'all':
      return allOf(tree.parts.map((part) => withoutPlainWords(part, isTag)))
    case 'any':
      return anyOf(tree.parts.map((part) => withoutPlainWords(part, isTag)))
    default:
      return tree
  }
}

/**
 * The search for cards that match a rule and that the rule would change.
 *
 * @param tags of the rule, without deleted ones
 */
export function changedByRule(tree: SearchTree, rule: RuleParts, tags: readonly TagInUse[]): SearchTree {
  const tagsIn = (ids: readonly Id[]): readonly SearchTree[] =>
    tags.flatMap(({ id, name }) => (ids.includes(id) ? [{ kind: 'tag', name, isExact: true } as const] : []))
  const added = tagsIn(rule.addTagIds)
  // A tag that is created with the rule is on no card.
  if (added.length < rule.addTagIds.length) return tree
  const done: readonly SearchTree[] = [
    ...added,
    ...tagsIn(rule.removeTagIds).map(notOf),
    ...(rule.color === undefined ? [] : [{ kind: 'color', color: rule.color } as const]),
    ...(rule.type === undefined ? [] : [{ kind: 'type', type: rule.type } as const]),
    ...(rule.keepsCopy
      ? [anyOf([notOf({ kind: 'type', type: 'link' }), { kind: 'has', what: 'copy' } as const])]
      : []),
  ]
  return allOf([tree, notOf(allOf(done))])
}

/** The tags that rules add or remove, without deleted ones. */
export function useTagsOfRules(rules: readonly RuleParts[]): readonly TagInUse[] {
  const ids = [...new Set(rules.flatMap(({ addTagIds, removeTagIds }) => [...addTagIds, ...removeTagIds]))]
  const { answer } = useAnswer('tagsById', ids.length === 0 ? null : { ids })
  return (answer ?? []).filter((tag) => tag !== undefined)
}

/** Counts the cards that match a rule, and the cards it would change. Undefined: not known yet. */
export function useRuleCounts(
  tree: SearchTree | null,
  changed: SearchTree | null,
): { matching: number; changing: number } | undefined {
  const { answer, isStale } = useAnswer(
    'countSearches',
    tree === null || changed === null ? null : { query: countsOf(RULED_CARDS), searches: [tree, changed] },
    'deferred',
  )
  if (answer === undefined || isStale) return undefined
  const [matching = 0, changing = 0] = answer
  return { matching, changing }
}
