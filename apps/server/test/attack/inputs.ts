import { connect } from 'node:net'
import { idOf, type Person, request } from '../support/node.ts'
import { counted } from './newer-inputs.ts'

/** The accounts and addresses of an attack. */
export interface Target {
  readonly api: string
  /** The attacker's account, and another person's. */
  readonly mallory: Person
  readonly ada: Person
  /** Eight more accounts of the attacker. */
  readonly crowd: readonly Person[]
  /** Port of the site from which the server fetches pages and to which it sends messages, in attacks with `pages`. */
  readonly sitePort: number
}

export interface Attack {
  readonly name: string
  /** Whether the server fetches pages of links and sends messages, all to `sitePort`. */
  readonly pages?: boolean
  /** Resolves with a summary of the answers. */
  readonly run: (target: Target) => Promise<string>
}

/** Encoded at load time, because encoding it would delay this process's requests during the attack. */
const MANY_IDS = new TextEncoder().encode(
  JSON.stringify({ entity_ids: Array.from({ length: 380_000 }, (_, n) => idOf(n)) }),
)

const HEAD = '<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n'

const manyTags = (row: number) => Array.from({ length: 6_000 }, (_, n) => `t${row}x${n}`).join(',')

/** Inputs that once froze or killed the server. */
export const ATTACKS: readonly Attack[] = [
  file(
    'import: 40,000 nested folders',
    HEAD + '<DT><H3>a</H3><DL><p><DT><A HREF="https://x.example">x</A>\n'.repeat(40_000),
  ),
  file('import: 100,000 outlines inside each other', `<opml><body>${'<outline text="a">'.repeat(100_000)}`),
  file(
    'import: 60 outlines inside each other, each with 2,000 lines',
    `<opml><body>${`<outline text="a">${'<outline text="b"/>'.repeat(2_000)}`.repeat(60)}${'</outline>'.repeat(60)}</body></opml>`,
  ),
  file(
    'import: 140,000 tasks of a calendar',
    `BEGIN:VCALENDAR\n${'BEGIN:VTODO\nSUMMARY:a\nEND:VTODO\n'.repeat(140_000)}`,
  ),
  file('import: 140,000 tags of RIS', 'TY  - BOOK\nKW  - a\n'.repeat(70_000)),
  file(
    'import: 6,000 headings of Org, each below the one before, with tags',
    Array.from({ length: 6_000 }, (_, n) => `${'*'.repeat(n + 1)} TODO a :t${n}:\n`).join(''),
    'org',
  ),
  file(
    'import: a graph of Roam with 60,000 references to a block of 40 KB',
    JSON.stringify([
      {
        title: 'a',
        uid: 'p',
        children: [
          { uid: 'aaaaaaaaa', string: 'a '.repeat(20_000) },
          ...Array.from({ length: 60_000 }, (_, n) => ({ uid: `b${n}`, string: '((aaaaaaaaa))' })),
        ],
      },
    ]),
  ),
  file(
    'import: a board of Trello with 60,000 cards',
    JSON.stringify({
      lists: [{ id: 'l', name: 'b' }],
      cards: Array.from({ length: 60_000 }, (_, n) => ({ id: `c${n}`, idList: 'l', name: `a${n % 9}` })),
    }),
  ),
  file('import: 140,000 todos of Org', `#+TITLE: a\nb\n${'* TODO a :b:\n'.repeat(140_000)}`, 'org'),
  file(
    'import: 6,000 tasks of TaskPaper, each below the one before, with tags',
    Array.from({ length: 6_000 }, (_, n) => `${' '.repeat(n)}- a @t${n}\n`).join(''),
    'taskpaper',
  ),
  file(
    'import: 90 KB of brackets behind tags of TaskPaper in one line',
    `- a ${'@a( '.repeat(22_000)}`,
    'taskpaper',
  ),
  file('import: 2 MB of marks of Org in one line', '*a /b =c ~d [[e '.repeat(125_000), 'org'),
  file('import: 8 KB of [a]( as Markdown', '[a]('.repeat(2_000), 'markdown'),
  file('import: 100 KB of [ as Markdown', '['.repeat(100_000), 'markdown'),
  file('import: 100 KB unbroken, format unknown', `x${'['.repeat(100_000)}`),
  file('import: 100 KB of spaces in a card line', `<!-- card ${' '.repeat(100_000)}x`),
  file(
    'import: 90 KB of spaces and bars behind an address',
    `https://x.example/${' |'.repeat(45_000)}x\u2028`,
    'addresses',
  ),
  file('import: 100 KB of signs for tags in a task', `x 2024-01-01 ${'+a @'.repeat(25_000)}`, 'todo.txt'),
  file(
    'import: tags of 90 KB between brackets',
    JSON.stringify([{ title: 'a', text: 'b', created: '1', modified: '1', tags: '[['.repeat(45_000) }]),
  ),
  file('import: 10 MB of brackets as JSON', '['.repeat(10_000_000)),
  file('import: 1.4 million rows', `url\n${'a.bc\n'.repeat(1_400_000)}`, 'csv'),
  file(
    'import: 200 rows with 6,000 tags each',
    `url;titel;tags\n${Array.from({ length: 200 }, (_, n) => `https://x.example/${n};b;${manyTags(n)}\n`).join('')}`,
  ),
  file('import: 140,000 rows', `title,url\n${'n,\n'.repeat(140_000)}`),
  {
    name: 'import over 400 stored links of 98 KB',
    run: async ({ mallory }) => {
      for (let n = 0; n < 400; n++) await create(mallory, `https://x.example/${'a.'.repeat(49_000)}${n} b`)
      return said(
        await mallory.send(
          'POST',
          '/import',
          new TextEncoder().encode(`${HEAD}<DT><A HREF="https://y.example">y</A>`),
          OCTETS,
        ),
      )
    },
  },
  {
    name: '1,000 new groups with 1,000 tags each',
    run: async ({ mallory }) => {
      const names = Array.from({ length: 1_000 }, (_, n) => `tag ${n}`)
      const tags = await mallory.send('POST', '/tag/create-many-from-keyword', {
        frontendGeneratedTags: names.map((tag_name) => ({ tag_name })),
      })
      const tag_ids = tags.body.data.map(({ _id }: { _id: string }) => _id)
      return said(
        await mallory.send('POST', '/tag/create-many-groups-from-searchword', {
          searchwords: names,
          tag_ids,
        }),
      )
    },
  },
  {
    name: '380,000 ids in one list',
    run: async ({ mallory }) => said(await mallory.send('POST', '/entity/delete-many', MANY_IDS)),
  },
  {
    name: '3,000 edits of 100 KB, then their revisions',
    run: async ({ mallory }) => {
      const id = await create(mallory, 'x', 'note')
      let refused = 0
      for (let n = 0; n < 3_000; n++) {
        const content = `${n} ${'x'.repeat(95_000)}`
        const answer = await mallory.send(
          'PATCH',
          '/entity/update-content',
          { entity_id: id, content },
          { 'idempotency-key': `e${n}` },
        )
        if (answer.status !== 200) refused++
      }
      const revisions = await mallory.send('POST', '/entity/get-revisions', { entity_id: id })
      return `${refused} edits refused; ${revisions.status}, ${revisions.body.data?.length} revisions`
    },
  },
  {
    name: 'a push of 500 searches, ten times',
    run: async ({ mallory }) => {
      const calls = Array.from({ length: 500 }, (_, n) => ({
        key: `s${n}`,
        method: 'POST',
        path: '/entity/get-matching-entities',
        body: { userIsTyping_inSearchbar: `a${n}, b, c, d, e` },
      }))
      const answers = []
      for (let n = 0; n < 10; n++) answers.push((await mallory.send('POST', '/sync/push', calls)).status)
      return answers.join(' ')
    },
  },
  {
    name: '10,000 event streams of one user',
    run: async ({ api, mallory }) => {
      // One for each request, because listeners stay on a signal until it is garbage-collected.
      const stops: AbortController[] = []
      const statuses: number[] = []
      for (let batch = 0; batch < 100; batch++)
        await Promise.all(
          Array.from({ length: 100 }, async () => {
            const headers = { authorization: `Bearer ${mallory.token}` }
            const stop = new AbortController()
            const answer = await fetch(`${api}/sync/events`, { headers, signal: stop.signal }).catch(
              () => null,
            )
            statuses.push(answer?.status ?? 0)
            if (answer?.status === 200) stops.push(stop)
            else await answer?.text()
          }),
        )
      for (const stop of stops) stop.abort()
      return counted(statuses)
    },
  },
  {
    name: '30 bodies of 10 MiB without an account',
    run: async ({ api }) => {
      const body = 'x'.repeat(10 * 1024 * 1024)
      const one = async () =>
        (await request(api, 'POST', '/user/renew-access-token', body).catch(() => ({ status: 0 }))).status
      return [...new Set(await Promise.all(Array.from({ length: 30 }, one)))].join(' ')
    },
  },
  {
    name: '2,000 connections that drip headers and bodies',
    run: async ({ api }) => {
      const { port } = new URL(api)
      const sockets = Array.from({ length: 2_000 }, (_, n) => {
        const socket = connect(Number(port), '127.0.0.2').on('error', () => undefined)
        socket.write('POST /api/user/sign-in HTTP/1.1\r\nHost: x\r\n')
        const length = 'content-type: application/json\r\ncontent-length: 9000\r\n\r\n'
        if (n % 2 === 0) socket.write(length)
        const drip = setInterval(() => socket.write(n % 2 === 0 ? ' ' : 'a: b\r\n'), 5_000)
        socket.on('close', () => clearInterval(drip))
        return socket
      })
      await new Promise((resolve) => setTimeout(resolve, 25_000))
      const open = sockets.filter(({ destroyed, readyState }) => !destroyed && readyState === 'open').length
      for (const socket of sockets) socket.destroy()
      return `${open} open after 25 s`
    },
  },
  {
    name: '5,000 visitors’ actions, 5,000 provider pages',
    run: async ({ api }) => {
      const statuses: number[] = []
      const note = ({ status }: { status: number }) => statuses.push(status)
      for (let n = 0; n < 5_000; n++) {
        note(
          await request(api, 'POST', '/user/action-taken', {
            user_action: 'landed-1',
            unknown_user_id: idOf(n),
          }),
        )
        note(await request(api.replace(/\/api$/, ''), 'GET', '/oidc/jwks'))
      }
      return counted(statuses)
    },
  },
]

export const OCTETS = { 'content-type': 'application/octet-stream' }

function file(name: string, text: string, format?: string): Attack {
  const query = format === undefined ? '' : `?format=${format}`
  return {
    name,
    run: async ({ mallory }) =>
      said(await mallory.send('POST', `/import${query}`, new TextEncoder().encode(text), OCTETS)),
  }
}

async function create(person: Person, content: string, type = 'hyperlink'): Promise<string> {
  return (await person.send('POST', '/entity/create-one', { newEntity: { type, content } })).body.data?._id
}

function said({
  status,
  body,
}: {
  status: number
  body: { msg?: string; data?: { created?: number } }
}): string {
  return `${status} ${body.msg ?? `created ${body.data?.created ?? ''}`}`
}
