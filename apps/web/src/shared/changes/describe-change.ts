import type { AccountMutation, Mutation } from '@cardinal/sync'

/** A change described for its author. */
interface DescribedChange {
  /** The kind of change, as a heading. */
  readonly what: string
  /** The author's words in the change. Null: none. */
  readonly words: string | null
}

/**
 * Describes a change that the server doesn't have, with its texts, so that people can copy them. Changes of
 * another version are shown as data.
 */
export function describeChange(mutation: Mutation | AccountMutation): DescribedChange {
  try {
    if (Object.hasOwn(HEADINGS, mutation.name))
      return { what: HEADINGS[mutation.name], words: wordsOf(mutation) }
  } catch {
    // Unknown arguments are shown as data.
  }
  return { what: 'A change', words: JSON.stringify(mutation, null, 2) }
}

const HEADINGS: Readonly<Record<(Mutation | AccountMutation)['name'], string>> = {
  createCard: 'New card',
  editCard: 'Edited card',
  replaceCard: 'Edited card',
  attachTags: 'Tags added to cards',
  detachTags: 'Tags taken off cards',
  setCardTags: 'Tags of a card',
  deleteCards: 'Cards deleted',
  restoreCards: 'Cards brought back',
  completeCards: 'Completed cards',
  setCardColor: 'Colour of cards',
  setCardContent: 'Edited text',
  addSubnote: 'New subtask',
  setSubnoteText: 'Edited subtask',
  deleteSubnote: 'Subtask deleted',
  tickSubnote: 'Subtask ticked',
  moveSubnote: 'Subtask moved',
  createTags: 'New tags',
  deleteTags: 'Tags deleted',
  renameTag: 'Tag renamed',
  mergeTags: 'Tags merged',
  unmergeTags: 'Merge of tags undone',
  setTagColor: 'Colour of tags',
  addClicks: 'Use of tags',
  resetClicks: 'Use of tags reset',
  addTagNames: 'Synonyms for a tag',
  removeTagNames: 'Synonyms of a tag removed',
  setTagDisplayName: 'Display name of a tag',
  addTagParents: 'Parents for tags',
  removeTagParents: 'Parents of tags removed',
  addChildGroups: 'Parents for groups',
  removeChildGroups: 'Parents of groups removed',
  createGroups: 'New groups',
  renameGroup: 'Group renamed',
  deleteGroups: 'Groups deleted',
  attachGroups: 'Tags put into groups',
  detachGroups: 'Tags taken out of groups',
  setGroupsHidden: 'Groups hidden or shown',
  setGroupColor: 'Colour of groups',
  updateSettings: 'Settings',
  createWorkspace: 'New workspace',
  renameWorkspace: 'Workspace renamed',
  deleteWorkspace: 'Workspace deleted',
  createRule: 'New rule',
  editRule: 'Rule edited',
  moveRule: 'Rule moved',
  pauseRule: 'Rule paused or resumed',
  deleteRule: 'Rule deleted',
}

function wordsOf(mutation: Mutation | AccountMutation): string | null {
  switch (mutation.name) {
    case 'createCard':
    case 'replaceCard': {
      const { content, subnotes = [] } = mutation.args.card
      return [content, ...subnotes.map(({ text }) => text)].join('\n')
    }
    case 'editCard': {
      const { content, address, subnotes = [] } = mutation.args
      const lines = subnotes.map((edit) =>
        edit.kind === 'add' ? edit.subnote.text : edit.kind === 'text' ? edit.text.after : null,
      )
      const words = [content?.after ?? null, address?.after ?? null, ...lines].filter((text) => text !== null)
      return words.length === 0 ? null : words.join('\n')
    }
    case 'setCardContent':
      return mutation.args.content
    case 'addSubnote':
      return mutation.args.subnote.text
    case 'setSubnoteText':
      return mutation.args.text
    case 'createTags':
      return mutation.args.tags.map(({ name }) => name).join(', ')
    case 'createGroups':
      return mutation.args.groups.map(({ title }) => title).join(', ')
    case 'addTagNames':
    case 'removeTagNames':
      return mutation.args.names.join(', ')
    case 'setTagDisplayName':
      return mutation.args.displayName
    case 'renameTag':
    case 'createWorkspace':
    case 'renameWorkspace':
      return mutation.args.name
    case 'renameGroup':
      return mutation.args.title
    case 'createRule':
    case 'editRule':
      return mutation.args.rule.search
    case 'updateSettings':
      return mutation.args.savedSearches?.join('\n') ?? null
    default:
      return null
  }
}
