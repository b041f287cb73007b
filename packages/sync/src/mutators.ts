import type { Refusal, Result } from '@cardinal/domain'
import type { Mutation, MutationContext, MutationName, Mutator, Outcome, ReadSet, Rows } from './mutation.ts'
import { addChildGroups } from './mutators/add-child-groups.ts'
import { addClicks } from './mutators/add-clicks.ts'
import { addSubnote } from './mutators/add-subnote.ts'
import { addTagNames } from './mutators/add-tag-names.ts'
import { addTagParents } from './mutators/add-tag-parents.ts'
import { attachGroups } from './mutators/attach-groups.ts'
import { attachTags } from './mutators/attach-tags.ts'
import { completeCards } from './mutators/complete-cards.ts'
import { createCard } from './mutators/create-card.ts'
import { createGroups } from './mutators/create-groups.ts'
import { createTags } from './mutators/create-tags.ts'
import { deleteCards } from './mutators/delete-cards.ts'
import { deleteGroups } from './mutators/delete-groups.ts'
import { deleteSubnote } from './mutators/delete-subnote.ts'
import { deleteTags } from './mutators/delete-tags.ts'
import { detachGroups } from './mutators/detach-groups.ts'
import { detachTags } from './mutators/detach-tags.ts'
import { editCard } from './mutators/edit-card.ts'
import { mergeTags } from './mutators/merge-tags.ts'
import { moveSubnote } from './mutators/move-subnote.ts'
import { removeChildGroups } from './mutators/remove-child-groups.ts'
import { removeTagNames } from './mutators/remove-tag-names.ts'
import { removeTagParents } from './mutators/remove-tag-parents.ts'
import { renameGroup } from './mutators/rename-group.ts'
import { renameTag } from './mutators/rename-tag.ts'
import { replaceCard } from './mutators/replace-card.ts'
import { resetClicks } from './mutators/reset-clicks.ts'
import { restoreCards } from './mutators/restore-cards.ts'
import { setCardColor } from './mutators/set-card-color.ts'
import { setCardContent } from './mutators/set-card-content.ts'
import { setCardTags } from './mutators/set-card-tags.ts'
import { setGroupColor } from './mutators/set-group-color.ts'
import { setGroupsHidden } from './mutators/set-groups-hidden.ts'
import { setSubnoteText } from './mutators/set-subnote-text.ts'
import { setTagColor } from './mutators/set-tag-color.ts'
import { setTagDisplayName } from './mutators/set-tag-display-name.ts'
import { tickSubnote } from './mutators/tick-subnote.ts'
import { unmergeTags } from './mutators/unmerge-tags.ts'

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
  return mutatorOf(mutation).write(mutation.args, rows, context)
}

/**
 * Returns the mutator of a mutation, typed for its arguments. TypeScript cannot derive from a table that a name and its
 * arguments belong together, so the cast is here alone.
 */
function mutatorOf<Name extends MutationName>(mutation: { name: Name }): Mutator<Name> {
  return mutators[mutation.name] as Mutator<Name>
}
