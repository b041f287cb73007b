import { isObject, type Json } from '../lib/decoding.ts'
import { joinFamilies, type Member } from './families.ts'
import { type Found, type FoundCard, plainCard } from './found.ts'
import { listsAround, notePart, objectsIn } from './json-shapes.ts'
import { type Fields, type Ledger, textOf } from './ledger.ts'
import { joinedTexts, NO_WORDS } from './link-row.ts'
import { textOfMarkup } from './markup-text.ts'
import { MARKS, TRASHED } from './service.ts'
import { ruleOf } from './task-tables.ts'

/** A task as its program wrote it, with what other parts of the file say about it. */
interface TaskRow {
  readonly values: Json
  readonly folders: readonly string[]
  /** Texts of the task's notes. */
  readonly notes?: readonly string[]
}

/** A program whose JSON contains tasks with the keys of their parents. */
interface TaskProgram {
  readonly name: string
  /** Null: a file of another program. */
  readonly rowsOf: (root: unknown, ledger: Ledger) => readonly TaskRow[] | null
  /** A reason: the task becomes no card. */
  readonly read: (fields: Fields, row: TaskRow) => TaskCard | { readonly reason: string }
}

interface TaskCard {
  readonly key: string
  readonly parent: string
  readonly parentField?: string
  readonly card: FoundCard
}

/** The tasks of a program that is recognised by its JSON; null: another file. */
export function readTasks(root: unknown, ledger: Ledger): Found[] | null {
  for (const { rowsOf, read } of TASK_PROGRAMS) {
    const rows = rowsOf(root, ledger)
    if (rows === null) continue
    const members: Member[] = []
    const failed: Found[] = []
    for (const [at, row] of rows.entries()) {
      const found = ledger.read(row.values, (fields) => read(fields, row))
      if ('reason' in found) failed.push(found)
      else members.push({ ...found, key: found.key || `task ${at}`, parent: found.parent || null })
    }
    return [...joinFamilies(members, ledger).map((card) => ({ card })), ...failed]
  }
  return null
}

const TASK_PROGRAMS: readonly TaskProgram[] = [
  {
    name: 'Google Tasks',
    rowsOf: (root, ledger) => {
      if (!isObject(root) || !/^tasks#task(?:Lists|s)$/.test(textOf(root.kind) ?? '')) return null
      const lists = root.kind === 'tasks#tasks' ? [root] : objectsIn(root.items)
      listsAround('list', lists, 'kind,etag,id,title,updated,selflink,items,nextpagetoken', ledger)
      return lists.flatMap(({ title, items }) =>
        objectsIn(items).map((values) => ({ values, folders: namesIn(title) })),
      )
    },
    read: (fields, { folders }) => {
      fields.skip('kind,etag,updated,selflink,webviewlink,position,hidden,task_type'.split(','))
      if (fields.isOn('deleted')) return { reason: TRASHED }
      const times = fields.objects('scheduled_time').map((time) => {
        time.skip(['end'])
        return { start: time.text('start'), isCurrent: time.isOn('current') }
      })
      const time = times.find(({ isCurrent }) => isCurrent) ?? times[0]
      const addresses = fields.objects('links').map((link) => {
        link.skip(['type', 'description'])
        return link.text('link')
      })
      // The time in `due` is meaningless: Google writes midnight in UTC for every day.
      const day = fields.take('due', (value) => fields.moments.due('due', dayIn(value)))
      const dueAt = time === undefined ? day : fields.moments.due('due', dayIn(time.start))
      return taskOf(fields, {
        title: fields.text('title'),
        texts: [fields.text('notes'), ...addresses],
        isDone: fields.oneOf('status', ['needsAction', 'completed']) === 'completed',
        doneAt: fields.moment('completed'),
        parentField: 'parent',
        values: {
          folders,
          dueAt: dueAt ?? day,
          createdAt: fields.moment('created'),
          tags: fields.isOn('starred') ? [MARKS.favourite] : [],
        },
      })
    },
  },
  {
    name: 'Remember The Milk',
    rowsOf: (root, ledger) => {
      const tasks = isObject(root) ? objectsIn(root.tasks) : []
      if (!isObject(root) || !tasks.some((task) => 'series_id' in task && 'list_id' in task)) return null
      for (const [name, value] of Object.entries(root))
        if (!['tasks', 'lists', 'notes', 'tags', 'config'].includes(name)) notePart(name, value, ledger)
      const names = new Map(objectsIn(root.lists).map(({ id, name }) => [id, namesIn(name)]))
      const notes = new Map<unknown, string[]>()
      for (const { series_id: id, title, content } of objectsIn(root.notes)) {
        const texts = [textOf(title) ?? '', textOf(content) ?? '']
        notes.set(id, [...(notes.get(id) ?? []), joinedTexts(texts, '\n')])
      }
      return tasks.map((values) => ({
        values,
        folders: names.get(values.list_id) ?? [],
        notes: notes.get(values.series_id) ?? [],
      }))
    },
    read: (fields, { folders, notes = [] }) => {
      fields.skip('series_id,list_id,date_added,date_modified,source,postponed'.split(','))
      fields.skip(['priority'], ['pn'])
      fields.skip(['repeat_every'], ['true'])
      if (fields.moment('date_trashed', 'date_deleted') !== null) return { reason: TRASHED }
      const doneAt = fields.moment('date_completed')
      const hasTime = fields.isOn('date_due_has_time')
      const start = fields.due('date_start', null, true)
      if (fields.isOn('date_start_has_time')) fields.lose('date_start')
      return taskOf(fields, {
        title: fields.text('name'),
        texts: [fields.text('url'), ...notes],
        isDone: doneAt !== null,
        doneAt,
        parentField: 'parent_id',
        values: {
          folders,
          tags: fields.take('tags', textsIn) ?? [],
          dueAt: fields.due('date_due', null, !hasTime),
          startAt: start,
          recurrence: fields.take('repeat', ruleOf),
          createdAt: fields.moment('date_created'),
        },
      })
    },
  },
  {
    name: 'Taskwarrior',
    rowsOf: (root) => {
      if (!Array.isArray(root) || !root.some(isOfTaskwarrior)) return null
      const parents = new Set(objectsIn(root).map(({ parent }) => parent))
      // The template of a recurring task is no task, if the file has its tasks.
      return objectsIn(root)
        .filter(({ status, uuid }) => status !== 'recurring' || !parents.has(uuid))
        .map((values) => ({ values, folders: (textOf(values.project) ?? '').split('.').flatMap(namesIn) }))
    },
    read: (fields, { folders }) => {
      fields.skip('modified,urgency,project,imask,mask,parent,rtype,last,template'.split(','))
      const states = ['pending', 'completed', 'deleted', 'waiting', 'recurring'] as const
      const status = fields.oneOf('status', states)
      if (status === 'deleted') return { reason: TRASHED }
      const notes = fields.objects('annotations').map((note) => {
        note.skip(['entry'])
        return note.text('description')
      })
      const begins = ['wait', 'scheduled'].find((name) => fields.isSet(name)) ?? 'wait'
      return taskOf(fields, {
        key: fields.text('uuid'),
        title: fields.text('description'),
        texts: notes,
        isDone: status === 'completed',
        doneAt: fields.moment('end'),
        parentField: null,
        values: {
          folders,
          tags: fields.take('tags', textsIn) ?? [],
          dueAt: fields.take('due', (value) => wholeDay(fields.moments.due('due', value))),
          startAt: fields.due(begins, null, true),
          recurrence: fields.take('recur', ruleOfTaskwarrior),
          createdAt: fields.moment('entry'),
        },
      })
    },
  },
  {
    name: 'Microsoft To Do',
    rowsOf: (root, ledger) => {
      const all = Array.isArray(root) ? root : isObject(root) ? root.value : null
      const tasks = objectsIn(all)
      if (tasks.some(isOfMicrosoft)) return tasks.map((values) => ({ values, folders: [] }))
      const lists = tasks.filter((list) => objectsIn(list.tasks).some(isOfMicrosoft))
      if (lists.length === 0) return null
      const own = 'displayname,tasks,id,isowner,isshared,wellknownlistname,@odata.etag'
      listsAround('list', tasks, own, ledger)
      return lists.flatMap(({ displayName, wellknownListName, tasks: inside }) =>
        objectsIn(inside).map((values) => ({
          values,
          folders: wellknownListName === 'defaultList' ? [] : namesIn(displayName),
        })),
      )
    },
    read: (fields, { folders }) => {
      fields.skip(['@odata.etag', 'lastmodifieddatetime', 'bodylastmodifieddatetime'])
      fields.skip(['importance'], ['normal', 'low'])
      const body = fields.object('body')
      const isHtml = body.oneOf('contenttype', ['text', 'html']) === 'html'
      const text = isHtml ? textOfMarkup(body.text('content')).text : body.text('content')
      const dayOf = (name: string) =>
        fields.take(name, (value) => fields.moments.due(name, momentOfGraph(value), null, true))
      const items = fields.objects('checklistitems').map((item) => {
        item.skip(['createddatetime', 'checkeddatetime'])
        return { text: item.text('displayname'), isTicked: item.isOn('ischecked') }
      })
      const pages = fields.objects('linkedresources').map((page) => {
        page.skip(['applicationname', 'displayname', 'externalid'])
        return page.text('weburl')
      })
      const states = ['notStarted', 'inProgress', 'completed', 'waitingOnOthers', 'deferred'] as const
      return taskOf(fields, {
        title: fields.text('title'),
        texts: [text, ...pages],
        isDone: fields.oneOf('status', states) === 'completed',
        doneAt: fields.take('completeddatetime', (value) =>
          fields.moments.instant('completeddatetime', momentOfGraph(value)),
        ),
        parentField: null,
        values: {
          folders,
          subnotes: items,
          tags: [
            ...(fields.take('categories', textsIn) ?? []),
            ...(fields.peek('importance') === 'high'
              ? [fields.take('importance', () => MARKS.favourite) ?? '']
              : []),
          ],
          dueAt: dayOf('duedatetime'),
          startAt: dayOf('startdatetime'),
          recurrence: fields.take('recurrence', ruleOfGraph),
          createdAt: fields.moment('createddatetime'),
        },
      })
    },
  },
]

interface TaskParts {
  readonly key?: string
  /** The field that names the task around it. Null: none does. */
  readonly parentField: string | null
  readonly title: string
  readonly texts: readonly string[]
  readonly isDone: boolean
  /** Null: the time is unknown. */
  readonly doneAt: number | null
  readonly values: Partial<FoundCard>
}

function taskOf(fields: Fields, parts: TaskParts): TaskCard | { readonly reason: string } {
  const { isDone, doneAt, values, parentField } = parts
  const content = joinedTexts(
    [parts.title, ...parts.texts].map((text) => text.trim()),
    '\n\n',
  )
  if (content === '') return { reason: NO_WORDS }
  return {
    key: parts.key ?? fields.text('id'),
    parent: parentField === null ? '' : fields.text(parentField),
    ...(parentField !== null && { parentField }),
    card: {
      ...plainCard('todo', content),
      ...values,
      doneAt: isDone ? (doneAt ?? Date.now()) : null,
      // Done tasks get no recurrence, because the next task of the series is in the file too.
      recurrence: isDone ? null : (values.recurrence ?? null),
    },
  }
}

function isOfTaskwarrior(task: unknown): boolean {
  if (!isObject(task)) return false
  const { entry, description, status } = task
  return (
    /^\d{8}T\d{6}Z$/.test(textOf(entry) ?? '') &&
    typeof description === 'string' &&
    typeof status === 'string'
  )
}

function isOfMicrosoft(task: Json): boolean {
  return (
    typeof task.title === 'string' &&
    /^(?:notStarted|inProgress|completed|waitingOnOthers|deferred)$/.test(textOf(task.status) ?? '') &&
    ('importance' in task || 'createdDateTime' in task)
  )
}

function namesIn(name: unknown): string[] {
  const text = (textOf(name) ?? '').replaceAll('/', ' ').trim()
  return text === '' ? [] : [text]
}

function textsIn(value: unknown, garbled: () => void): string[] | null {
  if (!Array.isArray(value)) return null
  const texts = value.flatMap((each) => textOf(each) ?? [])
  if (texts.length < value.length) garbled()
  return texts
}

/** The day of a midnight in UTC. Other values are unchanged. */
function dayIn(value: unknown): string {
  return (textOf(value) ?? '').replace(/T00:00:00(?:\.0+)?Z$/, '')
}

/** Programs write midnight for a whole day. */
function wholeDay(due: FoundCard['dueAt']): FoundCard['dueAt'] {
  return due?.endsWith('T00:00') ? due.slice(0, 10) : due
}

/** A time of Microsoft Graph, such as `{"dateTime": "2024-05-03T22:00:00.0000000", "timeZone": "UTC"}`. */
function momentOfGraph(value: unknown): string {
  if (!isObject(value)) return ''
  const text = textOf(value.dateTime) ?? ''
  return value.timeZone === 'UTC' && !text.endsWith('Z') ? `${text}Z` : text
}

const FREQUENCIES: ReadonlyMap<unknown, string> = new Map(
  Object.entries({ daily: 'DAILY', weekly: 'WEEKLY', absoluteMonthly: 'MONTHLY', absoluteYearly: 'YEARLY' }),
)

/** A recurrence of Microsoft Graph as RRULE. Null: it counts weeks of a month, or ends. */
function ruleOfGraph(value: unknown): string | null {
  const { pattern, range } = isObject(value) ? value : {}
  if (!isObject(pattern) || (isObject(range) && range.type !== 'noEnd')) return null
  const frequency = FREQUENCIES.get(pattern.type)
  if (frequency === undefined) return null
  const days = Array.isArray(pattern.daysOfWeek)
    ? pattern.daysOfWeek.map((day) => String(day).slice(0, 2))
    : []
  const interval = Number(pattern.interval ?? 1)
  return ruleOf(
    [
      `FREQ=${frequency}`,
      ...(interval > 1 ? [`INTERVAL=${interval}`] : []),
      ...(days.length > 0 && frequency === 'WEEKLY' ? [`BYDAY=${days.join().toUpperCase()}`] : []),
    ].join(';'),
  )
}

const WORDS_OF_TASKWARRIOR: ReadonlyMap<string, string> = new Map(
  Object.entries({
    daily: 'FREQ=DAILY',
    day: 'FREQ=DAILY',
    weekdays: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
    weekly: 'FREQ=WEEKLY',
    sennight: 'FREQ=WEEKLY',
    biweekly: 'FREQ=WEEKLY;INTERVAL=2',
    fortnight: 'FREQ=WEEKLY;INTERVAL=2',
    monthly: 'FREQ=MONTHLY',
    bimonthly: 'FREQ=MONTHLY;INTERVAL=2',
    quarterly: 'FREQ=MONTHLY;INTERVAL=3',
    semiannual: 'FREQ=MONTHLY;INTERVAL=6',
    annual: 'FREQ=YEARLY',
    yearly: 'FREQ=YEARLY',
    biannual: 'FREQ=YEARLY;INTERVAL=2',
    biyearly: 'FREQ=YEARLY;INTERVAL=2',
  }),
)
const UNITS: Readonly<Record<string, string>> = { d: 'DAILY', w: 'WEEKLY', m: 'MONTHLY', y: 'YEARLY' }

/** The interval of a recurring Taskwarrior task, such as `weekly`, `2wks` or `P1M`, as RRULE. */
function ruleOfTaskwarrior(value: unknown): string | null {
  const text = (textOf(value) ?? '').trim().toLowerCase()
  const word = WORDS_OF_TASKWARRIOR.get(text)
  if (word !== undefined) return word
  const [, count = '', unit = ''] =
    /^p?(\d{1,3}) ?(d|w|m|y)(?:ays?|ks?|eeks?|os?|nths?|onths?|rs?|ears?)?$/.exec(text) ?? []
  return unit === '' ? null : ruleOf(`FREQ=${UNITS[unit]};INTERVAL=${Number(count)}`)
}

export const TASK_PROGRAM_NAMES = TASK_PROGRAMS.map(({ name }) => name)
