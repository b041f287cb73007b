import { isObject } from '../lib/decoding.ts'
import { type Fields, textOf } from './ledger.ts'
import { tagsInProse } from './prose-tags.ts'
import { commaSeparated, IN_TRASH, LEFT_OUT, MARKS, type Service, when } from './service.ts'
import { ruleOfWords } from './task-tables.ts'

/** Programs for notes and todos. Services with few signs come last. */
export const SERVICES_OF_NOTES: readonly Service[] = [
  {
    // Day One. Pictures are files of the archive, named by the hash of their bytes.
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
    // Toodledo. The day and the time of a due date are two columns.
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
    // Tasks of Outlook, or of Microsoft To Do exported by it.
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
    // Google Keep: one note a file. Until 2021 it wrote only when a note was changed.
    name: 'Google Keep',
    signs: ['isarchived', 'ispinned'],
    fits: (fields) => fields.has('createdtimestampusec') || fields.has('usereditedtimestampusec'),
    translate: (fields) => {
      const items = fields.objects('listcontent')
      const created = fields.has('createdtimestampusec') ? 'createdtimestampusec' : 'usereditedtimestampusec'
      fields.skip(['textcontenthtml'])
      for (const item of items) item.skip(['texthtml'])
      fields.attach('attachments', (file) => (isObject(file) ? textOf(file.filePath) : null))
      return {
        [IN_TRASH]: fields.isOn('istrashed'),
        type: items.length > 0 ? 'todo' : 'note',
        text: textOfKeep(fields, items.length > 0),
        titles: items.map((item) => ({ text: item.text('text'), isTicked: item.isOn('ischecked') })),
        created: fields.instant(created),
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
    // Memos. `name` is the memo's path in Memos; `snippet`, `nodes` and `property` repeat its text.
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
    // Memos before version 0.22 wrote seconds, and tags only in the text.
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
]

const MEMO_STATES = ['NORMAL', 'ACTIVE', 'ARCHIVED'] as const

function fileOfMemos(file: unknown): string | null {
  return isObject(file) ? (textOf(file.filename) ?? textOf(file.name)) : null
}

/**
 * Returns the text of a note of Keep, and below it the addresses that Keep found in it and shows as cards. A note may be a
 * picture alone, whose name is its text then.
 */
function textOfKeep(fields: Fields, isList: boolean): string {
  const [picture = ''] = fields.files
  const isPictureAlone = !isList && !fields.isSet('textcontent') && !fields.isSet('title')
  const text = isPictureAlone ? picture : fields.text('textcontent')
  const addresses = fields.objects('annotations').map((page) => {
    page.skip(['source', 'title', 'description'])
    return page.text('url')
  })
  const others = addresses.filter((address) => address !== '' && !text.includes(address))
  return [text, ...others].filter((part) => part !== '').join('\n')
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

/** Reads `[[slow food]] bread` as two names. */
function bracketed(text: string): string[] {
  return [...text.matchAll(/\[\[([^[\]]{1,500})\]\]|(\S+)/g)].map(([, inside, word]) => inside ?? word ?? '')
}
