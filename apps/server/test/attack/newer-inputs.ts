import { createServer } from 'node:http'
import { gzipSync } from 'node:zlib'
import { LIMITS } from '@cardinal/domain'
import { idOf, type Person, request } from '../support/node.ts'
import { zip } from '../support/zip.ts'
import { type Attack, OCTETS, type Target } from './inputs.ts'

/**
 * Attacks by searches with signs, relations of tags, due dates, calendars, archives, shared texts, passkeys and
 * pages.
 */
export const NEWER_ATTACKS: readonly Attack[] = [
  {
    name: 'search: 5,000 parentheses, then 50 signs over 100 texts of 95 KB, ten times',
    run: async ({ mallory }) => {
      for (let n = 0; n < 100; n++)
        await make(mallory, { type: 'note', content: `${n} ${'ab '.repeat(31_000)}` })
      const search = async (text: string) =>
        (await mallory.send('POST', '/entity/get-matching-entities', { userIsTyping_inSearchbar: text }))
          .status
      const texts = ['('.repeat(5_000), `${'-('.repeat(10)}"b a"${')'.repeat(10)}`]
      const signs = Array.from({ length: 12 }, (_, n) => `("a${n}" | b${n}*)`).join(', ')
      const statuses = []
      for (const text of [...texts, ...Array.from({ length: 10 }, (_, n) => `${signs}, c${n}`)])
        statuses.push(await search(text))
      return counted(statuses)
    },
  },
  {
    name: '300 texts of 95 KB with combining marks, and a phrase that is in each',
    run: async ({ mallory }) => {
      const statuses = []
      for (let n = 0; n < 300; n++)
        await make(mallory, { type: 'note', content: `${n} ${'ab\u0301 a '.repeat(13_000)}` })
      for (const text of ['"b a", "a ab a"', '-("b a" | "a a")', 'b a, a ab a'])
        statuses.push(
          (await mallory.send('POST', '/entity/get-matching-entities', { userIsTyping_inSearchbar: text }))
            .status,
        )
      return counted(statuses)
    },
  },
  {
    name: 'removing for good 100 deleted cards of 95 KB with three earlier texts each',
    run: async ({ mallory }) => {
      const ids: string[] = []
      for (let n = 0; n < 100; n++) ids.push(await make(mallory, { type: 'note', content: `${n} ${LONG}` }))
      for (let edit = 0; edit < 3; edit++)
        for (const entity_id of ids)
          await mallory.send('PATCH', '/entity/update-content', { entity_id, content: `${edit} ${LONG}` })
      const statuses = []
      for (const path of ['/entity/delete-many', '/entity/empty-deleted', '/entity/empty-deleted'])
        statuses.push((await mallory.send('POST', path, { entity_ids: ids })).status)
      return counted(statuses)
    },
  },
  {
    name: '300 texts of 12,000 words that stand nowhere else, then a search and suggestions',
    run: async ({ mallory }) => {
      for (let n = 0; n < 300; n++) {
        const words = Array.from({ length: 12_000 }, (_, at) => (at * 977 + n * 14_000).toString(36))
        await make(mallory, { type: 'note', content: words.join(' ') })
      }
      const search = await mallory.send('POST', '/entity/get-matching-entities', {
        userIsTyping_inSearchbar: '"b a"',
      })
      const suggestions = await mallory.send('POST', '/tag/get-suggested-tags', {
        userIsTyping_inSearchbar: 'b a',
        purpose: 'label',
      })
      return counted([search.status, suggestions.status])
    },
  },
  {
    name: 'import: front matter of 20,000 brackets, braces, marks, quotes, links and aliases, in YAML, TOML and JSON',
    run: async ({ mallory }) => {
      const yaml = [
        '[',
        '{a: ',
        '- ',
        '? ',
        '*a ',
        '!a ',
        '&a ',
        '"',
        "'",
        '[[a]]',
        '[[a|',
        '[#',
        '{{',
        ' #',
        '\\',
      ]
      const values = [
        ...yaml.map((sign) => `---\ntags: ${sign.repeat(20_000 / sign.length)}\n---\na`),
        ...yaml.map((sign) => `---\ntags: [${sign.repeat(20_000 / sign.length)}]\n---\na`),
        `---\n${'a: [\n'.repeat(4_000)}---\na`,
        `---\na: &a [${'x, '.repeat(10)}x]\n${'bcdefghij'.replace(/./g, (name, at: number) => `${name}: &${name} [${`*${'abcdefghi'[at]}, `.repeat(10)}]\n`)}tags: *j\n---\na`,
        `---\n${Array.from({ length: 150 }, (_, n) => `${' '.repeat(n)}a:`).join('\n')}\n---\na`,
        `+++\ntags = ${'['.repeat(20_000)}\n+++\na`,
        `+++\n[${'a.'.repeat(10_000)}a]\n+++\na`,
        `---\n{"tags": ${'['.repeat(20_000)}${']'.repeat(20_000)}}\n---\na`,
      ]
      const statuses = []
      for (const value of values)
        statuses.push(
          (await mallory.send('POST', '/import?file_name=a.md', Buffer.from(value), OCTETS)).status,
        )
      return counted(statuses)
    },
  },
  {
    name: 'import: shortcuts of 90 KB with many keys, sections, spaces and signs, and damaged property lists',
    run: async ({ mallory }) => {
      const head = '[InternetShortcut]\nURL=https://a.example/\n'
      const lines = (line: string) => head + line.repeat(90_000 / line.length)
      const list = Buffer.concat([Buffer.from('bplist00'), Buffer.alloc(90_000, 0xdf), Buffer.alloc(32, 1)])
      const files = [
        head + Array.from({ length: 12_000 }, (_, n) => `k${n}=1\n`).join(''),
        ...[
          'URL=b\n',
          '[a]\n',
          '# # # \n',
          'a = = =',
          '[',
          ' ',
          '[InternetShortcut.W]\nURL=+\n',
          '+AOk-',
        ].map(lines),
        `${'#  '.repeat(30_000)}\n${head}`,
        `<plist>${'<dict>'.repeat(15_000)}<key>URL</key>`,
        `<plist><dict>${'<key>URL</key><string>a</string>'.repeat(2_800)}`,
        list,
      ]
      const statuses = []
      for (const file of files)
        statuses.push(
          (await mallory.send('POST', '/import?file_name=a.url', Buffer.from(file), OCTETS)).status,
        )
      return counted(statuses)
    },
  },
  {
    name: 'import: pages that nest and repeat, 60,000 tags below each other, brackets without an end, notes of folders',
    run: async ({ mallory }) => {
      const saved = Array.from({ length: 200 }, (_, n) => ({
        slug: `s${n}`,
        title: 'a',
        url: `https://a.example/${n}`,
        state: 'Active',
        savedAt: '2024-01-01T00:00:00Z',
      }))
      const page = `${'<div>'.repeat(350)}${'<p>ab <b>cd</b></p>'.repeat(4_000)}`
      const omnivore = zip([
        { path: 'metadata_0_to_20.json', content: JSON.stringify(saved) },
        ...saved.map(({ slug }) => ({ path: `content/${slug}.html`, content: page })),
      ])
      const parent = (n: number) => ({ uuid: `t${n}`, content_type: 'Tag', reference_type: 'TagToParentTag' })
      const tags = Array.from({ length: 60_000 }, (_, n) => ({
        uuid: `t${n}`,
        content_type: 'Tag',
        content: { title: 'a', references: [parent(n + 1), { uuid: 'n', content_type: 'Note' }] },
      }))
      const note = { uuid: 'n', content_type: 'Note', content: { title: 'a', text: 'b', references: [] } }
      const lines = ['[a](', '[', '(', '[a](<', '<https://', '[a]((', '](', '<!-- TAGS: '].map((sign) =>
        `# a\n[a](https://a.example/) ${sign.repeat(Math.floor(90_000 / sign.length))}\n`.repeat(50),
      )
      const bundles = zip(
        Array.from({ length: 9_000 }, (_, n) => ({
          path: `${n % 3_000}.textbundle/text.md`,
          content: `#a${n}`,
        })),
      )
      const files = [omnivore, JSON.stringify({ items: [note, ...tags] }), ...lines, bundles]
      const statuses = []
      for (const file of files) {
        const bytes = typeof file === 'string' ? file : new Uint8Array(file)
        const answer = await mallory.send('POST', '/import', bytes, {
          'content-type': 'application/octet-stream',
        })
        statuses.push(answer.status)
      }
      return counted(statuses)
    },
  },
  {
    name: 'texts to read before they are added: 100 of each hostile sign, and as much text as a request takes',
    run: async ({ mallory }) => {
      const signs = [
        'mon ',
        '1st and ',
        '“',
        '"#a ',
        '#a/b-c ',
        '#a',
        'every 2 weeks on ',
        '[a](',
        'a@b.',
        '```',
        'due:',
      ]
      const statuses = []
      for (const sign of signs)
        for (const length of [2_000, 90_000]) {
          const content = sign.repeat(Math.floor(length / sign.length))
          const texts = Array.from({ length: length > 10_000 ? 5 : 100 }, () => ({ content }))
          statuses.push((await mallory.send('POST', '/entity/read-texts', { texts })).status)
        }
      return counted(statuses)
    },
  },
  {
    name: '1,000 tags with 100 parents each, then searches and all tags',
    run: async ({ mallory }) => {
      const names = Array.from({ length: 1_000 }, (_, n) => ({ tag_name: `tag ${n}` }))
      const made = await mallory.send('POST', '/tag/create-many-from-keyword', {
        frontendGeneratedTags: names,
      })
      const ids: string[] = made.body.data.map(({ _id }: { _id: string }) => _id)
      await make(mallory, { type: 'note', content: 'a', tags_assigned: ids.slice(900) })
      const statuses = []
      for (let n = 0; n < 9; n++) {
        const tag_ids = ids.slice((n + 1) * 100, (n + 2) * 100)
        const parent_tag_ids = ids.slice(n * 100, (n + 1) * 100)
        statuses.push((await mallory.send('POST', '/tag/add-parents', { tag_ids, parent_tag_ids })).status)
      }
      const circle = { tag_ids: ids.slice(0, 100), parent_tag_ids: ids.slice(900) }
      statuses.push((await mallory.send('POST', '/tag/add-parents', circle)).status)
      for (let n = 0; n < 10; n++) {
        const userIsTyping_inSearchbar = `tag ${n}, -tag ${n + 500}`
        statuses.push(
          (await mallory.send('POST', '/entity/get-matching-entities', { userIsTyping_inSearchbar })).status,
        )
      }
      statuses.push((await mallory.send('POST', '/tag/get-all-tags', {})).status)
      return counted(statuses)
    },
  },
  {
    name: '1,000 tags that all have one group of all of them as a child, then searches and all tags',
    run: async ({ mallory }) => {
      const names = Array.from({ length: 1_000 }, (_, n) => ({ tag_name: `tag ${n}` }))
      const made = await mallory.send('POST', '/tag/create-many-from-keyword', {
        frontendGeneratedTags: names,
      })
      const tag_ids: string[] = made.body.data.map(({ _id }: { _id: string }) => _id)
      await make(mallory, { type: 'note', content: 'a', tags_assigned: tag_ids.slice(900) })
      const group = await mallory.send('POST', '/tag/create-many-groups-from-searchword', {
        searchwords: ['all'],
        tag_ids,
      })
      const group_ids = [group.body.data[0]._id]
      const statuses = [(await mallory.send('POST', '/tag/add-child-groups', { tag_ids, group_ids })).status]
      for (let n = 0; n < 10; n++) {
        const userIsTyping_inSearchbar = `tag ${n}, -tag ${n + 500}`
        statuses.push(
          (await mallory.send('POST', '/entity/get-matching-entities', { userIsTyping_inSearchbar })).status,
        )
      }
      statuses.push((await mallory.send('POST', '/tag/get-all-tags', {})).status)
      return counted(statuses)
    },
  },
  {
    name: '500 todos that come back on no day, completed at once, ten times',
    run: async ({ mallory }) => {
      const recurrence = 'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30'
      const ids = []
      for (let n = 0; n < 500; n++)
        ids.push(
          await make(mallory, { type: 'todo', content: `${n}`, dueAt: '2026-01-01T10:00', recurrence }),
        )
      const entities = ids.map((_id) => ({ _id }))
      const statuses = []
      for (let n = 0; n < 10; n++)
        statuses.push((await mallory.send('POST', '/entity/complete-many', { entities })).status)
      return counted(statuses)
    },
  },
  {
    name: '500 todos that were completed as often as a card keeps, searched by day, listed, coloured at once, completed again and exported',
    run: async ({ mallory }) => {
      const day = (n: number) => new Date(Date.UTC(2024, 0, n)).toISOString()
      const completions = Array.from({ length: LIMITS.completions }, (_, n) => day(n))
      const recurrence = 'FREQ=DAILY'
      const ids = []
      for (let n = 0; n < 500; n++)
        ids.push(
          await make(mallory, {
            type: 'todo',
            content: `${n}`,
            dueAt: '2026-01-01',
            recurrence,
            completions,
          }),
        )
      const send = async (path: string, body: object, method: 'POST' | 'PATCH' = 'POST') =>
        (await mallory.send(method, path, body)).status
      const statuses = []
      for (const userIsTyping_inSearchbar of ['done:2024-02', 'done:<2024', '-done:today', 'done:2024-05-05'])
        statuses.push(await send('/entity/get-matching-entities', { userIsTyping_inSearchbar, type: null }))
      for (let page = 0; page < 3; page++)
        statuses.push(await send('/entity/get-sorted-entities', { params: { page, limit: LIMITS.pageSize } }))
      statuses.push(await send('/entity/update-color', { entity_ids: ids, color: 'red' }, 'PATCH'))
      statuses.push(await send('/entity/complete-many', { entities: ids.map((_id) => ({ _id })) }))
      for (const format of ['json', 'csv', 'html'])
        statuses.push((await mallory.send('GET', `/export?format=${format}`)).status)
      return counted(statuses)
    },
  },
  {
    name: '100 rules of ten texts each, then 200 notes of 95 KB that match none, coloured at once, and one that starts a chain',
    run: async ({ mallory }) => {
      const [{ _id: workspace_id }] = (await mallory.send('POST', '/workspace/get-workspaces', {})).body.data
      const { body } = await mallory.send('POST', '/tag/create-many-from-keyword', {
        frontendGeneratedTags: Array.from({ length: 100 }, (_, n) => ({ tag_name: `tag ${n}` })),
      })
      const ids: string[] = body.data.map(({ _id }: { _id: string }) => _id)
      const statuses = []
      for (let n = 0; n < 100; n++) {
        const texts = Array.from({ length: 9 }, (_, at) => `"ä${n}${at}"`)
        const search = [`tag:"tag ${n}"`, ...texts].join(' | ')
        const add_tags = [ids[(n + 1) % 100]]
        statuses.push(
          (await mallory.send('POST', '/workspace/create-rule', { workspace_id, search, add_tags })).status,
        )
      }
      const cards = []
      for (let n = 0; n < 200; n++)
        cards.push(await make(mallory, { type: 'note', content: `${n} ${'äb '.repeat(24_000)}` }))
      const color = { entity_ids: cards, color: 'red' }
      statuses.push((await mallory.send('PATCH', '/entity/update-color', color)).status)
      const tagged = { entity_ids: cards, tag_ids: [ids[0]] }
      statuses.push((await mallory.send('POST', '/entity/attach-tags', tagged)).status)
      return counted(statuses)
    },
  },
  {
    name: 'a calendar of 100 due cards of 95 KB, read 20 times',
    run: async ({ api, mallory }) => {
      for (let n = 0; n < 100; n++)
        await make(mallory, {
          type: 'todo',
          content: `${n} ${'ä,;\\'.repeat(23_000)}`,
          dueAt: '2026-01-01',
          recurrence: 'FREQ=DAILY;UNTIL=20991231',
        })
      const { path } = (await mallory.send('POST', '/user/create-calendar', {})).body.data
      const read = async () => (await request(api.replace(/\/api$/, ''), 'GET', path)).status
      return counted(await Promise.all(Array.from({ length: 20 }, read)))
    },
  },
  {
    name: 'a shared search of 100 notes of 95 KB, read 20 times as each of its forms',
    run: async ({ api, mallory }) => {
      for (let n = 0; n < 100; n++)
        await make(mallory, { type: 'note', content: `${n}\n${'<&"\n'.repeat(23_000)}` })
      const sent = { title: '<'.repeat(100), shows: ['texts', 'tags'], query: {} }
      const { path } = (await mallory.send('POST', '/user/create-shared-search', sent)).body.data
      const read = async (file: string) =>
        (await request(api.replace(/\/api$/, ''), 'GET', path + file)).status
      const forms = ['', '/feed.xml', '/feed.json']
      return counted(await Promise.all(Array.from({ length: 60 }, (_, n) => read(forms[n % 3] ?? ''))))
    },
  },
  {
    name: 'archives: bombs of 1 GB, 20,000 files, archives in archives',
    run: async ({ mallory }) => {
      const bomb = gzipSync(Buffer.alloc(1_000_000_000, 'a'))
      const many = zip(Array.from({ length: 20_000 }, (_, n) => ({ path: `${n}.md`, content: '# a\n' })))
      let inner = zip([{ path: 'a.csv', content: 'a'.repeat(5_000_000) }])
      for (let depth = 0; depth < 20; depth++) inner = zip([{ path: 'b.zip', content: inner }])
      const answers = []
      for (const bytes of [bomb, many, inner])
        answers.push(
          await mallory.send('POST', '/import', new Uint8Array(bytes), {
            'content-type': 'application/octet-stream',
          }),
        )
      return answers
        .map(({ status, body }) => `${status} ${body.msg?.slice(0, 32) ?? 'a receipt'}`)
        .join('; ')
    },
  },
  {
    name: 'import: 20 files of 60 MiB at once',
    run: async ({ mallory }) => {
      const file = new TextEncoder().encode(`url\n${'https://x.example/ \n'.repeat(3_300_000)}`)
      const take = () => mallory.send('POST', '/import', file, OCTETS)
      const answers = await Promise.all(Array.from({ length: 20 }, take))
      return counted(answers.map(({ status }) => status))
    },
  },
  {
    name: '300 shared forms of 1 MB, and long addresses of /add, without an account',
    run: async ({ api }) => {
      const root = api.replace(/\/api$/, '')
      const form = `--x\r\ncontent-disposition: form-data; name="text"\r\n\r\n${'[a]('.repeat(250_000)}\r\n--x--\r\n`
      const parts = '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n\r\n'.repeat(18_000)
      const type = { 'content-type': 'multipart/form-data; boundary=x' }
      const statuses = []
      for (let n = 0; n < 150; n++) {
        statuses.push((await request(root, 'POST', '/share', form, type)).status)
        statuses.push((await request(root, 'POST', '/share', `${parts}--x--\r\n`, type)).status)
        statuses.push((await request(root, 'GET', `/add?text=${'%20a'.repeat(3_500)}`)).status)
      }
      return counted(statuses)
    },
  },
  {
    name: '100 answers of a passkey with 10,000 nested lists',
    run: async ({ mallory }) => {
      await mallory.send('POST', '/user/begin-passkey', {})
      const deep = Buffer.alloc(10_000, 0x81).toString('base64url')
      const response = JSON.stringify({
        id: 'a',
        rawId: 'a',
        type: 'public-key',
        clientExtensionResults: {},
        response: { attestationObject: deep, clientDataJSON: 'e30' },
      })
      const statuses = []
      for (const given of [response, '['.repeat(20_000)])
        for (let n = 0; n < 50; n++)
          statuses.push(
            (await mallory.send('POST', '/user/add-passkey', { name: 'a', response: given })).status,
          )
      return counted(statuses)
    },
  },
  {
    name: 'pages of 100 links: nested elements, a packed bomb, a drip, a picture of 30,000 × 30,000',
    pages: true,
    run: async (target) => withHostileSite(target, 100),
  },
]

async function withHostileSite({ mallory, sitePort }: Target, links: number): Promise<string> {
  const bomb = gzipSync(Buffer.alloc(300_000_000, '<b>'))
  let asked = 0
  const site = createServer((incoming, answer) => {
    asked++
    const kind = Number(/(\d+)$/.exec(incoming.url ?? '')?.[1] ?? 3) % 4
    if (incoming.url?.endsWith('.png'))
      return void answer.writeHead(200, { 'content-type': 'image/png' }).end(hugePicture())
    answer.writeHead(200, {
      'content-type': 'text/html',
      ...(kind === 1 && { 'content-encoding': 'gzip' }),
    })
    if (kind === 0) return void answer.end('<div a='.repeat(200_000) + '<title>'.repeat(100_000))
    if (kind === 1) return void answer.end(bomb)
    if (kind === 2) {
      const drip = setInterval(() => answer.write('<'), 200)
      return void answer.on('close', () => clearInterval(drip))
    }
    answer.end('<title>a</title><link rel="icon" href="/a.png"><meta property="og:image" content="/b.png">')
  })
  await new Promise<void>((ready) => site.listen(sitePort, '127.0.0.1', ready))
  try {
    const ids = []
    for (let n = 0; n < links; n++)
      ids.push(await make(mallory, { type: 'hyperlink', content: `http://site${n}.example/${n}` }))
    const { status } = await mallory.send('POST', '/entity/fetch-pages', { entity_ids: ids })
    await new Promise((resolve) => setTimeout(resolve, 40_000))
    return `${status}; ${asked} requests in 40 s`
  } finally {
    site.closeAllConnections()
    site.close()
  }
}

const LONG = 'x'.repeat(95_000)

/** The header of a PNG that claims to be 30,000 pixels wide and high. */
function hugePicture(): Buffer {
  const head = Buffer.from(
    '89504e470d0a1a0a0000000d49484452000075300000753008060000000000000000000000',
    'hex',
  )
  return Buffer.concat([head, Buffer.alloc(1_000)])
}

async function make(person: Person, newEntity: object): Promise<string> {
  const answer = await person.send('POST', '/entity/create-one', { newEntity })
  return answer.body.data?._id ?? idOf(1)
}

/** Counts, such as `200: 3, 429: 1`. */
export function counted(statuses: readonly number[]): string {
  const counts = new Map<number, number>()
  for (const status of statuses) counts.set(status, (counts.get(status) ?? 0) + 1)
  return [...counts].map(([status, count]) => `${status}: ${count}`).join(', ')
}
