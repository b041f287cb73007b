import type { CardFile } from '@cardinal/domain'
import { EditorSelection, type Extension } from '@codemirror/state'
import { type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view'
import { textOfFile } from '../../../shared/cards/card-link.ts'
import { pastedFiles } from '../../../shared/files/file-words.ts'
import { toast } from '../../../ui/toaster.tsx'
import { isCode } from './list-keys.ts'

/**
 * UTF-16 units of HTML. A longer text is pasted plain: sanitising can't be interrupted, and would block
 * typing.
 */
const MOST_HTML = 200_000
/** Attaches files to the card. Resolves with the attached ones. */
type Attach = (given: readonly File[]) => Promise<readonly CardFile[]>

/** Elements that Markdown can express. */
const HAS_LOOKS =
  /<(?:a\s[^>]*href|[uo]l|table|h[1-6]|strong|b|em|i|pre|code|blockquote|del|s|hr)[\s>/]|font-weight:\s*(?:bold|[6-9]00)/i
const ADDRESS = /^https?:\/\/\S+$/i

/**
 * Inserts pasted and dropped files as pictures and links, and pasted HTML as Markdown. An address pasted over
 * selected words turns them into a link. Plain text, code, and anything pasted into code is unchanged.
 */
export function pasting(attach: Attach): Extension {
  return ViewPlugin.fromClass(Pasting, {
    eventHandlers: {
      drop(event, view) {
        const files = [...(event.dataTransfer?.files ?? [])]
        if (files.length === 0) return false
        const at = view.posAtCoords({ x: event.clientX, y: event.clientY }, false)
        void this.attach(files, { from: at, to: at }, view, attach)
        return true
      },
      paste(event, view) {
        const files = pastedFiles(event.clipboardData)
        if (files.length === 0) return event.clipboardData !== null && this.paste(event.clipboardData, view)
        void this.attach(files, view.state.selection.main, view, attach)
        return true
      },
    },
  })
}

class Pasting {
  /** Where pasted texts will be inserted after their conversion. */
  readonly #waiting = new Set<{ from: number; to: number }>()

  update({ changes, docChanged }: ViewUpdate): void {
    if (!docChanged) return
    for (const place of this.#waiting) {
      place.from = changes.mapPos(place.from, -1)
      place.to = changes.mapPos(place.to, 1)
    }
  }

  /** Returns whether the paste is handled here. */
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

  async attach(
    files: readonly File[],
    { from, to }: { readonly from: number; readonly to: number },
    view: EditorView,
    attach: Attach,
  ): Promise<void> {
    const place = { from, to }
    this.#waiting.add(place)
    const added = await attach(files).finally(() => this.#waiting.delete(place))
    if (added.length > 0) put(view, place, added.map(textOfFile).join('\n'))
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
      // The converter could not be loaded: paste the plain text.
    }
    this.#waiting.delete(place)
    put(view, place, markdown)
  }
}

function put(view: EditorView, { from, to }: { from: number; to: number }, text: string): void {
  view.dispatch({
    changes: { from, to, insert: view.state.toText(text) },
    selection: { anchor: from + text.length },
    scrollIntoView: true,
    userEvent: 'input.paste',
  })
}

/** Turns the selected words of one line into a link, with the caret after it. */
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
