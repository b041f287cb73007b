import { readFileSync } from 'node:fs'
import type { Receipt } from '@cardinal/contract'
import { describe, expect, it } from 'vitest'
import { serverFor } from '../support/node.ts'
import { DATABASES } from '../support/stores.ts'

/** Fields of an exported card that a case checks. */
interface CaseCard {
  readonly type: string
  readonly content: string
  /** Display names. */
  readonly tags?: readonly string[]
  readonly subtasks?: readonly (readonly [text: string, isTicked: boolean])[]
  readonly dueAt?: string
  readonly recurrence?: string
  readonly createdAt?: string
  /** First lines of the linked cards. */
  readonly parents?: readonly string[]
  readonly children?: readonly string[]
}

interface Case {
  readonly file: string
  readonly says: string
  readonly receipt: Partial<Receipt>
  /** Cards by text. */
  readonly cards: readonly CaseCard[]
  /** By search text, the first lines of the cards that it finds. */
  readonly finds?: Readonly<Record<string, readonly string[]>>
}

const CREATED = '2026-03-01T10:00:00.000Z'
const lineOf = (n: number, damaged = 'für') => ({
  type: 'hyperlink',
  content: `Übung ${damaged} Käse ${n} ß\nhttps://e.org/${n}`,
  tags: ['käse'],
  createdAt: '2024-01-05T10:00:00.000Z',
})

const NESTED = [
  { type: 'note', content: 'a\n\nalpha', tags: ['software'] },
  { type: 'note', content: 'b\n\nbeta', tags: ['software/android'] },
  { type: 'note', content: 'c\n\ngamma', tags: ['two'] },
  { type: 'note', content: 'd\n\ndelta', tags: ['one/two'] },
  { type: 'note', content: 'e\n\neps', tags: ['one'] },
]

const CASES: readonly Case[] = [
  {
    file: '01-ticktick-child-first.csv',
    says: 'a task of TickTick becomes a subtask of one that stands below it',
    receipt: { rows: 1, created: 1 },
    cards: [
      {
        type: 'todo',
        content: 'Paint the fence',
        tags: ['Chores', 'Home'],
        subtasks: [['Wash brushes', false]],
        createdAt: CREATED,
      },
    ],
  },
  {
    file: '02-ticktick-berlin-allday.csv',
    says: 'a whole day of TickTick is the day in the zone of the task',
    receipt: { created: 1 },
    cards: [
      {
        type: 'todo',
        content: 'Call the bank',
        tags: ['Chores', 'Home'],
        dueAt: '2026-03-10',
        createdAt: CREATED,
      },
    ],
  },
  {
    file: '02-joplin-iso.jex',
    says: 'a todo of Joplin is due by the clock of the import',
    receipt: { created: 1, assumed: { encoding: 'utf-8', time_zone: 'Europe/Berlin' } },
    cards: [
      {
        type: 'todo',
        content: 'Call the bank\n\nbody text',
        tags: ['Chores'],
        dueAt: '2026-03-10T00:00',
        createdAt: CREATED,
      },
    ],
  },
  {
    file: '02-joplin-iso-noon.jex',
    says: 'the time of day of Joplin is kept',
    receipt: { created: 1, assumed: { encoding: 'utf-8', time_zone: 'Europe/Berlin' } },
    cards: [
      {
        type: 'todo',
        content: 'Call the bank\n\nbody text',
        tags: ['Chores'],
        dueAt: '2026-03-09T15:30',
        createdAt: CREATED,
      },
    ],
  },
  {
    file: '02-due-iso.csv',
    says: 'a due time with seconds and without a zone is what the clock shows',
    receipt: { created: 1, assumed: { encoding: 'utf-8' } },
    cards: [{ type: 'note', content: 'Call', dueAt: '2026-03-09T14:30' }],
  },
  {
    file: '02-due.json',
    says: 'a due time by UTC is shown by the clock of the import',
    receipt: { created: 1, assumed: { encoding: 'utf-8', time_zone: 'Europe/Berlin' } },
    cards: [{ type: 'todo', content: 'Call', dueAt: '2026-03-09T15:00' }],
  },
  {
    file: '03-todoist-subtask.csv',
    says: 'a task below a task of Todoist keeps its date, label, description and comment',
    receipt: { rows: 3, created: 3, lost: [{ field: 'PRIORITY', count: 1, example: '1' }] },
    cards: [
      {
        type: 'todo',
        content: 'Book the train\n\nline one\nline two\n\nseat by the window',
        tags: ['travel'],
        dueAt: '2026-03-09',
        parents: ['Plan the trip'],
      },
      { type: 'todo', content: 'Pack', tags: ['home'], recurrence: 'FREQ=DAILY' },
      { type: 'todo', content: 'Plan the trip', children: ['Book the train'] },
    ],
  },
  {
    file: '04-tags-number.zip',
    says: 'a number is a tag of front matter',
    receipt: { created: 1 },
    cards: [{ type: 'note', content: 'n\n\ntext', tags: ['2024', 'work'] }],
  },
  {
    file: '04-tags-wikilink.zip',
    says: 'a link to a page is a tag of front matter',
    receipt: { created: 1 },
    cards: [{ type: 'note', content: 'n\n\ntext', tags: ['misc'] }],
  },
  {
    file: '05-front-matter-colon.md',
    says: 'one file of Markdown is a note, and front matter that is no YAML is read line by line',
    receipt: {
      created: 1,
      lost: [
        {
          field: 'front matter that is no YAML, read line by line',
          count: 1,
          example: '"title": Fwd: Hints',
          not_understood: true,
        },
      ],
    },
    cards: [
      {
        type: 'note',
        content: 'Fwd: Hints\n\nBody text',
        tags: ['hints', 'mail'],
        createdAt: '2014-04-29T22:00:00.000Z',
      },
    ],
  },
  {
    file: '06-hash.zip',
    says: 'words behind # are tags in text, and in nothing else',
    receipt: { created: 1 },
    cards: [
      {
        type: 'note',
        content: expect.stringContaining('n\n\nSome text #real here.\n\n```c\n#include <x>') as string,
        tags: ['NotHeading', 'a/b', 'emoji🎉', 'end', 'paren', 'real', 'with-dash'],
      },
    ],
  },
  {
    file: '08-raindrop.csv',
    says: 'the folder Unsorted is no tag',
    receipt: {
      created: 3,
      lost: [{ field: 'cover', count: 1, example: 'https://e.org/x.jpg' }],
    },
    cards: [
      {
        type: 'hyperlink',
        content: 'He said "go, now"\nhttps://e.org/a\n\nline one\nline two, with "quotes"',
        tags: ['a', 'b'],
      },
      { type: 'hyperlink', content: 'No tags\nhttps://e.org/c' },
      {
        type: 'hyperlink',
        content: 'Plain\nhttps://e.org/b\n\nmy note\n\nan excerpt\n\nhl',
        tags: ['Bread', 'Cooking', 'c', 'favourite'],
      },
    ],
  },
  {
    file: '09-utf8-stray-byte.html',
    says: 'a wrong byte damages one character',
    receipt: { created: 5, assumed: { encoding: 'utf-8' } },
    cards: [lineOf(0), lineOf(1), lineOf(3), lineOf(4), lineOf(2, 'f\ufffdr')],
  },
  {
    file: '10-windows-1251-undeclared.html',
    says: 'an encoding that is not declared is found, and said',
    receipt: { created: 3, assumed: { encoding: 'windows-1251' } },
    cards: [
      { type: 'hyperlink', content: 'Как приготовить борщ\nhttps://e.org/1' },
      { type: 'hyperlink', content: 'Новости Москвы сегодня\nhttps://e.org/2' },
      { type: 'hyperlink', content: 'Привет мир\nhttps://e.org/0' },
    ],
  },
  {
    file: '07-nested-tags-front-matter.zip',
    says: 'a tag inside of another is found by that, and is another than the tag of its last word',
    receipt: { created: 5, tags: 5 },
    cards: NESTED,
    finds: { software: ['a', 'b'], one: ['d', 'e'] },
  },
  {
    file: '07-nested-tags.zip',
    says: 'so is a nested tag in a text',
    receipt: { created: 5, tags: 5 },
    cards: NESTED.map((card) => ({ ...card, content: `${card.content} #${card.tags[0]}` })),
  },
  {
    file: '11-percent-tags.html',
    says: 'tags that differ in a sign are several',
    receipt: { created: 3, tags: 3 },
    cards: [
      { type: 'hyperlink', content: 'hundred\nhttps://e.org/c', tags: ['100'] },
      { type: 'hyperlink', content: 'hundred percent\nhttps://e.org/b', tags: ['100%'] },
      { type: 'hyperlink', content: 'zero\nhttps://e.org/a', tags: ['0%'] },
    ],
  },
  {
    file: '12-emoji-tags.html',
    says: 'tags of emoji are shown as they are, and what is not seen makes no other tag',
    receipt: { created: 1, tags: 4 },
    cards: [{ type: 'hyperlink', content: 'z\nhttps://e.org/a', tags: ['AB', 'café', '❤️', '👩‍💻'] }],
  },
  {
    file: '13-sign-tags.html',
    says: 'tags without a letter or digit are named',
    receipt: {
      created: 1,
      tags: 1,
      renamed_tags: [
        { from: '"', to: null },
        { from: '$', to: null },
        { from: "$'", to: null },
        { from: '`', to: null },
      ],
    },
    cards: [{ type: 'hyperlink', content: 'z\nhttps://e.org/a', tags: ['Bash'] }],
  },
  {
    file: '14-zotero.rdf',
    says: 'a subject with a comma is one tag',
    receipt: { created: 1 },
    cards: [
      {
        type: 'hyperlink',
        content: 'A study\nhttps://e.org/ms\n\n1998\n\nAbs',
        tags: ['Auto‚ matic', 'MSS. Bodl. 272-3‚ 289', 'plain'],
      },
    ],
  },
  {
    file: 'E10-enex-checklist.enex',
    says: 'a check list of Evernote is a todo with its ticks',
    receipt: {
      created: 1,
      lost: [
        { field: 'updated', count: 1, example: '20231003T090703Z' },
        { field: 'note-attributes.author', count: 1, example: 'Ada' },
      ],
    },
    cards: [
      {
        type: 'todo',
        content: 'Supplies',
        tags: ['a‚ b', 'home'],
        subtasks: [
          ['Water', true],
          ['Candles', false],
        ],
        createdAt: '2023-10-02T09:07:03.000Z',
      },
    ],
  },
  {
    file: 'x-keep-trashed.json',
    says: 'a note in the trash is left out, with the reason',
    receipt: {
      rows: 1,
      created: 0,
      failed: [{ row: 1, reason: 'It is in the trash of its program, and was left out.' }],
    },
    cards: [],
  },
  {
    file: 'x-linkding.html',
    says: 'notes stand below the description, and archived is a mark',
    receipt: {
      created: 1,
      lost: [{ field: 'last_modified', count: 1, example: '1698568490' }],
    },
    cards: [
      {
        type: 'hyperlink',
        content: 'Title\nhttps://e.org/ld\n\ndesc\n\nnote',
        tags: ['archived', 'one', 'private'],
      },
    ],
  },
  {
    file: 'x-omnivore.zip',
    says: 'highlights stand below their link, and a copy of its page is its copy',
    receipt: {
      rows: 1,
      created: 1,
      copies: { kept: 1, left_out: 0 },
      lost: [
        { field: 'author', count: 1, example: 'A' },
        { field: 'publishedAt', count: 1, example: '2020-10-29T08:34:48.000Z' },
      ],
    },
    cards: [{ type: 'hyperlink', content: 'T\nhttps://e.org/o\n\nd\n\n> quoted\n\nmy note', tags: ['a'] }],
  },
  {
    file: 'x-pocket.html',
    says: 'what was read in Pocket is archived',
    receipt: { created: 2 },
    cards: [
      { type: 'hyperlink', content: 'One\nhttps://e.org/1', tags: ['a b', 'c', 'unread'] },
      { type: 'hyperlink', content: 'Two\nhttps://e.org/2', tags: ['archived'] },
    ],
  },
  {
    file: 'x-shaarli-note.html',
    says: 'a note of Shaarli is a note',
    receipt: { created: 2 },
    cards: [
      { type: 'note', content: 'Note: my text\n\nthe body', tags: ['note'] },
      { type: 'hyperlink', content: 'Video\nhttps://e.org/v' },
    ],
  },
  {
    file: 'x-todo.txt',
    says: 'ordinary lines of todo.txt are todos, too',
    receipt: { created: 4 },
    cards: [
      { type: 'todo', content: 'buy milk' },
      { type: 'todo', content: 'one', tags: ['a', 'priority a'] },
      { type: 'todo', content: 'three', dueAt: '2026-03-09' },
      { type: 'todo', content: 'two', tags: ['p', 'priority b'] },
    ],
  },
  {
    file: 'x-title-prefix.zip',
    says: 'a title is kept where the text begins with the same letters',
    receipt: { created: 1 },
    cards: [{ type: 'note', content: 'Car\n\nCarpet colours are red.' }],
  },
]

interface Exported {
  readonly tags: readonly {
    readonly _id: string
    readonly tag_name: string
    readonly display_name?: string
  }[]
  readonly entities: readonly (Omit<CaseCard, 'tags' | 'subtasks'> & {
    readonly _id: string
    readonly tags_assigned: readonly string[]
    readonly titles: readonly { readonly text: string; readonly isTicked: boolean }[]
    readonly parents: readonly string[]
    readonly children: readonly string[]
  })[]
}

/** The cards of an export by text, in the form of a case. */
function cardsIn({ tags, entities }: Exported): CaseCard[] {
  const nameById = new Map(tags.map((tag) => [tag._id, tag.display_name ?? tag.tag_name]))
  const lineById = new Map(entities.map(({ _id, content }) => [_id, content.split('\n', 1)[0] ?? '']))
  const linesOf = (ids: readonly string[]) => ids.map((id) => lineById.get(id) ?? id)
  return entities
    .map(({ type, content, tags_assigned, titles, dueAt, recurrence, createdAt, parents, children }) => ({
      type,
      content,
      tags: tags_assigned.map((id) => nameById.get(id) ?? id).sort(),
      subtasks: titles.map(({ text, isTicked }) => [text, isTicked] as const),
      ...(dueAt && { dueAt }),
      ...(recurrence && { recurrence }),
      ...(createdAt && { createdAt }),
      parents: linesOf(parents),
      children: linesOf(children),
    }))
    .sort((a, b) => (a.content < b.content ? -1 : 1))
}

describe.each(DATABASES)('files of other programs on $name', ({ start }) => {
  const server = serverFor(start)

  it.each(CASES)(
    '[TG-7] the file $file of another program: $says',
    async ({ file, receipt, cards, finds = {} }) => {
      const ada = await server.signUp()
      const bytes = new Uint8Array(readFileSync(new URL(`cases/${file}`, import.meta.url)))
      const query = `time_zone=Europe/Berlin&file_name=${file}`
      const type = { 'content-type': 'application/octet-stream' }
      const preview = await ada.send('POST', `/import?${query}&dry_run=true`, bytes, type)
      expect(preview.status).toBe(200)
      const { status, body } = await ada.send('POST', `/import?${query}`, bytes, type)
      expect(status).toBe(200)
      expect(body.data).toMatchObject({ failed: [], ...receipt })
      expect(body.data.lost).toEqual(receipt.lost)
      expect(preview.body.data).toMatchObject({ ...body.data, import_id: expect.anything() })
      const exported = async (search = '') => {
        const { body: text } = await ada.send('GET', `/export?format=json${search}`)
        return cardsIn((typeof text === 'string' ? JSON.parse(text) : text) as Exported)
      }
      const found = await exported()
      expect(found).toHaveLength(cards.length)
      for (const [at, card] of cards.entries())
        expect(found[at]).toMatchObject({ tags: [], subtasks: [], parents: [], children: [], ...card })
      for (const [search, lines] of Object.entries(finds))
        expect((await exported(`&search=${search}`)).map(({ content }) => content.split('\n', 1)[0])).toEqual(
          lines,
        )
    },
  )
})
