import type { Id } from '@cardinal/domain'
import { syntaxTree } from '@codemirror/language'
import { type EditorState, type Extension, type Range, RangeSet } from '@codemirror/state'
import {
  Decoration,
  type DecorationSet,
  EditorView,
  ViewPlugin,
  type ViewUpdate,
  WidgetType,
} from '@codemirror/view'
import { CARD_LINK, PICTURE_LINK } from '../../../shared/cards/card-link.ts'

interface Tools {
  readonly openCard: (id: Id) => void
  /** The address of a picture by its hash. Null: this device doesn't have it. */
  readonly pictureOf: (hash: string) => Promise<string | null>
}

/**
 * Renders check boxes of lists, links to cards, and pictures. With the cursor inside one, its Markdown shows, and
 * a picture follows its text.
 */
export function liveMarkup(tools: Tools): Extension {
  const plugin = ViewPlugin.fromClass(
    class {
      decorations: DecorationSet
      constructor(view: EditorView) {
        this.decorations = decorationsOf(view, tools)
      }
      update(update: ViewUpdate) {
        if (update.docChanged || update.viewportChanged || update.selectionSet || update.focusChanged)
          this.decorations = decorationsOf(update.view, tools)
      }
    },
    {
      decorations: ({ decorations }) => decorations,
      provide: (self) =>
        EditorView.atomicRanges.of((view) => view.plugin(self)?.decorations ?? RangeSet.empty),
    },
  )
  return plugin
}

function decorationsOf(view: EditorView, { openCard, pictureOf }: Tools): DecorationSet {
  const { state } = view
  const found: Range<Decoration>[] = []
  for (const { from, to } of view.visibleRanges) {
    const text = state.sliceDoc(from, to)
    for (const match of text.matchAll(CARD_LINK)) {
      const at = from + match.index
      const end = at + match[0].length
      const widget = new CardLink(match[1] as string, match[2] as Id, openCard)
      if (!isTouched(view, at, end)) found.push(Decoration.replace({ widget }).range(at, end))
    }
    for (const match of text.matchAll(PICTURE_LINK)) {
      const at = from + match.index
      const end = at + match[0].length
      const widget = new Picture(match[1] as string, match[2] as string, pictureOf)
      found.push(
        isTouched(view, at, end)
          ? Decoration.widget({ widget, side: 1 }).range(end)
          : Decoration.replace({ widget }).range(at, end),
      )
    }
    for (const { at, isTicked } of tasksIn(state, from, to))
      if (!isTouched(view, at, at + 3))
        found.push(Decoration.replace({ widget: new TaskBox(isTicked) }).range(at, at + 3))
  }
  return Decoration.set(found, true)
}

function isTouched({ state, hasFocus }: EditorView, from: number, to: number): boolean {
  return hasFocus && state.selection.ranges.some((range) => range.from <= to && range.to >= from)
}

/** Positions of the boxes `[ ]` and `[x]` in lists. */
function tasksIn(state: EditorState, from: number, to: number): { at: number; isTicked: boolean }[] {
  const tasks: { at: number; isTicked: boolean }[] = []
  syntaxTree(state).iterate({
    from,
    to,
    enter: ({ name, from: at, to: end }) => {
      if (name === 'TaskMarker') tasks.push({ at, isTicked: state.sliceDoc(at, end) !== '[ ]' })
    },
  })
  return tasks
}

/** A link to a card, as a button that opens it. */
class CardLink extends WidgetType {
  readonly title: string
  readonly cardId: Id
  readonly openCard: (id: Id) => void

  constructor(title: string, cardId: Id, openCard: (id: Id) => void) {
    super()
    this.title = title
    this.cardId = cardId
    this.openCard = openCard
  }

  override eq(other: CardLink): boolean {
    return other.cardId === this.cardId && other.title === this.title
  }

  override toDOM(): HTMLElement {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'cm-card-link'
    button.textContent = this.title || 'Card'
    button.title = 'Open this card'
    button.addEventListener('click', () => this.openCard(this.cardId))
    return button
  }

  override ignoreEvent(): boolean {
    return true
  }
}

/** A picture of the card. A press puts the cursor beside it, so that its Markdown shows. */
class Picture extends WidgetType {
  readonly alternative: string
  readonly hash: string
  readonly pictureOf: Tools['pictureOf']

  constructor(alternative: string, hash: string, pictureOf: Tools['pictureOf']) {
    super()
    this.alternative = alternative
    this.hash = hash
    this.pictureOf = pictureOf
  }

  override eq(other: Picture): boolean {
    return other.hash === this.hash && other.alternative === this.alternative
  }

  override toDOM(view: EditorView): HTMLElement {
    const picture = document.createElement('img')
    picture.className = 'cm-picture'
    picture.alt = this.alternative
    picture.addEventListener('load', () => view.requestMeasure())
    void this.pictureOf(this.hash).then((address) => {
      if (address !== null) picture.src = address
    })
    return picture
  }

  override ignoreEvent(): boolean {
    return false
  }
}

/** A check box of a list. A press changes one character of the text. */
class TaskBox extends WidgetType {
  readonly isTicked: boolean

  constructor(isTicked: boolean) {
    super()
    this.isTicked = isTicked
  }

  override eq(other: TaskBox): boolean {
    return other.isTicked === this.isTicked
  }

  override toDOM(view: EditorView): HTMLElement {
    const box = document.createElement('input')
    box.type = 'checkbox'
    box.className = 'cm-task'
    box.checked = this.isTicked
    box.ariaLabel = this.isTicked ? 'Done' : 'Not done'
    box.addEventListener('mousedown', (event) => event.preventDefault())
    box.addEventListener('click', () => {
      const at = view.posAtDOM(box) + 1
      view.dispatch({ changes: { from: at, to: at + 1, insert: this.isTicked ? ' ' : 'x' } })
    })
    return box
  }

  override ignoreEvent(): boolean {
    return true
  }
}
