import { LIMITS } from '@cardinal/domain'
import type { Ledger } from './ledger.ts'

/** A line, converted to Markdown. */
export interface OrgLine {
  readonly text: string
  /** Set within a list: an item with a box; another item (null); or a line that continues the item above. */
  readonly item?: { readonly text: string; readonly isTicked: boolean } | null | 'more'
}

/** Web addresses and other addresses that open outside of Emacs. */
const ADDRESS = /^(?:https?|ftp|mailto|tel|sms|geo|news|irc|magnet):/i
const PICTURE = /\.(?:png|jpe?g|gif|webp|svg|avif|bmp|heic)$/i
/** What may stand before and after marked words. The words have no space at their ends. */
const BEFORE = String.raw`(?<=^|[\s\-–—({'"|>])`
const BEHIND = String.raw`(?=$|[\s\-–—.,;:!?'")}\[\\|<])`
const marked = (sign: string) =>
  String.raw`${BEFORE}${sign}([^\s${sign}](?:[^${sign}\n]{0,500}[^\s${sign}])?)${sign}${BEHIND}`
/** A link, an address, verbatim words, code, and words that are bold, italic or struck through. */
const INLINE = new RegExp(
  [
    String.raw`\[\[([^[\]\n]{1,4000})\](?:\[([^[\]\n]{1,4000})\])?\]`,
    String.raw`(https?:\/\/[^\s[\]<>]{1,4000})`,
    marked('='),
    marked('~'),
    marked(String.raw`\*`),
    marked(String.raw`\/`),
    marked(String.raw`\+`),
    String.raw`\[fn:([\w-]{1,60})\]`,
  ].join('|'),
  'g',
)

/** Converts inline markup of Org to Markdown. */
export function inMarkdown(text: string): string {
  return text.replace(
    INLINE,
    (
      all,
      target?: string,
      label?: string,
      address?: string,
      verbatim?: string,
      code?: string,
      bold?: string,
      italic?: string,
      struck?: string,
      footnote?: string,
    ) => {
      if (target !== undefined) return linkOf(target, label, all)
      if (address !== undefined) return all
      const plain = verbatim ?? code
      if (plain !== undefined) return plain.includes('`') ? `\`\` ${plain} \`\`` : `\`${plain}\``
      if (bold !== undefined) return `**${inMarkdown(bold)}**`
      if (italic !== undefined) return `*${inMarkdown(italic)}*`
      return struck === undefined ? `[^${footnote}]` : `~~${inMarkdown(struck)}~~`
    },
  )
}

/** Converts a link of Org to Markdown: to a page by its address, to a file by its path, to a note as `[[note]]`. */
function linkOf(target: string, label: string | undefined, all: string): string {
  if (ADDRESS.test(target)) {
    if (label !== undefined) return `[${label}](${bracketed(target)})`
    return /^https?:/i.test(target) ? target : `<${target}>`
  }
  if (/^doi:/i.test(target)) return linkOf(`https://doi.org/${target.slice(4)}`, label, all)
  if (/^id:/i.test(target)) return `[[${label ?? target.slice(3)}]]`
  if (!/^(?:file:|attachment:|\.{0,2}\/|~\/)/i.test(target)) {
    // Links that Emacs executes, such as elisp: and shell:, are left as they are.
    if (/^[a-z][\w+.-]*:\S/i.test(target)) return all
    if (/^[*#]/.test(target)) return label ?? target.slice(1)
    return label === undefined || label === target ? `[[${target}]]` : `[[${target}|${label}]]`
  }
  const [path = ''] = target.replace(/^(?:file|attachment):/i, '').split('::', 1)
  const name = label ?? path.slice(path.lastIndexOf('/') + 1)
  if (/\.org$/i.test(path)) return `[[${name.replace(/\.org$/i, '')}]]`
  const isPicture = PICTURE.test(path) && (label === undefined || PICTURE.test(label))
  return isPicture ? `![](${bracketed(path)})` : `[${name}](${bracketed(path)})`
}

function bracketed(target: string): string {
  return /[\s()]/.test(target) ? `<${target.replace(/[<>]/g, '')}>` : target
}

/** A list bullet: `+`, `-`, `1.` or `1)`, and an indented star. */
const BULLET = /^(?:[-+*]|\d{1,9}[.)])(?=\s|$)/
const START = /^\[@\d{1,9}\](?=\s|$)/
const BOX = /^\[([ xX-])\](?=\s|$)/
const BEGIN = /^#\+begin(?:_|:)/i
const END = /^\s*#\+end(?:_\S+|:)\s*$/i
const KEYWORD = /^#\+([\w-]{1,100})(?:\[[^\]\n]{0,300}\])?:(.*)$/
const FENCED = /^(?:src|example|export)$/i

/**
 * Converts the lines of a section to Markdown: blocks, tables, lists, links and inline markup. What Markdown
 * can't express is noted in the ledger.
 */
export function linesOf(source: readonly string[], ledger: Ledger): OrgLine[] {
  const writer = new OrgWriter(ledger)
  const indent = commonIndent(source)
  for (const line of source) writer.add(line.slice(Math.min(indent, line.search(/\S|$/))))
  return writer.end()
}

/** Number of spaces with which all lines begin: Emacs indents the text below a heading. */
function commonIndent(lines: readonly string[]): number {
  let least = Number.POSITIVE_INFINITY
  for (const line of lines) if (line.trim() !== '') least = Math.min(least, line.search(/\S/))
  return least === Number.POSITIVE_INFINITY ? 0 : least
}

class OrgWriter {
  readonly #lines: OrgLine[] = []
  readonly #ledger: Ledger
  /** The open block, with its lines so far; null: none. */
  #fence: { readonly name: string; readonly language: string; readonly lines: string[] } | null = null
  #rows: string[][] = []
  #quotes = 0
  /** Indent of the current list item; -1: not in a list. */
  #list = -1

  constructor(ledger: Ledger) {
    this.#ledger = ledger
  }

  end(): OrgLine[] {
    this.#closeFence()
    this.#closeTable()
    return this.#lines
  }

  add(line: string): void {
    if (this.#fence !== null) {
      const isEnd = this.#fence.name === ':' ? !/^\s*:(?:\s|$)/.test(line) : END.test(line)
      if (!isEnd) return void this.#fence.lines.push(line)
      const isOver = this.#fence.name !== ':'
      this.#closeFence()
      if (isOver) return
    }
    if (/^\s*\|/.test(line)) return void this.#rows.push(cellsOf(line))
    this.#closeTable()
    if (/^\s*:(?:\s|$)/.test(line)) {
      this.#fence = { name: ':', language: '', lines: [line] }
      return
    }
    if (!this.#isMark(line)) this.#addText(line)
  }

  /** Whether a line is not part of the text: the start or end of a block, or a keyword. */
  #isMark(line: string): boolean {
    if (!line.includes('#+')) return false
    const text = line.trim()
    if (BEGIN.test(text)) {
      const [sign = '', language = '', ...options] = text.split(/\s+/)
      const name = /^#\+begin_/i.test(sign) ? sign.slice('#+begin_'.length) : null
      const rest = text.slice(sign.length).trim()
      if (name === null) this.#ledger.note('dynamic blocks', rest)
      else if (FENCED.test(name)) {
        const isCode = !/^example$/i.test(name)
        this.#fence = { name, language: isCode ? language : '', lines: [] }
        const others = isCode ? options.join(' ') : rest
        if (others !== '') this.#ledger.note('options of blocks', others)
      } else if (/^(?:quote|verse)$/i.test(name)) this.#quotes++
      else if (!/^(?:center|comment)$/i.test(name)) this.#ledger.note(`#+begin_${name}`, rest)
      return true
    }
    if (END.test(line)) {
      this.#quotes = /quote|verse/i.test(line) ? Math.max(0, this.#quotes - 1) : this.#quotes
      return true
    }
    const [isKeyword, key = '', said = ''] = KEYWORD.exec(text) ?? []
    if (isKeyword === undefined) return false
    const value = said.trim()
    if (/^caption$/i.test(key)) this.#addText(value)
    else if (!/^results$/i.test(key) && value !== '') this.#ledger.note(key, value)
    return true
  }

  #addText(line: string): void {
    const text = line.trim()
    const indent = line.search(/\S|$/)
    const [bullet] = BULLET.exec(text) ?? []
    if (bullet !== undefined && (bullet !== '*' || indent > 0)) {
      this.#list = indent
      const words = text.slice(bullet.length).trim().replace(START, '').trimStart()
      const [boxed = '', box] = BOX.exec(words) ?? []
      const said = inMarkdown(termed(words.slice(boxed.length).trim(), bullet))
      const sign = /\d/.test(bullet) ? bullet : '-'
      const isTicked = box?.toLowerCase() === 'x'
      const check = box === undefined ? '' : `[${isTicked ? 'x' : ' '}] `
      const item = box === undefined ? null : { text: said, isTicked }
      return void this.#push(`${' '.repeat(indent)}${sign} ${check}${said}`.trimEnd(), item)
    }
    if (text === '') {
      this.#list = -1
      return void this.#push('')
    }
    if (this.#list >= 0 && indent > this.#list)
      return void this.#push(`${' '.repeat(indent)}${inMarkdown(text)}`, 'more')
    this.#list = -1
    if (/^-{5,}$/.test(text)) return void this.#push('* * *')
    // A comment must not become a heading in Markdown.
    const plain = /^#(?:\s|$)/.test(text) ? text.slice(1).trim() : text
    const [note, label] = /^\[fn:([\w-]{1,60})\]/.exec(plain) ?? []
    if (note !== undefined)
      return void this.#push(`[^${label}]: ${inMarkdown(plain.slice(note.length).trim())}`)
    this.#push(inMarkdown(plain).replace(/\\\\$/, '\\'))
  }

  #push(text: string, item?: OrgLine['item']): void {
    const quoted = this.#quotes > 0 ? `> ${text}`.trimEnd() : text
    this.#lines.push(item === undefined || this.#quotes > 0 ? { text: quoted } : { text: quoted, item })
  }

  #closeFence(): void {
    if (this.#fence === null) return
    const { name, language, lines } = this.#fence
    this.#fence = null
    this.#list = -1
    const indent = commonIndent(lines)
    const plain = lines.map((line) =>
      name === ':'
        ? line.replace(/^\s*: ?/, '')
        : line.slice(indent).replace(/^(\s*),(?=,*(?:\*|#\+))/, '$1'),
    )
    const sign = plain.some((line) => line.includes('```')) ? '~~~~' : '```'
    for (const line of [`${sign}${language}`, ...plain, sign]) this.#push(line)
  }

  /** The rows above the first rule are a table's head. Without a rule it is the first row. */
  #closeTable(): void {
    if (this.#rows.length === 0) return
    const rows = this.#rows.filter((cells) => cells.length > 0 && !cells.every(isWidth))
    const columns = Math.min(rows[0]?.length ?? 0, 1_000)
    this.#rows = []
    this.#list = -1
    for (const [at, cells] of rows.entries()) {
      this.#push(`| ${cells.map(inMarkdown).join(' | ')} |`)
      if (at === 0) this.#push(`|${' --- |'.repeat(columns)}`)
    }
  }
}

/** The cells of a row; empty for a rule. */
function cellsOf(line: string): string[] {
  const text = line.trim().replace(/\|$/, '').slice(1)
  return text.startsWith('-') && /^[-+|\s]*$/.test(text) ? [] : text.split('|').map((cell) => cell.trim())
}

/** Whether a cell only says how its column is aligned, or how wide it is. */
function isWidth(cell: string): boolean {
  return /^(?:<[lrc]?\d{0,4}>)?$/.test(cell)
}

/** A definition: `- term :: description`. */
function termed(words: string, bullet: string): string {
  const at = /\d/.test(bullet) ? -1 : words.indexOf(' ::')
  const behind = at < 0 ? '' : words.slice(at + 3)
  return at > 0 && /^(?:\s|$)/.test(behind) ? `*${words.slice(0, at)}*:${behind}` : words
}

/** Lists of boxes become subtasks of a task. All other lines are its text. */
export function withoutBoxes(lines: readonly OrgLine[]): {
  readonly rest: readonly OrgLine[]
  readonly subnotes: readonly { readonly text: string; readonly isTicked: boolean }[]
} {
  const rest: OrgLine[] = []
  const subnotes: { text: string; isTicked: boolean }[] = []
  for (let at = 0; at < lines.length; ) {
    let end = at
    const found: { text: string; isTicked: boolean }[] = []
    let isAllBoxes = true
    for (; lines[end]?.item !== undefined; end++) {
      const { item, text } = lines[end] ?? {}
      const last = found.at(-1)
      if (item === null || item === undefined) isAllBoxes = false
      else if (item !== 'more') found.push({ ...item })
      else if (last !== undefined) last.text += ` ${text?.trim() ?? ''}`
    }
    const fits =
      subnotes.length + found.length <= LIMITS.subnotesPerCard &&
      found.every(({ text }) => text.length <= LIMITS.subnoteLength)
    if (end > at && isAllBoxes && fits) subnotes.push(...found)
    else rest.push(...lines.slice(at, end + (end === at ? 1 : 0)))
    at = Math.max(end, at + 1)
  }
  return { rest, subnotes }
}
