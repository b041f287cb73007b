import type { SearchTree } from '@cardinal/domain'
import { addAll, type Bits, bitsFor, isEmpty, takeAway } from '../structures/bits.ts'
import { type ConditionReader, cardsMeeting, costOfCondition, takeTagged } from './conditions.ts'
import { cardsWithWords, settledSet } from './plain-words.ts'

/**
 * A new bitmap of the cards of `within` that match a tree: docs/search.md, section 3. Cheap parts come first, and
 * each one is asked only about the cards that are still open. So a part that reads texts reads few.
 */
export function cardsMatching(
  reader: ConditionReader,
  tree: SearchTree,
  onlyTags: boolean,
  within: Bits,
): Bits {
  switch (tree.kind) {
    case 'all': {
      let left: Bits = within.slice()
      for (const part of cheapestFirst(tree.parts)) {
        if (isEmpty(left)) break
        if (part.kind === 'not') leaveOut(reader, part.part, onlyTags, left)
        else left = cardsMatching(reader, part, onlyTags, left)
      }
      return left
    }
    case 'any': {
      const found = bitsFor(within.length * 32)
      const left = within.slice()
      for (const part of cheapestFirst(tree.parts)) {
        const matching = cardsMatching(reader, part, onlyTags, left)
        addAll(found, matching)
        takeAway(left, matching)
      }
      return found
    }
    case 'not': {
      const left = within.slice()
      takeAway(left, cardsMatching(reader, tree.part, onlyTags, within))
      return left
    }
    case 'words':
      return settledSet(reader, cardsWithWords(reader, tree.words, onlyTags, within))
    default:
      return cardsMeeting(reader, tree, within)
  }
}

/** Takes the cards that match a tree from a bitmap. Tags, which are left out most, need no bitmap of their own. */
function leaveOut(reader: ConditionReader, tree: SearchTree, onlyTags: boolean, left: Bits): void {
  if (tree.kind === 'tag') takeTagged(reader, tree, left)
  else takeAway(left, cardsMatching(reader, tree, onlyTags, left))
}

/** The parts of an `all` or `any` in the order in which they cost least. */
function cheapestFirst(parts: readonly SearchTree[]): readonly SearchTree[] {
  return parts.length < 2 ? parts : [...parts].sort((a, b) => costOf(a) - costOf(b))
}

function costOf(tree: SearchTree): number {
  switch (tree.kind) {
    case 'all':
    case 'any':
      return tree.parts.reduce((most, part) => Math.max(most, costOf(part)), 0)
    case 'not':
      return costOf(tree.part)
    case 'words':
      return COST_OF_WORDS
    default:
      return costOfCondition(tree)
  }
}

/** Words may read texts. */
const COST_OF_WORDS = 4
