import { createHash, randomBytes } from 'node:crypto'
import { LIMITS } from '@cardinal/domain'
import { unzipSync, zipSync } from 'fflate'
import { pack } from 'tar-stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person, startNode, type TestNode } from '../support/node.ts'
import { hashOf, sendFile } from '../support/sent-files.ts'
import { sendPage } from '../support/sent-pages.ts'
import { DATABASES, type TestDatabase } from '../support/stores.ts'

type Contents = Readonly<Record<string, string | Buffer>>

function zipOf(contents: Contents): Uint8Array {
  return zipSync(
    Object.fromEntries(Object.entries(contents).map(([path, held]) => [path, Buffer.from(held)])),
  )
}

async function tarOf(contents: Contents): Promise<Buffer> {
  const packing = pack()
  for (const [name, held] of Object.entries(contents)) packing.entry({ name }, Buffer.from(held))
  packing.finalize()
  const parts: Buffer[] = []
  for await (const part of packing) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

/** Bytes that begin like a picture. */
function picture(size = 900): Buffer {
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), randomBytes(size)])
}

interface Held {
  readonly content: string
  readonly files?: readonly { readonly hash: string; readonly name: string; readonly type: string }[]
}

describe.each(DATABASES)('the bytes of files in exports and imports on $name', ({ start }) => {
  let database: TestDatabase
  let server: TestNode
  beforeAll(async () => {
    database = await start()
    server = await startNode(database)
  }, 60_000)
  afterAll(async () => {
    await server.stop()
    await database.stop()
  })

  const take = async (person: Person, file: Uint8Array, query = '') => {
    const headers = { 'content-type': 'application/octet-stream' }
    const send = () => person.send('POST', `/import${query}`, Buffer.from(file), headers)
    let { status, body } = await send()
    // A busy server answers 503.
    while (status === 503) ({ status, body } = await send())
    expect([status, body.msg]).toEqual([200, undefined])
    return body.data
  }
  const bytesOf = async (node: TestNode, person: Person, path: string) => {
    const answer = await fetch(`${node.api}${path}`, { headers: { authorization: `Bearer ${person.token}` } })
    return [answer.status, Buffer.from(await answer.arrayBuffer())] as const
  }
  const isHere = async (person: Person, bytes: Buffer) => {
    const [status, held] = await bytesOf(server, person, `/files/${hashOf(bytes)}`)
    return status === 200 && held.equals(bytes)
  }
  const cardsOf = async (person: Person): Promise<Held[]> =>
    (await person.send('GET', '/export?format=json')).body.entities
  const cardWith = (person: Person, bytes: Buffer, content: string, name = 'a.png') =>
    person.send('POST', '/entity/create-one', {
      newEntity: {
        type: 'note',
        content,
        files: [{ hash: hashOf(bytes), name, type: '', size: bytes.length }],
      },
    })
  const accountZip = async (person: Person) =>
    (await bytesOf(server, person, '/export?scope=account&files=true'))[1]

  it('[ID-12] the zip of an account holds its JSON and the bytes of its files once, and an empty account gets all of it from the zip', async () => {
    const [ada, bob] = [await server.signUp(), await server.signUp()]
    const [large, small, deleted] = [randomBytes(2 * LIMITS.filePiece + 7), picture(), picture()]
    for (const each of [large, small, deleted]) await sendFile(ada, each)
    await cardWith(ada, large, 'One')
    await cardWith(ada, large, 'Two')
    await cardWith(ada, small, `Three ![](file:${hashOf(small)})`)
    const { body } = await cardWith(ada, deleted, 'Deleted')
    await ada.send('POST', '/entity/delete-many', { entity_ids: [body.data._id] })
    const zip = await accountZip(ada)
    const held = unzipSync(zip)
    const hashes = [large, small, deleted].map((each) => hashOf(each))
    expect(Object.keys(held).sort()).toEqual(
      ['cardinal.json', ...hashes.map((hash) => `files/${hash}`)].sort(),
    )
    const [, json] = await bytesOf(server, ada, '/export?scope=account')
    expect(Buffer.from(held['cardinal.json'] ?? []).equals(json)).toBe(true)
    const receipt = await take(bob, zip)
    expect(receipt).toMatchObject({ created: 3, failed: [], files: { kept: 3, left_out: 0 } })
    for (const each of [large, small, deleted]) expect(await isHere(bob, each)).toBe(true)
    const [, again] = await bytesOf(server, bob, '/export?scope=account')
    expect(again.equals(json)).toBe(true)
    expect((await take(bob, zip)).files).toEqual({ kept: 3, left_out: 0 })
  })

  it('[ID-12] a kept page comes back from the zip of an account with its date, also where it is larger than other files may be', async () => {
    const [ada, bob] = [await server.signUp(), await server.signUp()]
    const html = randomBytes(21 * 1024 * 1024)
    const page = { html, url: 'https://page.example/wall' }
    const sent = await sendPage(server.api, '/v1/bookmarks/singlefile', ada.token, page)
    expect(sent.status).toBe(201)
    const other = await ada.send('POST', '/files', { hash: hashOf(picture()), size: html.length })
    expect(other.status).toBe(413)
    const again = { hash: hashOf(html), size: html.length, is_page: true }
    expect((await bob.send('POST', '/files', again)).status).toBe(200)
    const [, json] = await bytesOf(server, ada, '/export?scope=account')
    const receipt = await take(bob, await accountZip(ada))
    expect(receipt).toMatchObject({ created: 1, failed: [], files: { kept: 1, left_out: 0 } })
    expect(await isHere(bob, html)).toBe(true)
    expect(json.toString()).toContain('keptAt')
    const [, brought] = await bytesOf(server, bob, '/export?scope=account')
    expect(brought.equals(json)).toBe(true)
  })

  it('[ID-12] of an account’s zip with a damaged file, a bomb, paths that lead out and files of no card, the rest is imported', async () => {
    const [ada, bob] = [await server.signUp(), await server.signUp()]
    const [fine, wrong, none] = [picture(), picture(), picture()]
    for (const each of [fine, wrong]) await sendFile(ada, each)
    await cardWith(ada, fine, 'Fine')
    await cardWith(ada, wrong, 'Wrong')
    const held = unzipSync(await accountZip(ada))
    const json = held['cardinal.json'] ?? new Uint8Array()
    const others = { [`files/${hashOf(none)}`]: none, '../../etc/passwd': 'x', 'files/../../x': 'x' }
    const damaged = {
      'cardinal.json': Buffer.from(json),
      [`files/${hashOf(fine)}`]: fine,
      [`files/${hashOf(wrong)}`]: picture(),
      ...others,
    }
    const receipt = await take(bob, zipOf(damaged))
    expect(receipt).toMatchObject({ created: 2, files: { kept: 1, left_out: 1 } })
    expect([await isHere(bob, fine), await isHere(bob, wrong), await isHere(bob, none)]).toEqual([
      true,
      false,
      false,
    ])
    const bomb = zipOf({
      'cardinal.json': Buffer.from(json),
      [`files/${hashOf(fine)}`]: Buffer.alloc(15_000_000),
    })
    const refused = await bob.send('POST', '/import', Buffer.from(bomb), {
      'content-type': 'application/octet-stream',
    })
    expect([refused.status, refused.body.msg]).toEqual([400, expect.stringContaining('100 times')])
    const cut = await bob.send('POST', '/import', Buffer.from(zipOf(damaged).subarray(0, -400)), {
      'content-type': 'application/octet-stream',
    })
    expect(cut.status).toBe(400)
  })

  it('[ID-12] files beyond the quota of the account are left out, by name, and the cards are imported', async () => {
    const ada = await server.signUp()
    const [one, two] = [randomBytes(700_000), randomBytes(700_000)]
    for (const each of [one, two]) await sendFile(ada, each)
    await cardWith(ada, one, 'One', 'one.bin')
    await cardWith(ada, two, 'Two', 'two.bin')
    const zip = await accountZip(ada)
    const small = await startNode(database, { env: { CARDINAL_QUOTA_MB: '1' } })
    try {
      const bob = await small.signUp()
      const data = await take(bob, zip)
      expect(data).toMatchObject({ created: 2, files: { kept: 1, left_out: 1 } })
      expect(data.files.names).toHaveLength(1)
      expect(['one.bin', 'two.bin']).toContain(data.files.names[0])
    } finally {
      await small.stop()
    }
  })

  it('[ID-12] a preview stores no file, and names how many there are', async () => {
    const bob = await server.signUp()
    const bytes = picture()
    const vault = zipOf({ 'Trip.md': '![[map.png]]', 'map.png': bytes })
    expect((await take(bob, vault, '?dry_run=true')).files).toEqual({ kept: 1, left_out: 0 })
    expect(await isHere(bob, bytes)).toBe(false)
  })

  it('[TG-7] Obsidian: a card gets the files that its text names, by path, name or link, and the text names them by hash', async () => {
    const bob = await server.signUp()
    const [map, scan, paste, unused] = [picture(), Buffer.from('%PDF-1.7 scan'), picture(), picture()]
    const text = [
      'See ![[map.png|300]] and [[scan 1.pdf|the scan]].',
      '![alt](attachments/Pasted%20image%2020240401.png "title") ![](../../outside.png) ![[other note]]',
      '[page](https://x.example/map.png)',
    ].join('\n')
    const receipt = await take(
      bob,
      zipOf({
        'Vault/.obsidian/app.json': '{}',
        'Vault/Trips/Rome.md': text,
        'Vault/Trips/attachments/Pasted image 20240401.png': paste,
        'Vault/files/map.png': map,
        'Vault/files/scan 1.pdf': scan,
        'Vault/files/unused.png': unused,
        'Vault/Plain.md': 'no file',
      }),
    )
    expect(receipt).toMatchObject({ created: 2, files: { kept: 3, left_out: 0 } })
    expect(receipt.lost).toEqual([
      { field: 'attached files', count: 1, example: 'files/unused.png', names: ['files/unused.png'] },
    ])
    const rome = (await cardsOf(bob)).find(({ files }) => files !== undefined)
    expect(rome?.content).toContain(`See ![](file:${hashOf(map)}) and [the scan](file:${hashOf(scan)}).`)
    expect(rome?.content).toContain(`![alt](file:${hashOf(paste)}) ![](../../outside.png) ![[other note]]`)
    expect(rome?.content).toContain('[page](https://x.example/map.png)')
    expect(rome?.files?.map(({ name, type }) => [name, type])).toEqual([
      ['map.png', 'image/png'],
      ['scan 1.pdf', 'application/pdf'],
      ['Pasted image 20240401.png', 'image/png'],
    ])
    for (const each of [map, scan, paste]) expect(await isHere(bob, each)).toBe(true)
    expect(await isHere(bob, unused)).toBe(false)
  })

  it('[TG-7] Joplin: resources become files of the notes that name them, under their titles', async () => {
    const bob = await server.signUp()
    const [note, page, id, other] = ['1', '2', 'a', 'b'].map((sign) => sign.repeat(32)) as [
      string,
      string,
      string,
      string,
    ]
    const [map, plain] = [picture(), Buffer.from('<p>an attached page</p>')]
    const resource = (each: string, title: string, mime: string) =>
      `${title}\n\nid: ${each}\nmime: ${mime}\nfilename: \nfile_extension: png\nsize: 1\ntype_: 4`
    const receipt = await take(
      bob,
      await tarOf({
        [`${note}.md`]: `Trip\n\nThe map: ![map](:/${id}) [page](:/${other})\n\nid: ${note}\nparent_id: \nmarkup_language: 1\ntype_: 1`,
        [`${page}.md`]: `Clipped\n\n<p>Words <img src=":/${id}" alt="m"></p>\n\nid: ${page}\nparent_id: \nmarkup_language: 2\ntype_: 1`,
        [`${id}.md`]: resource(id, 'map of Rome.png', 'image/png'),
        [`${other}.md`]: resource(other, 'kept.html', 'text/html'),
        [`resources/${id}.png`]: map,
        [`resources/${other}.html`]: plain,
      }),
    )
    expect(receipt).toMatchObject({ rows: 2, created: 2, files: { kept: 2, left_out: 0 } })
    expect(receipt.lost ?? []).not.toContainEqual(expect.objectContaining({ field: 'attached files' }))
    const cards = await cardsOf(bob)
    expect(cards.map(({ content }) => content).sort()).toEqual([
      `Clipped\n\nWords ![m](file:${hashOf(map)})`,
      `Trip\n\nThe map: ![map](file:${hashOf(map)}) [page](file:${hashOf(plain)})`,
    ])
    const trip = cards.find(({ content }) => content.startsWith('Trip'))
    expect(trip?.files?.map(({ name }) => name)).toEqual(['map of Rome.png', 'kept.html'])
    expect([await isHere(bob, map), await isHere(bob, plain)]).toEqual([true, true])
  })

  it('[TG-7] Notion: pictures and files beside a page become its files, in Markdown and in HTML', async () => {
    const [bob, eve] = [await server.signUp(), await server.signUp()]
    const [photo, paper] = [picture(), Buffer.from('%PDF-1.7 paper')]
    const id = '0123456789abcdef'.repeat(2)
    const files = { 'Trip/a (1).png': photo, 'Trip/paper.pdf': paper }
    const markdown = `# Trip\n\n![a (1).png](Trip/a%20(1).png)\n\n[paper.pdf](Trip/paper.pdf)`
    expect((await take(bob, zipOf({ [`Trip ${id}.md`]: markdown, ...files }))).files).toEqual({
      kept: 2,
      left_out: 0,
    })
    expect((await cardsOf(bob))[0]?.content).toBe(
      `Trip\n\n![a (1).png](file:${hashOf(photo)})\n\n[paper.pdf](file:${hashOf(paper)})`,
    )
    const html = `<html><body><article><header><h1 class="page-title">Trip</h1></header><div class="page-body"><figure class="image"><a href="Trip/a%20(1).png"><img src="Trip/a%20(1).png"/></a></figure><figure><div class="source"><a href="Trip/paper.pdf">paper</a></div></figure></div></article></body></html>`
    expect((await take(eve, zipOf({ [`Trip ${id}.html`]: html, ...files }))).files).toEqual({
      kept: 2,
      left_out: 0,
    })
    const [card] = await cardsOf(eve)
    expect(card?.content).toContain(`![](file:${hashOf(photo)})`)
    expect(card?.content).toContain(`[paper.pdf](file:${hashOf(paper)})`)
    expect(card?.files?.map(({ hash }) => hash)).toEqual([hashOf(photo), hashOf(paper)])
  })

  it('[TG-7] Google Keep: pictures become files of their note, also where Takeout gives them another ending', async () => {
    const bob = await server.signUp()
    const [photo, recording] = [picture(), randomBytes(300)]
    const note = JSON.stringify({
      attachments: [
        { filePath: '16c9.jpeg', mimetype: 'image/jpeg' },
        { filePath: '17a0.3gp', mimetype: 'audio/3gp' },
        { filePath: 'gone.png', mimetype: 'image/png' },
      ],
      color: 'DEFAULT',
      isTrashed: false,
      isPinned: false,
      isArchived: false,
      textContent: 'words',
      title: 'Market',
      createdTimestampUsec: 1_565_789_725_546_000,
      userEditedTimestampUsec: 1_565_789_725_546_000,
    })
    const folder = 'Takeout/Keep'
    const receipt = await take(
      bob,
      zipOf({
        [`${folder}/Market.json`]: note,
        [`${folder}/Market.html`]: '<div class="note">words</div>',
        [`${folder}/16c9.jpg`]: photo,
        [`${folder}/17a0.3gp`]: recording,
      }),
    )
    expect(receipt).toMatchObject({ created: 1, files: { kept: 2, left_out: 0 } })
    expect(receipt.lost).toContainEqual(
      expect.objectContaining({ field: 'attached files', names: ['gone.png'] }),
    )
    const [card] = await cardsOf(bob)
    expect(card?.files?.map(({ name }) => name)).toEqual(['16c9.jpg', '17a0.3gp'])
    expect([await isHere(bob, photo), await isHere(bob, recording)]).toEqual([true, true])
  })

  const md5 = (bytes: Buffer) => createHash('md5').update(bytes).digest('hex')
  const resource = (bytes: Buffer, mime: string, name: string) =>
    `<resource><data encoding="base64">\n${(bytes.toString('base64').match(/.{1,76}/g) ?? []).join('\n')}\n</data><mime>${mime}</mime><resource-attributes><file-name>${name}</file-name></resource-attributes></resource>`
  const enexOf = (photo: Buffer, paper: Buffer) =>
    `<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE en-export SYSTEM "http://xml.evernote.com/pub/evernote-export4.dtd"><en-export><note><title>Trip ü</title><content><![CDATA[<en-note><div>Map:</div><div><en-media hash="${md5(photo)}" type="image/png"/></div><div><en-media type="application/pdf" hash="${md5(paper)}"/></div></en-note>]]></content>${resource(photo, 'image/png', '')}${resource(paper, 'application/pdf', 'paper.pdf')}</note></en-export>`

  it('[TG-7] Evernote: the files inside of an ENEX become files of their notes and stand where the note shows them, also in a zip', async () => {
    const people = [await server.signUp(), await server.signUp()]
    for (const [at, person] of people.entries()) {
      const [photo, paper] = [picture(), Buffer.from('%PDF-1.7 paper')]
      const enex = Buffer.from(enexOf(photo, paper))
      const receipt = await take(
        person,
        at === 0 ? enex : zipOf({ 'export/My notes.enex': enex, 'export/x.txt': 'words' }),
      )
      expect(receipt).toMatchObject({ created: 1 + at, failed: [], files: { kept: 2, left_out: 0 } })
      expect(receipt.lost ?? []).toEqual([])
      const card = (await cardsOf(person)).find(({ content }) => content.startsWith('Trip'))
      expect(card?.content).toBe(
        `Trip ü\n\nMap:\n![](file:${hashOf(photo)})\n[paper.pdf](file:${hashOf(paper)})`,
      )
      expect(card?.files?.map(({ name }) => name)).toEqual(['image/png in “Trip ü”', 'paper.pdf'])
      expect([await isHere(person, photo), await isHere(person, paper)]).toEqual([true, true])
    }
  })

  it('[TG-7] Bear and Trilium: files of a note in its folder become its files', async () => {
    const [bob, eve] = [await server.signUp(), await server.signUp()]
    const photo = picture()
    const bear = {
      'Trip.textbundle/text.md': '# Trip\n\n![](assets/map.png)',
      'Trip.textbundle/info.json': '{}',
    }
    const first = await take(bob, zipOf({ ...bear, 'Trip.textbundle/assets/map.png': photo }))
    expect(first).toMatchObject({ created: 1, files: { kept: 1, left_out: 0 } })
    expect((await cardsOf(bob))[0]?.content).toBe(`Trip\n\n![](file:${hashOf(photo)})`)
    const meta = {
      files: [
        {
          title: 'Trip',
          dataFileName: 'Trip.html',
          attachments: [{ title: 'map.png', role: 'image', mime: 'image/png', dataFileName: 'Trip_map.png' }],
        },
      ],
    }
    const trilium = {
      '!!!meta.json': JSON.stringify(meta),
      'Trip.html': '<p>Map: <img src="Trip_map.png"></p>',
    }
    const second = await take(eve, zipOf({ ...trilium, 'Trip_map.png': photo }))
    expect(second).toMatchObject({ created: 1, files: { kept: 1, left_out: 0 } })
    expect((await cardsOf(eve))[0]?.content).toBe(`Trip\n\nMap: ![](file:${hashOf(photo)})`)
    expect(second.lost ?? []).toEqual([])
  })
})
