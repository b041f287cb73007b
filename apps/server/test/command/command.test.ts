import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect as connectTo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  CARD_HOLDINGS,
  CARD_STATES,
  CARD_TYPES,
  COLORS,
  FIELD_NAMES,
  LIMITS,
  readField,
  utcCalendar,
} from '@cardinal/domain'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { COMMAND_HELP, helpOf } from '../../../../packages/command/src/help.mjs'
import { hintFor, SEARCH_FIELDS } from '../../../../packages/command/src/mcp.mjs'
import { type Person, serverFor } from '../support/node.ts'
import { startSqlite } from '../support/stores.ts'

const COMMAND = fileURLToPath(new URL('../../../../packages/command/bin/cardinal.mjs', import.meta.url))

const server = serverFor(startSqlite)
let home: string
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'cardinal-command-'))
})
afterAll(() => {
  rmSync(home, { recursive: true })
})

const url = () => server.api.replace(/\/api$/, '')
const environment = (person: Person | null): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  XDG_CONFIG_HOME: home,
  ...(person !== null && { CARDINAL_URL: url(), CARDINAL_TOKEN: person.token }),
})

async function run(person: Person | null, args: readonly string[], input = '') {
  const child = spawn(process.execPath, [COMMAND, ...args], { env: environment(person) })
  child.stdin.end(input)
  let [out, errors] = ['', '']
  child.stdout.on('data', (part) => {
    out += part
  })
  child.stderr.on('data', (part) => {
    errors += part
  })
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  return { code, out, errors }
}

const NOTHING = { tags: [], dueAt: null, recurrence: null, startAt: null, understood: [] }

describe('the command line', () => {
  it('[ID-10] the command line explains each command, shows its release, and completes the options of each command', async () => {
    const all = await run(null, ['help'])
    expect(all.out).toContain('cardinal add TEXT')
    expect(all.out).toContain('Exit codes')
    for (const args of [
      ['help', 'add'],
      ['add', '--help'],
    ]) {
      const { code, out } = await run(null, args)
      expect({ code, out }).toMatchObject({ code: 0, out: expect.stringContaining('--due') })
      expect(out).not.toContain('cardinal find')
    }
    expect((await run(null, ['--version'])).out).toMatch(/^cardinal \d+\.\d+\.\d+\n$/)
    const { out: script } = await run(null, ['completion', 'bash'])
    const asked = 'COMP_WORDS=(cardinal undo --); COMP_CWORD=2; _cardinal; echo undo:$COMPREPLY'
    const find = 'COMP_WORDS=(cardinal find --l); COMP_CWORD=2; _cardinal; echo find:$COMPREPLY'
    const completed = execFileSync('bash', ['--norc', '-c', `${script}\n${asked}\n${find}`], {
      encoding: 'utf8',
    })
    expect(completed).toBe('undo:\nfind:--limit\n')
    expect((await run(null, ['completion', 'tcsh'])).code).toBe(2)
    const [{ out: zsh }, { out: fish }] = [
      await run(null, ['completion', 'zsh']),
      await run(null, ['completion', 'fish']),
    ]
    expect(zsh).toBe(`autoload -U +X bashcompinit && bashcompinit\n${script}`)
    const names = Object.keys(COMMAND_HELP)
    expect(fish).toContain(`-n __fish_use_subcommand -a '${names.join(' ')}'`)
    const askedFor = (name: string) =>
      `COMP_WORDS=(cardinal ${name} --); COMP_CWORD=2; COMPREPLY=(); _cardinal; echo "\${COMPREPLY[*]}"`
    const lines = execFileSync('bash', ['--norc', '-c', [script, ...names.map(askedFor)].join('\n')], {
      encoding: 'utf8',
    }).split('\n')
    for (const [at, name] of names.entries()) {
      const { about = '', usage = [], options = [] } = COMMAND_HELP[name] ?? {}
      const dashed = options.map((option) => `--${option}`)
      const help = helpOf(name)
      expect(help.startsWith(usage.map((line) => `cardinal ${line}`).join('\n')), name).toBe(true)
      expect(help).toContain(about)
      expect(/^Options: (.*)$/m.exec(help)?.[1]?.split(' ') ?? [], name).toEqual(dashed)
      expect(lines[at], name).toBe(dashed.join(' '))
      const ofFish = fish.matchAll(new RegExp(`'__fish_seen_subcommand_from ${name}' -l (\\S+)$`, 'gm'))
      expect(
        [...ofFish].map(([, option]) => option),
        name,
      ).toEqual(options)
    }
  })

  it('[ID-10] the command line refuses a due date that it can not read, and adds nothing', async () => {
    const ada = await server.signUp()
    for (const due of ['someday', '2026-02-30', '2026-03-01T25:00', 'friday or so']) {
      const { code, errors } = await run(ada, ['add', 'Bake', '--type', 'todo', '--due', due])
      expect({ code, errors }).toEqual({
        code: 2,
        errors: expect.stringContaining(`--due ${due} is not understood`),
      })
    }
    expect(JSON.parse((await run(ada, ['find', '--json'])).out).total).toBe(0)
    await run(ada, ['add', 'Bake', '--type', 'todo', '--due', '2026-03-01T14:30'])
    expect(JSON.parse((await run(ada, ['find', '--json'])).out).cards).toMatchObject([
      { due: '2026-03-01T14:30' },
    ])
  })

  it('[ID-10] the command line refuses options of other commands, and sends nothing', async () => {
    const ada = await server.signUp()
    const file = join(home, 'cards.json')
    writeFileSync(file, '[{"type":"note","content":"x","tags":[]}]')
    for (const [option, args] of [
      ['tags', ['import', file, '--tags', 'a']],
      ['due', ['tag', 'x', '--tags', 'a', '--due', 'friday']],
      ['url', ['add', 'x', '--url', 'https://x.example/']],
      ['dry-run', ['undo', 'x', '-n']],
      ['token', ['mcp', '--token', 'x']],
      ['limit', ['completion', 'bash', '--limit', '3']],
      ['due', ['help', '--due', 'friday']],
    ] as const) {
      const { code, out, errors } = await run(ada, args)
      const sentence = `${args[0]} takes no --${option}. \`cardinal help ${args[0]}\` names its options.\n`
      expect({ code, out, errors }).toEqual({ code: 2, out: '', errors: sentence })
    }
    expect(JSON.parse((await run(ada, ['find', '--json'])).out).total).toBe(0)
    expect((await run(ada, ['import', file, '--tags', 'a', '--help'])).code).toBe(0)
  })

  it('[ID-10] the command line reads a due date and a recurrence in words, by the clock of its machine', async () => {
    const ada = await server.signUp()
    const clock = new Date()
    clock.setDate(clock.getDate() + 1)
    const tomorrow = `${clock.getFullYear()}-${String(clock.getMonth() + 1).padStart(2, '0')}-${String(clock.getDate()).padStart(2, '0')}`
    expect((await run(ada, ['add', 'Feed it', '--due', 'tomorrow at 14:00'])).code).toBe(0)
    await run(ada, ['add', 'https://x.example/rent Rent', '--due', 'every month starting 2031-01-31'])
    const cards = await ada.send('POST', '/entity/get-matching-entities', {
      userIsTyping_inSearchbar: '',
      params: { page: 0, limit: 9 },
    })
    expect(cards.body.data).toMatchObject([
      {
        type: 'hyperlink',
        dueAt: '2031-01-31',
        recurrence: 'FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1',
      },
      { type: 'todo', content: 'Feed it', dueAt: `${tomorrow}T14:00` },
    ])
  })

  it('[ID-10] the command line uses CARDINAL_URL and CARDINAL_TOKEN together, and exits without an error when a pipe is closed', async () => {
    const ada = await server.signUp()
    await run(null, ['login', '--url', url(), '--token', ada.token])
    const onlyUrl = { ...environment(null), CARDINAL_URL: 'http://127.0.0.1:1' }
    const refused = spawnSync(process.execPath, [COMMAND, 'find'], { env: onlyUrl, encoding: 'utf8' })
    expect(refused).toMatchObject({ status: 2, stderr: expect.stringContaining('set together') })
    rmSync(join(home, 'cardinal'), { recursive: true })
    await run(ada, ['add'], Array.from({ length: 400 }, (_, n) => `line ${n} ${'x'.repeat(400)}`).join('\n'))
    const shell = `set -o pipefail; "${process.execPath}" "${COMMAND}" find --limit 400 | head -1`
    const child = spawn('bash', ['--norc', '-c', shell], { env: environment(ada) })
    let errors = ''
    child.stderr.on('data', (part) => {
      errors += part
    })
    const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
    expect({ code, errors }).toEqual({ code: 0, errors: '' })
  })

  it('[ID-10] the command line takes tags behind # from a text, but not colours and numbers', async () => {
    const ada = await server.signUp()
    await run(ada, ['add', 'Paint it #fff or #a0b1c2, see issue #12 #walls'])
    const { cards } = JSON.parse((await run(ada, ['find', 'walls', '--json'])).out)
    expect(cards).toMatchObject([{ text: 'Paint it #fff or #a0b1c2, see issue #12', tags: ['walls'] }])
  })

  it('[ID-10] the command line reads a typed text like the searchbar and prints what it read, and with --plain it reads nothing', async () => {
    const ada = await server.signUp()
    const call = await run(ada, ['add', 'Call Ann on 2031-11-29 at 9 #phone #home/two_words'])
    expect(call.out).toContain(
      'Understood: due Sat 29 Nov 2031 09:00, #phone, #two_words, #home\n1 of 1 added',
    )
    await run(ada, ['add', 'Read “#this” today?', '--type', 'note', '--plain'])
    await run(ada, ['add', 'Say #phone tomorrow', '--plain'])
    const piped = await run(
      ada,
      ['add', '--due', '2031-01-01'],
      'Pay every friday #phone\nhttps://x.example/#top Ten #tips\n',
    )
    expect(piped.out).toMatch(/Understood in row 1: #phone\nUnderstood in row 2: #tips\n2 of 2 added/)
    const every = await run(ada, ['add', 'Sweep every friday starting 2031-01-01'])
    expect(every.out).toMatch(/^Understood: due Fri 3 Jan 2031 \(“every friday starting 2031-01-01”\)\n/)
    await run(ada, ['add', '#phone'])
    const { cards } = JSON.parse((await run(ada, ['find', '--json'])).out)
    expect(
      cards
        .map(({ type, text, tags, due }: Record<string, unknown>) => ({ type, text, tags, due }))
        .sort((a: { text: string }, b: { text: string }) => (a.text < b.text ? -1 : 1)),
    ).toEqual([
      { type: 'note', text: '#phone', tags: [] },
      { type: 'todo', text: 'Call Ann', tags: ['phone', 'two words', 'home'], due: '2031-11-29T09:00' },
      { type: 'todo', text: 'Pay every friday', tags: ['phone'], due: '2031-01-01' },
      { type: 'note', text: 'Read “#this” today?', tags: [] },
      { type: 'note', text: 'Say #phone tomorrow', tags: [] },
      { type: 'todo', text: 'Sweep', tags: [], due: '2031-01-03' },
      { type: 'link', text: 'Ten\nhttps://x.example/#top', tags: ['tips'], due: '2031-01-01' },
    ])
    await run(ada, ['add', 'Sow peas #two_words'])
    expect(JSON.parse((await run(ada, ['find', 'home', '--json'])).out).total, 'the tag has its parent').toBe(
      2,
    )
    const json = JSON.parse((await run(ada, ['add', 'Water #home', '--json', '--dry-run'])).out)
    expect(json.understood).toEqual([{ row: 1, tags: ['home'], words: ['#home'] }])
  })

  it('read-texts reads each text by its kind, and never returns a tag of another person', async () => {
    const ada = await server.signUp()
    const read = async (texts: object[], more = {}) =>
      (await ada.send('POST', '/entity/read-texts', { texts, now: '2026-03-09T12:00', ...more })).body.data
    await ada.send('POST', '/tag/create-many-from-keyword', {
      frontendGeneratedTags: [{ tag_name: 'cplusplus', display_name: 'C++' }, { tag_name: 'plan' }],
    })
    expect(
      await read([
        { content: 'Call Ann tomorrow #c++' },
        { content: 'Call Ann tomorrow', type: 'note' },
        { content: 'Plan\n\ntomorrow #a/plan' },
        { content: 'tomorrow' },
        { content: 'every month on the 31st pay', type: 'todo' },
        { content: 'Paint starting monday' },
      ]),
    ).toEqual([
      {
        type: 'todo',
        content: 'Call Ann',
        tags: [{ tag_name: 'cplusplus', parents: [] }],
        dueAt: '2026-03-10',
        recurrence: null,
        startAt: null,
        understood: [
          { kind: 'due', words: 'tomorrow' },
          { kind: 'tag', words: '#c++' },
        ],
      },
      { type: 'note', content: 'Call Ann tomorrow', ...NOTHING },
      {
        ...{ type: 'note', content: 'Plan\n\ntomorrow', dueAt: null, recurrence: null, startAt: null },
        tags: [
          { tag_name: 'plan', parents: [] },
          { tag_name: 'a', parents: [] },
        ],
        understood: [{ kind: 'tag', words: '#a/plan' }],
      },
      { type: null, content: 'tomorrow', ...NOTHING },
      expect.objectContaining({
        content: 'pay',
        dueAt: '2026-03-31',
        recurrence: 'FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1',
      }),
      {
        ...{ type: 'todo', content: 'Paint', ...NOTHING, startAt: '2026-03-16' },
        understood: [{ kind: 'start', words: 'starting monday' }],
      },
    ])
    const bob = await server.signUp()
    const his = await bob.send('POST', '/entity/read-texts', { texts: [{ content: 'Read #c++' }] })
    expect(his.body.data).toEqual([{ type: null, content: 'Read #c++', ...NOTHING }])
    const many = Array.from({ length: 101 }, () => ({ content: 'x' }))
    expect((await ada.send('POST', '/entity/read-texts', { texts: many })).status).toBe(400)
  })

  it('[ID-10] the command line adds, finds, tags and exports cards, and undoes these', async () => {
    const ada = await server.signUp()
    const dry = await run(ada, ['add', 'Bread #baking', '--tags', 'slow food', '--dry-run'])
    expect(dry).toMatchObject({ code: 0, out: expect.stringContaining('1 of 1 would be added') })
    expect(dry.out).toMatch(/1\. Bread\n {3}note · .*#baking/)
    expect(JSON.parse((await run(ada, ['find', '--json'])).out)).toEqual({ total: 0, cards: [] })
    const lines = 'Bread #baking\nhttps://x.example/1 One #baking #oven\n\nnot tagged\n'
    const added = await run(ada, ['add', '--tags', 'slow food'], lines)
    expect(added.out).toContain('3 of 3 added')
    const found = JSON.parse((await run(ada, ['find', 'baking', '--json'])).out)
    expect(
      found.cards.map(({ text, type, tags }: Record<string, unknown>) => ({ text, type, tags })),
    ).toEqual(
      expect.arrayContaining([
        { text: 'Bread', type: 'note', tags: ['slow food', 'baking'] },
        { text: 'One\nhttps://x.example/1', type: 'link', tags: ['slow food', 'baking', 'oven'] },
      ]),
    )
    expect((await run(ada, ['tag', 'baking', '--tags', 'kitchen', '--remove', 'oven'])).out).toContain(
      'Tagged 2',
    )
    expect((await run(ada, ['find', 'kitchen', '--limit', '1'])).errors).toContain('2 found, 1 shown')
    expect(JSON.parse((await run(ada, ['find', 'oven', '--json'])).out).total).toBe(0)
    expect((await run(ada, ['export', 'kitchen', '--format', 'csv'])).out.split('\r\n')).toHaveLength(4)
    const file = join(home, 'all.json')
    await run(ada, ['export', '--account', '-o', file])
    const bob = await server.signUp()
    expect((await run(bob, ['import', file])).out).toContain('3 of 3 added')
    expect((await run(bob, ['import', '-'], readFileSync(file, 'utf8'))).out).toContain('3 here already')
    const undo = /cardinal undo (\w+)/.exec(added.out)?.[1] ?? ''
    expect((await run(ada, ['undo', undo])).out).toContain('3 cards')
  })

  it('[ID-10] an import by the command line takes the encoding, the time zone and the order of dates from its options', async () => {
    const ada = await server.signUp()
    const file = join(home, 'table.csv')
    // “Привет” in KOI8-R; as Windows-1251 the same bytes are “рТЙЧЕФ”.
    const title = Buffer.from([0xf0, 0xd2, 0xc9, 0xd7, 0xc5, 0xd4])
    writeFileSync(
      file,
      Buffer.concat([Buffer.from('title,due\n'), title, Buffer.from(',04/03/2026 23:00Z\n')]),
    )
    const options = ['--encoding', 'koi8-r', '--time-zone', 'Asia/Tokyo', '--date-order', 'month-first']
    const { code, out } = await run(ada, ['import', file, ...options])
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining('1 of 1 added') })
    expect(out).toContain('Read as koi8-r')
    expect(out).toContain('Times are by the clock of Asia/Tokyo')
    expect(JSON.parse((await run(ada, ['find', '--json'])).out).cards).toMatchObject([
      { text: 'Привет', due: '2026-04-04T08:00' },
    ])
  })

  it('[ID-10] the command line puts files on a card, also on one that is there already, undoes both, and keeps files beside an export', async () => {
    const ada = await server.signUp()
    const [picture, text] = [join(home, 'a #tagged picture.PNG'), join(home, `${'long '.repeat(30)}.txt`)]
    const bytes = randomBytes(LIMITS.filePiece + 7)
    writeFileSync(picture, bytes)
    writeFileSync(text, 'words')
    const filesOf = async () => {
      const { data } = (
        await ada.send('POST', '/entity/get-sorted-entities', { params: { page: 0, limit: 100 } })
      ).body
      return data.map(({ content, files }: { content: string; files?: object[] }) => [content, files ?? []])
    }
    const sent = async () => await server.node.store.files.idsOf(ada.userId)
    expect((await run(ada, ['add', '--file', picture, '--dry-run'])).out).toContain('1 of 1 would be added')
    expect([await filesOf(), await sent()]).toEqual([[], []])
    const added = await run(ada, ['add', '--file', picture, '--file', text])
    expect(added).toMatchObject({ code: 0, out: expect.stringContaining('1 of 1 added') })
    const hash = createHash('sha256').update(bytes).digest('hex')
    expect(await filesOf()).toEqual([
      [
        'a #tagged picture.PNG',
        [
          { hash, name: 'a #tagged picture.PNG', type: 'image/png', size: bytes.length },
          expect.objectContaining({ name: `${'long '.repeat(30).slice(0, 76)}.txt`, type: '', size: 5 }),
        ],
      ],
    ])
    const answer = await fetch(`${server.api}/files/${hash}`, {
      headers: { authorization: `Bearer ${ada.token}` },
    })
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true)
    const [all, folder] = [join(home, 'with-files.json'), join(home, 'files')]
    const out = await run(ada, ['export', '--account', '-o', all, '--files', folder])
    expect(out).toMatchObject({ code: 0, errors: `2 files are in ${folder}.\n` })
    expect(readFileSync(join(folder, hash)).equals(bytes)).toBe(true)
    const bob = await server.signUp()
    expect((await run(bob, ['import', all, '--files', folder])).out).toContain('1 of 1 added')
    const copied = await fetch(`${server.api}/files/${hash}`, {
      headers: { authorization: `Bearer ${bob.token}` },
    })
    expect(Buffer.from(await copied.arrayBuffer()).equals(bytes)).toBe(true)
    expect((await run(ada, ['export', '--format', 'csv', '-o', all, '--files', folder])).code).toBe(2)
    writeFileSync(join(folder, hash), 'damaged')
    expect(await run(bob, ['import', all, '--files', folder])).toMatchObject({
      code: 2,
      errors: expect.stringContaining('is damaged'),
    })
    const link = 'https://x.example/receipt'
    await run(ada, ['add', link])
    const again = await run(ada, ['add', link, '--file', picture])
    expect(again.out).toContain('1 here already (1 with news)')
    const onLink = async () => (await filesOf()).find(([content]: [string]) => content === link)?.[1].length
    expect(await onLink()).toBe(1)
    await run(ada, ['undo', /cardinal undo (\w+)/.exec(again.out)?.[1] ?? ''])
    expect(await onLink()).toBe(0)
    await run(ada, ['undo', /cardinal undo (\w+)/.exec(added.out)?.[1] ?? ''])
    expect(await filesOf()).toHaveLength(1)
    const empty = join(home, 'empty.txt')
    writeFileSync(empty, '')
    for (const file of [empty, join(home, 'nowhere.txt')])
      expect((await run(ada, ['add', 'text', '--file', file])).code).toBe(2)
    expect(await filesOf()).toHaveLength(1)
  })

  it('[ID-10] the command line finds in all workspaces with workspace:all, names the workspace, and tags nothing there', async () => {
    const ada = await server.signUp()
    await run(ada, ['add', 'Bread #baking'])
    const made = await ada.send('POST', '/workspace/create-one', { workspace_name: 'Work' })
    const workspace_id = made.body.data._id
    const tagged = { frontendGeneratedTags: [{ tag_name: 'baking' }], workspace_id }
    const [tag] = (await ada.send('POST', '/tag/create-many-from-keyword', tagged)).body.data
    const newEntity = { type: 'note', content: 'Cake', tags_assigned: [tag._id] }
    await ada.send('POST', '/entity/create-one', { newEntity, workspace_id })
    const found = JSON.parse((await run(ada, ['find', 'baking, workspace:all', '--json'])).out)
    expect(
      found.cards.map(({ text, tags, workspace }: Record<string, unknown>) => [text, tags, workspace]),
    ).toEqual([
      ['Bread', ['baking'], expect.any(String)],
      ['Cake', ['baking'], 'Work'],
    ])
    expect((await run(ada, ['find', 'baking, workspace:all'])).out).toContain('in “Work”')
    const refused = await run(ada, ['tag', 'baking, workspace:all', '--tags', 'kitchen'])
    expect(refused).toMatchObject({ code: 2, errors: expect.stringContaining('changes none') })
  })

  it('[ID-10] the command line escapes control characters in the text of a card', async () => {
    const ada = await server.signUp()
    const content = 'a\x1b]0;title\x07b\x9b31m\u202ec\x1b[2Jd'
    await ada.send('POST', '/entity/create-one', { newEntity: { type: 'note', content } })
    const shown = await run(ada, ['find', 'a'])
    expect(shown.out).toContain('a\\u001b]0;title\\u0007b\\u009b31m\\u202ec')
    const json = await run(ada, ['find', 'a', '--json'])
    for (const { out } of [shown, json]) expect(out).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_Control}/u)
    expect(JSON.parse(json.out).cards[0].text).toBe(content)
    const wrong = await run(ada, ['\x1b[31mfly'])
    expect(wrong).toMatchObject({ code: 2, errors: expect.not.stringMatching(/[^\P{Cc}\n]/u) })
    expect((await run(ada, ['export', '--format', 'json'])).out, 'a pipe gets the text itself').toContain(
      '\x9b',
    )
  })

  it('[ID-10] the command line escapes control characters in tags, receipts, refusals and file names', async () => {
    const ada = await server.signUp()
    const evil = '\x1b]0;title\x07\x9b31m\u202e'
    const rows = `title,url,tags,${evil}\n${evil},https://x.example/${evil},${evil}red,${evil}\n`
    const file = join(home, `a${evil.replaceAll('\x9b', '')}.csv`)
    writeFileSync(file, rows)
    const lines = [
      ['import', file],
      ['add', `${evil}a`, '--tags', `${evil}b`, '--due', 'tomorrow'],
      ['add', '--due', evil],
      ['find', ''],
      ['suggest', `${evil}a`],
      ['tag', 'a', '--tags', evil],
      ['undo', evil],
      ['import', `${file}x`],
      ['find', evil, '--type', evil],
      [evil],
    ]
    for (const args of lines) {
      const { out, errors } = await run(ada, args)
      expect(out + errors, args[0]).toMatch(/\S/)
      expect(out + errors, args.join(' ')).not.toMatch(/[^\P{Cc}\n\t]|\p{Bidi_Control}/u)
    }
  })

  it('[ID-10] the command line checks a token, stores it in a file that only the owner can read, and names what is wrong', async () => {
    const ada = await server.signUp()
    expect(await run(null, ['find'])).toMatchObject({
      code: 2,
      errors: expect.stringContaining('Sign in first'),
    })
    expect((await run(null, ['login', '--url', url(), '--token', 'wrong'])).code).toBe(1)
    expect((await run(null, ['login', '--url', url()], ada.token)).code).toBe(0)
    const kept = join(home, 'cardinal', 'command.json')
    expect(statSync(kept).mode & 0o077).toBe(0)
    chmodSync(kept, 0o644)
    expect((await run(null, ['login', '--url', url()], ada.token)).code).toBe(0)
    expect(statSync(kept).mode & 0o077, 'a file that others could read').toBe(0)
    const exported = join(home, 'own.json')
    writeFileSync(exported, '', { mode: 0o644 })
    expect((await run(ada, ['export', '--account', '-o', exported])).code).toBe(0)
    expect(statSync(exported).mode & 0o077).toBe(0)
    expect(JSON.parse(readFileSync(exported, 'utf8'))).toBeTypeOf('object')
    expect((await run(null, ['find'])).code).toBe(0)
    expect((await run(ada, ['fly'])).code).toBe(2)
    expect((await run(ada, ['find', '--wings'])).code).toBe(2)
    expect((await run(ada, ['add'], '')).code).toBe(2)
    expect((await run(ada, ['import', '/no/such/file'])).code).toBe(2)
    writeFileSync(join(home, 'bad.json'), '[{"url":"https:')
    expect(await run(ada, ['import', join(home, 'bad.json')])).toMatchObject({
      code: 1,
      errors: expect.stringContaining('damaged or incomplete'),
    })
    expect((await run(ada, ['open', 'baking, -oven', '--print'])).out).toContain(
      '/home?primary_opt=all&search=baking',
    )
    expect((await run(null, ['completion', 'bash'])).out).toContain('complete -F _cardinal cardinal')
    expect((await run(null, ['help'])).out).toContain('cardinal add')
  })
})

describe('the MCP server', () => {
  async function connect(transport: unknown): Promise<Client> {
    const client = new Client({ name: 'test', version: '1' })
    await client.connect(transport as Transport)
    return client
  }
  const stdio = (person: Person, ...args: string[]) =>
    connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [COMMAND, 'mcp', ...args],
        env: environment(person),
      }),
    )
  async function use(client: Client, name: string, args: object) {
    const { content, isError } = await client.callTool({ name, arguments: args as Record<string, unknown> })
    const [{ text } = { text: '' }] = content as { text: string }[]
    return isError ? text : JSON.parse(text)
  }

  it('[ID-10] the MCP server finds, reads, adds, tags and suggests, and each batch of writes can be undone', async () => {
    const ada = await server.signUp()
    const client = await stdio(ada)
    const cards = [
      { type: 'todo', text: 'Feed the sourdough', tags: ['bread'], due: '2026-03-01' },
      { url: 'https://x.example/1', text: 'One\nAbout it', tags: ['bread', 'oven'] },
    ]
    const added = await use(client, 'add_cards', { cards })
    expect(added).toMatchObject({ created: 2, undo_id: expect.any(String) })
    const found = await use(client, 'find_cards', { search: 'bread' })
    expect(found.total).toBe(2)
    const ids = found.cards.map(({ id }: { id: string }) => id)
    const tagged = await use(client, 'tag_cards', { ids, add: ['kitchen', 'bread'], remove: ['oven'] })
    expect(tagged).toMatchObject({ cards: 2 })
    expect((await use(client, 'find_cards', { search: 'kitchen, -oven' })).total).toBe(2)
    expect(await use(client, 'suggest_tags', { text: 'https://x.example/2' })).toContain('bread')
    await use(client, 'undo', { undo_id: tagged.undo_id })
    const read = await use(client, 'read_cards', { ids })
    expect(read.map(({ tags }: { tags: string[] }) => [...tags].sort())).toEqual(
      expect.arrayContaining([['bread'], ['bread', 'oven']]),
    )
    expect(await use(client, 'undo', { undo_id: added.undo_id })).toEqual({ removed: 2 })
    const typed = [
      { text: 'Ten #tips for monday', url: 'https://x.example/3', tags: [] },
      { text: 'Call Ann on 2031-11-29 #phone', tags: [] },
    ]
    const understood = await use(client, 'add_cards', { cards: typed })
    expect(understood.understood).toEqual([
      { row: 2, due: '2031-11-29', tags: ['phone'], words: ['on 2031-11-29', '#phone'] },
    ])
    expect((await use(client, 'find_cards', { search: 'phone' })).cards).toMatchObject([
      { type: 'todo', text: 'Call Ann', tags: ['phone'], due: '2031-11-29' },
    ])
    expect((await use(client, 'find_cards', { search: 'tips' })).cards).toMatchObject([
      { type: 'link', text: expect.stringContaining('Ten #tips for monday'), tags: [] },
    ])
    await use(client, 'undo', { undo_id: understood.undo_id })
    const plain = await use(client, 'add_cards', { cards: typed, plain: true })
    expect(plain).not.toHaveProperty('understood')
    expect((await use(client, 'find_cards', { search: 'phone' })).cards).toMatchObject([
      { type: 'note', text: 'Call Ann on 2031-11-29 #phone', tags: [] },
    ])
    expect(await use(client, 'read_cards', { ids })).toBe('There is no such entity.')
    expect(await use(client, 'undo', { undo_id: 'tags:AAAA' })).toBe('There is no such undo_id.')
    await client.close()
  })

  it('[ID-10] the MCP server completes, edits and postpones cards and merges tags, and undoes each', async () => {
    const ada = await server.signUp()
    const client = await stdio(ada)
    const cards = [
      { type: 'todo', text: 'Water the plants', tags: ['garden'], due: '2026-03-02' },
      { type: 'todo', text: 'Pay the rent\nto Bob', tags: ['gardening', 'garden'] },
      { url: 'https://x.example/1', text: 'One', tags: ['gardening'] },
    ]
    await use(client, 'add_cards', { cards })
    const all = async () => (await use(client, 'find_cards', { search: '' })).cards
    const named = async (text: string) =>
      (await all()).find((card: { text: string }) => card.text.includes(text))
    const [plants, rent, link] = [await named('Water'), await named('rent'), await named('One')]
    await ada.send('PATCH', '/entity/edit-one', { entity_id: plants.id, recurrence: 'FREQ=WEEKLY' })
    const before = await all()
    const acts = [
      await use(client, 'complete_cards', { ids: [plants.id, rent.id], today: '2026-03-02' }),
      await use(client, 'postpone_cards', { ids: [plants.id, rent.id], due: '2026-04-01T09:30' }),
      await use(client, 'edit_card', { id: rent.id, text: 'Pay it', due: null }),
      await use(client, 'edit_card', { id: link.id, text: 'Two', url: 'https://x.example/2' }),
      await use(client, 'merge_tags', { tags: ['gardening'], into: 'garden' }),
    ]
    expect(await use(client, 'edit_card', { id: rent.id, url: 'https://x.example/3' })).toBe(
      'Only a link has a url, and this is a todo. Send the type link with it.',
    )
    expect(await named('Water')).toMatchObject({ due: '2026-04-01T09:30' })
    expect(await named('Pay it')).toMatchObject({ done: expect.any(String), tags: ['garden'] })
    expect(await named('Two')).toMatchObject({ url: 'https://x.example/2', tags: ['garden'] })
    const stranger = await stdio(await server.signUp())
    expect(await use(stranger, 'undo', { undo_id: acts[0].undo_id })).toBe(
      'There is no such undo_id any more.',
    )
    await stranger.close()
    for (const { undo_id } of acts.toReversed())
      expect(await use(client, 'undo', { undo_id })).toHaveProperty('undone')
    const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)
    const withSortedTags = (list: { id: string; tags: string[] }[]) =>
      list.map((card) => ({ ...card, tags: card.tags.toSorted() })).toSorted(byId)
    expect(withSortedTags(await all())).toEqual(withSortedTags(before))
    expect(await use(client, 'undo', { undo_id: acts[0].undo_id })).toBe('There is no such undo_id any more.')
    expect(await use(client, 'merge_tags', { tags: ['nothing'], into: 'garden' })).toBe(
      'There is no tag nothing.',
    )
    await client.close()
  })

  it('[ID-10] the MCP server returns results in pages, and explains operators of other search languages', async () => {
    const client = await stdio(await server.signUp())
    const cards = Array.from({ length: 130 }, (_, n) => ({ text: `Card ${n}`, tags: ['many'] }))
    await use(client, 'add_cards', { cards })
    const seen = new Set<string>()
    for (let offset: number | undefined = 0; offset !== undefined; ) {
      const page: { cards: { id: string }[]; next_offset?: number } = await use(client, 'find_cards', {
        search: 'many',
        limit: 60,
        offset,
      })
      for (const { id } of page.cards) seen.add(id)
      offset = page.next_offset
    }
    expect(seen.size).toBe(130)
    expect((await use(client, 'find_cards', { search: 'many' })).hint).toBeUndefined()
    expect((await use(client, 'find_cards', { search: 'status:open, many' })).hint).toMatch(
      /^status: is no field/,
    )
    expect((await use(client, 'find_cards', { search: 'https://x.example/a many' })).hint).toMatch(/commas/)
    expect(hintFor('a AND b', 3)).toMatch(/comma/)
    expect(hintFor('#many', 0)).toMatch(/without #/)
    expect(hintFor('"a b": c', 3)).toBeNull()
    expect(hintFor('is:open, due:today, "x: y"', 0)).toBeNull()
    expect(SEARCH_FIELDS).toEqual(expect.arrayContaining([...FIELD_NAMES]))
    for (const search of ['due:banana', 'is:lost, many', 'many, (start:soonish | due:any)'])
      expect((await use(client, 'find_cards', { search })).hint, search).toMatch(
        /^\w+:\w+ was looked for as words/,
      )
    expect((await use(client, 'find_cards', { search: 'many, -is:lost' })).hint).toBeUndefined()
    await client.close()
  })

  it('[ID-10] the hint of the MCP server takes the same values of fields for wrong as the searchbar', () => {
    const days = [
      'today',
      '2026',
      '2026-03',
      '2026-03-09',
      '>2026-03',
      '<=today',
      '2026..',
      '..2026-03',
      'today..2027',
      'last 30 days',
      'next 2 weeks',
      'week',
      'last month',
      'March 2011',
      'spring 2011',
      '2026-3',
      '09.03.2026',
    ]
    const values = [
      ...[...days, ...COLORS, ...CARD_STATES, ...CARD_HOLDINGS, ...CARD_TYPES],
      ...['none', 'any', 'overdue', 'untagged', 'all', 'Open', 'banana', 'lost', 'tomorrow or so'],
    ]
    const calendar = utcCalendar(0)
    for (const field of [
      'is',
      'has',
      'type',
      'color',
      'workspace',
      'due',
      'start',
      'done',
      'created',
      'updated',
    ])
      for (const text of values) {
        const isUnderstood = readField(field, { text, isQuoted: false, calendar }) !== null
        const hint = hintFor(`x, ${field}:${text}`, 0)
        expect(hint, `${field}:${text}`).toEqual(
          isUnderstood ? null : expect.stringContaining(`${field}:${text} was looked for as words`),
        )
      }
  })

  it('[ID-10] the MCP server over HTTP starts with the address of the server alone, in the environment or as an option', async () => {
    const ada = await server.signUp()
    const { CARDINAL_TOKEN: _token, ...alone } = environment(ada)
    const { CARDINAL_URL: _url, ...nothing } = alone
    for (const [args, env] of [
      [[], alone],
      [['--url', url()], nothing],
    ] as const) {
      const child = spawn(process.execPath, [COMMAND, 'mcp', '--http', '0', ...args], { env })
      const address = await new Promise<string>((resolve) =>
        child.stderr.on('data', (part: Buffer) =>
          resolve(/http:\S+/.exec(String(part))?.[0] ?? String(part)),
        ),
      )
      const headers = { authorization: `Bearer ${ada.token}` }
      const client = await connect(
        new StreamableHTTPClientTransport(new URL(address), { requestInit: { headers } }),
      )
      expect((await use(client, 'find_cards', { search: '' })).total).toBe(0)
      await client.close()
      child.kill()
      expect(await new Promise((resolve) => child.on('close', resolve))).toBe(0)
    }
  })

  it('[ID-10] the MCP server keeps the address of a link whose text is changed, and undo gives back both', async () => {
    const ada = await server.signUp()
    const client = await stdio(ada)
    await use(client, 'add_cards', { cards: [{ url: 'https://x.example/1', text: 'One', tags: [] }] })
    const only = async () => (await use(client, 'find_cards', { search: '' })).cards[0]
    const { id, text } = await only()
    const other = { id, text: 'See https://y.example/other' }
    const act = await use(client, 'edit_card', other)
    expect(await only()).toMatchObject({ text: other.text, url: 'https://x.example/1' })
    const again = await use(client, 'edit_card', {
      id,
      text: 'Now https://z.example/',
      url: 'https://x.example/1',
    })
    expect(await only()).toMatchObject({ text: 'Now https://z.example/', url: 'https://x.example/1' })
    await use(client, 'undo', { undo_id: again.undo_id })
    expect(await only()).toMatchObject({ text: other.text, url: 'https://x.example/1' })
    await use(client, 'undo', { undo_id: act.undo_id })
    expect(await only()).toMatchObject({ text, url: 'https://x.example/1' })
    await client.close()
  })

  it('[ID-10] the command line and the MCP server set start dates, in the text or apart from it, and refuse what is no day', async () => {
    const ada = await server.signUp()
    for (const start of ['someday', 'monday at 9', 'every monday', '2026-02-30'])
      expect(await run(ada, ['add', 'Bake', '--start', start])).toMatchObject({
        code: 2,
        errors: expect.stringContaining(`--start ${start} is not understood`),
      })
    const typed = await run(ada, ['add', 'Paint due 2031-11-29 starts on 2031-11-20'])
    expect(typed.out).toContain('Understood: due Sat 29 Nov 2031, starts Thu 20 Nov 2031\n')
    await run(ada, ['add', 'Sow friday', '--start', '2031-11-21'])
    expect((await run(ada, ['find', 'sow'])).out).toContain('todo  Sow friday  starts 2031-11-21')
    const client = await stdio(ada)
    for (const card of [{ text: 'Mow' }, { text: 'Mow', url: 'https://x.example/' }])
      expect(await use(client, 'add_cards', { cards: [{ ...card, start: 'monday at 9' }] })).toContain(
        'start monday at 9 is not understood.',
      )
    await use(client, 'add_cards', {
      cards: [
        { text: 'Mow', start: '2031-11-22' },
        { text: 'Rent', url: 'https://x.example/', start: '2031-11-23', due: '2031-11-24' },
        { text: 'Dig starts 2031-11-25' },
      ],
    })
    const all = async () =>
      Object.fromEntries(
        (await use(client, 'find_cards', { search: '' })).cards.map(
          ({ id, text, start, due }: Record<string, string>) => [text?.split('\n')[0], { id, start, due }],
        ),
      )
    const cards = await all()
    expect(cards).toMatchObject({
      Paint: { start: '2031-11-20', due: '2031-11-29' },
      'Sow friday': { start: '2031-11-21', due: undefined },
      Mow: { start: '2031-11-22', due: undefined },
      Rent: { start: '2031-11-23', due: '2031-11-24' },
      Dig: { start: '2031-11-25', due: undefined },
    })
    const acts = [
      await use(client, 'edit_card', { id: cards.Mow.id, start: null }),
      await use(client, 'postpone_cards', { ids: [cards.Paint.id, cards.Dig.id], start: '2031-11-26' }),
    ]
    expect(await all()).toMatchObject({
      Mow: { start: undefined },
      Paint: { start: '2031-11-26', due: '2031-11-29' },
      Dig: { start: '2031-11-26', due: undefined },
    })
    for (const { undo_id } of acts) await use(client, 'undo', { undo_id })
    expect(await all()).toEqual(cards)
    expect(await use(client, 'postpone_cards', { ids: [cards.Dig.id] })).toBe('Give due, start or both.')
    await client.close()
  })

  it('[ID-10] undo of the MCP server gives a repeating todo its start date back and takes the completion away', async () => {
    const ada = await server.signUp()
    const client = await stdio(ada)
    const cards = [{ type: 'todo', text: 'Water the plants', due: '2026-03-04' }]
    await use(client, 'add_cards', { cards })
    const [{ id }] = (await use(client, 'find_cards', { search: '' })).cards
    const whole = async () => {
      const [{ updatedAt: _, ...card }] = (
        await ada.send('POST', '/entity/get-specific', { entity_ids: [id] })
      ).body.data
      return card
    }
    await ada.send('PATCH', '/entity/edit-one', {
      entity_id: id,
      startAt: '2026-03-02',
      recurrence: 'FREQ=WEEKLY',
    })
    await use(client, 'complete_cards', { ids: [id], today: '2026-03-04' })
    const before = await whole()
    const act = await use(client, 'complete_cards', { ids: [id], today: '2026-03-11' })
    expect((await whole()).completions).toHaveLength(2)
    expect(await whole()).toMatchObject({ startAt: '2026-03-16', dueAt: '2026-03-18' })
    await use(client, 'undo', { undo_id: act.undo_id })
    expect(await whole()).toEqual(before)
    expect(before).toMatchObject({ startAt: '2026-03-09', completions: [expect.any(String)] })
    await client.close()
  })

  it('[ID-10] the MCP server reads a due date in words like the command line, and refuses one that it can not read', async () => {
    const ada = await server.signUp()
    const client = await stdio(ada)
    for (const due of ['someday', '2026-02-30', '2026-03-01T25:00'])
      for (const card of [{ text: 'Bake' }, { text: 'Read', url: 'https://x.example/' }])
        expect(await use(client, 'add_cards', { cards: [{ text: 'Fine' }, { ...card, due }] })).toContain(
          `due ${due} is not understood.`,
        )
    expect((await use(client, 'find_cards', { search: '' })).total).toBe(0)
    const due = 'every month starting 2031-01-31'
    await use(client, 'add_cards', {
      cards: [
        { text: 'Rent', due },
        { text: 'Bill', url: 'https://x.example/', due },
      ],
    })
    const { cards } = await use(client, 'find_cards', { search: '' })
    expect(cards).toMatchObject([{ due: '2031-01-31' }, { due: '2031-01-31' }])
    await client.close()
  })

  it('[ID-10] the MCP server with --read-only offers no tool that writes', async () => {
    const client = await stdio(await server.signUp(), '--read-only')
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(['find_cards', 'read_cards', 'suggest_tags'])
    await client.close()
  })

  it('[ID-10] each HTTP request to the MCP server needs its token, and requests of other sites’ pages are refused', async () => {
    const [ada, bob] = [await server.signUp(), await server.signUp()]
    const child = spawn(process.execPath, [COMMAND, 'mcp', '--http', '0'], { env: environment(ada) })
    const address = await new Promise<string>((resolve) =>
      child.stderr.on('data', (part: Buffer) => resolve(/http:\S+/.exec(String(part))?.[0] ?? '')),
    )
    const over = (token: string) =>
      connect(
        new StreamableHTTPClientTransport(new URL(address), {
          requestInit: { headers: { authorization: `Bearer ${token}` } },
        }),
      )
    const [hers, his] = [await over(ada.token), await over(bob.token)]
    await use(hers, 'add_cards', { cards: [{ text: 'mine', tags: [] }] })
    expect((await use(hers, 'find_cards', { search: '' })).total).toBe(1)
    expect((await use(his, 'find_cards', { search: '' })).total).toBe(0)
    const post = (headers: Record<string, string>) =>
      fetch(address, { method: 'POST', body: '{}', headers }).then(({ status }) => status)
    expect(await post({})).toBe(401)
    expect(await post({ authorization: `Bearer ${ada.token}`, origin: 'https://evil.example' })).toBe(403)
    const call = (argument: unknown, id: unknown = 1) => ({
      ...{ jsonrpc: '2.0', id, method: 'tools/call' },
      params: { name: 'find_cards', arguments: { search: argument } },
    })
    const nested = '['.repeat(200_000) + ']'.repeat(200_000)
    const bodies = [
      nested,
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"find_cards","arguments":{"search":${nested}}}}`,
      `{"a":${'{"a":'.repeat(150_000)}1${'}'.repeat(150_000)}}`,
      ...['null', '""', '[]', '{"__proto__":{"id":1}}', '[[[]]]', 'a'.repeat(2_000_000)],
      ...[{ length: { toString: 1 } }, null, [], 'a'.repeat(20_000)].map((one) => JSON.stringify(call(one))),
      JSON.stringify(call('', { a: 1 })),
      JSON.stringify([call('', null), 7, {}]),
    ]
    const told = {
      authorization: `Bearer ${ada.token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    }
    const send = (body: string) =>
      fetch(address, { method: 'POST', body, headers: told }).then(
        ({ status }) => status,
        () => 'closed',
      )
    for (const body of bodies)
      expect([200, 202, 400, 'closed'], body.slice(0, 40)).toContain(await send(body))
    const batch = (count: number) => JSON.stringify(Array.from({ length: count }, (_, n) => call('', n)))
    expect(await send(batch(50))).toBe(200)
    expect(await send(batch(51)), 'more at once than a batch has').toBe(400)
    const { port, hostname } = new URL(address)
    for (let n = 0; n < 20; n++) {
      const broken = connectTo(Number(port), hostname)
      const head = `POST /mcp HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer x\r\ncontent-length: 900\r\n\r\n{`
      await new Promise<void>((resolve) => broken.write(head, () => resolve()))
      await new Promise<void>((resolve) => broken.on('close', () => resolve()).resetAndDestroy())
    }
    expect((await use(hers, 'find_cards', { search: '' })).total, 'it outlives bodies that break off').toBe(1)
    await hers.close()
    await his.close()
    child.kill()
    expect(await new Promise((resolve) => child.on('close', resolve)), 'it ends when it is told to').toBe(0)
  })
})
