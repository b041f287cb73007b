import { grouped, isDay } from '@cardinal/domain'
import { FILE_LIMITS, RowList } from './file-limits.ts'
import { type FoundCard, type FoundFile, plainCard } from './found.ts'
import { Ledger } from './ledger.ts'
import { linkRow } from './link-row.ts'
import type { Moments } from './moments.ts'
import { inSlices } from './slices.ts'

/** An address at the beginning of a line, and the text after it, such as the title that OneTab writes after a bar. */
const ADDRESS_LINE = /^(https?:\/\/\S+)(?:\s+(?:\|\s*)?(\S.*))?$/is
/** Syntax found only in todo.txt: a completed task, a priority, a leading date, a project or a context. */
const TASK_LINE =
  /^(?:x \d{4}-\d\d-\d\d |\([A-Z]\) |\d{4}-\d\d-\d\d )|(?:^|\s)(?:[+@][\p{L}\p{N}]|due:\d{4}-)/u
/** Beginnings that only tasks of todo.txt have. */
const TASK_HEAD = /^(?:x \d{4}-\d\d-\d\d |\([A-Z]\) |\d{4}-\d\d-\d\d )/

/** Lines inspected to detect the format. */
const LINES_SAMPLED = 200

/** Whether every line begins with an address. */
export function isAddressList(text: string): boolean {
  return everyLine(text, ADDRESS_LINE)
}

/**
 * Whether a text is todo.txt: by its file name, or because half of its lines have syntax of todo.txt. If the file
 * is named as a text, a tenth is enough, provided that a line is done, has a priority or begins with a date.
 *
 * @param name of the file; '' if unknown
 */
export function isTaskList(text: string, name: string): boolean {
  if (/(?:todo|done)\.txt$/i.test(name)) return true
  const lines = firstLines(text)
  const share = /\.txt$/i.test(name) && lines.some((line) => TASK_HEAD.test(line)) ? 10 : 2
  return lines.length > 0 && lines.filter((line) => TASK_LINE.test(line)).length * share >= lines.length
}

/** Reads one address per line, with or without a title. */
export async function readAddressList(text: string): Promise<FoundFile> {
  return readLines(text, (line) => {
    const [, address = line, title = ''] = ADDRESS_LINE.exec(line) ?? []
    return linkRow({ address, title, description: '' })
  })
}

/**
 * Reads todo.txt: `x 2024-01-02 2024-01-01 (A) Call Tom +home @phone due:2024-01-05`. Projects, contexts and the
 * priority become tags.
 */
export async function readTaskList(text: string, moments: Moments): Promise<FoundFile> {
  const ledger = new Ledger(moments)
  const file = await readLines(text, (line) => ({ card: taskIn(line, ledger) }))
  return { ...file, lost: ledger.list }
}

function taskIn(line: string, ledger: Ledger): FoundCard {
  const { moments } = ledger
  const { isDone, priority, days, text } = headOf(line)
  const [doneDay, createdDay] = isDone ? days : [undefined, days[0]]
  const tags = [...text.matchAll(PROJECT)].map(([, tag = '']) => tag)
  const pairs = new Map(priority === null ? [] : [['pri', priority]])
  const content = text
    .replace(PROJECT, '')
    .replace(PAIR, (all, key: string, value: string) => {
      // A pair that is not read, such as a second date, stays in the text.
      if (pairs.has(key)) return all
      if (key === 'pri' ? value.length > 1 : !isDay(value)) {
        ledger.note(key, value, { isGarbled: true })
        return all
      }
      pairs.set(key, value)
      return ''
    })
    .trim()
  const letter = pairs.get('pri') ?? null
  return {
    ...plainCard('todo', content === '' ? text : content),
    tags: letter === null ? tags : [...tags, `priority ${letter.toLowerCase()}`],
    dueAt: pairs.get('due') ?? null,
    startAt: pairs.get('t') ?? null,
    // Completed on an unknown day: the present time is used.
    doneAt: isDone ? (moments.instant('done', doneDay) ?? Date.now()) : null,
    createdAt: moments.instant('created', createdDay),
  }
}

/**
 * Reads the completion mark, the priority and the dates at the beginning of a line: two dates if the task is
 * done, else one.
 */
function headOf(line: string) {
  const isDone = line.startsWith('x ')
  let text = isDone ? line.slice(2) : line
  let priority: string | null = null
  const days: string[] = []
  const most = isDone ? 2 : 1
  for (let found = HEAD_PART.exec(text); found !== null && days.length < most; found = HEAD_PART.exec(text)) {
    const [all, letter, day] = found
    if (day !== undefined && !isDay(day)) break
    if (letter !== undefined) priority = letter
    if (day !== undefined) days.push(day)
    text = text.slice(all.length)
  }
  return { isDone, priority, days, text: text.trim() }
}

/** `t:` is the day before which programs hide the task; `pri:A` is the priority of a task that is done. */
const PAIR = /(?:^|\s)(due|t|pri):(\d{4}-\d\d-\d\d|[A-Z])(?=\s|$)/g
/** Reads `+home` and `@phone`. `+1` is a number. */
const PROJECT = /(?:^|\s)[+@](?!\d+(?:\s|$))([\p{L}\p{N}]\S*)/gu
const HEAD_PART = /^(?:\(([A-Z])\)|(\d{4}-\d\d-\d\d)) +/

async function readLines(
  text: string,
  rowOf: (line: string) => { card: FoundCard } | { reason: string },
): Promise<FoundFile> {
  const list = new RowList()
  for await (const line of inSlices(text.split(/\r\n|\r|\n/))) {
    const trimmed = line.trim()
    if (trimmed === '') continue
    list.add(
      trimmed.length > FILE_LIMITS.line
        ? { reason: `This line is longer than ${grouped(FILE_LIMITS.line)} characters.` }
        : rowOf(trimmed),
    )
  }
  return { rows: list.rows, tags: [], groups: [] }
}

function everyLine(text: string, pattern: RegExp): boolean {
  const lines = firstLines(text)
  return lines.length > 0 && lines.every((line) => pattern.test(line))
}

function firstLines(text: string): string[] {
  return text
    .slice(0, FILE_LIMITS.line)
    .split(/\r\n|\r|\n/, LINES_SAMPLED)
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
