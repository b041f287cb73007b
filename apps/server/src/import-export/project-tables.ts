import { joinFamilies, type Member } from './families.ts'
import { FILE_LIMITS } from './file-limits.ts'
import { type FoundCard, plainCard } from './found.ts'
import type { Fields, Ledger } from './ledger.ts'
import { joinedTexts } from './link-row.ts'
import { hasHour } from './moments.ts'
import { commaSeparated, MARKS } from './service.ts'

/**
 * An export of Asana. A task names its parent by title, and by its id in brackets if the export has it. Projects
 * are outer folders, sections inner ones.
 */
export class AsanaTable {
  readonly #members: { readonly member: Member; readonly parent: string }[] = []

  add(fields: Fields): void {
    fields.skip(['last modified'])
    const name = fields.text('name').trim()
    const notes = fields.text('notes').trim()
    const key = fields.text('task id') || `row ${this.#members.length}`
    const completed = fields.moment('completed at')
    const [project = '', ...others] = fields.take('projects', commaSeparated) ?? []
    const folders = [project, fields.text('section/column')].map(plainFolder).filter((each) => each !== '')
    const content = joinedTexts([name, notes], '\n\n')
    if (content === '') return
    const card = {
      ...plainCard('todo', content),
      tags: [...(fields.take('tags', commaSeparated) ?? []), ...others],
      folders,
      dueAt: fields.due('due date'),
      startAt: dayAlone(fields, 'start date'),
      doneAt: completed,
      createdAt: fields.moment('created at'),
    }
    this.#members.push({ member: { key, parent: null, card }, parent: fields.text('parent task').trim() })
  }

  cards(ledger: Ledger): FoundCard[] {
    const keys = new Set(this.#members.map(({ member }) => member.key))
    const byTitle = new Map<string, string | null>()
    for (const { member } of this.#members) {
      const [title = ''] = member.card.content.split('\n', 1)
      byTitle.set(title, byTitle.has(title) ? null : member.key)
    }
    const members = this.#members.map(({ member, parent }): Member => {
      if (parent === '') return member
      const key = keys.has(parent) ? parent : byTitle.get(parent)
      if (key === undefined || key === null) ledger.note('Parent task', parent, { isGarbled: true })
      return { ...member, parent: key ?? null }
    })
    const byKey = new Map(members.map((member) => [member.key, member]))
    return joinFamilies(
      members.map((member) => ({ ...member, card: { ...member.card, folders: foldersOf(member, byKey) } })),
      ledger,
    )
  }
}

/**
 * Asana writes the project of a subtask only if the subtask was added to one. Otherwise it has the project of its
 * parent.
 */
function foldersOf(member: Member, byKey: ReadonlyMap<string, Member>): readonly string[] {
  let at: Member | undefined = member
  for (let n = 0; n < FILE_LIMITS.folders && at !== undefined; n++) {
    if (at.card.folders.length > 0) return at.card.folders
    at = at.parent === null ? undefined : byKey.get(at.parent)
  }
  return []
}

/** An export of OmniFocus. `Task ID` gives the position of a row: 1.2 is below 1. */
export class OmniFocusTable {
  readonly #members: Member[] = []
  /** Names of projects by their `Task ID`. */
  readonly #projects = new Map<string, string>()

  add(fields: Fields): void {
    const place = fields.text('task id').trim()
    const type = fields.oneOf('type', TYPES)
    const name = fields.text('name').trim()
    const notes = fields.text('notes', 'note').trim()
    const status = fields.text('status').trim().toLowerCase()
    fields.skip(['duration'], ['0', '0m'])
    // Contexts and tags are not tasks. A task's row has its tags.
    if (type === 'Context' || type === 'Tag') fields.skip(['flagged'], ['0'])
    if (type === 'Context' || type === 'Tag') return void (name !== '' && fields.lose('name'))
    const key = place === '' ? `row ${this.#members.length}` : place
    const completed = fields.moment('completion date')
    const isDropped = /^dropped$/.test(status)
    const isDone = completed !== null || isDropped || /^(?:completed|done)$/.test(status)
    const isOnHold = /^(?:on hold|inactive|on-hold)$/.test(status)
    if (status !== '' && !KNOWN_STATES.test(status)) fields.lose('status')
    if (fields.isSet('planned date')) fields.lose('planned date')
    const project = plainFolder(fields.text('project'))
    const content = joinedTexts([name, notes], '\n\n')
    if (content === '') return
    const parent = key.includes('.') ? key.slice(0, key.lastIndexOf('.')) : null
    if (type === 'Project') this.#projects.set(key, plainFolder(name))
    const tags = ['context', 'tags'].flatMap((each) => fields.take(each, tagsOfOmniFocus) ?? [])
    this.#members.push({
      key,
      parent,
      card: {
        ...plainCard('todo', content),
        tags: [
          ...new Set(tags),
          ...(fields.isOn('flagged') ? [MARKS.favourite] : []),
          ...(isDropped ? [MARKS.cancelled] : []),
          ...(isOnHold ? ['on hold'] : []),
        ],
        folders: project === '' ? [] : [project],
        dueAt: fields.due('due date'),
        startAt: dayAlone(fields, 'start date', 'defer date'),
        doneAt: isDone ? (completed ?? Date.now()) : null,
      },
    })
  }

  cards(ledger: Ledger): FoundCard[] {
    // A project without a date and a note becomes the folder of its tasks.
    const parents = new Set(this.#members.map(({ parent }) => parent))
    const members = this.#members.filter(
      ({ key, card }) => !(this.#projects.has(key) && parents.has(key) && isNameAlone(card)),
    )
    return joinFamilies(members, ledger)
  }
}

/** `Place : Shop, Calls` is the tag Shop with the parent Place, and the tag Calls. */
export function tagsOfOmniFocus(value: unknown): string[] | null {
  return commaSeparated(value)?.map((name) => name.replace(/ : /g, '/')) ?? null
}

const TYPES = ['Project', 'Action', 'Action Group', 'Context', 'Tag', 'Inbox', 'Task', 'Folder'] as const
const KNOWN_STATES =
  /^(?:active|available|completed|done|dropped|on hold|on-hold|inactive|remaining|next|due soon|overdue|blocked)$/

function isNameAlone({ content, tags, dueAt, startAt, doneAt }: FoundCard): boolean {
  return !content.includes('\n') && tags.length === 0 && dueAt === null && startAt === null && doneAt === null
}

export function plainFolder(name: string): string {
  return name.replaceAll('/', ' ').trim()
}

/** The day of a start. Its time is listed as lost. */
export function dayAlone(fields: Fields, ...names: readonly string[]): string | null {
  const name = names.find((each) => fields.isSet(each)) ?? names[0] ?? ''
  const start = fields.due(name)
  if (start !== null && hasHour(start)) fields.lose(name)
  return start?.slice(0, 10) ?? null
}
