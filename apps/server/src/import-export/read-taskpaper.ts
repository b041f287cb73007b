import { grouped, unique } from '@cardinal/domain'
import { joinFamilies, type Member } from './families.ts'
import { FILE_LIMITS, tooManyRows } from './file-limits.ts'
import { type Found, type FoundCard, plainCard } from './found.ts'
import type { Fields, Ledger } from './ledger.ts'
import { joinedTexts } from './link-row.ts'
import { dayAlone, plainFolder, tagsOfOmniFocus } from './project-tables.ts'
import { MARKS, when } from './service.ts'
import { inSlices } from './slices.ts'
import { ruleOf } from './task-tables.ts'

export const TASKPAPER_NAME = /\.taskpaper$/i
/** UTF-16 units at the beginning from which the format is detected. */
const SAMPLE_UNITS = 50_000
/** What OmniFocus writes after every task and project, but not after folders. */
const OF_OMNIFOCUS = /^[ \t]*- [^\n]*@(?:parallel|autodone)\((?:true|false)\)/m
const TASK = /^[-+*][ \t](.*)$/
/** `@name` or `@name(value)`. Parentheses in a value are escaped or paired. */
const PARAMETER =
  /(?<=^|\s)@([\p{L}\p{N}_][\p{L}\p{M}\p{N}_.-]*)(?:\(((?:\\.|[^()\\]|\([^()]{0,200}\)){0,2000})\))?(?=\s|$)/gu
/** Parameters that have a meaning without a value. */
const WITHOUT_VALUE = new Set(['done', 'flagged', 'flag', 'cancelled', 'canceled', 'dropped'])
/** Parameters about the order in which OmniFocus does the tasks below. */
const UNSEEN = ['autodone', 'parallel', 'sequential']
/** Parameters of OmniFocus that a card has no field for. */
const WITHOUT_PLACE = [
  'estimate',
  'repeat-method',
  'repeat-schedule-type',
  'repeat-anchor-date-key',
  'time-zone',
]

/** Whether a text is TaskPaper for certain: by its file name, or because OmniFocus wrote it. */
export function isTaskPaper(text: string, name: string): boolean {
  return TASKPAPER_NAME.test(name) || OF_OMNIFOCUS.test(text.slice(0, SAMPLE_UNITS))
}

/** Whether a text of no other format has a project and a task with TaskPaper's parameters. */
export function looksLikeTaskPaper(text: string, name: string): boolean {
  const sample = text.slice(0, SAMPLE_UNITS)
  return (
    !/(?:\.md|\.markdown|todo\.txt|done\.txt)$/i.test(name) &&
    !/^#{1,6} |^- \[/m.test(sample) &&
    /^[^\s#|>*+-][^\n]*:[ \t]*$/m.test(sample) &&
    /^[ \t]*- [^\n]*\s@(?:done|due|start|defer|flagged|today|priority|project)(?:\(|\s|$)/m.test(sample)
  )
}

/** A project or task, with the items indented below it. */
interface Item {
  readonly indent: number
  readonly isTask: boolean
  readonly title: string
  readonly parameters: [name: string, value: string][]
  /** Null: at the top, or below a project. */
  readonly above: Item | null
  readonly project: Item | null
  readonly lines: string[]
  /** Indent of its first line of text. */
  textIndent: number
  hasItems: boolean
}

/**
 * Reads TaskPaper: `Project:`, `- task @tag @due(2024-01-31)`, and lines of text, nested by indentation. Projects
 * are folders; a project with a text or parameters is also a card. OmniFocus writes projects as tasks.
 *
 * @param place folders around the file, and a prefix that makes its keys unique
 */
export async function readTaskPaper(
  text: string,
  ledger: Ledger,
  place: { readonly folders: readonly string[]; readonly key: string } = { folders: [], key: '' },
): Promise<Found[]> {
  const outline = new Outline()
  for await (const line of inSlices(text.split(/\r\n|\r|\n/))) outline.add(line)
  const isOmniFocus = OF_OMNIFOCUS.test(text.slice(0, SAMPLE_UNITS))
  const around = new Map<Item, Around>()
  const members: Member[] = []
  let count = 0
  for await (const item of inSlices(outline.items)) {
    const above = item.above ?? item.project
    const outer = (above === null ? undefined : around.get(above)) ?? { ...AT_TOP, folders: place.folders }
    const isFolder = isFolderOf(item, outer, isOmniFocus)
    const key = `${place.key}#${count++}`
    const name = plainFolder(item.title)
    const isArchive = isFolder && outer.folders.length === place.folders.length && /^archive$/i.test(name)
    around.set(item, {
      // More folders make the row fail.
      folders:
        !(isFolder || !item.isTask) || isArchive || outer.folders.length > FILE_LIMITS.folders
          ? outer.folders
          : [...outer.folders, name],
      isArchived: outer.isArchived || isArchive,
      task: isFolder || !item.isTask ? null : key,
    })
    if (isFolder && item.hasItems) continue
    if (isFolder) {
      ledger.note('projects without tasks', item.title)
      continue
    }
    const card = ledger.read(valuesOf(item), (fields) => cardOf(item, outer, fields))
    if (card.content !== '') members.push({ key, parent: outer.task, card })
  }
  return [...joinFamilies(members, ledger).map((card) => ({ card })), ...outline.others]
}

interface Around {
  readonly folders: readonly string[]
  readonly isArchived: boolean
  /** Key of the task around it; null: none. */
  readonly task: string | null
}

const AT_TOP: Around = { folders: [], isArchived: false, task: null }

/** Whether an item is a folder: it has no text and no fields. OmniFocus writes folders and projects as tasks. */
function isFolderOf(item: Item, outer: Around, isOmniFocus: boolean): boolean {
  const own = item.parameters.filter(([name]) => !UNSEEN.includes(name))
  if (own.length > 0 || item.lines.some((line) => line !== '')) return false
  return !item.isTask || (isOmniFocus && item.hasItems && outer.task === null)
}

/** The items of a file, nested by their indentation. */
class Outline {
  readonly items: Item[] = []
  /** Texts outside of projects and tasks, and lines that are too long. */
  readonly others: Found[] = []
  readonly #open: Item[] = []
  #loose: string[] | null = null

  add(line: string): void {
    const text = line.trim()
    const indent = indentOf(line)
    if (line.length > FILE_LIMITS.line) {
      this.others.push({ reason: `This line is longer than ${grouped(FILE_LIMITS.line)} characters.` })
      return
    }
    if (text === '') {
      this.#open.at(-1)?.lines.push('')
      return
    }
    while ((this.#open.at(-1)?.indent ?? -1) >= indent) this.#open.pop()
    const [, task] = TASK.exec(text) ?? []
    const around = this.#open.at(-1) ?? null
    if (task !== undefined) return void this.#begin(indent, task, true)
    const { title, parameters } = parametersIn(text)
    if (title.endsWith(':') && title.length > 1 && around?.isTask !== true)
      return void this.#begin(indent, text, false)
    if (around === null) return void this.#addLoose(text)
    // If a title has two lines, OmniFocus writes its parameters after the second.
    if (title === '' && parameters.length > 0) return void around.parameters.push(...parameters)
    if (around.lines.length === 0) around.textIndent = indent
    around.lines.push(' '.repeat(Math.max(0, indent - around.textIndent)) + text)
  }

  #begin(indent: number, text: string, isTask: boolean): void {
    if (this.items.length >= FILE_LIMITS.rows) throw tooManyRows()
    const around = this.#open.at(-1) ?? null
    if (around !== null) around.hasItems = true
    const { title, parameters } = parametersIn(text)
    const item: Item = {
      ...{ indent, isTask, parameters, textIndent: 0, lines: [], hasItems: false },
      title: isTask ? title : title.slice(0, -1).trim(),
      above: around?.isTask === true ? around : null,
      project: around?.isTask === false ? around : null,
    }
    this.items.push(item)
    this.#open.push(item)
    this.#loose = null
  }

  /** Consecutive lines become one note. */
  #addLoose(text: string): void {
    if (this.others.length >= FILE_LIMITS.rows) throw tooManyRows()
    const last = this.others.at(-1)
    if (this.#loose !== null && last !== undefined && 'card' in last) {
      this.#loose.push(text)
      this.others[this.others.length - 1] = { card: plainCard('note', this.#loose.join('\n')) }
    } else {
      this.#loose = [text]
      this.others.push({ card: plainCard('note', text) })
    }
  }
}

/** Columns. A tab counts as four. */
function indentOf(line: string): number {
  let columns = 0
  for (const sign of line) {
    if (sign !== ' ' && sign !== '\t') break
    columns += sign === '\t' ? 4 : 1
  }
  return columns
}

function parametersIn(text: string): { title: string; parameters: [string, string][] } {
  const parameters: [string, string][] = []
  const title = text.replace(PARAMETER, (_all, name: string, value: string | undefined) => {
    parameters.push([name, (value ?? '').replace(/\\([()\\])/g, '$1').trim()])
    return ''
  })
  return { title: title.replace(/[ \t]{2,}/g, ' ').trim(), parameters }
}

/** The parameters with a value, by name. A second one with the same name gets another field. */
function valuesOf({ parameters }: Item): Record<string, string> {
  // Without a prototype: a parameter may be named `constructor` or `__proto__`.
  const values: Record<string, string> = Object.create(null)
  for (const [name, value] of parameters) {
    const isMark = WITHOUT_VALUE.has(name.toLowerCase())
    if (value === '' && !isMark) continue
    const key = name.toLowerCase() in values ? `${name} (2)` : name
    values[key] = value === '' ? 'true' : value
  }
  return values
}

function cardOf(item: Item, { folders, isArchived }: Around, fields: Fields): FoundCard {
  fields.skip(UNSEEN)
  fields.skip(['repeat-method'], ['fixed'])
  fields.skip(['time-zone'], ['current', 'floating'])
  const zone =
    fields.isSet('time-zone') && !/^(?:current|floating)$/.test(fields.peek('time-zone'))
      ? fields.zone('time-zone')
      : null
  const isCancelled = ['cancelled', 'canceled', 'dropped'].some((name) => fields.has(name))
  const completed = ['done', 'cancelled', 'canceled', 'dropped'].map((name) => doneAt(fields, name))
  const isDone = isCancelled || fields.has('done')
  const project = fields
    .text('project')
    .split(/[/:]/)
    .map(plainFolder)
    .filter((name) => name !== '')
  const priority = fields.text('priority').trim().toLowerCase()
  const marks = item.parameters.filter(
    ([name, value]) => value === '' && !WITHOUT_VALUE.has(name.toLowerCase()),
  )
  // A parameter with a value is listed as lost, and its name becomes a tag.
  const named = [...fields.names()].filter((name) => !KNOWN.has(name) && !name.endsWith(' (2)'))
  const dates = { dueAt: fields.due('due', zone), startAt: dayAlone(fields, 'start', 'defer') }
  const recurrence = fields.take('repeat-rule', ruleOf)
  const isTodo = item.isTask || isDone || dates.dueAt !== null || recurrence !== null
  const tags = [
    ...(fields.take('tags', tagsOfOmniFocus) ?? []),
    ...(fields.take('context', tagsOfOmniFocus) ?? []),
    ...marks.map(([name]) => name).filter((name) => !UNSEEN.includes(name)),
    ...named,
    ...(priority === '' ? [] : [`priority ${priority}`]),
    ...when(fields.isOn('flagged') || fields.isOn('flag'), MARKS.favourite),
    ...when(isCancelled, MARKS.cancelled),
    ...when(isArchived, MARKS.archived),
  ]
  const text = item.lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
  return {
    ...plainCard(isTodo ? 'todo' : 'note', joinedTexts([item.title, text], '\n\n')),
    ...dates,
    tags: unique(tags),
    folders: [...folders, ...project],
    recurrence: isDone || !isTodo ? null : recurrence,
    doneAt: isDone ? (completed.find((time) => time !== null) ?? Date.now()) : null,
    createdAt: fields.moment('created'),
  }
}

const KNOWN = new Set([
  ...UNSEEN,
  ...WITHOUT_VALUE,
  ...WITHOUT_PLACE,
  ...'tags,context,due,start,defer,repeat-rule,project,priority,created'.split(','),
])

/** When a task was completed; null: not written, or not understood. */
function doneAt(fields: Fields, name: string): number | null {
  return fields.take(name, (value) => (value === 'true' ? Date.now() : fields.moments.instant(name, value)))
}
