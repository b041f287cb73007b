import type { SearchbarMode } from '@cardinal/domain'

/** What a key in a searchbar does. */
type KeyAction =
  | { readonly do: 'move'; readonly to: number }
  | { readonly do: 'pick'; readonly index: number }
  | {
      readonly do:
        | 'search'
        | 'add'
        | 'force-add'
        | 'wait'
        | 'line-break'
        | 'clear'
        | 'restore'
        | 'leave'
        | 'unmark'
    }
  | { readonly do: 'recall'; readonly by: -1 | 1 }

export interface KeyPressed {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly shiftKey: boolean
  readonly altKey: boolean
  /** Whether an input method is composing, which needs Enter and arrows itself. */
  readonly isComposing: boolean
}

export interface KeyContext {
  readonly mode: SearchbarMode
  readonly text: string
  readonly hasLines: boolean
  /** The number of suggestions, and the index of the marked one, or -1. */
  readonly suggestions: number
  readonly marked: number
  /** Whether the last word begins the first suggestion's name, so that Tab completes it. */
  readonly firstCompletes: boolean
  /** Whether Escape has just cleared the bar, so that undo restores its text only. */
  readonly isJustCleared: boolean
}

/** The action of a key in a searchbar. Null: the browser handles the key. */
export function keyAction(pressed: KeyPressed, context: KeyContext): KeyAction | null {
  if (pressed.isComposing) return null
  switch (pressed.key) {
    case 'Enter':
      return enter(pressed, context)
    case 'Tab':
      return tab(pressed, context)
    case 'Escape':
      if (context.marked !== -1) return { do: 'unmark' }
      return { do: context.text === '' ? 'leave' : 'clear' }
    case 'ArrowDown':
    case 'ArrowUp':
      return arrow(pressed.key === 'ArrowDown' ? 1 : -1, pressed, context)
    case 'ArrowRight':
    case 'ArrowLeft':
      if (context.marked === -1) return null
      return { do: 'move', to: turned(context.marked + (pressed.key === 'ArrowRight' ? 1 : -1), context) }
    case 'z':
      return context.isJustCleared && isUndo(pressed) ? { do: 'restore' } : null
    default:
      return null
  }
}

function isUndo({ ctrlKey, metaKey, shiftKey, altKey }: KeyPressed): boolean {
  return (ctrlKey || metaKey) && !shiftKey && !altKey
}

function enter(pressed: KeyPressed, context: KeyContext): KeyAction {
  if (pressed.ctrlKey || pressed.metaKey) return { do: 'force-add' }
  if (pressed.shiftKey) return { do: 'line-break' }
  if (context.marked !== -1) return { do: 'pick', index: context.marked }
  if (context.mode === 'loading') return { do: 'wait' }
  return { do: context.mode }
}

function tab(pressed: KeyPressed, context: KeyContext): KeyAction | null {
  if (pressed.shiftKey || pressed.altKey || pressed.ctrlKey) return null
  if (context.marked !== -1) return { do: 'pick', index: context.marked }
  return context.firstCompletes ? { do: 'pick', index: 0 } : null
}

function arrow(by: -1 | 1, pressed: KeyPressed, context: KeyContext): KeyAction | null {
  if (context.hasLines || pressed.shiftKey || pressed.altKey) return null
  if (context.text === '' && context.marked === -1 && by === -1) return { do: 'recall', by }
  if (context.suggestions === 0) return null
  return { do: 'move', to: turned(context.marked + by, context) }
}

/** The next index, cycling through the suggestions and -1. */
function turned(index: number, context: KeyContext): number {
  if (index >= context.suggestions) return -1
  return index < -1 ? context.suggestions - 1 : index
}
