import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest'
import { type Person, serverFor } from '../support/node.ts'
import { startSqlite } from '../support/stores.ts'
import { fromNpm, fromPypi, type Installed, load } from './install.ts'

const COMMAND = fileURLToPath(new URL('../../../../packages/command/bin/cardinal.mjs', import.meta.url))

const server = serverFor(startSqlite)
const url = () => server.api.replace(/\/api$/, '')

/** Clients in docs/api.md that this test installs. */
const FROM_NPM = [
  '@modelcontextprotocol/inspector@2.12.0',
  'node-ical@0.27.2',
  'ical.js@2.2.1',
  'rss-parser@3.13.0',
  'feedsmith@3.0.1',
]
const FROM_PYPI = {
  linkding: ['linkding-cli==2024.9.0'],
  pinboard: ['pinboard==2.1.9'],
  karakeep: ['karakeep-python-api==1.7.0'],
}

let npm: Installed
let pypi: Record<keyof typeof FROM_PYPI, Installed>
let home: string
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'cardinal-clients-'))
  const [fromOthers, linkding, pinboard, karakeep] = await Promise.all([
    fromNpm(FROM_NPM),
    fromPypi(FROM_PYPI.linkding),
    fromPypi(FROM_PYPI.pinboard),
    fromPypi(FROM_PYPI.karakeep),
  ])
  npm = fromOthers
  pypi = { linkding, pinboard, karakeep }
}, 60_000)
afterAll(() => rmSync(home, { recursive: true, force: true }))

/**
 * Skips the test if the clients could not be installed. The reason is printed, because Vitest shows it only for
 * slow files.
 */
function folderOf(installed: Installed, { skip, task }: TestContext): string {
  if ('folder' in installed) return installed.folder
  console.warn(`Left out: ${task.name}. ${installed.reason}`)
  return skip(installed.reason)
}

async function run(program: string, args: readonly string[], env: Record<string, string> = {}) {
  return new Promise<string>((resolve, reject) => {
    const options = { env: { PATH: process.env.PATH, HOME: home, ...env }, timeout: 30_000 }
    execFile(program, args, options, (error, out, errors) =>
      error === null ? resolve(out) : reject(new Error(`${program} ${args.join(' ')}\n${out}\n${errors}`)),
    )
  })
}

async function add(person: Person, newEntity: object, tags: readonly string[] = []) {
  const made = await person.send('POST', '/entity/create-one', { newEntity })
  expect(made.status, JSON.stringify(made.body)).toBe(200)
  if (tags.length === 0) return
  const tagged = await person.send('POST', '/tag/create-many-from-keyword', {
    frontendGeneratedTags: tags.map((tag_name) => ({ tag_name })),
    attachToTheseEntities: [made.body.data._id],
    entityType: made.body.data.type,
  })
  expect(tagged.status, JSON.stringify(tagged.body)).toBe(200)
}

const tokenOf = async (person: Person): Promise<string> =>
  (await person.send('POST', '/user/create-token', { name: 'client', scope: 'write' })).body.data.token

describe('the MCP Inspector, unmodified', () => {
  it('the MCP Inspector lists the tools of `cardinal mcp`, adds a card and finds it', async (context) => {
    const folder = folderOf(npm, context)
    const token = await tokenOf(await server.signUp())
    const program = join(folder, 'node_modules/.bin/mcp-inspector')
    const inspect = async (...asked: string[]) =>
      JSON.parse(
        await run(program, [
          '--cli',
          ...['-e', `CARDINAL_URL=${url()}`, '-e', `CARDINAL_TOKEN=${token}`],
          ...[process.execPath, COMMAND, 'mcp', ...asked],
        ]),
      )
    const { tools } = await inspect('--method', 'tools/list')
    expect(tools.map(({ name }: { name: string }) => name)).toContain('find_cards')
    const call = (name: string, ...args: string[]) =>
      inspect('--method', 'tools/call', '--tool-name', name, ...args.flatMap((arg) => ['--tool-arg', arg]))
    const added = await call(
      'add_cards',
      'cards=[{"text":"Feed the starter","type":"todo","tags":["bread"]}]',
    )
    expect(added.isError, JSON.stringify(added)).not.toBe(true)
    const { content } = await call('find_cards', 'search=bread')
    expect(content[0].text).toContain('Feed the starter')
  }, 120_000)
})

describe('readers of calendars, unmodified', () => {
  const calendar = async () => {
    const ada = await server.signUp()
    await add(
      ada,
      { type: 'todo', content: 'Brot; backen, \\ heute\nmit Roggen — 2 h', dueAt: '2031-01-30T09:30' },
      ['baking', 'slow food'],
    )
    const last = 'FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1'
    await add(ada, { type: 'todo', content: 'Pay the rent', dueAt: '2031-01-31', recurrence: last })
    const thirtieth = 'FREQ=MONTHLY;BYMONTHDAY=28,29,30;BYSETPOS=-1'
    await add(ada, { type: 'todo', content: 'Save', dueAt: '2031-01-30T18:00', recurrence: thirtieth })
    const twice = 'FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=28,29;BYSETPOS=-1;UNTIL=20310501'
    await add(ada, {
      type: 'todo',
      content: 'Twice, from a short month',
      dueAt: '2031-02-28',
      recurrence: twice,
    })
    await add(ada, { type: 'hyperlink', content: 'Read\nhttps://x.example/?a=1&b=2', dueAt: '2031-02-01' })
    return `${url()}${(await ada.send('POST', '/user/create-calendar')).body.data.path}`
  }

  it('node-ical reads titles, times, descriptions, tags and recurrences of the calendar', async (context) => {
    const { default: ical } = await load(folderOf(npm, context), 'node-ical')
    const events = Object.values(await ical.async.fromURL(await calendar())) as Record<string, unknown>[]
    const named = (summary: string) => events.find((event) => event.summary === summary)
    expect(named('Brot; backen, \\ heute')).toMatchObject({
      type: 'VEVENT',
      description: 'mit Roggen — 2 h',
      categories: ['baking', 'slow food'],
      datetype: 'date-time',
    })
    const start = named('Brot; backen, \\ heute')?.start as Date
    expect([start.getFullYear(), start.getMonth(), start.getDate(), start.getHours()]).toEqual([
      2031, 0, 30, 9,
    ])
    expect(named('Read')).toMatchObject({
      datetype: 'date',
      description: 'https://x.example/?a=1&b=2',
    })
    const rule = named('Pay the rent')?.rrule as { between(from: Date, to: Date): Date[] }
    const days = rule.between(new Date(2031, 0, 1), new Date(2031, 5, 1))
    expect(days.map((day) => day.getDate())).toEqual([31, 28, 31, 30, 31])
  })

  it('ical.js reads the calendar, and puts a monthly date on the last day of short months', async (context) => {
    const { default: ICAL } = await load(folderOf(npm, context), 'ical.js')
    const text = await (await fetch(await calendar())).text()
    const parsed = new ICAL.Component(ICAL.parse(text))
    const events = parsed
      .getAllSubcomponents('vevent')
      .map((component: unknown) => new ICAL.Event(component, { strictExceptions: true }))
    const named = (title: string) => events.find(({ summary }: { summary: string }) => summary === title)
    const first = (title: string) => {
      const times = named(title).iterator()
      return Array.from({ length: 4 }, () => times.next()?.toString())
    }
    expect(first('Pay the rent')).toEqual(['2031-01-31', '2031-02-28', '2031-03-31', '2031-04-30'])
    const evenings = ['2031-01-30', '2031-02-28', '2031-03-30', '2031-04-30'].map((day) => `${day}T18:00:00`)
    expect(first('Save')).toEqual(evenings)
    expect(first('Twice, from a short month')).toEqual(['2031-02-28', '2031-04-29', undefined, undefined])
    const bread = named('Brot; backen, \\ heute')
    expect(bread.startDate.toString()).toBe('2031-01-30T09:30:00')
    expect(bread.component.getFirstProperty('categories').getValues()).toEqual(['baking', 'slow food'])
  })
})

describe('readers of feeds, unmodified', () => {
  const shared = async () => {
    const ada = await server.signUp()
    const createdAt = '2026-01-02T03:04:05.000Z'
    const content = '<b>Bread</b> & "rye" — ☕\nSlow & good\nhttps://x.example/?a=1&b=<2>'
    await add(ada, { type: 'hyperlink', content, createdAt }, ['baking'])
    const asked = { title: 'Bread & more', shows: ['descriptions', 'tags'], query: { search: 'baking' } }
    const { path } = (await ada.send('POST', '/user/create-shared-search', asked)).body.data
    return `${url()}${path}`
  }
  const title = '<b>Bread</b> & "rye" — ☕'

  it('rss-parser reads titles, addresses, dates and tags', async (context) => {
    const { default: Parser } = await load(folderOf(npm, context), 'rss-parser')
    const feed = await new Parser().parseURL(`${await shared()}/feed.xml`)
    expect(feed.title).toBe('Bread & more')
    expect(feed.items).toMatchObject([
      {
        title,
        link: expect.stringContaining('https://x.example/?a=1&b='),
        isoDate: '2026-01-02T03:04:05.000Z',
      },
    ])
    expect(feed.items[0].categories).toEqual(['baking'])
  })

  it('feedsmith recognises RSS and JSON feed, and reads the same item in both', async (context) => {
    const { parseFeed } = await load(folderOf(npm, context), 'feedsmith')
    const address = await shared()
    const read = async (name: string) => parseFeed(await (await fetch(`${address}/${name}`)).text())
    const [rss, json] = [await read('feed.xml'), await read('feed.json')]
    expect([rss.format, json.format]).toEqual(['rss', 'json'])
    expect(rss.feed.items).toMatchObject([{ title, categories: [{ name: 'baking' }] }])
    expect(json.feed.items).toMatchObject([{ title, tags: ['baking'], url: rss.feed.items[0].link }])
  })
})

describe('linkding-cli, unmodified', () => {
  it('linkding-cli adds a bookmark, changes it, finds it by its tag, archives and deletes it', async (context) => {
    const folder = folderOf(pypi.linkding, context)
    const program = join(folder, 'bin/linkding')
    const env = {
      PYTHONPATH: folder,
      LINKDING_URL: url(),
      LINKDING_TOKEN: await tokenOf(await server.signUp()),
    }
    const linkding = (...args: string[]) => run(program, args, env)
    const tags = ['--tags', 'baking,slow food']
    const made = JSON.parse(
      await linkding('bookmarks', 'create', 'https://x.example/bread', '--title', 'Bread', ...tags),
    )
    expect(made).toMatchObject({ url: 'https://x.example/bread', title: 'Bread' })
    await linkding('bookmarks', 'update', String(made.id), '--notes', 'for Sunday')
    const all = JSON.parse(await linkding('bookmarks', 'all', '--query', '#baking'))
    expect(all).toMatchObject({ count: 1, results: [{ id: made.id, notes: 'for Sunday' }] })
    await linkding('bookmarks', 'archive', String(made.id))
    expect(JSON.parse(await linkding('bookmarks', 'all', '--archived')).count).toBe(1)
    await linkding('bookmarks', 'delete', String(made.id))
    expect(JSON.parse(await linkding('bookmarks', 'all')).count).toBe(0)
  })
})

/** Runs Python code with an installed client. Returns the JSON that it prints. */
async function python(folder: string, lines: string, env: Record<string, string>) {
  // Python also reads its own modules, and must not write compiled files next to them.
  return JSON.parse(
    await run('python3', ['-c', lines], { PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: '1', ...env }),
  )
}

describe('pinboard.py, unmodified', () => {
  // The client has its server as a constant, which a program can set.
  const PROGRAM = `
import datetime, json, os, pinboard
pinboard.pinboard.PINBOARD_API_ENDPOINT = os.environ['SERVER'] + '/v1/'
pb = pinboard.Pinboard('ada:' + os.environ['TOKEN'])
link = 'https://x.example/a?b=1&c=2'
day = datetime.datetime(2014, 5, 6, 7, 8, 9)
pb.posts.add(url=link, description='Ein Buch', extended='two\\nlines', tags=['bread', 'slow_food'], shared=False, toread=True, dt=day)
pb.posts.add(url='https://y.example/', description='Y', tags='a')
said = {}
try:
    pb.posts.add(url=link, description='Z', replace=False)
except pinboard.PinboardError as error:
    said['again'] = str(error)
def shown(post):
    return [post.url, post.description, post.extended, post.tags, post.shared, post.toread, str(post.time)]
said['got'] = [shown(post) for post in pb.posts.get(url=link)['posts']]
said['recent'] = [post.url for post in pb.posts.recent(count=1)['posts']]
said['tagged'] = [post.url for post in pb.posts.all(tag=['bread', 'slow_food'], fromdt='2014-01-01T00:00:00Z')]
said['dates'] = {str(key): value for key, value in pb.posts.dates(tag=['bread'])['dates'].items()}
said['isUpdated'] = pb.posts.update() > day
said['suggested'] = pb.posts.suggest(url=link)
pb.tags.rename(old='bread', new='baking')
pb.tags.delete(tag='a')
said['tags'] = [[tag.name, tag.count] for tag in pb.tags.get()]
post = pb.posts.get(url=link)['posts'][0]
post.description = 'New'
post.tags = ['one']
post.save(update_time=True)
said['saved'] = [shown(post) for post in pb.posts.get(url=link)['posts']]
said['notes'] = pb.notes.list()['count']
post.delete()
said['left'] = [post.url for post in pb.posts.all()]
print(json.dumps(said))
`

  it('pinboard.py adds, gets, changes and deletes bookmarks, and renames tags', async (context) => {
    const folder = folderOf(pypi.pinboard, context)
    const TOKEN = await tokenOf(await server.signUp())
    const said = await python(folder, PROGRAM, { SERVER: url(), TOKEN })
    const time = '2014-05-06 07:08:09'
    expect(said).toEqual({
      again: 'item already exists',
      got: [
        ['https://x.example/a?b=1&c=2', 'Ein Buch', 'two\nlines', ['bread', 'slow_food'], false, true, time],
      ],
      recent: ['https://y.example/'],
      tagged: ['https://x.example/a?b=1&c=2'],
      dates: { '2014-05-06': 1 },
      isUpdated: true,
      suggested: [{ popular: [] }, { recommended: expect.any(Array) }],
      tags: expect.arrayContaining([
        ['baking', 1],
        ['slow_food', 1],
      ]),
      saved: [['https://x.example/a?b=1&c=2', 'New', 'two\nlines', ['one'], false, true, time]],
      notes: 0,
      left: ['https://y.example/'],
    })
    expect(said.tags.map(([name]: string[]) => name)).not.toContain('a')
  })
})

describe('karakeep-python-api, unmodified', () => {
  const PROGRAM = `
import json, os
from karakeep_python_api import KarakeepAPI, APIError
api = KarakeepAPI(api_endpoint=os.environ['SERVER'] + '/api/v1/', api_key=os.environ['TOKEN'], rate_limit=0)
made = api.create_a_new_bookmark(type='link', url='https://x.example/bread', title='Bread', note='for Sunday', createdAt='2014-05-06T07:08:09.000Z')
text = api.create_a_new_bookmark(type='text', text='Feed the starter')
said = {'same': api.create_a_new_bookmark(type='link', url='https://x.example/bread').id == made.id}
api.attach_tags_to_a_bookmark(made.id, tag_names=['baking', 'slow food'])
got = api.get_a_single_bookmark(made.id)
said['got'] = [got.title, got.note, got.content.url, got.createdAt[:19], sorted(tag.name for tag in got.tags)]
first = api.get_all_bookmarks(limit=1)
second = api.get_all_bookmarks(limit=1, cursor=first.nextCursor)
said['pages'] = sorted(page.bookmarks[0].id == made.id for page in (first, second))
said['end'] = second.nextCursor
said['found'] = [one.id == made.id for one in api.search_bookmarks(q='#baking').bookmarks]
said['checked'] = api.check_url('https://x.example/bread').bookmarkId == made.id
api.update_a_bookmark(made.id, {'title': 'Rye bread', 'favourited': True})
said['changed'] = [api.get_a_single_bookmark(made.id).title, len(api.get_all_bookmarks(favourited=True).bookmarks)]
above = api.create_a_new_list(name='Kitchen', icon='🍞')
below = api.create_a_new_list(name='Oven', icon='🔥', parent_id=above.id)
api.add_a_bookmark_to_a_list(below.id, made.id)
said['lists'] = sorted([one.name, one.parentId == above.id] for one in api.get_all_lists())
said['inList'] = [one.id == made.id for one in api.get_bookmarks_in_the_list(below.id).bookmarks]
said['listsOf'] = [one.name for one in api.get_lists_of_a_bookmark(made.id)]
api.remove_a_bookmark_from_a_list(below.id, made.id)
said['outOfList'] = len(api.get_bookmarks_in_the_list(below.id).bookmarks)
api.delete_a_list(below.id)
tag = next(tag for tag in api.get_all_tags().tags if tag.name == 'baking')
api.update_a_tag(tag.id, {'name': 'ovens'})
said['tag'] = [api.get_a_single_tag(tag.id).name, len(api.get_bookmarks_with_the_tag(tag.id).bookmarks)]
api.detach_tags_from_a_bookmark(made.id, tag_ids=[tag.id])
said['detached'] = sorted(tag.name for tag in api.get_a_single_bookmark(made.id).tags)
said['highlights'] = len(api.get_all_highlights().highlights)
said['count'] = api.get_current_user_stats()['numBookmarks']
said['hasUser'] = api.get_current_user_info().get('id') is not None
try:
    api.get_all_backups()
except APIError as error:
    said['backups'] = error.status_code
api.delete_a_bookmark(made.id)
said['left'] = [one.id == text.id for one in api.get_all_bookmarks().bookmarks]
print(json.dumps(said))
`

  it('karakeep-python-api adds, lists, searches, tags and deletes bookmarks, and accepts every answer as valid', async (context) => {
    const folder = folderOf(pypi.karakeep, context)
    const TOKEN = await tokenOf(await server.signUp())
    expect(await python(folder, PROGRAM, { SERVER: url(), TOKEN })).toEqual({
      same: true,
      got: ['Bread', 'for Sunday', 'https://x.example/bread', '2014-05-06T07:08:09', ['baking', 'slow food']],
      pages: [false, true],
      end: null,
      found: [true],
      checked: true,
      changed: ['Rye bread', 1],
      lists: [
        ['Kitchen', false],
        ['Oven', true],
      ],
      inList: [true],
      listsOf: ['Oven'],
      outOfList: 0,
      tag: ['ovens', 1],
      detached: ['slow food'],
      highlights: 0,
      count: 2,
      hasUser: true,
      backups: 404,
      left: [true],
    })
  })
})
