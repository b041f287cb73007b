import { readFileSync } from 'node:fs'
import { ok } from '@cardinal/domain'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Person, serverFor, startNode } from '../support/node.ts'
import { DATABASES } from '../support/stores.ts'

const SAMPLE = readFileSync(new URL('../samples/bookmarks.html', import.meta.url))
const HEAD = '<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n'
const link = (n: number | string, tags = '') =>
  `<DT><A HREF="https://x.example/${n}" TAGS="${tags}">Link ${n}</A>\n`
const links = (count: number) => HEAD + Array.from({ length: count }, (_, n) => link(n)).join('')
const LIMIT_SENTENCE = 'You have total 0 notes, 0 todos, 500 links. Upgrade for more.'

describe.each(DATABASES)('an import on $name', ({ start }) => {
  const server = serverFor(start)

  const take = (person: Person, file: string | Uint8Array, query = '') =>
    person.send('POST', `/import${query}`, file, { 'content-type': 'application/octet-stream' })
  const countOf = async (person: Person) =>
    (await person.send('POST', '/entity/get-count', {})).body.data.reduce(
      (sum: number, { count }: { count: number }) => sum + count,
      0,
    )
  const tagsOf = async (person: Person) => (await person.send('POST', '/tag/get-all-tags', {})).body.data
  const groupsOf = async (person: Person) => (await person.send('POST', '/tag/get-all-groups', {})).body.data

  it('[TG-7] an import creates the cards and tags of the sample, and a group for every folder', async () => {
    const ada = await server.signUp()
    const { status, body } = await take(ada, SAMPLE)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ rows: 40, created: 40, duplicates: 0, failed: [] })
    expect(body.data.renamed_tags).toContainEqual({ from: 'C++', to: 'cplusplus' })
    const tags = await tagsOf(ada)
    expect(tags).toHaveLength(body.data.tags)
    const countByName = new Map(
      tags.map((tag: { tag_name: string; count_entity_ids: number }) => [tag.tag_name, tag.count_entity_ids]),
    )
    expect(countByName.get('cooking')).toBe(11)
    expect(countByName.get('baking')).toBe(5)
    expect(countByName.get('programming')).toBe(12)
    const groups = await groupsOf(ada)
    expect(groups.map(({ title }: { title: string }) => title).sort()).toEqual([
      'baking',
      'cooking',
      'programming',
      'travel',
    ])
    const baking = groups.find(({ title }: { title: string }) => title === 'baking')
    const nameById = new Map(tags.map((tag: { _id: string; tag_name: string }) => [tag._id, tag.tag_name]))
    expect(baking.tags.map((id: string) => nameById.get(id)).sort()).toEqual(
      ['baking', 'bread', 'butter', 'flour', 'olive oil', 'oven', 'sweet'].sort(),
    )
  })

  it('[HM-19] a dry run shows the first cards, the assumptions, and what becomes of tags and folders', async () => {
    const ada = await server.signUp()
    const rows = Array.from({ length: 200 }, (_, n) => ({
      type: 'todo',
      content: `Task ${n}\n${'y'.repeat(2_000)}`,
      tags: n === 0 ? ['Tea Time', 'tea_time', '!!!', 'C++'] : [`t${n}`],
      folder: `Kitchen ${n}`,
      dueAt: '4/3/2026 14:30',
      startAt: '2026-03-01',
      recurrence: 'FREQ=WEEKLY',
    }))
    const link = { url: 'https://x.example/1', title: 'One', description: 'About it' }
    const dry = (query: string) =>
      take(ada, JSON.stringify([link, ...rows]), `?dry_run=true&time_zone=Europe/Berlin${query}`)
    const { status, body } = await dry('')
    expect(status).toBe(200)
    const { preview, assumed, created } = body.data
    expect(created).toBe(201)
    expect(assumed).toMatchObject({ encoding: 'utf-8', date_order: 'day-first' })
    expect(preview.cards).toHaveLength(10)
    expect(preview.cards[0]).toEqual({
      row: 1,
      type: 'hyperlink',
      title: 'One',
      address: 'https://x.example/1',
      note: 'About it',
      done: false,
      subtasks: 0,
      tags: [],
    })
    expect(preview.cards[1]).toMatchObject({
      row: 2,
      type: 'todo',
      title: 'Task 0',
      due: '2026-03-04T14:30',
      start: '2026-03-01',
      recurrence: 'FREQ=WEEKLY',
    })
    expect(preview.cards[1].note).toHaveLength(301)
    expect(preview.cards[1].tags).toContainEqual({ name: 'cplusplus', shown: 'C++' })
    expect(preview.folders).toMatchObject({ count: 200 })
    expect(preview.folders.first).toHaveLength(50)
    expect(JSON.stringify(preview).length, 'characters of it all').toBeLessThan(20_000)
    expect(body.data.renamed_tags).toContainEqual({ from: '!!!', to: null })
    const other = await dry('&date_order=month-first')
    expect(other.body.data.preview.cards[1].due).toBe('2026-04-03T14:30')
    expect(await countOf(ada), 'nothing is written').toBe(0)
    const real = await take(ada, JSON.stringify([link]))
    expect(real.body.data.preview).toBeUndefined()
    const again = await take(ada, JSON.stringify([link]), '?dry_run=true')
    expect(again.body.data.preview).toMatchObject({ cards: [], children: 0 })
  })

  it('[TG-7] an import keeps the spelling in the file as another name, and restores relations from an export', async () => {
    const ada = await server.signUp()
    await take(ada, HEAD + link(1, 'C++,d3.js') + link(2, 'languages'))
    const byName = async (person: Person) =>
      new Map((await tagsOf(person)).map((tag: { tag_name: string }) => [tag.tag_name, tag])) as Map<
        string,
        { _id: string; other_names?: string[]; parent_tag_ids?: string[]; count_entity_ids: number }
      >
    const tags = await byName(ada)
    expect(tags.get('cplusplus')?.other_names).toEqual(['C++'])
    const [child, parent] = [tags.get('cplusplus')?._id, tags.get('languages')?._id]
    await ada.send('POST', '/tag/add-parents', { tag_ids: [child], parent_tag_ids: [parent] })
    await ada.send('POST', '/tag/add-names', { tag_id: parent, names: ['tongues'] })
    // In files, too, another name of a tag means that tag.
    await take(ada, HEAD + link(3, 'tongues'))
    expect((await byName(ada)).get('languages')?.count_entity_ids).toBe(2)
    const { body: file } = await ada.send('GET', '/export?format=json')
    const bob = await server.signUp()
    await take(bob, typeof file === 'string' ? file : JSON.stringify(file))
    const back = await byName(bob)
    expect(back.get('cplusplus')).toMatchObject({
      other_names: ['C++'],
      parent_tag_ids: [back.get('languages')?._id],
    })
    expect(back.get('languages')?.other_names).toEqual(['tongues'])
  })

  it('[TG-7] new tags are shown in the spelling of the file, unless the person chose otherwise', async () => {
    const shownBy = async (person: Person) =>
      Object.fromEntries(
        (await tagsOf(person)).map((tag: { tag_name: string; display_name?: string }) => [
          tag.tag_name,
          tag.display_name ?? null,
        ]),
      )
    const file = HEAD + link(1, 'C++,JavaScript,bread') + link(2, 'c++,javascript,🌱 garden')
    const [ada, bob] = [await server.signUp(), await server.signUp()]
    await ada.send('POST', '/tag/create-many-from-keyword', {
      frontendGeneratedTags: [{ tag_name: 'javascript' }],
    })
    await take(ada, file)
    // An existing tag keeps its display name.
    expect(await shownBy(ada)).toEqual({
      cplusplus: 'C++',
      javascript: null,
      bread: null,
      garden: '🌱 garden',
    })
    await take(bob, file, '?show_spellings=false')
    expect(await shownBy(bob)).toEqual({ cplusplus: null, javascript: null, bread: null, garden: null })
    const cplusplus = (await tagsOf(bob)).find(
      ({ tag_name }: { tag_name: string }) => tag_name === 'cplusplus',
    )
    expect(cplusplus.other_names).toEqual(['C++'])
  })

  it('[TG-7] property: each format restores the display names of tags', {
    timeout: 120_000,
  }, async () => {
    const spelling = fc.oneof(
      fc.stringMatching(/^[a-eA-E][a-eA-E+#.&'_ ]{0,8}$/),
      fc.stringMatching(/^[=+@.#]{0,1}[a-eA-E]{1,4}[+#;|"<]{0,2}$/),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }),
    )
    const tagsIn = async (person: Person) =>
      (await tagsOf(person))
        .map((tag: { tag_name: string; display_name?: string }) => [tag.tag_name, tag.display_name ?? null])
        .sort() as [string, string | null][]
    const seen = new Set<string>()
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(spelling, { minLength: 10, maxLength: 20 }), async (spellings) => {
        const ada = await server.signUp()
        await take(
          ada,
          JSON.stringify(spellings.map((name, n) => ({ url: `https://x.example/${n}`, tags: [name] }))),
        )
        const tags = await tagsIn(ada)
        for (const format of ['json', 'html', 'csv', 'markdown', 'markdown-zip']) {
          const answer = await fetch(`${server.api}/export?format=${format}`, {
            headers: { authorization: `Bearer ${ada.token}` },
          })
          const bob = await server.signUp()
          const { body } = await take(bob, new Uint8Array(await answer.arrayBuffer()))
          expect(body.data).toMatchObject({ created: spellings.length, failed: [] })
          const back = await tagsIn(bob)
          expect(back.map(([name]) => name)).toEqual(tags.map(([name]) => name))
          // Other formats than JSON would split a display name at `;` or `|` on import, so they have the name.
          for (const [at, [name, shown]] of tags.entries()) {
            const isSaid = shown === null || !/[;|]/.test(shown)
            expect([format, name, back[at]?.[1]]).toEqual([
              format,
              name,
              format === 'json' || isSaid ? shown : null,
            ])
            if (shown !== null) seen.add(isSaid ? 'spelled' : 'named')
          }
        }
      }),
      { numRuns: 6, endOnFailure: true },
    )
    expect([...seen].sort()).toEqual(['named', 'spelled'])
  })

  it('[TG-7] a second import of the same file creates nothing', async () => {
    const ada = await server.signUp()
    await take(ada, SAMPLE)
    const before = (await tagsOf(ada)).length
    expect((await take(ada, SAMPLE)).body.data).toMatchObject({
      rows: 40,
      created: 0,
      duplicates: 40,
      failed: [],
      tags: 0,
    })
    expect(await tagsOf(ada)).toHaveLength(before)
    expect(await countOf(ada)).toBe(40)
  })

  it('[CD-10] duplicates are found by any spelling of an address, also within the file, and get the tags of both', async () => {
    const ada = await server.signUp()
    await ada.send('POST', '/entity/create-one', {
      newEntity: { type: 'hyperlink', content: 'http://www.x.example/kept/' },
    })
    const { body } = await take(
      ada,
      HEAD +
        link('kept?utm_source=x', 'a') +
        link('new', 'a') +
        link('new?fbclid=y', 'b') +
        link('new#part', 'c') +
        link('new#/route', 'd'),
    )
    expect(body.data).toMatchObject({ rows: 5, created: 2, duplicates: 3 })
    const found = await ada.send('POST', '/entity/get-matching-entities', {
      userIsTyping_inSearchbar: 'a, b, c',
      type: 'hyperlink',
    })
    expect(found.body.total_in_db).toBe(1)
  })

  it('[CD-10] links without an address are duplicates only if their texts are equal', async () => {
    const ada = await server.signUp()
    const rows = ['the first idea', 'another idea', 'the first idea']
    const file = `type,content,tags\n${rows.map((text) => `hyperlink,${text},`).join('\n')}`
    expect((await take(ada, file)).body.data).toMatchObject({ created: 2, duplicates: 1 })
  })

  it('[CD-10] an address that a browser would run fails alone with its reason, and times are kept', async () => {
    const ada = await server.signUp()
    const bad = '<DT><A HREF="javascript:alert(1)" TAGS="bad">x</A>\n'
    const good = '<DT><A HREF="https://x.example/1" ADD_DATE="1369629850">One</A>\n'
    const { body } = await take(ada, HEAD + bad + good)
    expect(body.data).toMatchObject({ rows: 2, created: 1, duplicates: 0 })
    expect(body.data.failed).toEqual([
      { row: 1, reason: 'This address was left out, because a browser would run it as a program.' },
    ])
    expect(await tagsOf(ada)).toEqual([])
    const [card] = (await ada.send('POST', '/entity/get-sorted-entities', { type: null })).body.data
    expect(card.createdAt).toBe('2013-05-27T04:44:10.000Z')
  })

  it('[CD-9] an import stops at the limit of the free plan, reports the other rows, and stores nothing of them', async () => {
    const ada = await server.signUp()
    const tail = `<DT><H3>Beyond</H3><DL><p>${link('beyond', 'never')}</DL>`
    const { body } = await take(ada, links(510) + tail)
    expect(body.data).toMatchObject({ rows: 511, created: 500, duplicates: 0, tags: 0 })
    expect(body.data.failed).toHaveLength(11)
    expect(body.data.failed[0]).toEqual({ row: 501, reason: LIMIT_SENTENCE })
    expect(await countOf(ada)).toBe(500)
    expect(await tagsOf(ada)).toEqual([])
    expect(await groupsOf(ada)).toEqual([])
  })

  it.each(['[', '{a: ', '- ', '? ', '!t ', '&b '])(
    '[TG-7] a note whose front matter nests %j 10,000 deep gets a preview, and the server keeps running',
    async (sign) => {
      const ada = await server.signUp()
      const note = `---\ntitle: T\ntags: ${sign.repeat(10_000)}\n---\nb`
      const { status, body } = await take(ada, note, '?dry_run=true&file_name=n.md')
      expect([status, body.data.rows, body.data.lost[0].field]).toEqual([
        200,
        1,
        expect.stringMatching(/^front matter/),
      ])
    },
  )

  it('[CD-9] a dry run gives the same answer and writes nothing', async () => {
    const ada = await server.signUp()
    const file = links(505) + link('tagged', 'a,b')
    const dry = (await take(ada, file, '?dry_run=true')).body
    expect(await countOf(ada)).toBe(0)
    const real = (await take(ada, file)).body
    const { preview, ...counted } = dry.data
    expect(preview.cards).toHaveLength(10)
    expect({ ...counted, import_id: '' }).toEqual({ ...real.data, import_id: '' })
    expect(dry.seq).toBeUndefined()
    expect((await ada.send('GET', `/import/${dry.data.import_id}`)).status).toBe(404)
  })

  it('[TG-7] a dry run of a file with the most rows allowed answers for each row', async () => {
    const ada = await server.signUp()
    const rows = 140_000
    const file = `title,url,tags\n${Array.from({ length: rows }, (_, n) => `n${n},,\n`).join('')}`
    const { status, body } = await take(ada, file, '?dry_run=true')
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ rows, created: 500, duplicates: 0 })
    expect(body.data.failed).toHaveLength(rows - 500)
  })

  it('[HM-19] a running preview is cancelled when the same person sends another file', async () => {
    const ada = await server.signUp()
    const rows = 140_000
    const large = `title,url,tags\n${Array.from({ length: rows }, (_, n) => `n${n},,\n`).join('')}`
    const underWay = async (file: string) => {
      const answer = take(ada, file, '?dry_run=true')
      await new Promise((resolve) => setTimeout(resolve, 200))
      return { answer }
    }
    const first = await underWay(large)
    const second = await underWay(large)
    expect((await take(ada, SAMPLE, '?dry_run=true')).status).toBe(200)
    const overtaken = 'A later file of yours took the place of this preview.'
    for (const { answer } of [first, second]) {
      const { status, body } = await answer
      expect([status, body.msg]).toEqual([409, overtaken])
    }
    const third = await underWay(large)
    expect((await take(ada, SAMPLE)).status).toBe(200)
    expect((await third.answer).body.msg).toBe(overtaken)
  })

  it('[HM-19] the progress of an import can be read under the id that the client chose', async () => {
    const ada = await server.signUp()
    const importId = 'abcdef012345678901234567'
    const [answer] = await Promise.all([take(ada, links(490), `?import_id=${importId}`)])
    const progress = await ada.send('GET', `/import/${importId}`)
    expect(progress.body.data).toEqual({ ...answer.body.data, state: 'done', processed: 490 })
    expect((await take(ada, SAMPLE, `?import_id=${importId}`)).status).toBe(409)
  })

  it('[HM-19] a running import can be cancelled, and what it added stays until it is undone', async () => {
    const roomy = await startNode(server.database, { env: { CARDINAL_FREE_CARD_LIMIT: '0' } })
    const ada = await roomy.signUp()
    const importId = 'c'.repeat(24)
    expect((await ada.send('POST', `/import/${importId}/cancel`)).status).toBe(404)
    const rows = 3_000
    const file = HEAD + Array.from({ length: rows }, (_, n) => link(n, 'bread')).join('')
    let isOver = false
    const running = take(ada, file, `?import_id=${importId}`).finally(() => {
      isOver = true
    })
    let cancelled = await ada.send('POST', `/import/${importId}/cancel`)
    while (!isOver && cancelled.status !== 200) {
      expect(cancelled.status).toBe(404)
      cancelled = await ada.send('POST', `/import/${importId}/cancel`)
    }
    expect(cancelled.status).toBe(200)
    const answer = await running
    expect([answer.status, answer.body.msg]).toEqual([
      409,
      'This import was cancelled. What it has added can be undone.',
    ])
    const { body } = await ada.send('GET', `/import/${importId}`)
    expect(body.data.state).toBe('stopped')
    expect(body.data.created).toBeLessThan(rows)
    expect(await countOf(ada)).toBe(body.data.created)
    expect((await ada.send('POST', `/import/${importId}/cancel`)).status).toBe(409)
    const undone = await ada.send('POST', `/import/${importId}/undo`)
    expect(undone.body.data.removed).toBe(body.data.created)
    expect(await countOf(ada)).toBe(0)
    await roomy.stop()
  })

  it('[CD-7] undoing an import removes its cards, tags and groups, and nothing that existed before', async () => {
    const ada = await server.signUp()
    await ada.send('POST', '/tag/create-many-from-keyword', {
      frontendGeneratedTags: [{ tag_name: 'bread' }],
      attachToTheseEntities: [],
    })
    await ada.send('POST', '/entity/create-one', { newEntity: { type: 'note', content: 'mine' } })
    const { import_id: importId } = (await take(ada, SAMPLE)).body.data
    const undone = await ada.send('POST', `/import/${importId}/undo`)
    expect(undone.body.data).toEqual({ import_id: importId, removed: 40 })
    expect(await countOf(ada)).toBe(1)
    expect((await tagsOf(ada)).map((tag: { tag_name: string }) => tag.tag_name)).toEqual(['bread'])
    expect(await groupsOf(ada)).toEqual([])
    expect((await ada.send('POST', `/import/${importId}/undo`)).body.data.removed).toBe(0)
    expect((await ada.send('GET', `/import/${importId}`)).body.data.state).toBe('undone')
  })

  it('[CD-7] a second undo does not remove cards that were restored after the first', async () => {
    const ada = await server.signUp()
    const { import_id: importId } = (await take(ada, SAMPLE)).body.data
    await ada.send('POST', `/import/${importId}/undo`)
    const deleted = (await ada.send('POST', '/entity/get-deleted', {})).body.data
    const entity_ids = deleted.slice(0, 3).map((card: { _id: string }) => card._id)
    expect((await ada.send('POST', '/entity/restore-many', { entity_ids })).status).toBe(200)
    expect((await ada.send('POST', `/import/${importId}/undo`)).body.data.removed).toBe(0)
    expect(await countOf(ada)).toBe(3)
  })

  it('[HM-19] an import is listed under the name of its file until it is removed from the list, and can be undone there', async () => {
    const ada = await server.signUp()
    const { import_id: importId } = (await take(ada, SAMPLE, '?file_name=my%20bookmarks.html')).body.data
    await take(ada, SAMPLE)
    const listed = async () => (await ada.send('GET', '/import')).body.data
    const [nameless, named] = await listed()
    expect(nameless).not.toHaveProperty('file_name')
    expect(named).toMatchObject({
      import_id: importId,
      file_name: 'my bookmarks.html',
      state: 'done',
      created: 40,
    })
    expect((await ada.send('GET', `/import/${importId}`)).body.data).toMatchObject({
      state: 'done',
      created: 40,
    })
    expect((await ada.send('POST', `/import/${named.import_id}/undo`)).body.data.removed).toBe(40)
    expect((await listed())[1]).toMatchObject({ import_id: importId, state: 'undone' })
    await server.node.services.store.transact(async (tx) => ok(await tx.imports.removeBefore(Date.now() + 1)))
    expect(await listed()).toEqual([])
    expect((await ada.send('GET', `/import/${importId}`)).status).toBe(404)
    expect((await ada.send('POST', `/import/${importId}/undo`)).status).toBe(404)
  })

  it('[ID-10] imports and workspaces of another person are not found', async () => {
    const [ada, bob] = [await server.signUp(), await server.signUp()]
    const { import_id: importId } = (await take(ada, SAMPLE)).body.data
    expect((await bob.send('GET', `/import/${importId}`)).status).toBe(404)
    expect((await bob.send('POST', `/import/${importId}/undo`)).status).toBe(404)
    const [workspace] = (await ada.send('POST', '/workspace/get-workspaces', {})).body.data
    expect((await take(bob, SAMPLE, `?workspace_id=${workspace._id}`)).status).toBe(404)
    expect((await bob.send('GET', `/export?workspace_id=${workspace._id}`)).status).toBe(404)
    expect((await take(bob, SAMPLE, `?import_id=${importId}`)).status).toBe(200)
    expect(await countOf(ada)).toBe(40)
  })

  it('[OF-2] an import with an idempotency key is done once', async () => {
    const ada = await server.signUp()
    const again = () =>
      ada.send('POST', '/import', SAMPLE, { 'content-type': 'text/html', 'idempotency-key': 'import-1' })
    const first = await again()
    const second = await again()
    expect(second.body).toEqual(first.body)
    expect(second.headers.get('idempotent-replayed')).toBe('true')
    expect(await countOf(ada)).toBe(40)
  })

  it.each([
    ['nothing', '', 400, 'The file is empty.'],
    ['no bookmark file', 'a letter to my aunt', 400, 'This file cannot be imported.'],
    ['a picture', new Uint8Array([137, 80, 78, 71, 0, 0, 1, 2]), 400, 'This file cannot be imported.'],
    ['80 MB', new Uint8Array(80 * 1024 * 1024).fill(97), 413, 'This is too large'],
  ])(
    '[HM-19] an import is refused with a message and writes nothing: %s',
    async (_what, file, status, sentence) => {
      const ada = await server.signUp()
      const answer = await take(ada, file)
      expect(answer.status).toBe(status)
      expect(answer.body.msg).toContain(sentence)
      expect(await countOf(ada)).toBe(0)
    },
  )

  it('[TG-7] property: created, duplicate and failed rows add up to all rows, for any file', async () => {
    const rows = fc.array(
      fc.oneof(
        fc.nat(20).map((n) => link(n, 'a,b')),
        fc
          .constantFrom('javascript:x', 'place:x', '', 'mailto:a@b.example', 'x y')
          .map((address) => `<DT><A HREF="${address}">x</A>\n`),
        fc.constantFrom('<DT><H3>Folder</H3><DL><p>\n', '</DL><p>\n', '<DD>words\n'),
      ),
      { maxLength: 30 },
    )
    await fc.assert(
      fc.asyncProperty(rows, async (lines) => {
        const anchors = lines.filter((line) => line.includes('<A ')).length
        if (anchors === 0) return
        const ada = await server.signUp()
        const { data } = (await take(ada, HEAD + lines.join(''))).body
        expect(data.rows).toBe(anchors)
        expect(data.created + data.duplicates + data.failed.length).toBe(anchors)
        expect(await countOf(ada)).toBe(data.created)
      }),
      { numRuns: 25 },
    )
  })
})
