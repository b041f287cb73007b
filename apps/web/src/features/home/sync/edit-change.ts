import type { CardType, Color, Id } from '@cardinal/domain'
import type { AccountMutation, Mutation } from '@cardinal/sync'

/** A rejected change with a text that can be edited. */
export interface EditableChange {
  readonly text: string
  /** Tags and colour, if the change contains the whole card. Null: it doesn't. */
  readonly marks: CardMarks | null
  /** The change with another text. Without `marks`, tags and colour stay. */
  readonly withText: (text: string, marks?: Marks) => Mutation | AccountMutation
}

interface Marks {
  readonly tagIds: readonly Id[]
  readonly color: Color | null
}

/** Tags and colour, with the data for tag suggestions. */
export interface CardMarks extends Marks {
  readonly cardId: Id
  readonly type: CardType
}

/**
 * What can be edited of a rejected change. Null: it has no single text, or it is a whole card from an older
 * version. That change has no base, so it would overwrite edits of others. Marks of a card in another workspace
 * can't be edited, because its tags are not loaded.
 */
export function editableChange(
  mutation: Mutation | AccountMutation,
  isOfOpenWorkspace: boolean,
): EditableChange | null {
  const editable = editableIn(mutation)
  return editable === null || isOfOpenWorkspace ? editable : { ...editable, marks: null }
}

function editableIn(mutation: Mutation | AccountMutation): EditableChange | null {
  switch (mutation.name) {
    case 'createCard': {
      const { card } = mutation.args
      const { id: cardId, type, content: text, tagIds = [], color = null } = card
      return {
        text,
        marks: { cardId, type, tagIds, color },
        withText: (content, marks) => ({
          name: 'createCard',
          args: { card: { ...card, content, ...marks } },
        }),
      }
    }
    case 'editCard': {
      const { args } = mutation
      const { content, address } = args
      if (content === undefined && address?.after != null)
        return onlyText(address.after, (after) => ({
          name: 'editCard',
          args: { ...args, address: { ...address, after } },
        }))
      if (content === undefined) return null
      return onlyText(content.after, (after) => ({
        name: 'editCard',
        args: { ...args, content: { ...content, after } },
      }))
    }
    case 'setCardContent': {
      const { args } = mutation
      return onlyText(args.content, (content) => ({ name: 'setCardContent', args: { ...args, content } }))
    }
    case 'addSubnote': {
      const { args } = mutation
      return onlyText(args.subnote.text, (text) => ({
        name: 'addSubnote',
        args: { ...args, subnote: { ...args.subnote, text } },
      }))
    }
    case 'setSubnoteText': {
      const { args } = mutation
      return onlyText(args.text, (text) => ({ name: 'setSubnoteText', args: { ...args, text } }))
    }
    case 'renameTag': {
      const { args } = mutation
      return onlyText(args.name, (name) => ({ name: 'renameTag', args: { ...args, name } }))
    }
    case 'renameGroup': {
      const { args } = mutation
      return onlyText(args.title, (title) => ({ name: 'renameGroup', args: { ...args, title } }))
    }
    case 'createWorkspace': {
      const { args } = mutation
      return onlyText(args.name, (name) => ({ name: 'createWorkspace', args: { ...args, name } }))
    }
    case 'renameWorkspace': {
      const { args } = mutation
      return onlyText(args.name, (name) => ({ name: 'renameWorkspace', args: { ...args, name } }))
    }
    default:
      return null
  }
}

function onlyText(text: string, withText: (text: string) => Mutation | AccountMutation): EditableChange {
  return { text, marks: null, withText }
}
