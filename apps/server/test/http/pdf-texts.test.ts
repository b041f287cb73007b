import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fold } from '@cardinal/domain'
import { describe, expect, it, vi } from 'vitest'
import type { PdfTexts } from '../../src/files/pdf-texts.ts'
import { sweepFiles } from '../../src/files/sweep.ts'
import { type Person, serverFor, startNode, type TestNode } from '../support/node.ts'
import { hashOf, sendFile } from '../support/sent-files.ts'
import { drawnGlyphsPdf, HOSTILE_PDFS, japanesePdf, pdfWith, scannedPdf } from '../support/sent-pdfs.ts'
import { DATABASES, startSqlite } from '../support/stores.ts'

const DAY = 86_400_000
const sample = (name: string) => readFile(new URL(`../samples/pdfs/${name}.pdf`, import.meta.url))

/** A server that reads PDFs, and a clock that can be set forward. */
function reading(start: (typeof DATABASES)[number]['start']) {
  let ahead = 0
  const now = () => Date.now() + ahead
  const server = serverFor(start, { now })
  const texts = (): PdfTexts => server.node.services.pdfTexts
  const fileOf = async (person: Person, bytes: Buffer) =>
    server.node.store.files.byHash(person.userId, hashOf(bytes))
  const wordsOf = async (person: Person, bytes: Buffer) => {
    const file = await fileOf(person, bytes)
    const pieces = await server.node.store.files.wordsOf([file?.id ?? ''])
    return pieces.map((piece) => piece.bytes.toString()).join('')
  }
  const read = async (person: Person, bytes: Buffer) => {
    await sendFile(person, bytes)
    await texts().runDue()
    return [(await fileOf(person, bytes))?.text_state, await wordsOf(person, bytes)]
  }
  /** Sets the clock forward only for this act. Otherwise the person's session would expire. */
  const later = async (ms: number, act: () => Promise<unknown>) => {
    ahead = ms
    await act().finally(() => {
      ahead = 0
    })
  }
  return { server, now, texts, fileOf, wordsOf, read, later }
}

describe.each(DATABASES)('texts of PDFs on $name', { timeout: 180_000 }, ({ start }) => {
  const { server, now, texts, fileOf, read, later } = reading(start)

  it('words are read as people read them, whatever program wrote the PDF', async () => {
    const ada = await server.signUp()
    const lines = [['A divided sen-', 'tence on well-', 'known harbours (and)'], ['A second page']]
    expect(await read(ada, pdfWith(lines))).toEqual([
      'read',
      'a divided sentence on wellknown harbours (and) a second page sen-tence well-known',
    ])
    const offsets = pdfWith([['No table of offsets']], { broken: true })
    expect(await read(ada, offsets)).toEqual(['read', 'no table of offsets'])
    // The font is not embedded: a table of the reader has the meaning of its codes. The line ends within a word.
    expect(await read(ada, japanesePdf())).toEqual(['read', '図書館の本'])
    expect(await read(ada, drawnGlyphsPdf())).toEqual(['read', 'abba'])
    const [printed, words] = await read(ada, await sample('chromium'))
    expect(printed).toBe('read')
    // Ligatures, other scripts, soft hyphens at ends of lines, columns, and cells of a table.
    for (const text of [
      'the official office was baffled by incomprehensibilities.',
      'uber cafe, ελληνικα, привет мир.',
      'counterrevolutionary',
      'begins with saffron threads and goes on. right column ends with cardamom pods',
      'rent 1,200',
    ])
      expect(words).toContain(text)
    const distilled = await read(ada, await sample('ghostscript-linearized'))
    expect(distilled).toEqual(['read', 'a final effluent office, written by ghostscript. of-fice,'])
    expect(await read(ada, await sample('may-not-be-copied'))).toEqual([
      'read',
      'nobody may copy this saffron',
    ])
  })

  it('a PDF without words, with a password or with damage says so once, and other files are not looked at', async () => {
    const ada = await server.signUp()
    expect(await read(ada, scannedPdf())).toEqual(['no-text', ''])
    expect(await read(ada, await sample('password'))).toEqual(['locked', ''])
    expect(await read(ada, Buffer.from('%PDF-1.7 and nothing else'))).toEqual(['damaged', ''])
    const other = Buffer.from('no PDF')
    expect(await read(ada, other)).toEqual([null, ''])
    const file = await fileOf(ada, await sample('password'))
    expect([file?.text_attempts, file?.text_due_at]).toEqual([1, null])
    await later(365 * DAY, () => texts().runDue())
    expect((await fileOf(ada, await sample('password')))?.text_attempts).toBe(1)
  })

  it('the words of a long PDF lie in several pieces, and are found across them', async () => {
    const ada = await server.signUp()
    const pages = Array.from({ length: 30 }, (_, n) =>
      Array.from({ length: 45 }, () => `${n} ${'caf\xe9s '.repeat(12)}`),
    )
    const bytes = pdfWith(pages)
    const [state, words = ''] = await read(ada, bytes)
    expect(state).toBe('read')
    const file = await fileOf(ada, bytes)
    expect(file?.text_bytes).toBe(Buffer.byteLength(words ?? ''))
    expect((await server.node.store.files.wordsOf([file?.id ?? ''])).length).toBe(2)
    expect(words).toBe(fold(pages.flat().join(' ')))
  })

  it('[SB-1] file: finds cards by the words and names of their files, in each workspace of the account alone', async () => {
    const [ada, bob] = [await server.signUp(), await server.signUp()]
    const bytes = pdfWith([['Saffron from the har-', 'bour, 1,200 in all']])
    const other = Buffer.from('no PDF')
    for (const person of [ada, bob]) for (const each of [bytes, other]) await sendFile(person, each)
    const make = async (person: Person, ...files: readonly [name: string, bytes: Buffer][]) => {
      const type = 'application/octet-stream'
      const list = files.map(([name, each]) => ({ hash: hashOf(each), name, type, size: each.length }))
      const newEntity = { type: 'note', content: 'with files', files: list }
      return (await person.send('POST', '/entity/create-one', { newEntity })).body.data._id
    }
    const find = async (person: Person, text: string) => {
      const asked = { userIsTyping_inSearchbar: text }
      const { body } = await person.send('POST', '/entity/get-matching-entities', asked)
      return body.data.map(({ _id }: { _id: string }) => _id).sort()
    }
    const both = await make(ada, ['Café.pdf', bytes], ['list.txt', other])
    const named = await make(ada, ['Saffron.TXT', other])
    await make(bob, ['mine.pdf', bytes])
    // Names are searched before the words are read.
    expect(await find(ada, 'file:saffron')).toEqual([named])
    const told = async (person: Person) => {
      const hashes = [bytes, other].map(hashOf)
      return (await person.send('POST', '/files/get-texts', { hashes })).body.data
    }
    expect((await told(ada)).map(({ text }: { text: string }) => text)).toEqual(['waiting', 'none'])
    await texts().runDue()
    expect((await told(ada)).map(({ text }: { text: string }) => text)).toEqual(['read', 'none'])
    expect(await find(ada, 'file:SAFFRON')).toEqual([both, named].sort())
    expect(await find(ada, 'file:"harbour, 1,200"')).toEqual([both])
    expect(await find(ada, 'file:har-bour')).toEqual([both])
    expect(await find(ada, 'file:cafe, -file:rye')).toEqual([both])
    expect(await find(ada, 'file:saffron, -file:harbour')).toEqual([named])
    expect(await find(ada, 'saffron')).toEqual([])
    expect(await find(ada, 'file:mine')).toEqual([])
    const asked = await ada.send('POST', '/files/find', { texts: ['Harbour', 'rye'] })
    expect(asked.body.data).toEqual([[hashOf(bytes)], []])
    const stranger = await server.signUp()
    expect((await stranger.send('POST', '/files/find', { texts: ['harbour'] })).body.data).toEqual([[]])
    expect((await told(stranger)).map(({ text }: { text: string }) => text)).toEqual(['none', 'none'])
  })

  it('a reading that the end of the server interrupts goes on after the next start', async () => {
    const database = await start()
    const first = await startNode(database)
    const ada = await first.signUp()
    const bytes = pdfWith([['Read at last']])
    await sendFile(ada, bytes)
    const stateAt = async (node: TestNode) => {
      const file = await node.node.store.files.byHash(ada.userId, hashOf(bytes))
      return [file?.text_state, file?.text_attempts]
    }
    await expect.poll(() => stateAt(first), { interval: 5, timeout: 20_000 }).toEqual([null, 1])
    await first.stop()
    const next = await startNode(database)
    expect(await stateAt(next)).toEqual([null, 0])
    await expect.poll(() => stateAt(next), { timeout: 60_000 }).toEqual(['read', 1])
    await next.stop()
    await database.stop()
  })

  it('a PDF that ends the server each time it is read is left alone', async () => {
    const ada = await server.signUp()
    const deadly = pdfWith([['Never read']])
    await sendFile(ada, deadly)
    const killed = await fileOf(ada, deadly)
    await server.node.store.transact(async (tx) => {
      if (killed !== undefined) await tx.files.update(killed, { text_attempts: 4, text_due_at: now() - 1 })
      return { ok: true, value: null }
    })
    await texts().runDue()
    expect((await fileOf(ada, deadly))?.text_state).toBe('too-much')
  })

  it('the words count into the room of the account, wait where it is full, and go with the file and the account', async () => {
    const [ada, bob] = [await server.signUp(), await server.signUp()]
    const bytes = pdfWith([['Counted words']])
    const stored = async () => (await server.node.store.users.byId(ada.userId))?.storedBytes ?? 0
    await sendFile(ada, bytes)
    const before = await stored()
    await texts().runDue()
    expect(await stored()).toBe(before + 'counted words'.length)
    const file = await fileOf(ada, bytes)
    for (const days of [0, 31]) await later(days * DAY, () => sweepFiles(server.node.store, now()))
    expect(await fileOf(ada, bytes)).toBeUndefined()
    expect(await server.node.store.files.pieceNumbers(file?.id ?? '')).toEqual([])

    const full = await startNode(server.database, { now, env: { CARDINAL_QUOTA_MB: '1' } })
    await sendFile(bob, bytes)
    await sendFile(bob, randomBytes(1_100_000))
    await full.node.services.pdfTexts.runDue()
    await full.stop()
    expect((await fileOf(bob, bytes))?.text_state).toBeNull()
    await texts().runDue()
    expect((await fileOf(bob, bytes))?.text_state).toBeNull()
    await later(DAY + 1, () => texts().runDue())
    expect((await fileOf(bob, bytes))?.text_state).toBe('read')
  })

  it('people take turns: one PDF of another person is not behind a hundred of one', async () => {
    const [ada, bob] = [await server.signUp(), await server.signUp()]
    const asked = vi.spyOn(server.node.store.files, 'firstUnread')
    for (let n = 0; n < 8; n++) await sendFile(ada, pdfWith([[`Number ${n}`]]))
    await sendFile(bob, pdfWith([['Of another person']]))
    const before = asked.mock.calls.length
    await texts().runDue()
    const people = asked.mock.calls.slice(before).map(([userId]) => userId)
    expect(people.indexOf(bob.userId)).toBeLessThan(3)
    expect(people.filter((userId) => userId === ada.userId).length).toBeGreaterThan(4)
  })
})

describe('hostile PDFs', { timeout: 180_000 }, () => {
  const { server, texts, fileOf, read, later } = reading(startSqlite)

  it.each(Object.entries(HOSTILE_PDFS))(
    '%s ends with a state, and the next PDF is read',
    async (_name, make) => {
      const ada = await server.signUp()
      const bytes = make()
      await sendFile(ada, bytes)
      for (let attempt = 0; attempt < 3; attempt++) await later(attempt * DAY, () => texts().runDue())
      const file = await fileOf(ada, bytes)
      expect(['no-text', 'damaged', 'too-much', 'cut', 'read']).toContain(file?.text_state)
      expect(file?.text_attempts).toBeLessThan(3)
      expect(await read(ada, pdfWith([['Still there']]))).toEqual(['read', 'still there'])
    },
  )
})
