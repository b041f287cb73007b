import type { AccountMutation, Mutation } from '@cardinal/sync'

/** A refused change that can be written anew: its text, and the change with another one in its place. */
export interface EditableChange {
  readonly text: string
  readonly withText: (text: string) => Mutation | AccountMutation
}

/** Null where there is no one text to edit. Everything beside the text (tags, colour, lines) stays as it is. */
export function editableChange(mutation: Mutation | AccountMutation): EditableChange | null {
  switch (mutation.name) {
    case 'createCard': {
      const { card } = mutation.args
      return {
        text: card.content,
        withText: (content) => ({ name: 'createCard', args: { card: { ...card, content } } }),
      }
    }
    case 'replaceCard': {
      const { card } = mutation.args
      return {
        text: card.content,
        withText: (content) => ({ name: 'replaceCard', args: { card: { ...card, content } } }),
      }
    }
    case 'setCardContent': {
      const { args } = mutation
      return {
        text: args.content,
        withText: (content) => ({ name: 'setCardContent', args: { ...args, content } }),
      }
    }
    case 'addSubnote': {
      const { args } = mutation
      return {
        text: args.subnote.text,
        withText: (text) => ({ name: 'addSubnote', args: { ...args, subnote: { ...args.subnote, text } } }),
      }
    }
    case 'setSubnoteText': {
      const { args } = mutation
      return { text: args.text, withText: (text) => ({ name: 'setSubnoteText', args: { ...args, text } }) }
    }
    case 'renameTag': {
      const { args } = mutation
      return { text: args.name, withText: (name) => ({ name: 'renameTag', args: { ...args, name } }) }
    }
    case 'renameGroup': {
      const { args } = mutation
      return { text: args.title, withText: (title) => ({ name: 'renameGroup', args: { ...args, title } }) }
    }
    case 'createWorkspace': {
      const { args } = mutation
      return { text: args.name, withText: (name) => ({ name: 'createWorkspace', args: { ...args, name } }) }
    }
    case 'renameWorkspace': {
      const { args } = mutation
      return { text: args.name, withText: (name) => ({ name: 'renameWorkspace', args: { ...args, name } }) }
    }
    default:
      return null
  }
}
