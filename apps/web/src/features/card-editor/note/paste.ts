import { EditorSelection, type Extension } from '@codemirror/state'
import { type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view'
import { toast } from '../../../ui/toaster.tsx'
import { isCode } from './tab-keys.ts'

/**
 * UTF-16 units of HTML. A longer text is pasted plain: sanitising can't be interrupted, and would block
 * typing.
 */
const MOST_HTML = 200_000
/** Elements that Markdown can express. */
const HAS_LOOKS =
  /<(?:a\s[^>]*href|[uo]l|table|h[1-6]|strong|b|em|i|pre|code|blockquote|del|s|hr)[\s>/]|font-weight:\s*(?:bold|[6-9]00)/i
const ADDRESS = /^https?:\/\/\S+$/i

/**
 * Pasted HTML becomes Markdown, and an address that is pasted over chosen words becomes their link. Plain text, code, and
 * what is pasted into code stay as they are.
 */
export function pasting(): Extension {
  return ViewPlugin.fromClass(Pasting, {
    eventHandlers: {
      paste(event, view) {
        return event.clipboardData !== null && this.paste(event.clipboardData, view)
      },
    },
  })
}

class Pasting {
  /** Where pasted texts will be inserted once they are converted. */
  readonly #waiting = new Set<{ from: number; to: number }>()

  update({ changes, docChanged }: ViewUpdate): void {
    if (!docChanged) return
    for (const place of this.#waiting) {
      place.from = changes.mapPos(place.from, -1)
      place.to = changes.mapPos(place.to, 1)
    }
  }

  /** Returns whether it takes the paste. */
  paste(data: DataTransfer, view: EditorView): boolean {
    const { main } = view.state.selection
    if (isCode(view.state, main.from)) return false
    const text = data.getData('text/plain')
    if (!main.empty && ADDRESS.test(text.trim())) return link(view, text.trim())
    const html = data.getData('text/html')
    if (!HAS_LOOKS.test(html) || data.types.includes('vscode-editor-data')) return false
    if (html.length > MOST_HTML) {
      toast('This is too large to keep its looks, and is pasted as plain text.')
      return false
    }
    void this.#read(html, text, view)
    return true
  }

  async #read(html: string, text: string, view: EditorView): Promise<void> {
    const { from, to } = view.state.selection.main
    const place = { from, to }
    this.#waiting.add(place)
    let markdown = text
    try {
      const { htmlToMarkdown } = await import('./html-to-markdown.ts')
      markdown = (await htmlToMarkdown(html)) || text
    } catch {
      // Its code could not be loaded: the plain text is pasted.
    }
    this.#waiting.delete(place)
    view.dispatch({
      changes: { from: place.from, to: place.to, insert: view.state.toText(markdown) },
      selection: { anchor: place.from + markdown.length },
      scrollIntoView: true,
      userEvent: 'input.paste',
    })
  }
}

/** Makes the chosen words of one line a link, with the caret behind it. */
function link(view: EditorView, address: string): boolean {
  const { from, to } = view.state.selection.main
  const words = view.state.sliceDoc(from, to)
  if (words.includes('\n') || ADDRESS.test(words.trim()) || /[[\]]/.test(words)) return false
  const insert = `[${words}](${address.replace(/[()]/g, (mark) => (mark === '(' ? '%28' : '%29'))})`
  view.dispatch({
    changes: { from, to, insert },
    selection: EditorSelection.cursor(from + insert.length),
    scrollIntoView: true,
    userEvent: 'input.paste',
  })
  return true
}
