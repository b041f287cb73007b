import { isObject, parseJson } from '../lib/decoding.ts'
import { CSL_ITEM } from './csl-items.ts'
import { type Fields, textOf } from './ledger.ts'
import { textOfMarkup } from './markup-text.ts'
import { OTHER_FLAGS } from './other-flags.ts'
import { tagsInProse } from './prose-tags.ts'
import { ruleOfWords } from './task-tables.ts'

/** Tags for flags of other services. docs/api.md lists them. */
export const MARKS = {
  unread: 'unread',
  archived: 'archived',
  favourite: 'favourite',
  isPrivate: 'private',
  cancelled: 'cancelled',
  conflict: 'conflict',
} as const

/** Field that `translate` sets on deleted records. */
export const IN_TRASH = 'in the trash'
/** Field that `translate` sets to the reason why a record becomes no card. */
export const LEFT_OUT = 'left out'
export const TRASHED = 'It is in the trash of its program, and was left out.'

/** A service whose records need more than renamed fields. */
interface Service {
  readonly name: string
  /** Fields that identify its records: all must be present. */
  readonly signs: readonly string[]
  /** Whether a record with these fields is one of its own. Absent: it is. */
  readonly fits?: (fields: Fields) => boolean
  /** Values under names that `readRecord` knows. Other fields stay. */
  readonly translate: (fields: Fields) => Readonly<Record<string, unknown>>
}

/** Lays `readRecord`'s field names over a record of a known service. */
export function translate(fields: Fields): void {
  const service = SERVICES.find(
    ({ signs, fits }) => signs.every((name) => fields.has(name)) && (fits?.(fields) ?? true),
  )
  if (service !== undefined) fields.override(service.translate(fields))
}

/** The first service whose signs are all present is taken, so more specific ones come first. */
const SERVICES: readonly Service[] = [
  {
    // Pinboard calls the title "description" and the description "extended". Its tags are separated by spaces.
    name: 'Pinboard',
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
    name: 'Wallabag',
    signs: ['url', 'is_archived', 'is_starred'],
    translate: (fields) => ({
      [IN_TRASH]: fields.moment('deleted_at') !== null,
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
    // Wallabag 1 wrote each value a second time, by its number. `content` is the copy of the page.
    name: 'Wallabag 1',
    signs: ['url', 'is_read', 'is_fav'],
    translate: (fields) => {
      fields.skip(['0', '1', '2', '3', '4', '5', '6', 'user_id'])
      return {
        content: '',
        marks: [
          fields.isOn('is_read') ? MARKS.archived : MARKS.unread,
          ...when(fields.isOn('is_fav'), MARKS.favourite),
        ],
      }
    },
  },
  {
    name: 'Readability',
    signs: ['article__url', 'article__title'],
    translate: (fields) => {
      fields.skip(['date_archived', 'date_favorited'])
      return {
        url: fields.text('article__url'),
        title: textOfMarkup(fields.text('article__title')).text,
        description: textOfMarkup(fields.text('article__excerpt')).text,
        marks: [
          ...when(fields.isOn('archive'), MARKS.archived),
          ...when(fields.isOn('favorite'), MARKS.favourite),
        ],
      }
    },
  },
  {
    name: 'GoodLinks',
    signs: ['url', 'addedat', 'starred'],
    translate: (fields) => ({
      created: fields.instant('addedat'),
      description: fields.text('summary'),
      titles: passagesIn(fields.objects('highlights')),
      marks: [
        fields.moment('readat') === null ? MARKS.unread : MARKS.archived,
        ...when(fields.isOn('starred'), MARKS.favourite),
      ],
    }),
  },
  {
    // Diigo. Its tags are separated by spaces, and quotes hold several words together.
    name: 'Diigo',
    signs: ['url', 'tags', 'comments', 'annotations'],
    translate: (fields) => ({
      description: texts(fields, ['description', 'comments', 'annotations']),
      comments: '',
      annotations: '',
      tags: fields.take('tags', (value) =>
        typeof value === 'string' && !value.includes(',')
          ? [...value.matchAll(/"([^"]{1,500})"|([^\s"]+)/g)].map(([, quoted, word]) => quoted ?? word ?? '')
          : value,
      ),
    }),
  },
  {
    // Day One. Its pictures are files of the archive, named by the hash of their bytes.
    name: 'Day One',
    signs: ['uuid', 'creationdate'],
    fits: (fields) => fields.has('text') || fields.has('richtext') || fields.has('photos'),
    translate: (fields) => {
      fields.skip(['modifieddate', 'richtext', 'timezone', 'isallday', 'duration', 'editingtime'])
      fields.skip(['creationdevice', 'creationdevicetype', 'creationosname', 'creationosversion'])
      fields.skip(['creationdevicemodel'])
      for (const kind of ['photos', 'videos', 'audios', 'pdfattachments'])
        fields.attach(kind, (file) =>
          isObject(file)
            ? [textOf(file.md5), textOf(file.type)].filter((part) => part).join('.') || null
            : null,
        )
      return {
        created: fields.instant('creationdate'),
        text: fields.text('text').replace(/\\(?=[.!#()+\-[\]{}*_>])/g, ''),
        marks: when(fields.isOn('starred') || fields.isOn('ispinned'), MARKS.favourite),
      }
    },
  },
  {
    // Hypothes.is: one annotation a record. The passage that it is about is a selector.
    name: 'Hypothesis',
    signs: ['uri', 'target', 'user'],
    translate: (fields) => {
      fields.skip(['updated', 'user', 'group', 'permissions', 'links', 'user_info', 'flagged', 'hidden'])
      const passages = fields.objects('target').flatMap((target) => {
        target.skip(['source'])
        return target.objects('selector').map((selector) => {
          selector.skip(
            'type,prefix,suffix,start,end,startcontainer,endcontainer,startoffset,endoffset,conformsto,value'.split(
              ',',
            ),
          )
          return selector.text('exact')
        })
      })
      const [passage = ''] = passages.filter((text) => text !== '')
      const titles = fields
        .object('document')
        .take('title', (value) => (Array.isArray(value) ? value[0] : value))
      return {
        url: fields.text('uri'),
        title: textOf(titles) ?? '',
        titles: [{ text: [passage, fields.text('text')].filter((text) => text !== '').join(' – ') }],
      }
    },
  },
  {
    // Feed readers with the API of Google Reader: one article a record.
    name: 'starred articles of a feed reader',
    signs: ['title', 'published', 'origin'],
    translate: (fields) => {
      fields.skip('id,updated,crawltimemsec,timestampusec,origin,direction'.split(','))
      const pages = ['canonical', 'alternate'].flatMap((name) =>
        fields.objects(name).map((page) => {
          page.skip(['type'])
          return page.text('href')
        }),
      )
      return {
        url: pages.find((address) => address !== '') ?? '',
        created: fields.instant('published'),
        tags: fields
          .list('categories')
          .flatMap((name) => /\/label\/(.+)$/.exec(textOf(name) ?? '')?.[1] ?? []),
      }
    },
  },
  {
    // Toodledo. Day and time of a due date have a column each.
    name: 'Toodledo',
    signs: ['task', 'folder', 'context', 'duedate', 'note'],
    translate: (fields) => {
      fields.skip(['priority', 'length', 'timer'], ['0'])
      fields.skip(['status', 'repeat'], ['none'])
      const isRepeated = fields.peek('repeat').toLowerCase() !== 'none'
      if (fields.isSet('starttime')) fields.lose('starttime')
      const day = fields.text('duedate')
      return {
        type: 'todo',
        title: fields.text('task'),
        dueat: fields.moments.due('duedate', `${day} ${fields.text('duetime')}`.trim()),
        startat: fields.due('startdate', null, true),
        recurrence: isRepeated ? fields.take('repeat', (value) => ruleOfWords(value, fields.moments)) : null,
        doneat: fields.instant('completed'),
        tags: [
          ...(fields.take('tag', commaSeparated) ?? []),
          ...when(fields.isSet('context'), fields.text('context').replace(/^@/, '')),
        ],
        tag: '',
        marks: when(fields.isOn('star'), MARKS.favourite),
      }
    },
  },
  {
    // Tasks of Outlook, and of Microsoft To Do by way of it.
    name: 'tasks of Outlook',
    signs: ['subject', 'due date', 'date completed', 'notes'],
    translate: (fields) => {
      fields.skip(['priority', 'sensitivity'], ['normal'])
      fields.skip(['reminder on/off', 'private'], ['false'])
      fields.skip(['% complete', 'total work', 'actual work', 'schedule+ priority'], ['0', '1'])
      fields.skip(['% complete'], ['100', '1.000', '0.000'])
      fields.skip(['status'], ['not started'])
      const status = fields.text('status')
      const isDone = /^completed$/i.test(status) || fields.isSet('date completed')
      return {
        type: 'todo',
        title: fields.text('subject'),
        tags: fields.take(
          'categories',
          (value) =>
            textOf(value)
              ?.split(/[;,]/)
              .map((name) => name.trim()) ?? null,
        ),
        ...(isDone && { doneat: fields.instant('date completed') ?? new Date().toISOString() }),
        marks: when(fields.isOn('private'), MARKS.isPrivate),
      }
    },
  },
  {
    name: 'Omnivore',
    signs: ['url', 'savedat', 'state'],
    translate: (fields) => {
      fields.skip(['slug', 'updatedat'])
      const state = fields.oneOf('state', OMNIVORE_STATES)
      return {
        [IN_TRASH]: state === 'Deleted',
        created: fields.instant('savedat'),
        marks: when(state === 'Archived', MARKS.archived),
      }
    },
  },
  {
    // Karakeep keeps a bookmark's address or text in an object.
    name: 'Karakeep',
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
    // Instapaper. Three of its folders are states; `Selection` is a highlight.
    name: 'Instapaper',
    signs: ['url', 'selection', 'folder'],
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
    name: 'Pocket',
    signs: ['url', 'time_added', 'status'],
    translate: (fields) => {
      const status = fields.oneOf('status', ['unread', 'archive'])
      return {
        marks: [...when(status === 'unread', MARKS.unread), ...when(status === 'archive', MARKS.archived)],
      }
    },
  },
  {
    // Reader of Readwise. Its tags are a list in Python's notation.
    name: 'Readwise Reader',
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
    // Highlights of Readwise, one in a row.
    name: 'highlights of Readwise',
    signs: ['highlight', 'book title', 'highlighted at'],
    translate: (fields) => ({
      text: [
        fields.text('highlight').trim(),
        [fields.text('book title'), fields.text('book author')].filter((part) => part !== '').join(', '),
        fields.text('note').trim(),
      ]
        .filter((part) => part !== '')
        .join('\n\n'),
      note: '',
      tags: ['tags', 'document tags'].flatMap((name) => fields.take(name, commaSeparated) ?? []),
      created: fields.instant('highlighted at'),
    }),
  },
  {
    name: 'Raindrop',
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
    // Google Keep: one note a file.
    name: 'Google Keep',
    signs: ['isarchived', 'ispinned', 'createdtimestampusec'],
    translate: (fields) => {
      const items = fields.objects('listcontent')
      fields.skip(['textcontenthtml'])
      for (const item of items) item.skip(['texthtml'])
      fields.attach('attachments', (file) => (isObject(file) ? textOf(file.filePath) : null))
      return {
        [IN_TRASH]: fields.isOn('istrashed'),
        type: items.length > 0 ? 'todo' : 'note',
        text: textOfKeep(fields),
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
    // Things, as exported by `things-cli`.
    name: 'Things',
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
        ...(fields.isSet('deadline')
          ? { dueat: fields.due('deadline'), startat: fields.due('start_date') }
          : { dueat: fields.due('start_date') }),
        ...(status === 'completed' || status === 'canceled'
          ? { doneat: fields.instant('stop_date') ?? new Date().toISOString() }
          : {}),
      }
    },
  },
  {
    // Memos. Its `name` is the address of the memo in Memos, and `snippet`, `nodes` and `property` repeat its text.
    name: 'Memos',
    signs: ['content', 'visibility', 'createtime'],
    translate: (fields) => {
      fields.skip(['name', 'uid', 'creator', 'snippet', 'nodes', 'property'])
      fields.attach('attachments', fileOfMemos)
      fields.attach('resources', fileOfMemos)
      const state = fields.oneOf(fields.has('state') ? 'state' : 'rowstatus', MEMO_STATES)
      return {
        name: '',
        created: fields.instant('createtime'),
        marks: [
          ...when(state === 'ARCHIVED', MARKS.archived),
          ...when(fields.isOn('pinned'), MARKS.favourite),
        ],
      }
    },
  },
  {
    // Memos before version 0.22, which wrote seconds, and tags in the text alone.
    name: 'Memos of earlier versions',
    signs: ['content', 'visibility', 'rowstatus', 'createdts'],
    translate: (fields) => {
      fields.skip(['name', 'uid', 'creatorid', 'creatorname', 'creatorusername', 'displayts'])
      fields.attach('resourcelist', fileOfMemos)
      return {
        name: '',
        tags: tagsInProse(fields.text('content')),
        created: fields.instant('createdts'),
        marks: [
          ...when(fields.oneOf('rowstatus', MEMO_STATES) === 'ARCHIVED', MARKS.archived),
          ...when(fields.isOn('pinned'), MARKS.favourite),
        ],
      }
    },
  },
  {
    // Standard Notes; `attachedFiles` was added by `json-shapes.ts`.
    name: 'Standard Notes',
    signs: ['text', 'attachedfiles'],
    translate: (fields) => {
      fields.attach('attachedfiles', textOf)
      return {}
    },
  },
  {
    name: 'Simplenote',
    signs: ['content', 'creationdate', 'lastmodified'],
    translate: (fields) => ({
      created: fields.instant('creationdate'),
      marks: when(fields.isOn('pinned'), MARKS.favourite),
    }),
  },
  CSL_ITEM,
  {
    // TiddlyWiki writes times as digits from the year on, and tags of several words in double brackets.
    name: 'TiddlyWiki',
    signs: ['title', 'text', 'created', 'modified'],
    translate: tiddler,
  },
  {
    // TiddlyWiki entries without dates.
    name: 'TiddlyWiki without dates',
    signs: ['title', 'text'],
    fits: (fields) => fields.peek('title').startsWith('$:/') || fields.peek('tags').includes('[['),
    translate: tiddler,
  },
  OTHER_FLAGS,
]

const MEMO_STATES = ['NORMAL', 'ACTIVE', 'ARCHIVED'] as const

function fileOfMemos(file: unknown): string | null {
  return isObject(file) ? (textOf(file.filename) ?? textOf(file.name)) : null
}

/** Returns the text of a note of Keep, and below it the addresses that Keep found in it and shows as cards. */
function textOfKeep(fields: Fields): string {
  const text = fields.text('textcontent')
  const addresses = fields.objects('annotations').map((page) => {
    page.skip(['source', 'title', 'description'])
    return page.text('url')
  })
  const others = addresses.filter((address) => address !== '' && !text.includes(address))
  return [text, ...others].filter((part) => part !== '').join('\n')
}

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

function commaSeparated(value: unknown): string[] | null {
  const names = textOf(value)
    ?.split(',')
    .map((name) => name.trim())
  return names?.filter((name) => name !== '') ?? null
}

/** The texts of several fields, one below the other, each once. */
function texts(fields: Fields, names: readonly string[]): string {
  return [...new Set(names.map((name) => fields.text(name).trim()))]
    .filter((text) => text !== '')
    .join('\n\n')
}

/** Highlights, each with the note about it. */
export function passagesIn(highlights: readonly Fields[]) {
  return highlights.map((each) => {
    each.skip(
      'created,createdat,created_at,updated,updatedat,updated_at,color,colour,type,position,time'.split(','),
    )
    const passage = each.text('text', 'quote', 'content', 'exact', 'highlight')
    const about = each.text('note', 'comment', 'annotation')
    return { text: [passage, about].filter((text) => text !== '').join(' – '), isTicked: false }
  })
}

function words(value: unknown): unknown[] | null {
  if (Array.isArray(value)) return value
  return typeof value === 'string' ? value.split(/\s+/).filter((word) => word !== '') : null
}

/** Parses a cell with a JSON list, such as `["a","b"]`; other texts stay. */
function listInText(value: unknown): unknown {
  const text = textOf(value)
  return text?.startsWith('[') ? (parseJson(text) ?? listOfPython(text) ?? text) : text
}

/** `['a', "b's"]` is two names. Null: not such a list. */
export function listOfPython(text: string): string[] | null {
  if (!/^\[.*\]$/s.test(text.trim())) return null
  const items = [...text.matchAll(/'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"/g)]
  if (items.length === 0) return text.trim() === '[]' ? [] : null
  return items.map(([, single, double]) => (single ?? double ?? '').replace(/\\(.)/g, '$1'))
}

function tiddler(fields: Fields): Readonly<Record<string, unknown>> {
  const title = fields.text('title')
  if (title.startsWith('$:/')) return { [LEFT_OUT]: `“${title}” is a part of TiddlyWiki, and was left out.` }
  if (/^(?:image|audio|video|font)\/|^application\/pdf/.test(fields.text('type'))) {
    fields.attach('text', () => title)
    return { [LEFT_OUT]: `“${title}” is a file. Files are not kept.` }
  }
  fields.skip(['creator', 'modifier', 'revision', 'bag'])
  fields.skip(
    ['type'],
    ['text/vnd.tiddlywiki', 'text/x-markdown', 'text/markdown', 'text/plain', 'text/html'],
  )
  return {
    type: '',
    created: fields.instant('created'),
    tags: fields.take('tags', (value) => (typeof value === 'string' ? bracketed(value) : null)),
  }
}

/** `[[slow food]] bread` is two names. */
function bracketed(text: string): string[] {
  return [...text.matchAll(/\[\[([^[\]]{1,500})\]\]|(\S+)/g)].map(([, inside, word]) => inside ?? word ?? '')
}

export const SERVICE_NAMES = SERVICES.map(({ name }) => name)
