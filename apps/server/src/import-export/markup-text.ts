import { Parser } from 'htmlparser2'
import { FILE_LIMITS, FileTooLarge } from './file-limits.ts'

/** The text of an HTML note, with its checklist items. */
export interface MarkupText {
  readonly text: string
  readonly todos: readonly { readonly text: string; readonly isTicked: boolean }[]
}

const BLOCKS = new Set(
  'address,blockquote,br,div,dl,dt,dd,h1,h2,h3,h4,h5,h6,hr,li,ol,p,pre,section,table,tr,ul'.split(','),
)
const UNSEEN = new Set(['head', 'script', 'style', 'title'])
/** Marks the hash by which an Evernote note names a file. */
export const MEDIA = 'en-media:'
/** Evernote's placeholder for tasks, which are separate elements beside the text. */
const TASK_GROUP = /--en-task-group\s*:\s*true/
/** Evernote's code blocks, in which spaces and line breaks count. */
const CODE = /-en-codeblock\s*:\s*true/
/** A checklist of Evernote 10. */
const TODO_LIST = /--en-todo\s*:\s*true/
const TICKED = /--en-checked\s*:\s*true/

interface Open {
  readonly isUnseen: boolean
  readonly isTodoList: boolean
  readonly isCode: boolean
  /** Number of the list's next item; null: bullets. */
  number: number | null
  /** Cells of the current row so far. */
  cells: number
}

type NameOf = (target: string, mediaType?: string) => string | null

/** Levels of nested lists that are indented. */
const DEEPEST = 10

/**
 * The text of HTML: each block and table row is a line, and addresses follow their link texts.
 *
 * @param nameOf the name of the file that a picture or link names; null: no file. These stay, as Markdown
 */
export function textOfMarkup(markup: string, nameOf: NameOf = () => null): MarkupText {
  const reader = new MarkupReader(nameOf)
  const parser = new Parser(reader, { decodeEntities: true, lowerCaseTags: true, recognizeSelfClosing: true })
  parser.end(markup)
  return reader.result()
}

/** What a text says of a picture that is not kept: its title and its address. */
export function wordsOfPicture({ src = '', alt = '' }: Readonly<Record<string, string>>): string {
  const [, type] = /^data:([\w/+.-]{0,50})/i.exec(src) ?? []
  const where = type === undefined ? src.trim() : `(picture: ${type || 'data'})`
  return [alt.replace(/\s+/g, ' ').trim(), where].filter((part) => part !== '').join(' ')
}

/** Whether a picture is an icon, or counts who reads a page. */
function isOrnament({
  class: kind = '',
  width = '',
  height = '',
}: Readonly<Record<string, string>>): boolean {
  return /(?:^|[\s-])icon(?:$|\s)/.test(kind) || (width === '1' && height === '1')
}

class MarkupReader {
  readonly #nameOf: NameOf
  readonly #lines: string[] = ['']
  readonly #todos: { readonly isTicked: boolean; readonly line: number }[] = []
  readonly #anchors: { readonly address: string; text: string }[] = []
  readonly #open: Open[] = []
  #unseen = 0
  /** Number of open elements in which line breaks are kept. */
  #preformatted = 0
  #cells = 0
  /** Number of open lists. */
  #depth = 0

  constructor(nameOf: NameOf) {
    this.#nameOf = nameOf
  }

  onopentag(name: string, attributes: Record<string, string>): void {
    if (this.#open.length >= FILE_LIMITS.openElements)
      throw new FileTooLarge('The elements of this file are nested too deeply.')
    const style = attributes.style ?? ''
    const isUnseen = UNSEEN.has(name) || TASK_GROUP.test(style)
    if (isUnseen) this.#unseen++
    if (BLOCKS.has(name)) this.#endLine()
    const isCode = name === 'pre' || CODE.test(style)
    if (isCode) this.#preformatted++
    const isList = name === 'ul' || name === 'ol'
    if (isList) this.#depth++
    if (name === 'en-crypt') this.#add(attributes.hint ? `Encrypted (${attributes.hint}): ` : 'Encrypted: ')
    const list = this.#open.at(-1)
    if (name === 'td' || name === 'th') this.#beginCell(list)
    else if (name === 'li') this.#beginItem(style, list)
    else if (name === 'img' && this.#unseen === 0) this.#addPicture(attributes)
    else if (name === 'en-media' && this.#unseen === 0) this.#addMedia(attributes)
    else if (name === 'a') this.#anchors.push({ address: attributes.href ?? '', text: '' })
    else if (name === 'en-todo' || (name === 'input' && attributes.type === 'checkbox'))
      this.#addTodo(attributes.checked !== undefined && attributes.checked !== 'false')
    const number = name === 'ol' ? Number(attributes.start ?? 1) || 1 : null
    this.#open.push({ isUnseen, isTodoList: TODO_LIST.test(style), isCode, number, cells: 0 })
  }

  ontext(text: string): void {
    if (this.#unseen > 0) return
    const hasLines = this.#preformatted > 0 && this.#cells === 0
    for (const [at, line] of (hasLines ? text.split(/\r\n|\r|\n/) : [text.replace(/\s+/g, ' ')]).entries()) {
      if (at > 0) this.#lines.push('')
      this.#add(line)
    }
  }

  onclosetag(name: string): void {
    const closed = this.#open.pop()
    if (closed?.isUnseen) this.#unseen--
    if (closed?.isCode) this.#preformatted--
    if (name === 'ul' || name === 'ol') this.#depth--
    if (name === 'a') {
      const { address, text } = this.#anchors.pop() ?? { address: '', text: '' }
      const file = this.#nameOf(address)
      // Notion links each picture to itself.
      if (file !== null && !text.includes('](<')) this.#add(` [${file.replace(/[[\]]/g, '')}](<${address}>)`)
      else if (/^[a-z][a-z0-9+.-]*:/i.test(address) && !text.includes(address)) this.#add(` ${address}`)
    }
    if (name === 'td' || name === 'th') this.#cells--
    if (!BLOCKS.has(name)) return
    if (this.#isEmptyTodo()) this.#lines.push('')
    else this.#endLine()
  }

  result(): MarkupText {
    const lines = this.#lines
    const ofTodos = new Set(this.#todos.map((todo) => todo.line))
    return {
      text: lines
        .filter((_, index) => !ofTodos.has(index))
        .map((words) => words.trimEnd().replace(/^ (?=\S)/, ''))
        .join('\n')
        .replace(/\n{3,}/g, '\n\n')
        .trim(),
      todos: this.#todos.flatMap(({ isTicked, line }) => {
        const text = (lines[line] ?? '').replace(/^\s*(?:-|\d+\.) /, '').trim()
        return text === '' ? [] : [{ text, isTicked }]
      }),
    }
  }

  get #line(): string {
    return this.#lines.at(-1) ?? ''
  }

  #add(text: string): void {
    this.#lines[this.#lines.length - 1] += text
    const anchor = this.#anchors.at(-1)
    if (anchor !== undefined) anchor.text += text
  }

  /**
   * Ends a line. Blocks in a table cell stay on the line of the row; the first block of a list item stays on the
   * line of its bullet.
   */
  #endLine(): void {
    if (this.#cells > 0) this.#add(this.#line.endsWith(' ') ? '' : ' ')
    else if (!/^\s*(?:(?:-|\d+\.) )?$/.test(this.#line) && !this.#isEmptyTodo()) this.#lines.push('')
  }

  #isEmptyTodo(): boolean {
    return this.#line.trim() === '' && this.#todos.at(-1)?.line === this.#lines.length - 1
  }

  #beginCell(row: Open | undefined): void {
    if (row !== undefined && row.cells++ > 0) this.#add(this.#line.endsWith(' ') ? '| ' : ' | ')
    this.#cells++
  }

  #beginItem(style: string, list: Open | undefined): void {
    if (list?.isTodoList || /--en-checked/.test(style)) {
      this.#addTodo(TICKED.test(style))
      return
    }
    const bullet = typeof list?.number === 'number' ? `${list.number++}.` : '-'
    if (this.#line.trim() === '') this.#lines[this.#lines.length - 1] = ''
    this.#add(`${'  '.repeat(Math.min(DEEPEST, Math.max(0, this.#depth - 1)))}${bullet} `)
  }

  #addPicture(attributes: Record<string, string>): void {
    const { src = '', alt = '' } = attributes
    if (this.#nameOf(src) !== null) this.#add(`![${alt.replace(/[[\]\s]+/g, ' ').trim()}](<${src}>)`)
    else if (!isOrnament(attributes))
      this.#add(`${/\s$|^$/.test(this.#line) ? '' : ' '}${wordsOfPicture(attributes)} `)
  }

  #addMedia({ hash = '', type = '' }: Record<string, string>): void {
    const target = `${MEDIA}${hash.toLowerCase()}`
    const name = this.#nameOf(target, type)
    if (name === null) return
    this.#add(type.startsWith('image/') ? `![](<${target}>)` : `[${name.replace(/[[\]]/g, '')}](<${target}>)`)
  }

  #addTodo(isTicked: boolean): void {
    const isBesideAnother = this.#todos.at(-1)?.line === this.#lines.length - 1
    if (isBesideAnother && this.#line.trim() !== '') this.#lines.push('')
    this.#todos.push({ isTicked, line: this.#lines.length - 1 })
  }
}
