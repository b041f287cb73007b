import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { valuesToWire } from '@cardinal/contract'
import { LIMITS } from '@cardinal/domain'
import { cardValues } from '@cardinal/testing'
import * as fc from 'fast-check'
import { unzipSync } from 'fflate'
import { Parser } from 'htmlparser2'
import { describe, expect, it } from 'vitest'
import { type Person, serverFor } from '../support/node.ts'
import { hashOf, sendFile } from '../support/sent-files.ts'
import { DATABASES } from '../support/stores.ts'

const NOW = Date.UTC(2026, 0, 1)

describe.each(DATABASES)('what goes out as a file on $name', ({ start }) => {
  const server = serverFor(start)

  const take = (person: Person, file: string | Uint8Array) =>
    person.send('POST', '/import', file, { 'content-type': 'application/octet-stream' })

  const text = fc
    .oneof(
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc.constantFrom(
        '=1+1',
        "'-x",
        '<b>&amp;"',
        '<!-- card {} -->',
        '<!-- end of card -->',
        '\\<!-- x',
        'a\r\nb\n\nc',
        ' - [ ] x ',
        'tab\there',
        '-',
      ),
    )
    .filter((words) => words.trim() !== '' && !words.includes('\0'))
  const card = fc.record({
    type: fc.constantFrom('note', 'todo', 'hyperlink'),
    content: text,
    address: fc.constantFrom('told by the text', 'apart', 'none'),
    titles: fc.uniqueArray(text, {
      maxLength: 3,
      selector: (words) => words.trim().toLowerCase().normalize('NFKD'),
    }),
    // Files can't hold times before the second millisecond of 1970.
    values: fc
      .record({ ...cardValues, doneAt: fc.option(fc.integer({ min: 1, max: NOW })) })
      .map(valuesToWire),
    tags: fc.subarray(['bread', 'slow food', '日本', 'a_b']),
    createdAt: fc.date({ min: new Date('1990-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }),
  })

  it('[ID-12] texts that a spreadsheet would read as a formula get an apostrophe in each column of a table', async () => {
    const ada = await server.signUp()
    const formulas = [
      '=1+1',
      '+1',
      '-1',
      '@sum(1)',
      '\t=1',
      '\n=1',
      '\r=1',
      '＝1',
      '＋1',
      '－1',
      '＠a',
      "'=1",
    ]
    for (const content of formulas) {
      const newEntity = { type: 'note', content: `${content} `, titles: [{ text: content }] }
      expect((await ada.send('POST', '/entity/create-one', { newEntity })).status).toBe(200)
    }
    const { body } = await ada.send('GET', '/export?format=csv')
    for (const formula of formulas) expect(body).toContain(`"'${formula} "`)
    for (const [cell] of body.matchAll(/"(?:[^"]|"")*"|[^,\r\n]+/g))
      expect(cell.replace(/^"/, '')).not.toMatch(/^[=+\-@＝＋－＠\t\r\n]/)
  })

  it('[ID-12] a file is named after its workspace, without characters that lead to other folders or end the header', async () => {
    const ada = await server.signUp()
    const [workspace] = (await ada.send('POST', '/workspace/get-workspaces', {})).body.data
    const named = async (workspace_name: string) => {
      const rename = { workspace_id: workspace._id, workspace_name }
      expect((await ada.send('POST', '/workspace/rename-one', rename)).status).toBe(200)
      return (await ada.send('GET', '/export?format=csv')).headers.get('content-disposition')
    }
    expect(await named('Café "x"; ../../etc 日本')).toBe(
      `attachment; filename="Cafe x etc.csv"; filename*=UTF-8''${encodeURIComponent('Café x etc 日本.csv')}`,
    )
    expect(await named('../"')).toBe('attachment; filename="workspace.csv"; filename*=UTF-8\'\'workspace.csv')
    // Windows reserves these names, with any extension.
    expect(await named('CON')).toBe('attachment; filename="CON_.csv"; filename*=UTF-8\'\'CON_.csv')
    expect(await named('aux\u65e5')).toBe(
      `attachment; filename="aux_.csv"; filename*=UTF-8''${encodeURIComponent('aux\u65e5.csv')}`,
    )
  })

  it('[ID-12] no file in the Markdown zip has a name reserved by Windows', async () => {
    const ada = await server.signUp()
    const lines = ['CON', 'con', 'nul.tar.gz', 'COM1 .x', 'lpt\u00b9', 'Aux', 'console', 'con men']
    for (const content of lines)
      expect(
        (await ada.send('POST', '/entity/create-one', { newEntity: { type: 'note', content } })).status,
      ).toBe(200)
    const file = await fetch(`${server.api}/export?format=markdown-zip`, {
      headers: { authorization: `Bearer ${ada.token}` },
    })
    const names = Object.keys(unzipSync(new Uint8Array(await file.arrayBuffer())))
    expect(names).toHaveLength(lines.length)
    for (const name of names)
      expect(name.split('.', 1)[0]?.trim()).not.toMatch(
        /^(?:con|prn|aux|nul|(?:com|lpt)[0-9\u00b9\u00b2\u00b3])$/i,
      )
    expect(names).toEqual(expect.arrayContaining(['console.md', 'con men.md']))
  })

  it('[ID-12] bookmark files have titles and descriptions of links where other programs expect them', async () => {
    const ada = await server.signUp()
    const links = [
      'Rye\nhttps://x.example/rye\n\nTwo <days>.\nThen bake & eat.',
      'https://x.example/bare',
      'https://x.example/below\n\nOnly words below',
      'About https://x.example/in a line',
    ]
    for (const content of links)
      expect(
        (await ada.send('POST', '/entity/create-one', { newEntity: { type: 'hyperlink', content } })).status,
      ).toBe(200)
    const { body } = await ada.send('GET', '/export?format=html')
    expect(body).toContain('>Rye</A>\n<DD>Two &lt;days&gt;.\nThen bake &amp; eat.\n')
    expect(body).toContain('>https://x.example/bare</A>\n')
    expect(body).toContain('>https://x.example/below</A>\n<DD>Only words below\n')
    expect(body.match(/DATA-CONTENT/g)).toHaveLength(1)
    const read = [
      ['https://x.example/bare', ''],
      ['https://x.example/below', 'Only words below'],
      ['https://x.example/rye', 'Two <days>.\nThen bake & eat.'],
    ]
    const known = (all: readonly (readonly string[])[]) =>
      all.filter(([url = '']) => url !== LINE_LINK).toSorted()
    expect(known(byLinkding(body)), 'linkding').toEqual(read)
    expect(known(byShaarli(body)), 'Shaarli').toEqual(read)
    const bob = await server.signUp()
    await take(bob, body)
    const contents = (await bob.send('GET', '/export?format=json')).body.entities.map(
      ({ content }: { content: string }) => content,
    )
    expect(contents.sort()).toEqual(links.sort())
  })

  it('[ID-12] entries of the zip are marked as made on Unix, so that unzip keeps names in other scripts', async () => {
    const ada = await server.signUp()
    await ada.send('POST', '/entity/create-one', { newEntity: { type: 'note', content: '日本 ö' } })
    const file = await fetch(`${server.api}/export?format=markdown-zip`, {
      headers: { authorization: `Bearer ${ada.token}` },
    })
    const bytes = Buffer.from(await file.arrayBuffer())
    const entry = bytes.indexOf(Buffer.from('PK\u0001\u0002', 'latin1'))
    expect(bytes[entry + 5]).toBe(3)
    expect(bytes.readUInt32LE(entry + 38) >>> 16).toBe(0o100644)
    const folder = mkdtempSync(join(tmpdir(), 'cardinal-zip-'))
    writeFileSync(join(folder, 'cards.zip'), bytes)
    const env = { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' }
    const listed = spawnSync('unzip', ['-Z1', join(folder, 'cards.zip')], { env, encoding: 'utf8' })
    rmSync(folder, { recursive: true })
    if (listed.error !== undefined) console.warn(`unzip lists no names here: ${listed.error.message}`)
    else expect([listed.status, listed.stdout]).toEqual([0, '日本 ö.md\n'])
  })

  it('[ID-12] the Markdown zip has the files of cards once each, where the texts name them, and an import brings both back', async () => {
    const [ada, bob] = [await server.signUp(), await server.signUp()]
    const fileOf = (bytes: Buffer, name: string) => ({
      hash: hashOf(bytes),
      name,
      type: 'application/octet-stream',
      size: bytes.length,
    })
    const picture = fileOf(randomBytes(2 * LIMITS.filePiece + 9), 'Mein (Bild) ü.PNG')
    const [bytes, words] = [randomBytes(LIMITS.filePiece), Buffer.from('# no card')]
    const [page, note, absent] = [
      fileOf(bytes, 'page.pdf'),
      fileOf(words, 'list.md'),
      fileOf(Buffer.from('x'), 'absent.png'),
    ]
    const pictureBytes = randomBytes(2 * LIMITS.filePiece + 9)
    const shown = { ...picture, hash: hashOf(pictureBytes) }
    for (const each of [pictureBytes, bytes, words]) await sendFile(ada, each)
    const contents = [
      `One\n\n![a bread](file:${shown.hash}) and [a page](file:${page.hash}), ![](file:${absent.hash})`,
      `Two\n\n![](file:${shown.hash})`,
    ]
    const make = (content: string, files: readonly object[]) =>
      ada.send('POST', '/entity/create-one', { newEntity: { type: 'note', content, files } })
    expect((await make(contents[0] ?? '', [shown, page, absent])).status).toBe(200)
    expect((await make(contents[1] ?? '', [note, shown])).status).toBe(200)
    const answer = await fetch(`${server.api}/export?format=markdown-zip`, {
      headers: { authorization: `Bearer ${ada.token}` },
    })
    const zip = new Uint8Array(await answer.arrayBuffer())
    const files = unzipSync(zip)
    const path = `attachments/Mein-Bild-ü-${shown.hash.slice(0, 8)}.png`
    expect(Object.keys(files).sort()).toEqual(
      [
        'One.md',
        'Two.md',
        path,
        `attachments/page-${page.hash.slice(0, 8)}.pdf`,
        `attachments/list-${note.hash.slice(0, 8)}.md`,
      ].sort(),
    )
    expect(Buffer.from(files[path] ?? []).equals(pictureBytes)).toBe(true)
    const two = new TextDecoder().decode(files['Two.md'])
    expect(two).toContain(`\n![](${path})\n`)
    expect(two).toContain(`attachments: ["[[attachments/list-${note.hash.slice(0, 8)}.md]]","[[${path}]]"]`)
    expect(new TextDecoder().decode(files['One.md'])).toContain(`![](file:${absent.hash})`)
    const taken = await take(bob, zip)
    expect(taken.body.data).toMatchObject({
      rows: 2,
      created: 2,
      failed: [],
      files: { kept: 3, left_out: 0 },
    })
    const headers = { authorization: `Bearer ${bob.token}` }
    for (const each of [pictureBytes, bytes, words]) {
      const got = await fetch(`${server.api}/files/${hashOf(each)}`, { headers })
      expect(Buffer.from(await got.arrayBuffer()).equals(each)).toBe(true)
    }
    const cards = (await bob.send('GET', '/export?format=json')).body.entities
    expect(cards.map(({ content }: { content: string }) => content).sort()).toEqual([...contents].sort())
    const held = cards.flatMap((each: { files: readonly { hash: string }[] }) =>
      each.files.map(({ hash }) => hash),
    )
    expect(held.sort()).toEqual([shown.hash, shown.hash, page.hash, note.hash, absent.hash].sort())
  })

  it.each(['json', 'html', 'csv', 'markdown', 'markdown-zip'])(
    '[ID-12] property: what is exported as %s is imported unchanged',
    async (format) => {
      const cards = fc.uniqueArray(card, {
        minLength: 1,
        maxLength: 8,
        selector: ({ content }) => content.trim(),
      })
      await fc.assert(
        fc.asyncProperty(cards, async (given) => {
          const [ada, bob] = [await server.signUp(), await server.signUp()]
          const names = ['bread', 'slow food', '日本', 'a_b'].map((tag_name) => ({ tag_name }))
          const made = await ada.send('POST', '/tag/create-many-from-keyword', {
            frontendGeneratedTags: names,
            attachToTheseEntities: [],
          })
          const idByName = new Map(
            made.body.data.map((tag: { tag_name: string; _id: string }) => [tag.tag_name, tag._id]),
          )
          for (const { tags, titles, createdAt, content, address, type, values } of given) {
            const own = `https://x.example/${encodeURIComponent(content.trim())}`
            const apart = { content: `As at https://other.example/x: ${content}`, address: own }
            const link = address === 'apart' ? apart : { content: own }
            const newEntity = {
              ...values,
              type,
              ...(type === 'hyperlink' ? link : { content }),
              ...(type === 'hyperlink' && address === 'none' && { address: null }),
              titles: titles.map((words, index) => ({ text: words, isTicked: index % 2 === 0 })),
              tags_assigned: tags.map((name) => idByName.get(name)),
              createdAt: createdAt.toISOString(),
            }
            expect((await ada.send('POST', '/entity/create-one', { newEntity })).status).toBe(200)
          }
          const file = await fetch(`${server.api}/export?format=${format}`, {
            headers: { authorization: `Bearer ${ada.token}` },
          })
          const { body } = await take(bob, new Uint8Array(await file.arrayBuffer()))
          expect(body.data).toMatchObject({ rows: given.length, created: given.length, failed: [] })
          expect(await shapeOf(bob)).toEqual(await shapeOf(ada))
        }),
        { numRuns: 12 },
      )
    },
  )

  /** The contents of a workspace, without ids. */
  async function shapeOf(person: Person) {
    const { entities, tags } = (await person.send('GET', '/export?format=json')).body
    const nameById = new Map(tags.map((tag: { _id: string; tag_name: string }) => [tag._id, tag.tag_name]))
    // biome-ignore lint/suspicious/noExplicitAny: the wire form, looked at field by field
    const shapes = entities.map((entity: any) => ({
      type: entity.type,
      content: entity.content,
      address: entity.address,
      titles: entity.titles.map(({ text: words, isTicked }: { text: string; isTicked: boolean }) => [
        words,
        isTicked,
      ]),
      tags: entity.tags_assigned.map((id: string) => nameById.get(id)),
      color: entity.color,
      isPublic: entity.is_public,
      doneAt: entity.doneAt,
      dueAt: entity.dueAt,
      startAt: entity.startAt,
      recurrence: entity.recurrence,
      completions: entity.completions,
      files: entity.files,
      place: entity.place,
      createdAt: entity.createdAt,
    }))
    return shapes.sort((a: object, b: object) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
  }
})

/** A link whose address is in a line of words. Other programs get that line as its title. */
const LINE_LINK = 'https://x.example/in'

/**
 * Addresses and descriptions by the rules of linkding (`bookmarks/services/parser.py` at 13ff9ac4). buku reads
 * the same: the first text in `<DD>` (`import_html` in `buku.py`). floccus reads only titles and addresses
 * (`src/lib/serializers/Html.ts`).
 */
function byLinkding(file: string): [url: string, description: string][] {
  const found: [string, string][] = []
  let inside = ''
  const parser = new Parser({
    onopentag: (name, { href = '' }) => {
      inside = name
      if (name === 'a') found.push([href, ''])
    },
    onclosetag: () => {
      inside = ''
    },
    ontext: (text) => {
      const last = found.at(-1)
      if (inside === 'dd' && last !== undefined) last[1] += text
    },
  })
  parser.end(file)
  return found.map(([url, description]) => [url, description.trim()])
}

/**
 * Addresses and descriptions by the rules of Shaarli (`NetscapeBookmarkParser.php` at 40b812c2), which reads line
 * by line.
 */
function byShaarli(file: string): [url: string, description: string][] {
  const lines = file
    .replaceAll(/>\s*?</g, '>\n<')
    .replaceAll(/(?:<!DOCTYPE|<META|<TITLE|<H1|<P).*\n/gi, '')
    .replaceAll(
      /<DD>(.*?)(<\/?(?:DT|DD|DL))/gis,
      (_, text: string, next: string) => `<DD>${text.trim().replaceAll('\n', '<br>')}\n${next}`,
    )
    .replaceAll(/<A(.*?)<\/A>/gis, (_, link: string) => `<A ${link.trim().replaceAll('\n', '<br>')}</A>`)
    .replaceAll(/\n<DD/gi, '<DD')
    .split('\n')
  return lines.flatMap((line): [string, string][] => {
    const url = /<a/i.test(line) ? /href="(.*?)"/i.exec(line)?.[1] : undefined
    if (url === undefined) return []
    const note = /(?:description|note)="(.*?)"/i.exec(line)?.[1] ?? /<dd>(.*?)$/i.exec(line)?.[1] ?? ''
    return [[url, unescaped(note.replaceAll('<br>', '\n'))]]
  })
}

function unescaped(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}
