import { dayOf, recurrenceProblem } from '@cardinal/domain'
import { readDue } from '@cardinal/domain/capture'
import { isObject, parseJson } from '../lib/decoding.ts'
import { joinFamilies, type Member } from './families.ts'
import { type FoundCard, plainCard } from './found.ts'
import { type Fields, type Ledger, textOf } from './ledger.ts'
import { joinedTexts } from './link-row.ts'
import { hasHour, type Moments } from './moments.ts'
import { AsanaTable, OmniFocusTable } from './project-tables.ts'

/** A table of nested tasks. They become cards after all rows are read. */
export interface TaskTable {
  add(fields: Fields): void
  cards(ledger: Ledger): FoundCard[]
}

/** Recognised by its columns, in lower case; null: another table. */
export function taskTableOf(names: readonly string[]): TaskTable | null {
  const has = (...all: readonly string[]) => all.every((name) => names.includes(name))
  if (has('type', 'content', 'indent', 'priority')) return new TodoistTable()
  if (has('task id', 'name', 'section/column')) return new AsanaTable()
  if (has('task id', 'type', 'name', 'status', 'project')) return new OmniFocusTable()
  return has('list name', 'title', 'is check list', 'completed time') ? new TickTickTable() : null
}

/**
 * A Todoist project, row by row. `INDENT` is a task's depth; a comment belongs to the task above it. Sections and
 * labels (`@home`) become tags.
 */
class TodoistTable implements TaskTable {
  readonly #members: Member[] = []
  /** By depth, the key of the current task. */
  readonly #open: string[] = []
  #section: string | null = null

  add(fields: Fields): void {
    fields.skip(['author', 'date_lang', 'is_collapsed'])
    // Defaults: priority 4, and a duration's unit without a duration.
    fields.skip(['priority'], ['4'])
    fields.skip(['duration_unit', 'duration'], ['none'])
    const content = fields.text('content').trim()
    const type = fields.oneOf('type', ['section', 'task', 'note', 'meta'])
    if (type === 'section') {
      this.#section = content === '' ? null : content
      this.#open.length = 0
    } else if (type === 'note') this.#addComment(fields, content)
    else if (type === 'task' && content !== '') this.#addTask(fields, content)
  }

  cards(ledger: Ledger): FoundCard[] {
    return joinFamilies(this.#members, ledger)
  }

  /** A comment above the tasks is one of the project. */
  #addComment(fields: Fields, comment: string): void {
    const last = this.#members.pop()
    if (last === undefined) {
      fields.lose('content')
      return
    }
    const text = withoutFiles(comment, fields)
    const card = { ...last.card, content: joinedTexts([last.card.content, text], '\n\n') }
    this.#members.push({ ...last, card })
  }

  #addTask(fields: Fields, content: string): void {
    const depth = Math.min(fields.take('indent', depthOf) ?? 1, this.#open.length + 1)
    const key = `task ${this.#members.length}`
    const parent = this.#open[depth - 2] ?? null
    this.#open.length = depth - 1
    this.#open.push(key)
    const words = fields.text('date').trim()
    const due = dueOf(fields, words)
    const instead = due ?? deadlineOf(fields)
    const paragraphs = [
      // Todoist writes a leading star for a task without a box.
      withoutLabels(content.replace(/^\* +/, '')),
      withoutFiles(fields.text('description').trim(), fields),
      words !== '' && due === null ? `Due ${words}` : '',
    ]
    const text = joinedTexts(paragraphs, '\n\n')
    const tags = [...labelsIn(content), ...(this.#section === null ? [] : [this.#section])]
    const card = { ...plainCard('todo', text), tags, ...(instead ?? {}) }
    this.#members.push({ key, parent, card })
  }
}

/** The due date of a Todoist task, from a moment or words such as "every day". Null: it can't be read. */
function dueOf(fields: Fields, words: string): Pick<FoundCard, 'dueAt' | 'recurrence'> | null {
  const zone = fields.zone('timezone')
  const { moments } = fields
  if (words === '') return null
  const dueAt = moments.due('date', words, zone)
  if (dueAt !== null) return { dueAt, recurrence: null }
  const now = moments.due('', Date.now(), zone)
  return now === null ? null : readDue(words.replace(/^ev(?:ery)?!?(?= )/i, 'every'), now)
}

/** A file in a comment of Todoist, described as JSON. */
const FILE = /\[\[file (\{[^\n]{1,5000}?\})\]\]/g

/** Replaces links to files by their addresses, and adds their names to `fields.files`. */
function withoutFiles(text: string, fields: Fields): string {
  return text
    .replace(FILE, (all, json: string) => {
      const file = parseJson(json)
      const name = isObject(file) ? (textOf(file.file_name) ?? textOf(file.file_url)) : null
      if (!isObject(file) || name === null) return all
      fields.files.push(name)
      return textOf(file.file_url) ?? ''
    })
    .trim()
}

/** The deadline, used if the date is missing or can't be read. */
function deadlineOf(fields: Fields): Pick<FoundCard, 'dueAt' | 'recurrence'> | null {
  fields.skip(['deadline_lang'])
  const dueAt = fields.due('deadline')
  return dueAt === null ? null : { dueAt, recurrence: null }
}

function depthOf(value: unknown): number | null {
  const depth = Number(value)
  return Number.isInteger(depth) && depth > 0 ? depth : null
}

function labelsIn(content: string): string[] {
  return [...content.matchAll(/(?:^|\s)@([\p{L}\p{N}]\S*)/gu)].map(([, label = '']) => label)
}

function withoutLabels(content: string): string {
  return content.replace(/(?:^|\s)@[\p{L}\p{N}]\S*/gu, '').trim() || content
}

/** A backup of TickTick. A task names its parent, whose row may come before or after it. */
class TickTickTable implements TaskTable {
  readonly #members: Member[] = []

  add(fields: Fields): void {
    fields.skip(['is floating', 'order', 'column order', 'view mode', 'projectkind'])
    fields.skip(['priority'], ['0'])
    const zone = fields.zone('timezone')
    const isAllDay = fields.isOn('is all day')
    const status = fields.oneOf('status', ['0', '1', '2', '-1'])
    const kind = fields.oneOf('kind', ['TEXT', 'CHECKLIST', 'NOTE'])
    // Older backups have no column for the kind of task.
    const isCheckList = fields.isOn('is check list') || kind === 'CHECKLIST'
    const { text, items } = partsOf(fields.text('content'), isCheckList)
    const title = fields.text('title').trim()
    const content = joinedTexts([title, text], '\n\n')
    const start = fields.due('start date', zone, isAllDay)
    const due = dayOrMinute(fields.due('due date', zone, isAllDay) ?? start, fields.has('is all day'))
    const isEarlier = start !== null && due !== null && dayOf(start) < dayOf(due)
    // A task without a duration has its due date as its start date. The time of a start is not kept.
    if (start !== null && (isEarlier ? hasHour(start) : start !== fields.due('due date', zone, isAllDay)))
      fields.lose('start date')
    const completed = fields.moment('completed time')
    // A reopened task still has the time of its completion.
    const isDone = status === null ? completed !== null : status !== '0'
    if (completed !== null && !isDone) fields.lose('completed time')
    const key = fields.text('taskid') || `row ${this.#members.length}`
    const parent = fields.text('parentid')
    const tags =
      fields.take('tags', (value) => {
        const names = textOf(value)?.split(/[,，]/)
        return names?.map((tag) => tag.trim()) ?? null
      }) ?? []
    this.#members.push({
      key,
      parent: parent === '' ? null : parent,
      parentField: 'parentId',
      card: {
        ...plainCard(kind === 'NOTE' ? 'note' : 'todo', content),
        tags: [...tags, ...(status === '-1' ? ['cancelled'] : [])].filter((tag) => tag !== ''),
        folders: [fields.text('folder name').trim(), fields.text('list name').trim()].filter(
          (name) => name !== '',
        ),
        subnotes: items,
        dueAt: due,
        startAt: isEarlier ? dayOf(start) : null,
        recurrence: fields.take('repeat', ruleOf),
        doneAt: isDone ? (completed ?? Date.now()) : null,
        createdAt: fields.moment('created time'),
      },
    })
  }

  cards(ledger: Ledger): FoundCard[] {
    return joinFamilies(this.#members, ledger)
  }
}

/** Older backups have no column that says whether the time of day counts. */
function dayOrMinute(due: string | null, isSaid: boolean): string | null {
  return isSaid ? due : (due?.replace(/T00:00$/, '') ?? null)
}

/** Separates checklist items, which TickTick writes as lines with ▫ and ▪, from the other lines. */
function partsOf(content: string, isCheckList: boolean) {
  if (!isCheckList) return { text: content.trim(), items: [] }
  const items: { text: string; isTicked: boolean }[] = []
  const others: string[] = []
  for (const line of content.split(/\r\n|\r|\n/)) {
    const [, box, text = ''] = /^([▫▪])(.*)$/u.exec(line.trim()) ?? []
    if (box === undefined) others.push(line)
    else if (text.trim() !== '') items.push({ text: text.trim(), isTicked: box === '▪' })
  }
  return { text: others.join('\n').trim(), items }
}

/** A recurrence in words, such as `Weekly` or `Every 2 weeks`, or as `RRULE`. Null: not understood. */
export function ruleOfWords(value: unknown, moments: Moments): string | null {
  const text = (textOf(value) ?? '').trim()
  const known = WORDS.get(text.toLowerCase().replace(/[ -]/g, ''))
  const now = moments.due('', Date.now(), 'UTC')
  return (
    ruleOf(value) ?? known ?? (now === null ? null : (readDue(text.toLowerCase(), now)?.recurrence ?? null))
  )
}

const WORDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    biweekly: 'FREQ=WEEKLY;INTERVAL=2',
    bimonthly: 'FREQ=MONTHLY;INTERVAL=2',
    quarterly: 'FREQ=MONTHLY;INTERVAL=3',
    semiannually: 'FREQ=MONTHLY;INTERVAL=6',
    daily: 'FREQ=DAILY',
    weekly: 'FREQ=WEEKLY',
    monthly: 'FREQ=MONTHLY',
    yearly: 'FREQ=YEARLY',
  }),
)

/** An RRULE, with or without `RRULE:`. */
export function ruleOf(value: unknown): string | null {
  const rule = (textOf(value) ?? '').trim().replace(/^RRULE:/i, '')
  return recurrenceProblem(rule) === null ? rule : null
}
