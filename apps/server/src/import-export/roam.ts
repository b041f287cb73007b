import { LIMITS } from '@cardinal/domain'
import { isObject, type Json } from '../lib/decoding.ts'
import { joinFamilies, type Member } from './families.ts'
import { FILE_LIMITS, FileTooLarge, TOO_DEEP, tooManyRows } from './file-limits.ts'
import { type Found, type FoundCard, plainCard } from './found.ts'
import { objectsIn } from './json-shapes.ts'
import { type Fields, type Ledger, textOf } from './ledger.ts'
import { linkRow, textBelow } from './link-row.ts'
import { tagsInProse } from './prose-tags.ts'
import { inSlices } from './slices.ts'

/** A block with its depth. */
interface Block {
  readonly text: string
  /** 1 to 3; 0: not a heading. */
  readonly heading: number
  /** Null: not a task. */
  readonly isDone: boolean | null
  readonly createdAt: number | null
  readonly editedAt: number | null
  readonly children: readonly Json[]
}

/** A card whose text is still being collected: a page, or a block that is a task. */
interface Draft {
  readonly key: string
  readonly parent: Draft | null
  readonly lines: string[]
  units: number
  /** The block of a task. Absent: the draft is a page. */
  readonly block?: Block
}

/** Roam's fields about a block besides its text, by which it finds the block. */
const UNSEEN = 'uid,refs,:block/refs,:create/user,:edit/user,:log/id,:block/uid'.split(',')
const TASK = /^\s*\{\{(?:\[\[)?(TODO|DONE)(?:\]\])?\}\}\s*/
/** `((uid))`, also after a label, and in an embed. */
const REFERENCE =
  /\{\{(?:\[\[)?embed(?:-path|-children)?(?:\]\])?: ?\(\(([\w-]{1,40})\)\) ?\}\}|\[([^[\]\n]{1,500})\]\(\(\(([\w-]{1,40})\)\)\)|\(\(([\w-]{1,40})\)\)/g
/** Most characters of one page that replace references. */
const ROOM = LIMITS.contentLength / 2
/** UTF-16 units. Longer texts become no cards. */
const LONGEST_TEXT = LIMITS.contentLength * 2
const NESTED_REFERENCES = 3

/** Reads a graph that Roam exported as JSON. Null: another file. */
export async function readRoam(root: unknown, ledger: Ledger): Promise<Found[] | null> {
  if (!Array.isArray(root) || !root.some(isPage)) return null
  const pages = objectsIn(root)
  const reading = new RoamReading(ledger, await textsOf(pages))
  for await (const page of inSlices(pages)) reading.add(page)
  return reading.cards()
}

function isPage(page: unknown): boolean {
  if (!isObject(page) || typeof page.title !== 'string') return false
  return objectsIn(page.children).some(({ string, uid }) => typeof string === 'string' && uid !== undefined)
}

/** The texts of all blocks, by id. */
async function textsOf(pages: readonly Json[]): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>()
  const waiting = [...pages]
  for await (const block of inSlices(takenFrom(waiting))) {
    if (typeof block.uid === 'string' && typeof block.string === 'string') texts.set(block.uid, block.string)
    for (const child of objectsIn(block.children)) waiting.push(child)
  }
  return texts
}

function* takenFrom<T>(waiting: T[]): Generator<T> {
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) yield next
}

class RoamReading {
  readonly #ledger: Ledger
  readonly #texts: ReadonlyMap<string, string>
  readonly #members: Member[] = []
  readonly #failed: Found[] = []
  #room = 0

  constructor(ledger: Ledger, texts: ReadonlyMap<string, string>) {
    this.#ledger = ledger
    this.#texts = texts
  }

  add(page: Json): void {
    const title = (textOf(page.title) ?? '').trim()
    const children = objectsIn(page.children)
    // Roam creates a page for every name that a text links to.
    if (children.length === 0) return void this.#ledger.note('pages without a text', title)
    this.#room = ROOM
    const at = this.#members.length
    const draft: Draft = { key: `page ${at}`, parent: null, lines: [], units: 0 }
    const facts: Record<string, unknown> = Object.create(null)
    this.#addBlocks(draft, children, facts)
    const createdAt = this.#ledger.read(page, (fields) => {
      fields.skip(['title', 'children', 'edit-time', ...UNSEEN])
      return fields.moment('create-time')
    })
    const day = /^(\d\d)-(\d\d)-(\d{4})$/.exec(textOf(page.uid) ?? '')
    const tasks = this.#members.splice(at)
    const body = draft.lines
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim()
    const isShown = body !== '' || tasks.length === 0 || Object.keys(facts).length > 0
    const found = isShown ? this.#pageOf(title, body, facts) : null
    if (found !== null && 'reason' in found) this.#failed.push(found)
    else if (found !== null) {
      const own = day === null ? null : this.#ledger.moments.instant('day', `${day[3]}-${day[1]}-${day[2]}`)
      const card: FoundCard = { ...found.card, createdAt: own ?? createdAt }
      this.#members.push({ key: draft.key, parent: null, staysCard: true, card })
    }
    const folders = isShown || day !== null || title === '' ? [] : [title.replaceAll('/', ' ')]
    for (const task of tasks)
      this.#members.push(
        isShown && found !== null && 'card' in found
          ? task
          : {
              ...task,
              parent: task.parent === draft.key ? null : task.parent,
              card: { ...task.card, folders },
            },
      )
  }

  /** Adds blocks as list items. Blocks with a task mark become todos, below the page or the task around them. */
  #addBlocks(page: Draft, blocks: readonly Json[], facts: Record<string, unknown>): void {
    const finished: Draft[] = []
    const waiting = [...blocks].reverse().map((block) => ({ block, depth: 0, draft: page }))
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { block: source, depth, draft } = next
      if (depth > FILE_LIMITS.jsonDepth) throw new FileTooLarge(TOO_DEEP)
      const block = this.#ledger.read(source, blockIn)
      const text = this.#plain(block.text)
      let [inside, below] = [draft, depth + 1]
      const attribute =
        draft === page && depth === 0 && block.children.length === 0 ? attributeIn(text) : null
      if (attribute !== null && !Object.hasOwn(facts, attribute.name)) facts[attribute.name] = attribute.value
      else if (block.isDone !== null) {
        if (this.#members.length + finished.length >= FILE_LIMITS.rows) throw tooManyRows()
        inside = {
          key: `${page.key}/${finished.length}`,
          parent: draft,
          lines: [text],
          units: text.length,
          block,
        }
        below = 0
        finished.push(inside)
      } else if (/^\{\{(?:\[\[)?table(?:\]\])?\}\}$/.test(text.trim())) {
        this.#addTable(draft, block.children)
        continue
      } else if (text.trim() === '') below = depth
      else if (draft.units <= LONGEST_TEXT) below = write(draft, text, block.heading, depth)
      for (const child of [...block.children].reverse())
        waiting.push({ block: child, depth: below, draft: inside })
    }
    for (const draft of finished) {
      const { createdAt = null, isDone = false, editedAt = null } = draft.block ?? {}
      const [title = '', ...rest] = draft.lines
      const body = rest.join('\n').trim()
      const content = body === '' ? title.trim() : `${title.trim()}\n\n${body}`
      if (content === '') continue
      const tags = tagsInProse(content)
      const card = {
        ...plainCard('todo', content),
        tags,
        createdAt,
        doneAt: isDone ? (editedAt ?? Date.now()) : null,
      }
      const isBelowTask = draft.parent !== page
      this.#members.push({ key: draft.key, parent: draft.parent?.key ?? null, card, staysCard: !isBelowTask })
    }
  }

  /** Each child of the table is a row; the child of a cell is the next cell. */
  #addTable(draft: Draft, rows: readonly Json[]): void {
    const waiting = [...rows].reverse().map((block) => ({ block, before: [] as readonly string[] }))
    draft.lines.push('')
    let columns = 0
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { text, children } = this.#ledger.read(next.block, blockIn)
      const cells = [...next.before, this.#plain(text).replaceAll('|', '\\|').replace(/\s+/g, ' ')]
      if (cells.length > FILE_LIMITS.columns) throw new FileTooLarge(TOO_DEEP)
      for (const child of [...children].reverse()) waiting.push({ block: child, before: cells })
      if (children.length > 0 || draft.units > LONGEST_TEXT) continue
      const row = `| ${cells.join(' | ')} |`
      draft.units += row.length
      draft.lines.push(row)
      if (columns === 0) draft.lines.push(`|${' --- |'.repeat(cells.length)}`)
      columns = cells.length
    }
    draft.lines.push('')
  }

  #pageOf(title: string, body: string, facts: Readonly<Record<string, unknown>>): Found {
    const { tags, address, rest } = factsIn(facts)
    const text = [rest, body].filter((part) => part !== '').join('\n')
    const found: Found =
      address === ''
        ? { card: plainCard('note', textBelow(title, text)) }
        : linkRow({ address, title, description: text })
    return 'reason' in found ? found : { card: { ...found.card, tags: [...tags, ...tagsInProse(text)] } }
  }

  /** The text of a block as Markdown. References are replaced by the texts of their blocks. */
  #plain(text: string): string {
    for (const [path] of text.matchAll(/firebasestorage\.googleapis\.com\/[^\s()?]{1,800}/g))
      this.#ledger.attach(path.slice(Math.max(path.lastIndexOf('/') + 1, path.lastIndexOf('%2F') + 3)))
    return this.#resolved(text, 0)
      .replace(
        /\{\{(?:\[\[)?(?:video|audio|pdf|iframe|youtube)(?:\]\])?: ?(https?:\/\/[^\s{}]{1,2000}) ?\}\}/g,
        '$1',
      )
      .replace(/__([^_\n]{1,500})__/g, '*$1*')
      .replace(/\{\{(?:\[\[)?embed(?:\]\])?: ?(\[\[[^[\]\n]{1,500}\]\]) ?\}\}/g, '$1')
  }

  #resolved(text: string, depth: number): string {
    if (!text.includes('((')) return text
    return text.replace(
      REFERENCE,
      (all, embedded?: string, label?: string, labelled?: string, plain?: string) => {
        const uid = embedded ?? labelled ?? plain ?? ''
        const target = this.#texts.get(uid)
        if (target === undefined) {
          if (/^[\w-]{9}$/.test(uid)) this.#ledger.note('block references', uid, { isGarbled: true })
          return label ?? all
        }
        if (label !== undefined) return label
        if (depth >= NESTED_REFERENCES || this.#room < target.length) return all
        this.#room -= target.length
        return this.#resolved(target.replace(TASK, ''), depth + 1)
      },
    )
  }

  cards(): Found[] {
    return [...joinFamilies(this.#members, this.#ledger).map((card) => ({ card })), ...this.#failed]
  }
}

function blockIn(fields: Fields): Block {
  fields.skip(UNSEEN)
  fields.skip(['text-align'], ['left'])
  fields.skip(['open', 'children'])
  fields.skip(['heading'], ['0'])
  const text = fields.text('string')
  const [mark = '', state] = TASK.exec(text) ?? []
  const heading = fields.take('heading', (value) =>
    /^[1-6]$/.test(textOf(value) ?? '') ? Number(value) : null,
  )
  return {
    text: text.slice(mark.length),
    heading: heading ?? 0,
    isDone: state === undefined ? null : state === 'DONE',
    createdAt: fields.moment('create-time'),
    editedAt: fields.moment('edit-time'),
    children: objectsIn(fields.list('children')),
  }
}

/** Writes a block. Returns the depth of the blocks below it. */
function write(draft: Draft, text: string, heading: number, depth: number): number {
  const isOutside = heading > 0 && depth === 0
  const [first = '', ...others] = text
    .trim()
    .replace(/([^\n`])```$/, '$1\n```')
    .split('\n')
  const sign = heading === 0 ? '' : `${'#'.repeat(heading)} `
  const indent = '  '.repeat(depth)
  const lines = isOutside
    ? ['', `${sign}${first}`, ...others, '']
    : [`${indent}- ${sign}${first}`, ...others.map((line) => `${indent}  ${line}`)]
  for (const line of lines) {
    draft.lines.push(line)
    draft.units += line.length + 1
  }
  return isOutside ? 0 : depth + 1
}

/** `name:: value` */
function attributeIn(text: string): { readonly name: string; readonly value: string } | null {
  const at = text.indexOf('::')
  const name = text.slice(0, Math.max(0, at)).trim()
  const value = text.slice(at + 2).trim()
  return at > 0 && at < 60 && value !== '' && !/[\n`:/]/.test(name) ? { name, value } : null
}

/** Attributes that a card has fields for. All others stay in the text. */
function factsIn(facts: Readonly<Record<string, unknown>>) {
  const tags: string[] = []
  const lines: string[] = []
  let address = ''
  for (const [name, given] of Object.entries(facts)) {
    const value = textOf(given) ?? ''
    const link = /https?:\/\/[^\s)\]]{1,4000}/.exec(value)?.[0]
    if (/^tags?$/i.test(name)) tags.push(...namesIn(value))
    else if (/^(?:url|source|link)$/i.test(name) && link !== undefined && address === '') address = link
    else lines.push(`- **${name}**: ${value}`)
  }
  return { tags, address, rest: lines.join('\n') }
}

/** `#soup #[[slow food]] [[bread]], tea` */
function namesIn(value: string): string[] {
  return [
    ...value.matchAll(/#?\[\[([^[\]\n]{1,300})\]\]|#([^\s,#]{1,100})|([^\s,#[\]][^,#[\]\n]{0,100})/g),
  ].map(([, page, tag, words]) => (page ?? tag ?? words ?? '').trim())
}
