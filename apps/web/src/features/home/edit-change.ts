import type { CardType, Color, Id } from '@cardinal/domain'
import type { AccountMutation, Mutation } from '@cardinal/sync'

/** A rejected change whose text can be edited: its text, and the change with another text. */
export interface EditableChange {
  readonly text: string
  /** Tags and colour of the card that the change holds whole; null where it holds none. */
  readonly marks: CardMarks | null
  /** `marks` left out stay as they are. */
  readonly withText: (text: string, marks?: Marks) => Mutation | AccountMutation
}

export interface Marks {
  readonly tagIds: readonly Id[]
  readonly color: Color | null
}

/** Marks with what is needed to suggest others. */
export interface CardMarks extends Marks {
  readonly cardId: Id
  readonly type: CardType
}

/**
 * Null where there is no one text to edit, and for the whole cards that older versions sent: such a change would write
 * over what others did meanwhile, and it says nowhere which text it began from. What is not edited stays as it is: so do the marks of a card in another
 * workspace, whose tags are not at hand.
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
      const { content } = args
      if (content === undefined) return null
      return textAlone(content.after, (after) => ({
        name: 'editCard',
        args: { ...args, content: { ...content, after } },
      }))
    }
    case 'setCardContent': {
      const { args } = mutation
      return textAlone(args.content, (content) => ({ name: 'setCardContent', args: { ...args, content } }))
    }
    case 'addSubnote': {
      const { args } = mutation
      return textAlone(args.subnote.text, (text) => ({
        name: 'addSubnote',
        args: { ...args, subnote: { ...args.subnote, text } },
      }))
    }
    case 'setSubnoteText': {
      const { args } = mutation
      return textAlone(args.text, (text) => ({ name: 'setSubnoteText', args: { ...args, text } }))
    }
    case 'renameTag': {
      const { args } = mutation
      return textAlone(args.name, (name) => ({ name: 'renameTag', args: { ...args, name } }))
    }
    case 'renameGroup': {
      const { args } = mutation
      return textAlone(args.title, (title) => ({ name: 'renameGroup', args: { ...args, title } }))
    }
    case 'createWorkspace': {
      const { args } = mutation
      return textAlone(args.name, (name) => ({ name: 'createWorkspace', args: { ...args, name } }))
    }
    case 'renameWorkspace': {
      const { args } = mutation
      return textAlone(args.name, (name) => ({ name: 'renameWorkspace', args: { ...args, name } }))
    }
    default:
      return null
  }
}

function textAlone(text: string, withText: (text: string) => Mutation | AccountMutation): EditableChange {
  return { text, marks: null, withText }
}
