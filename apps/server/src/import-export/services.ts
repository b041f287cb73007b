import { isDue } from '@cardinal/domain'
import { parseJson } from '../reading/json.ts'
import type { Fields } from './found.ts'
import type { TrackedFields } from './lost-fields.ts'

/** Tags by which an import keeps what other services say with a mark. docs/api.md names them. */
export const MARKS = {
  unread: 'unread',
  archived: 'archived',
  favourite: 'favourite',
  isPrivate: 'private',
} as const

/** A service whose records need more than their names of fields. */
interface Service {
  /** Fields by which its records are recognised: all of them are there. */
  readonly signs: readonly string[]
  /** The same record with the names of fields that `readRecord` knows. Fields that are left out stay. */
  readonly translate: (fields: Fields) => Readonly<Record<string, unknown>>
}

/** Returns the record with known names of fields, where it has the shape of a service; else as it is. */
export function translated(fields: TrackedFields): Fields {
  const service = SERVICES.find(({ signs }) => signs.every((name) => fields.has(name)))
  return service === undefined ? fields : fields.with(service.translate(fields))
}

/** The first service whose signs are all there is taken; shapes with more signs come first. */
const SERVICES: readonly Service[] = [
  {
    // Pinboard calls the title "description" and the description "extended". Its tags have spaces between them.
    signs: ['href', 'description', 'extended'],
    translate: (fields) => ({
      title: fields.get('description'),
      description: fields.get('extended'),
      tags: words(fields.get('tags')),
      marks: [
        ...when(fields.get('toread') === 'yes', MARKS.unread),
        ...when(fields.get('shared') === 'no', MARKS.isPrivate),
      ],
    }),
  },
  {
    // Wallabag. `content` is the copy of the page, which is not kept.
    signs: ['url', 'is_archived', 'is_starred'],
    translate: (fields) => ({
      content: '',
      titles: list(fields.get('annotations')).map((note) => ({
        text: [field(note, 'quote'), field(note, 'text')].filter((text) => text !== '').join(' – '),
      })),
      marks: [
        isOn(fields.get('is_archived')) ? MARKS.archived : MARKS.unread,
        ...when(isOn(fields.get('is_starred')), MARKS.favourite),
      ],
    }),
  },
  {
    // Omnivore.
    signs: ['url', 'savedat', 'state'],
    translate: (fields) => ({
      created: fields.get('savedat'),
      marks: when(fields.get('state') === 'Archived', MARKS.archived),
    }),
  },
  {
    // Karakeep keeps the address or the text of a bookmark in an object of its own.
    signs: ['content', 'archived', 'tags', 'note'],
    translate: (fields) => {
      const content = fields.get('content')
      const text = field(content, 'text')
      const isPage = field(content, 'type') === 'link'
      return {
        url: isPage ? field(content, 'url') : '',
        content: isPage ? '' : text,
        marks: [
          ...when(isOn(fields.get('archived')), MARKS.archived),
          ...when(isOn(fields.get('favourited')), MARKS.favourite),
        ],
      }
    },
  },
  {
    // Instapaper. Three of its folders are states; `Selection` is what was marked on the page.
    signs: ['url', 'selection', 'folder', 'timestamp'],
    translate: (fields) => {
      const mark = INSTAPAPER_STATES.get(String(fields.get('folder')))
      return {
        description: fields.get('selection'),
        created: fields.get('timestamp'),
        ...(mark === undefined ? {} : { folder: '', marks: [mark] }),
        tags: listInText(fields.get('tags')),
      }
    },
  },
  {
    // Pocket.
    signs: ['url', 'time_added', 'status'],
    translate: (fields) => ({
      marks: [
        ...when(fields.get('status') === 'unread', MARKS.unread),
        ...when(fields.get('status') === 'archive', MARKS.archived),
      ],
    }),
  },
  {
    // Raindrop.
    signs: ['url', 'excerpt', 'favorite'],
    translate: (fields) => ({ marks: when(isOn(fields.get('favorite')), MARKS.favourite) }),
  },
  {
    // TickTick. The list of a task becomes a folder, which is a tag.
    signs: ['list name', 'title', 'is check list', 'completed time'],
    translate: (fields) => ({
      type: 'todo',
      text: fields.get('content'),
      content: '',
      folder: fields.get('list name'),
      created: fields.get('created time'),
      doneat: fields.get('completed time'),
      dueat: dayIn(fields.get('due date')),
    }),
  },
  {
    // A note of Google Keep, one in a file.
    signs: ['isarchived', 'ispinned', 'createdtimestampusec'],
    translate: (fields) => ({
      type: list(fields.get('listcontent')).length > 0 ? 'todo' : 'note',
      text: fields.get('textcontent') ?? '',
      titles: list(fields.get('listcontent')).map((item) => ({
        text: field(item, 'text'),
        isTicked: isOn((item as { isChecked?: unknown } | null)?.isChecked),
      })),
      created: fields.get('createdtimestampusec'),
      marks: [
        ...when(isOn(fields.get('isarchived')), MARKS.archived),
        ...when(isOn(fields.get('ispinned')), MARKS.favourite),
      ],
    }),
  },
  {
    // Things, as `things-cli` writes it.
    signs: ['uuid', 'title', 'status', 'notes'],
    translate: (fields) => ({
      type: 'todo',
      text: fields.get('notes'),
      notes: '',
      folder: [fields.get('area_title'), fields.get('project_title'), fields.get('heading_title')]
        .filter((name) => typeof name === 'string' && name !== '')
        .map((name) => String(name).replaceAll('/', ' '))
        .join('/'),
      titles: list(fields.get('checklist')).map((item) => ({
        text: field(item, 'title'),
        isTicked: field(item, 'status') === 'completed',
      })),
      dueat: dayIn(fields.get('deadline') ?? fields.get('start_date')),
      doneat: fields.get('status') === 'completed' ? fields.get('stop_date') : null,
    }),
  },
  {
    // Memos.
    signs: ['content', 'visibility', 'createtime'],
    translate: (fields) => ({
      created: fields.get('createtime'),
      marks: [
        ...when(fields.get('state') === 'ARCHIVED', MARKS.archived),
        ...when(isOn(fields.get('pinned')), MARKS.favourite),
      ],
    }),
  },
  {
    // Simplenote.
    signs: ['content', 'creationdate', 'lastmodified'],
    translate: (fields) => ({
      created: fields.get('creationdate'),
      marks: when(isOn(fields.get('pinned')), MARKS.favourite),
    }),
  },
  {
    // TiddlyWiki writes times as digits from the year on, and tags of several words between double brackets.
    signs: ['title', 'text', 'created', 'modified'],
    translate: (fields) => ({
      created: timeOfDigits(fields.get('created')),
      tags: typeof fields.get('tags') === 'string' ? bracketed(String(fields.get('tags'))) : [],
    }),
  },
]

const INSTAPAPER_STATES = new Map<string, string>([
  ['Unread', MARKS.unread],
  ['Archive', MARKS.archived],
  ['Starred', MARKS.favourite],
])

function when(isSo: boolean, mark: string): string[] {
  return isSo ? [mark] : []
}

/** Returns whether a mark is set, in JSON or in a table. */
function isOn(value: unknown): boolean {
  return value === true || value === 1 || value === '1' || value === 'true'
}

function words(value: unknown): unknown {
  return typeof value === 'string' ? value.split(/\s+/).filter((word) => word !== '') : value
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function field(value: unknown, name: string): string {
  const found = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : ''
  return typeof found === 'string' ? found : ''
}

/** Returns a cell that holds a list in JSON, such as `["a","b"]`; anything else as it is. */
function listInText(value: unknown): unknown {
  if (typeof value !== 'string' || !value.startsWith('[')) return value
  return parseJson(value) ?? value
}

/** Returns the day of a time such as `2024-05-01T00:00:00+0000`, or nothing. */
function dayIn(value: unknown): string {
  const day = typeof value === 'string' ? value.slice(0, 10) : ''
  return isDue(day) ? day : ''
}

/** Returns `20240131120000000` as `2024-01-31T12:00:00Z`. Other times as they are. */
function timeOfDigits(value: unknown): unknown {
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)\d{0,3}$/.exec(typeof value === 'string' ? value : '')
  if (parts === null) return value
  const [, year, month, day, hour, minute, second] = parts
  return `${year}-${month}-${day}T${hour}:${minute}:${second}Z`
}

/** Returns `[[slow food]] bread` as two names. */
function bracketed(text: string): string[] {
  return [...text.matchAll(/\[\[([^[\]]{1,500})\]\]|(\S+)/g)].map(([, inside, word]) => inside ?? word ?? '')
}
