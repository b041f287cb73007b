import { isObject, parseJson } from '../lib/decoding.ts'
import { type Fields, textOf } from './ledger.ts'

/** Tags by which an import keeps what other services say with a mark. docs/api.md names them. */
export const MARKS = {
  unread: 'unread',
  archived: 'archived',
  favourite: 'favourite',
  isPrivate: 'private',
  cancelled: 'cancelled',
  conflict: 'conflict',
} as const

/** A field that `translate` lays over records of things that were deleted. */
export const IN_TRASH = 'in the trash'
export const TRASHED = 'It is in the trash of its program, and was left out.'

/** A service whose records need more than their names of fields. */
interface Service {
  /** Fields by which its records are recognised: all of them are there. */
  readonly signs: readonly string[]
  /** Returns the record by the names that `readRecord` knows. Fields that are left out stay. */
  readonly translate: (fields: Fields) => Readonly<Record<string, unknown>>
}

/** Lays known names of fields over a record that has the shape of a service. */
export function translate(fields: Fields): void {
  const service = SERVICES.find(({ signs }) => signs.every((name) => fields.has(name)))
  if (service !== undefined) fields.lay(service.translate(fields))
}

/** The first service whose signs are all there is taken; shapes with more signs come first. */
const SERVICES: readonly Service[] = [
  {
    // Pinboard calls the title "description" and the description "extended". Its tags have spaces between them.
    signs: ['href', 'description', 'extended'],
    translate: (fields) => {
      fields.skip(['hash'])
      return {
        title: fields.text('description'),
        description: fields.text('extended'),
        tags: fields.take('tags', words),
        marks: [
          ...when(fields.isOn('toread'), MARKS.unread),
          ...when(fields.oneOf('shared', ['yes', 'no']) === 'no', MARKS.isPrivate),
        ],
      }
    },
  },
  {
    // Wallabag. `content` is the copy of the page.
    signs: ['url', 'is_archived', 'is_starred'],
    translate: (fields) => ({
      content: '',
      titles: fields.objects('annotations').map((note) => ({
        text: [note.text('quote'), note.text('text')].filter((text) => text !== '').join(' – '),
      })),
      marks: [
        fields.isOn('is_archived') ? MARKS.archived : MARKS.unread,
        ...when(fields.isOn('is_starred'), MARKS.favourite),
      ],
    }),
  },
  {
    // Omnivore.
    signs: ['url', 'savedat', 'state'],
    translate: (fields) => {
      fields.skip(['slug', 'updatedat', 'readingprogress'])
      const state = fields.oneOf('state', OMNIVORE_STATES)
      return {
        [IN_TRASH]: state === 'Deleted',
        created: fields.instant('savedat'),
        marks: when(state === 'Archived', MARKS.archived),
      }
    },
  },
  {
    // Karakeep keeps the address or the text of a bookmark in an object of its own.
    signs: ['content', 'archived', 'tags', 'note'],
    translate: (fields) => {
      const content = fields.object('content')
      const isPage = content.oneOf('type', ['link', 'text', 'asset']) === 'link'
      return {
        url: isPage ? content.text('url') : '',
        content: isPage ? '' : content.text('text'),
        marks: [
          ...when(fields.isOn('archived'), MARKS.archived),
          ...when(fields.isOn('favourited'), MARKS.favourite),
        ],
      }
    },
  },
  {
    // Instapaper. Three of its folders are states; `Selection` is what was marked on the page.
    signs: ['url', 'selection', 'folder', 'timestamp'],
    translate: (fields) => {
      const mark = INSTAPAPER_STATES.get(fields.text('folder'))
      return {
        description: fields.text('selection'),
        created: fields.instant('timestamp'),
        ...(mark === undefined ? {} : { folder: '', marks: [mark] }),
        tags: fields.take('tags', listInText),
      }
    },
  },
  {
    // Pocket.
    signs: ['url', 'time_added', 'status'],
    translate: (fields) => {
      const status = fields.oneOf('status', ['unread', 'archive'])
      return {
        marks: [...when(status === 'unread', MARKS.unread), ...when(status === 'archive', MARKS.archived)],
      }
    },
  },
  {
    // Reader of Readwise. Its tags are a list as Python prints it.
    signs: ['url', 'document tags', 'saved date'],
    translate: (fields) => {
      const place = fields.oneOf('location', ['new', 'later', 'shortlist', 'archive', 'feed'])
      return {
        tags: fields.take('document tags', listInText),
        created: fields.instant('saved date'),
        marks: [
          ...when(place === 'archive', MARKS.archived),
          ...when(place === 'new' || place === 'later' || place === 'shortlist', MARKS.unread),
        ],
      }
    },
  },
  {
    // Raindrop.
    signs: ['url', 'excerpt', 'favorite'],
    translate: (fields) => ({
      description: [fields.text('note').trim(), fields.text('excerpt').trim()]
        .filter((text) => text !== '')
        .join('\n\n'),
      note: '',
      excerpt: '',
      marks: when(fields.isOn('favorite'), MARKS.favourite),
    }),
  },
  {
    // A note of Google Keep, one in a file.
    signs: ['isarchived', 'ispinned', 'createdtimestampusec'],
    translate: (fields) => {
      const items = fields.objects('listcontent')
      fields.attach('attachments', (file) => (isObject(file) ? textOf(file.filePath) : null))
      return {
        [IN_TRASH]: fields.isOn('istrashed'),
        type: items.length > 0 ? 'todo' : 'note',
        text: fields.text('textcontent'),
        titles: items.map((item) => ({ text: item.text('text'), isTicked: item.isOn('ischecked') })),
        created: fields.instant('createdtimestampusec'),
        marks: [
          ...when(fields.isOn('isarchived'), MARKS.archived),
          ...when(fields.isOn('ispinned'), MARKS.favourite),
        ],
      }
    },
  },
  {
    // Things, as `things-cli` writes it.
    signs: ['uuid', 'title', 'status', 'notes'],
    translate: (fields) => {
      fields.skip(['type'], ['to-do'])
      const status = fields.oneOf('status', ['incomplete', 'completed', 'canceled'])
      return {
        [IN_TRASH]: fields.isOn('trashed'),
        marks: when(status === 'canceled', MARKS.cancelled),
        type: 'todo',
        text: fields.text('notes'),
        notes: '',
        folder: [fields.text('area_title'), fields.text('project_title'), fields.text('heading_title')]
          .filter((name) => name !== '')
          .map((name) => name.replaceAll('/', ' '))
          .join('/'),
        titles: fields.objects('checklist').map((item) => ({
          text: item.text('title'),
          isTicked:
            (item.oneOf('status', ['incomplete', 'completed', 'canceled']) ?? 'incomplete') !== 'incomplete',
        })),
        dueat: fields.due(fields.isSet('deadline') ? 'deadline' : 'start_date'),
        ...(status === 'completed' || status === 'canceled'
          ? { doneat: fields.instant('stop_date') ?? new Date().toISOString() }
          : {}),
      }
    },
  },
  {
    // Memos.
    signs: ['content', 'visibility', 'createtime'],
    translate: (fields) => ({
      created: fields.instant('createtime'),
      marks: [
        ...when(fields.oneOf('state', ['NORMAL', 'ARCHIVED']) === 'ARCHIVED', MARKS.archived),
        ...when(fields.isOn('pinned'), MARKS.favourite),
      ],
    }),
  },
  {
    // Standard Notes, with the names of files that were found beside its notes.
    signs: ['text', 'attachedfiles'],
    translate: (fields) => {
      fields.attach('attachedfiles', textOf)
      return {}
    },
  },
  {
    // Simplenote.
    signs: ['content', 'creationdate', 'lastmodified'],
    translate: (fields) => ({
      created: fields.instant('creationdate'),
      marks: when(fields.isOn('pinned'), MARKS.favourite),
    }),
  },
  {
    // TiddlyWiki writes times as digits from the year on, and tags of several words between double brackets.
    signs: ['title', 'text', 'created', 'modified'],
    translate: (fields) => ({
      created: fields.instant('created'),
      tags: fields.take('tags', (value) => (typeof value === 'string' ? bracketed(value) : null)),
    }),
  },
]

const OMNIVORE_STATES = [
  'Active',
  'Archived',
  'Unread',
  'Reading',
  'Succeeded',
  'Failed',
  'Processing',
  'Deleted',
] as const
const INSTAPAPER_STATES = new Map<string, string>([
  ['Unread', MARKS.unread],
  ['Archive', MARKS.archived],
  ['Starred', MARKS.favourite],
])

function when(isSo: boolean, mark: string): string[] {
  return isSo ? [mark] : []
}

function words(value: unknown): unknown[] | null {
  if (Array.isArray(value)) return value
  return typeof value === 'string' ? value.split(/\s+/).filter((word) => word !== '') : null
}

/** Returns a cell that holds a list in JSON, such as `["a","b"]`; any other text as it is. */
function listInText(value: unknown): unknown {
  const text = textOf(value)
  return text?.startsWith('[') ? (parseJson(text) ?? listOfPython(text) ?? text) : text
}

/** Returns `['a', "b's"]` as two names; null: it is no such list. */
export function listOfPython(text: string): string[] | null {
  if (!/^\[.*\]$/s.test(text.trim())) return null
  const items = [...text.matchAll(/'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"/g)]
  if (items.length === 0) return text.trim() === '[]' ? [] : null
  return items.map(([, single, double]) => (single ?? double ?? '').replace(/\\(.)/g, '$1'))
}

/** Returns `[[slow food]] bread` as two names. */
function bracketed(text: string): string[] {
  return [...text.matchAll(/\[\[([^[\]]{1,500})\]\]|(\S+)/g)].map(([, inside, word]) => inside ?? word ?? '')
}
