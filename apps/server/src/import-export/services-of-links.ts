import { parseJson } from '../lib/decoding.ts'
import { type Fields, textOf } from './ledger.ts'
import { textOfMarkup } from './markup-text.ts'
import { commaSeparated, IN_TRASH, listOfPython, MARKS, passagesIn, type Service, when } from './service.ts'

/** Programs for links, and feed readers. */
export const SERVICES_OF_LINKS: readonly Service[] = [
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
    // Wallabag. `content` is the text of the page.
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
    // Wallabag 1 wrote each value twice, by name and by number. `content` is the text of the page.
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
    // Diigo. Tags are separated by spaces; quotes enclose several words.
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
    // Hypothes.is: each record is an annotation. Its passage is in a selector.
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
    // Feed readers with Google Reader's API: each record is an article.
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
    // Karakeep puts a bookmark's address or text into an object.
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
    // Instapaper. Three of its folders are states. `Selection` is a highlight.
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
    // Readwise Reader. Tags are a list in Python's notation.
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
    // Highlights of Readwise: each row is one.
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
      folder: pathOfRaindrop(fields.text('folder')),
      marks: when(fields.isOn('favorite'), MARKS.favourite),
    }),
  },
]

/** Raindrop puts blanks around the slash between collections, so that a name may have one. */
function pathOfRaindrop(path: string): string {
  if (!path.includes(' / ')) return path
  return path
    .split(' / ')
    .map((name) => name.replaceAll('/', ' '))
    .join('/')
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

/** The texts of several fields on lines of their own. Repeated texts are left out. */
function texts(fields: Fields, names: readonly string[]): string {
  return [...new Set(names.map((name) => fields.text(name).trim()))]
    .filter((text) => text !== '')
    .join('\n\n')
}

function words(value: unknown): unknown[] | null {
  if (Array.isArray(value)) return value
  return typeof value === 'string' ? value.split(/\s+/).filter((word) => word !== '') : null
}

/** Parses a cell that contains a JSON list, such as `["a","b"]`; other texts are unchanged. */
function listInText(value: unknown): unknown {
  const text = textOf(value)
  return text?.startsWith('[') ? (parseJson(text) ?? listOfPython(text) ?? text) : text
}
