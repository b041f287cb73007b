import { fold, type SearchTree } from '@cardinal/domain'
import { addAll, type Bits, bitsFor, keepCommon, takeAway } from '../structures/bits.ts'
import {
  addTagged,
  COST_OF_TEXTS,
  type ConditionReader,
  cardsMeeting,
  costOfCondition,
  takeTagged,
} from './conditions.ts'
import { addCardsWithTagOf, cardsWithWords, settledSet } from './plain-words.ts'
import { tagsNamed } from './tag-rows.ts'

/**
 * A new bitmap of the cards of `within` that match a tree: docs/search.md, section 3. Cheap parts come first,
 * and each part checks only the cards that are still left. A part that scans texts thus scans few.
 */
export function cardsMatching(
  reader: ConditionReader,
  tree: SearchTree,
  onlyTags: boolean,
  within: Bits,
): Bits {
  switch (tree.kind) {
    case 'all':
      return cardsMatchingAll(reader, tree.parts, onlyTags, within)
    case 'not':
      return withoutMatching(reader, tree.part, onlyTags, within)
    case 'words':
      return settledSet(reader, cardsWithWords(reader, tree.words, onlyTags, within))
    case 'any': {
      const found = bitsFor(within.length * 32)
      addMatching(reader, tree, onlyTags, within, found)
      keepCommon(found, within)
      return found
    }
    default:
      return cardsMeeting(reader, tree, within)
  }
}

/** The cards that match all parts. Texts are scanned last, and only of cards that are still left. */
function cardsMatchingAll(
  reader: ConditionReader,
  parts: readonly SearchTree[],
  onlyTags: boolean,
  within: Bits,
): Bits {
  let left: Bits = within.slice()
  const unsettled: { readonly folded: string; readonly unsure: Bits }[] = []
  for (const part of cheapestFirst(reader, parts)) {
    if (part.kind === 'text') {
      const folded = fold(part.text)
      const unsure = reader.texts.keepCandidates(left, folded)
      if (unsure !== null) unsettled.push({ folded, unsure })
    } else left = cardsMatching(reader, part, onlyTags, left)
  }
  for (const { folded, unsure } of unsettled) {
    keepCommon(unsure, left)
    takeAway(left, unsure)
    reader.texts.addChecked(left, unsure, folded)
  }
  return left
}

/**
 * A new bitmap of the cards of `within` that do not match a tree. For excluded tags, the usual case, no
 * second bitmap is made.
 */
function withoutMatching(reader: ConditionReader, tree: SearchTree, onlyTags: boolean, within: Bits): Bits {
  const left = within.slice()
  if (tree.kind === 'tag') takeTagged(reader, tree, left)
  else takeAway(left, cardsMatching(reader, tree, onlyTags, within))
  return left
}

/**
 * Adds to a bitmap the cards of `within` that match a tree. May add others, which the caller removes. Alternatives share the
 * bitmap, so that a tag among them costs only its posting list.
 */
function addMatching(
  reader: ConditionReader,
  tree: SearchTree,
  onlyTags: boolean,
  within: Bits,
  found: Bits,
): void {
  if (tree.kind === 'any') {
    for (const part of cheapestFirst(reader, tree.parts)) addMatching(reader, part, onlyTags, within, found)
  } else if (tree.kind === 'tag') {
    addTagged(reader, tree, found)
  } else if (tree.kind === 'text') {
    reader.texts.addContaining(found, fold(tree.text), within)
  } else if (tree.kind === 'words' && tree.words.length === 1) {
    const word = tree.words[0] as string
    addCardsWithTagOf(reader, word, found)
    if (!onlyTags) reader.texts.addContaining(found, fold(word), within)
  } else {
    const open = within.slice()
    takeAway(open, found)
    addAll(found, cardsMatching(reader, tree, onlyTags, open))
  }
}

/** Returns the parts of an `all` or `any` in the order in which they cost least. */
function cheapestFirst(reader: ConditionReader, parts: readonly SearchTree[]): readonly SearchTree[] {
  if (parts.length < 2) return parts
  return parts
    .map((part) => ({ part, cost: costOf(reader, part) }))
    .sort((a, b) => a.cost - b.cost)
    .map(({ part }) => part)
}

/**
 * Rough cost of a tree, in the units of `costOfCondition`. Words may scan texts; names of tags leave few
 * cards.
 */
export function costOf(reader: ConditionReader, tree: SearchTree): number {
  switch (tree.kind) {
    case 'all':
      return tree.parts.reduce((least, part) => Math.min(least, costOf(reader, part)), COST_OF_TEXTS)
    case 'any':
      return tree.parts.reduce((most, part) => Math.max(most, costOf(reader, part)), 0)
    case 'not':
      return costOf(reader, tree.part)
    case 'words':
      return tree.words.some((word) => tagsNamed(reader, word).length > 0) ? 1 : COST_OF_TEXTS
    default:
      return costOfCondition(tree)
  }
}
