import { readDue, recurrenceProblem } from '@cardinal/domain'
import { joinFamilies, type Member } from './families.ts'
import { type FoundCard, plainCard } from './found.ts'
import type { Fields } from './ledger.ts'

/** A table of tasks that are part of each other, which are cards when all rows are read. */
export interface TaskTable {
  add(fields: Fields): void
  cards(): FoundCard[]
}

/** Returns the reader for a table of tasks, by its columns in lower case; null: it is another table. */
export function taskTableOf(names: readonly string[]): TaskTable | null {
  const has = (...all: readonly string[]) => all.every((name) => names.includes(name))
  if (has('type', 'content', 'indent', 'priority')) return new TodoistTable()
  return has('list name', 'title', 'is check list', 'completed time') ? new TickTickTable() : null
}

/**
 * Reads the rows of a Todoist project in order. `INDENT` says how deep a task lies, and a comment belongs to the task above
 * it. Sections and labels (`@home`) are tags.
 */
class TodoistTable implements TaskTable {
  readonly #members: Member[] = []
  /** The task that is open at each depth. */
  readonly #open: string[] = []
  #section: string | null = null

  add(fields: Fields): void {
    fields.skip(['author', 'date_lang'])
    // 4 is the priority that nobody set, and durations have a unit without one.
    fields.skip(['priority'], ['4'])
    fields.skip(['duration_unit', 'duration'], ['none'])
    const content = fields.text('content').trim()
    const type = fields.oneOf('type', ['section', 'task', 'note', 'meta'])
    if (type === 'section') {
      this.#section = content === '' ? null : content
      this.#open.length = 0
    } else if (type === 'note') this.#addComment(content)
    else if (type === 'task' && content !== '') this.#addTask(fields, content)
  }

  cards(): FoundCard[] {
    return joinFamilies(this.#members)
  }

  #addComment(text: string): void {
    const last = this.#members.pop()
    if (last === undefined || text === '') return
    const card = { ...last.card, content: `${last.card.content}\n\n${text}` }
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
    const paragraphs = [
      withoutLabels(content),
      fields.text('description').trim(),
      words !== '' && due === null ? `Due ${words}` : '',
    ]
    const text = paragraphs.filter((paragraph) => paragraph !== '').join('\n\n')
    const tags = [...labelsIn(content), ...(this.#section === null ? [] : [this.#section])]
    const card = { ...plainCard('todo', text), tags, ...(due ?? {}) }
    this.#members.push({ key, parent, card })
  }
}

/** Returns when a task of Todoist is due: a moment, or words such as "every day". The deadline stands in for it. */
function dueOf(fields: Fields, words: string): Pick<FoundCard, 'dueAt' | 'recurrence'> | null {
  const zone = fields.zone('timezone')
  fields.skip(['deadline_lang'])
  if (words === '') {
    const dueAt = fields.due('deadline')
    return dueAt === null ? null : { dueAt, recurrence: null }
  }
  const { moments } = fields
  const dueAt = moments.due('date', words, zone)
  if (dueAt !== null) return { dueAt, recurrence: null }
  const now = moments.due('', Date.now(), zone)
  return now === null ? null : readDue(words, now)
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

/** Reads a backup of TickTick. A task names the one that it is part of, which may stand above or below it. */
class TickTickTable implements TaskTable {
  readonly #members: Member[] = []

  add(fields: Fields): void {
    fields.skip(['is check list', 'is floating', 'order', 'column order', 'view mode', 'projectkind'])
    fields.skip(['priority'], ['0'])
    const zone = fields.zone('timezone')
    const isAllDay = fields.isOn('is all day')
    const status = fields.oneOf('status', ['0', '1', '2', '-1'])
    const kind = fields.oneOf('kind', ['TEXT', 'CHECKLIST', 'NOTE'])
    const { text, items } = partsOf(fields.text('content'), kind === 'CHECKLIST')
    const title = fields.text('title').trim()
    const content = [title, text].filter((part) => part !== '').join('\n\n')
    const start = fields.due('start date', zone, isAllDay)
    const due = dayOrMinute(fields.due('due date', zone, isAllDay) ?? start, fields.has('is all day'))
    // A task without a length starts when it is due.
    if (start !== null && start !== fields.due('due date', zone, isAllDay)) fields.lose('start date')
    const completed = fields.moment('completed time')
    const isDone = completed !== null || (status !== null && status !== '0')
    const recurrence = fields.take('repeat', ruleOf)
    const key = fields.text('taskid') || `row ${this.#members.length}`
    const parent = fields.text('parentid')
    const tags =
      fields.take('tags', (value) =>
        String(value)
          .split(/[,，]/)
          .map((tag) => tag.trim()),
      ) ?? []
    this.#members.push({
      key,
      parent: parent === '' ? null : parent,
      card: {
        ...plainCard(kind === 'NOTE' ? 'note' : 'todo', content),
        tags: [...tags, ...(status === '-1' ? ['cancelled'] : [])].filter((tag) => tag !== ''),
        folders: [fields.text('folder name').trim(), fields.text('list name').trim()].filter(
          (name) => name !== '',
        ),
        subnotes: items,
        dueAt: due,
        recurrence: due === null ? null : recurrence,
        doneAt: isDone ? (completed ?? Date.now()) : null,
        createdAt: fields.moment('created time'),
      },
    })
  }

  cards(): FoundCard[] {
    return joinFamilies(this.#members)
  }
}

/** Older backups have no column that says whether the time of day means something. */
function dayOrMinute(due: string | null, isSaid: boolean): string | null {
  return isSaid ? due : (due?.replace(/T00:00$/, '') ?? null)
}

/** Returns the items of a check list, which TickTick writes as lines behind ▫ and ▪, and the other lines. */
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

/** Returns a rule by which a card comes back, with or without the name of its property. */
export function ruleOf(value: unknown): string | null {
  const rule = String(value)
    .trim()
    .replace(/^RRULE:/i, '')
  return recurrenceProblem(rule) === null ? rule : null
}
