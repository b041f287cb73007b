import { ok, type Refusal, type Result } from '@cardinal/domain'
import type { Mutation, MutationContext, MutationName, Mutator, Outcome, ReadSet, Rows } from './mutation.ts'
import {
  attachTags,
  completeCards,
  createCard,
  deleteCards,
  detachTags,
  editCard,
  replaceCard,
  restoreCards,
  setCardColor,
  setCardContent,
  setCardTags,
} from './mutators/cards.ts'
import {
  attachGroups,
  createGroups,
  deleteGroups,
  detachGroups,
  renameGroup,
  setGroupColor,
  setGroupsHidden,
} from './mutators/groups.ts'
import {
  addChildGroups,
  addTagNames,
  addTagParents,
  removeChildGroups,
  removeTagNames,
  removeTagParents,
  setTagDisplayName,
} from './mutators/relations.ts'
import { addSubnote, deleteSubnote, moveSubnote, setSubnoteText, tickSubnote } from './mutators/subnotes.ts'
import {
  addClicks,
  createTags,
  deleteTags,
  mergeTags,
  renameTag,
  resetClicks,
  setTagColor,
  unmergeTags,
} from './mutators/tags.ts'

/** The mutators, by name of the mutation. */
export const mutators: { readonly [Name in MutationName]: Mutator<Name> } = {
  createCard,
  editCard,
  replaceCard,
  attachTags,
  detachTags,
  setCardTags,
  deleteCards,
  restoreCards,
  completeCards,
  setCardColor,
  setCardContent,
  addSubnote,
  setSubnoteText,
  deleteSubnote,
  tickSubnote,
  moveSubnote,
  createTags,
  deleteTags,
  renameTag,
  mergeTags,
  unmergeTags,
  setTagColor,
  addClicks,
  resetClicks,
  addTagNames,
  removeTagNames,
  setTagDisplayName,
  addTagParents,
  removeTagParents,
  addChildGroups,
  removeChildGroups,
  createGroups,
  renameGroup,
  deleteGroups,
  attachGroups,
  detachGroups,
  setGroupsHidden,
  setGroupColor,
}

/** Returns the rows that a mutation will read, which the caller must load first. */
export function readsOf(mutation: Mutation): ReadSet {
  return mutatorOf(mutation).reads(mutation.args)
}

/** Decides on a mutation over the rows that `readsOf` named. Returns the changes, and writes nothing. */
export function runMutation(
  mutation: Mutation,
  rows: Rows,
  context: MutationContext,
): Result<Outcome, Refusal> {
  const outcome = mutatorOf(mutation).write(mutation.args, rows, context)
  return outcome.ok && context.applyRules !== undefined
    ? ok(context.applyRules(outcome.value, rows))
    : outcome
}

/**
 * The mutator of a mutation, typed for its arguments. TypeScript cannot derive from a table that a name and
 * its arguments belong together, so only this function casts.
 */
function mutatorOf<Name extends MutationName>(mutation: { name: Name }): Mutator<Name> {
  return mutators[mutation.name] as Mutator<Name>
}
