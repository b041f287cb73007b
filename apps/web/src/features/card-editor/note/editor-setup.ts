import type { Card, CardFile, Id } from '@cardinal/domain'
import {
  autocompletion,
  CompletionContext,
  type CompletionResult,
  closeCompletion,
  completionKeymap,
  completionStatus,
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { deleteMarkupBackward } from '@codemirror/lang-markdown'
import {
  codeFolding,
  foldGutter,
  foldKeymap,
  forceParsing,
  HighlightStyle,
  syntaxHighlighting,
} from '@codemirror/language'
import {
  Annotation,
  EditorState,
  type Extension,
  Prec,
  StateEffect,
  type TransactionSpec,
} from '@codemirror/state'
import { drawSelection, EditorView, type KeyBinding, keymap } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { linkTo } from '../../../shared/cards/card-link.ts'
import { titleOf } from '../../../shared/text/note-title.ts'
import { continueMarkup, indent, outdent } from './list-keys.ts'
import { liveMarkup } from './live-markup.ts'
import { noteSyntax } from './note-syntax.ts'
import { around } from './note-tools.tsx'
import { pasting } from './paste.ts'
import { tables } from './tables.ts'

export interface EditorTools {
  /** Cards whose text or tags match, best first. */
  readonly findCards: (text: string) => Promise<readonly Card[]>
  readonly openCard: (id: Id) => void
  readonly onChange: (text: string) => void
  /** Attaches pasted or dropped files to the card. Resolves with the attached ones. */
  readonly attach: (given: readonly File[]) => Promise<readonly CardFile[]>
  /** The address of a picture by its hash. Null: this device doesn't have it. */
  readonly pictureOf: (hash: string) => Promise<string | null>
}

/** Marks a change from outside the editor, which `onChange` doesn't report. */
export const FROM_OUTSIDE = Annotation.define<boolean>()

/**
 * The state of an editor for a Markdown text. Only \n ends a line. \r is a character of its line, so an unedited
 * text stays byte for byte the same.
 */
export function noteState(text: string, tools: EditorTools): EditorState {
  return EditorState.create({
    doc: text,
    // The caret is at the end: people open a note to continue it.
    selection: { anchor: text.length },
    extensions: [PLAIN_LINES, extensions(tools)],
  })
}

/** The state of a closed editor with its text and undo history, for an editor that opens again. */
export function reopenedState(state: EditorState, tools: EditorTools): EditorState {
  return state.update({ effects: StateEffect.reconfigure.of([PLAIN_LINES, extensions(tools)]) }).state
}

/** Pixels that stay visible around the caret. No `scrollMargins`: below them the list behind `[[` would be hidden. */
const MARGIN = 40

/** Scrolls the caret into view, such as after a phone's keyboard has opened. */
export function caretInView({ state }: EditorView): TransactionSpec {
  return { effects: EditorView.scrollIntoView(state.selection.main.head, { yMargin: MARGIN }) }
}

const PLAIN_LINES = EditorState.lineSeparator.of('\n')

function extensions(tools: EditorTools): Extension {
  return [
    history(),
    drawSelection(),
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({
      'aria-label': 'Text of the note',
      'aria-description': 'Tab indents. Control+M lets Tab leave the text, Escape leaves the note.',
      spellcheck: 'true',
    }),
    noteSyntax(),
    syntaxHighlighting(LOOKS),
    autocompletion({
      override: [(context) => completeCard(context, tools)],
      icons: false,
      defaultKeymap: false,
      // Enter takes a card as soon as the list shows.
      interactionDelay: 0,
    }),
    // Before the keys whose Enter continues a list.
    Prec.highest(keymap.of([...COMPLETION_KEYS, ...PARSING_KEYS])),
    tables(),
    // After the tables, which may begin right after a list.
    Prec.high(keymap.of(MARKUP_KEYS)),
    codeFolding({ placeholderText: '…' }),
    foldGutter({ openText: '▾', closedText: '▸' }),
    keymap.of([
      escapeOnce(),
      ...MARKS,
      { key: 'Tab', run: indent, shift: outdent },
      ...KEYS,
      ...foldKeymap,
      ...historyKeymap,
    ]),
    liveMarkup(tools),
    pasting(tools.attach),
    EditorView.updateListener.of((update) => {
      const isFromOutside = update.transactions.some((one) => one.annotation(FROM_OUTSIDE))
      if (update.docChanged && !isFromOutside) tools.onChange(update.state.sliceDoc())
    }),
    THEME,
  ]
}

const MARKUP_KEYS: readonly KeyBinding[] = [
  { key: 'Enter', run: continueMarkup },
  { key: 'Backspace', run: deleteMarkupBackward },
]
const COMPLETION_KEYS = completionKeymap.filter(({ key }) => key !== 'Escape')
/** ms: waiting once is better than a line without its mark. The syntax tree is kept for the next key. */
const PARSING_MS = 1_000
/**
 * Markdown's keys read the syntax at the caret. CodeMirror parses for at most 20 ms after a change, so in a long
 * note or on a slow device that part may not be parsed yet.
 */
const PARSING_KEYS: readonly KeyBinding[] = ['Enter', 'Backspace'].map((key) => ({
  key,
  run: (view) => {
    forceParsing(view, view.state.selection.main.head, PARSING_MS)
    return false
  },
}))

const MARKS: readonly KeyBinding[] = [
  { key: 'Mod-b', run: around('**') },
  { key: 'Mod-i', run: around('*') },
]
/** Ctrl+Enter submits the form. */
const KEYS = defaultKeymap.filter(({ key }) => key !== 'Mod-Enter')

/**
 * Handles Escape. The first one after `[[` closes the list of cards, even before that is rendered. The next one leaves
 * the editor.
 */
function escapeOnce(): KeyBinding {
  let used = -1
  return {
    key: 'Escape',
    run: (view) => {
      const { head } = view.state.selection.main
      const from = new CompletionContext(view.state, head, false).matchBefore(OPEN_LINK)?.from ?? -1
      const isListed = completionStatus(view.state) === 'active'
      if (!isListed && (from === -1 || from === used)) return false
      used = from
      closeCompletion(view)
      return true
    },
  }
}

const OPEN_LINK = /\[\[[^[\]\n]{0,100}/

/** Completes cards after `[[`. */
async function completeCard(
  context: CompletionContext,
  { findCards }: EditorTools,
): Promise<CompletionResult | null> {
  const typed = context.matchBefore(OPEN_LINK)
  if (typed === null) return null
  const cards = await findCards(typed.text.slice(2))
  return {
    from: typed.from,
    filter: false,
    options: cards.map((card) => ({ label: titleOf(card.content), detail: card.type, apply: linkTo(card) })),
  }
}

const LOOKS = HighlightStyle.define([
  { tag: tags.heading1, fontSize: '1.4em', fontWeight: '650' },
  { tag: tags.heading2, fontSize: '1.2em', fontWeight: '650' },
  { tag: [tags.heading3, tags.heading4, tags.heading5, tags.heading6], fontWeight: '650' },
  { tag: tags.strong, fontWeight: '650' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.strikethrough, textDecoration: 'line-through' },
  { tag: tags.monospace, fontFamily: 'var(--font-mono)', fontSize: '0.92em' },
  { tag: [tags.link, tags.url], textDecoration: 'underline' },
  { tag: tags.quote, color: 'var(--text-soft)' },
  { tag: [tags.processingInstruction, tags.contentSeparator, tags.comment], color: 'var(--text-faint)' },
  { tag: [tags.keyword, tags.operatorKeyword, tags.tagName], color: 'var(--code-keyword)' },
  { tag: [tags.string, tags.regexp, tags.attributeValue], color: 'var(--code-string)' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: 'var(--code-value)' },
  { tag: [tags.typeName, tags.className, tags.propertyName, tags.attributeName], color: 'var(--code-name)' },
])

const THEME = EditorView.theme({
  '&': { height: '100%', color: 'var(--text)', backgroundColor: 'transparent', fontSize: 'inherit' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'inherit', lineHeight: '1.6', overflow: 'auto' },
  '.cm-content': { padding: '0.5rem 0', caretColor: 'var(--text)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-selectionBackground, &.cm-focused .cm-selectionBackground': {
    backgroundColor: 'var(--accent-tint)',
  },
  '.cm-tooltip': {
    border: '1px solid var(--line-strong)',
    borderRadius: '0.5rem',
    color: 'var(--text)',
    backgroundColor: 'var(--surface)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'inherit' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '0.4rem 0.6rem' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    color: 'var(--text)',
    backgroundColor: 'var(--hover)',
  },
  '.cm-card-link': {
    padding: '0.05rem 0.35rem',
    border: '1px solid var(--line-strong)',
    borderRadius: '0.35rem',
    color: 'inherit',
    background: 'none',
    font: 'inherit',
    cursor: 'pointer',
  },
  '.cm-picture': { display: 'block', maxWidth: '100%', maxHeight: '24rem', borderRadius: '0.5rem' },
  '.cm-picture:not([src])': {
    padding: '0.5rem',
    color: 'var(--text-soft)',
    border: '1px dashed var(--line-strong)',
  },
  '.cm-gutters': { border: 'none', color: 'var(--text-faint)', backgroundColor: 'transparent' },
  '.cm-foldGutter .cm-gutterElement': {
    width: '1.2rem',
    padding: '0',
    textAlign: 'center',
    cursor: 'pointer',
  },
  '.cm-foldPlaceholder': {
    margin: '0 0.3rem',
    padding: '0 0.4rem',
    border: '1px solid var(--line-strong)',
    color: 'var(--text-soft)',
    backgroundColor: 'transparent',
  },
  '.cm-task': { margin: '0 0.35rem 0 0', verticalAlign: '-0.1em' },
})
