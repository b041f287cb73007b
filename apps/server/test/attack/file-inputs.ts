import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { LIMITS } from '@cardinal/domain'
import sharp from 'sharp'
import { type Person, request } from '../support/node.ts'
import { beginFile, hashOf, piecesOf, sendFile } from '../support/sent-files.ts'
import { beginPage, sendPage } from '../support/sent-pages.ts'
import { HOSTILE_PDFS, pdfWith } from '../support/sent-pdfs.ts'
import type { Attack } from './inputs.ts'
import { counted } from './newer-inputs.ts'

const MB = 1024 * 1024
/** Made at load time, because making it would delay the attack. */
const LARGE = randomBytes(20 * MB)
const LARGE_PAGE = randomBytes(30 * MB)

const PDFS = Object.values(HOSTILE_PDFS).map((make) => make())

/** ms between two requests of a person who waits. */
const SAMPLE_MS = 50

/** Not pages: two begin like other formats. */
const WRONG_PAGES = ['%PDF-1.7', '\x89PNG\r\n\x1a\n', ''].map((begin) => Buffer.from(begin, 'latin1'))

/** Pages whose text takes long to read. The last one is a plain page. */
const HOSTILE_TEXTS = [
  '<div>'.repeat(400_000),
  `<style>${'p{}'.repeat(9_000_000)}`,
  'a<style></style>'.repeat(1_800_000),
  `data:image/${'a'.repeat(60)}`.repeat(400_000),
  '<a href="x"><b><p>'.repeat(110_000),
  '&amp;<table><td>'.repeat(120_000),
  'x'.repeat(2 * MB),
  `<article>${'<p>Some words of a long page, with commas, for an hour.</p>'.repeat(30_000)}</article>`,
]

/**
 * Seven photos, a progressive one of 50 million pixels, a PNG that claims ten thousand million, and a truncated
 * one.
 */
async function picturesToShrink(): Promise<Buffer[]> {
  const plain = (width: number, height: number, background: string) =>
    sharp({ create: { width, height, channels: 3, background } })
  const photographs = Array.from({ length: 7 }, (_, n) =>
    plain(4_000, 3_000, `#c0${n}`)
      .jpeg({ progressive: n % 2 === 1 })
      .toBuffer(),
  )
  const large = plain(8_000, 6_000, '#08c').jpeg({ progressive: true }).toBuffer()
  const bomb = await plain(3, 3, '#8c0').png().toBuffer()
  bomb.writeUInt32BE(100_000, 16)
  bomb.writeUInt32BE(100_000, 20)
  const made = await Promise.all([...photographs, large])
  return [...made, bomb, (made[0] as Buffer).subarray(0, 20_000)]
}

/** With this many each, six people stay below the limit of connections per address. */
const AT_ONCE = 16

/** Attacks that use files of cards. */
export const FILE_ATTACKS: readonly Attack[] = [
  {
    name: 'files: twelve of 20 MB whose pieces arrive all at once, each wrong by one byte at its end, then as many right ones',
    run: async ({ crowd }) => {
      const statuses: number[] = []
      const send = async (person: (typeof crowd)[number], isRight: boolean) => {
        const bytes = Buffer.from(LARGE)
        bytes.writeUInt32LE(statuses.length, 0)
        const claimed = isRight ? bytes : Buffer.concat([bytes.subarray(0, -1), Buffer.of(0)])
        statuses.push((await beginFile(person, claimed)).status)
        const pieces = piecesOf(bytes, hashOf(claimed))
        for (let n = 0; n < pieces.length; n += AT_ONCE) {
          const sent = pieces.slice(n, n + AT_ONCE).map((piece) => piece.send(person))
          for (const answer of await Promise.all(sent)) statuses.push(answer.status)
        }
        // Refused requests are sent again, one by one.
        if (isRight) await sendFile(person, bytes)
      }
      for (const isRight of [false, true])
        await Promise.all(crowd.slice(0, 6).map((person) => send(person, isRight)))
      return counted(statuses)
    },
  },
  {
    name: 'files: one of 20 MB read 30 times at once, of which some are left, then 2,000 ranges of a byte',
    run: async ({ api, mallory }) => {
      await sendFile(mallory, LARGE)
      const path = `${api}/files/${hashOf(LARGE)}`
      const headers = { authorization: `Bearer ${mallory.token}` }
      const read = async (n: number) => {
        const leaving = new AbortController()
        const answer = await fetch(path, { headers, signal: leaving.signal })
        if (n % 3 === 0) leaving.abort()
        else await answer.arrayBuffer()
        return answer.status
      }
      const statuses = await Promise.all(Array.from({ length: 30 }, (_, n) => read(n)))
      for (let n = 0; n < 2_000; n += 100)
        statuses.push(
          ...(await Promise.all(
            Array.from({ length: 100 }, async (_, m) => {
              const range = `bytes=${(n + m) * 9_999}-${(n + m) * 9_999}`
              const answer = await fetch(path, { headers: { ...headers, range } })
              await answer.arrayBuffer()
              return answer.status
            }),
          )),
        )
      return counted(statuses)
    },
  },
  {
    name: 'pages: sixty of 30 MB by ten people at once, of which a third break off, 2,000 heads without an end, then one shown 40 times',
    run: async ({ api, mallory, crowd }) => {
      const statuses: number[] = []
      const path = '/v1/bookmarks/singlefile?ifexists=append'
      const send = async (person: Person, n: number) => {
        const leaving = new AbortController()
        if (n % 3 === 0) setImmediate(() => leaving.abort())
        const html = Buffer.from(LARGE_PAGE)
        html.writeUInt32LE(statuses.length + n, 0)
        const page = { html, url: `https://page.example/${n}`, signal: leaving.signal }
        const status = await sendPage(api, path, person.token, page).then(
          async (answer) => {
            await answer.text()
            return answer.status
          },
          () => 0,
        )
        statuses.push(status)
      }
      for (let n = 0; n < 6; n++)
        await Promise.all([mallory, ...crowd].map((person, m) => send(person, n * 10 + m)))
      for (let n = 0; n < 2_000; n += 50)
        await Promise.all(
          Array.from({ length: 50 }, async () => {
            const answer = await fetch(api + path, {
              method: 'POST',
              body: `--x\r\n${'a: '.repeat(1_000)}`,
              headers: {
                authorization: `Bearer ${mallory.token}`,
                'content-type': 'multipart/form-data; boundary=x',
              },
            })
            await answer.text()
            statuses.push(answer.status)
          }),
        )
      const html = '<link srcdoc'.repeat(2_000_000)
      const [last = mallory] = crowd.slice(-1)
      statuses.push((await sendPage(api, path, last.token, { html, url: 'https://page.example/' })).status)
      const found = await last.send('GET', `/files/${hashOf(Buffer.from(html))}/page-address`)
      const shown = Array.from({ length: 40 }, async () => {
        const answer = await fetch(api + found.body.data?.path)
        await answer.arrayBuffer()
        return answer.status
      })
      return counted([...statuses, ...(await Promise.all(shown))])
    },
  },
  {
    name: 'pages: pictures, PDFs and empty ones, then 27 that stop after a piece and stay silent, then a page of another person',
    run: async ({ api, mallory, ada, crowd }) => {
      const path = '/v1/bookmarks/singlefile'
      const statuses: number[] = []
      for (let n = 0; n < 40; n++) {
        const html = WRONG_PAGES[n % WRONG_PAGES.length] ?? Buffer.alloc(0)
        const answer = await sendPage(api, path, mallory.token, { html, url: `https://page.example/${n}` })
        await answer.text()
        statuses.push(answer.status)
      }
      const silent = [mallory, ...crowd].flatMap((person) =>
        [1, 2, 3].map((n) =>
          beginPage(api, path, person.token, { html: LARGE_PAGE, url: `https://page.example/${n}` }, 300_000),
        ),
      )
      await setTimeout(12_000)
      const begun = performance.now()
      const page = { html: '<p>Ada</p>', url: 'https://page.example/ada' }
      const adas = await sendPage(api, path, ada.token, page)
      await adas.text()
      const waited = ((performance.now() - begun) / 1_000).toFixed(1)
      for (const { leave } of silent) leave()
      return `${counted(statuses)}; another person: ${adas.status} after ${waited} s`
    },
  },
  {
    name: 'pages: eight of 2 to 30 MB whose texts nest, repeat and never end, read for copy:, then one of another person',
    run: async ({ api, mallory, crowd }) => {
      const path = '/v1/bookmarks/singlefile'
      const send = async (person: Person, html: string, url: string): Promise<string> => {
        const answer = await sendPage(api, path, person.token, { html, url })
        return ((await answer.json()) as { id: string }).id
      }
      const stateOf = async (person: Person, id: string): Promise<string> =>
        (await person.send('POST', '/entity/get-copies', { entity_ids: [id] })).body.data[0].state
      const ids: string[] = []
      for (const [n, html] of HOSTILE_TEXTS.entries())
        ids.push(await send(mallory, html, `https://page.example/${n}`))
      const [last = mallory] = crowd.slice(-1)
      const begun = performance.now()
      const words = `<article><h1>Plain</h1><p>${'Plain words, and some more. '.repeat(100)}</p></article>`
      const plain = await send(last, words, 'https://page.example/plain')
      while ((await stateOf(last, plain)) !== 'kept') await setTimeout(SAMPLE_MS)
      const waited = ((performance.now() - begun) / 1_000).toFixed(1)
      const states: string[] = []
      // Wait until the last of them was read or given up.
      for (let quiet = 0; quiet < 20; quiet++) {
        await setTimeout(1_000)
        states.length = 0
        for (const id of ids) states.push(await stateOf(mallory, id))
        if (states.at(-1) === 'kept') break
      }
      const kept = states.filter((state) => state === 'kept').length
      return `${kept} of ${ids.length} have a copy; another person waited ${waited} s`
    },
  },
  {
    name: 'files: nine hostile PDFs, read for file:, then one of another person, and words looked for 60 times at once',
    run: async ({ mallory, crowd }) => {
      const textOf = async (person: Person, bytes: Buffer): Promise<string> =>
        (await person.send('POST', '/files/get-texts', { hashes: [hashOf(bytes)] })).body.data[0].text
      for (const bytes of PDFS) await sendFile(mallory, bytes)
      const [last = mallory] = crowd.slice(-1)
      const plain = pdfWith([['Plain words, and some more.']])
      await sendFile(last, plain)
      const begun = performance.now()
      while ((await textOf(last, plain)) !== 'read') await setTimeout(SAMPLE_MS)
      const waited = ((performance.now() - begun) / 1_000).toFixed(1)
      const states: string[] = []
      for (let second = 0; second < 60; second++) {
        await setTimeout(1_000)
        states.length = 0
        for (const bytes of PDFS) states.push(await textOf(mallory, bytes))
        // A PDF that took too much time or memory is tried again after minutes.
        if (states.filter((state) => state === 'waiting').length <= 3) break
      }
      const texts = Array.from({ length: 10 }, (_, n) => `word ${n}`)
      const looks = Array.from({ length: 60 }, () => mallory.send('POST', '/files/find', { texts }))
      const statuses = (await Promise.all(looks)).map(({ status }) => status)
      return `${states.join(', ')}; another person waited ${waited} s; ${counted(statuses)}`
    },
  },
  {
    name: 'files: 5,000 uploads begun and never sent, pieces without one, then an account of 200 MB that is deleted',
    run: async ({ api, mallory, crowd }) => {
      const statuses: number[] = []
      for (let n = 0; n < 5_000; n += 50)
        statuses.push(
          ...(await Promise.all(
            Array.from({ length: 50 }, async (_, m) => {
              const hash = (n + m).toString(16).padStart(64, '0')
              return (await mallory.send('POST', '/files', { hash, size: 1 })).status
            }),
          )),
        )
      const none = `/files/${'f'.repeat(64)}/pieces/0?sha256=${'f'.repeat(64)}`
      for (let n = 0; n < 200; n++)
        statuses.push((await request(api, 'POST', none, Buffer.alloc(LIMITS.filePiece))).status)
      const [last] = crowd.slice(-1)
      for (let n = 0; last !== undefined && n < 10; n++) {
        const bytes = Buffer.from(LARGE)
        bytes.writeUInt32LE(n, 0)
        await sendFile(last, bytes)
      }
      const ended = await last?.send('POST', '/user/delete-account', { confirm: last.email })
      return `${counted(statuses)}; deleted: ${ended?.status}`
    },
  },
  {
    name: 'files: thumbnails of 60 pictures of 12 million pixels for six people at once, damaged ones and bombs among them, then 2,000 that are known',
    run: async ({ api, crowd }) => {
      const statuses: number[] = []
      const pictures = await picturesToShrink()
      const ask = async (person: (typeof crowd)[number], bytes: Buffer) => {
        const headers = { authorization: `Bearer ${person.token}` }
        const answer = await fetch(`${api}/files/${hashOf(bytes)}/thumbnail?size=large`, { headers })
        await answer.arrayBuffer()
        statuses.push(answer.status)
      }
      const people = crowd.slice(0, 6)
      for (const person of people) for (const bytes of pictures) await sendFile(person, bytes)
      await Promise.all(people.flatMap((person) => pictures.map((bytes) => ask(person, bytes))))
      for (let n = 0; n < 2_000; n += 60)
        await Promise.all(people.flatMap((person) => pictures.map((bytes) => ask(person, bytes))))
      return counted(statuses)
    },
  },
  {
    name: 'files: 60 MB on three cards, exported as a zip of Markdown six times at once, of which half are left',
    run: async ({ api, mallory }) => {
      for (let n = 0; n < 3; n++) {
        const bytes = Buffer.from(LARGE)
        bytes.writeUInt32LE(n + 100, 0)
        await sendFile(mallory, bytes)
        const files = [{ hash: hashOf(bytes), name: `${n}.bin`, type: '', size: bytes.length }]
        const newEntity = { type: 'note', content: `with a file ${n}`, files }
        await mallory.send('POST', '/entity/create-one', { newEntity })
      }
      const headers = { authorization: `Bearer ${mallory.token}` }
      const read = async (n: number) => {
        const leaving = new AbortController()
        const answer = await fetch(`${api}/export?format=markdown-zip`, { headers, signal: leaving.signal })
        if (n % 2 === 0) leaving.abort()
        else await answer.body?.pipeTo(new WritableStream())
        return answer.status
      }
      return counted(await Promise.all(Array.from({ length: 6 }, (_, n) => read(n))))
    },
  },
  {
    name: 'files: a zip of an account with 55 MB of files, exported, imported by six people at once, then with a damaged end',
    run: async ({ api, mallory, crowd }) => {
      for (let n = 0; n < 11; n++) {
        const bytes = Buffer.from(LARGE.subarray(0, 5 * MB))
        bytes.writeUInt32LE(n + 200, 0)
        await sendFile(mallory, bytes)
        const files = [{ hash: hashOf(bytes), name: `${n}.bin`, type: '', size: bytes.length }]
        await mallory.send('POST', '/entity/create-one', {
          newEntity: { type: 'note', content: `with a file ${n}`, files },
        })
      }
      const headers = { authorization: `Bearer ${mallory.token}` }
      const answer = await fetch(`${api}/export?scope=account&files=true`, { headers })
      const zip = Buffer.from(await answer.arrayBuffer())
      const take = async (person: (typeof crowd)[number], bytes: Buffer) =>
        (await person.send('POST', '/import', bytes, { 'content-type': 'application/octet-stream' })).status
      const statuses = await Promise.all(crowd.slice(0, 6).map((person) => take(person, zip)))
      statuses.push(await take(mallory, zip.subarray(0, -1000)))
      return counted([answer.status, ...statuses])
    },
  },
  {
    name: 'files: 500 cards with 16 files of long names each, listed, coloured at once, found and exported',
    run: async ({ mallory }) => {
      const files = Array.from({ length: LIMITS.filesPerCard }, (_, n) => ({
        hash: n.toString(16).padStart(64, '0'),
        name: '書'.repeat(LIMITS.fileNameLength),
        type: `application/${'x'.repeat(63)}`,
        size: n,
      }))
      const ids: string[] = []
      for (let n = 0; n < 500; n++) {
        const newEntity = { type: 'note', content: `${n}`, files }
        ids.push((await mallory.send('POST', '/entity/create-one', { newEntity })).body.data?._id)
      }
      const statuses: number[] = []
      for (let page = 0; page < 3; page++) {
        const params = { page, limit: LIMITS.pageSize }
        statuses.push((await mallory.send('POST', '/entity/get-sorted-entities', { params })).status)
      }
      const color = { entity_ids: ids, color: 'red' }
      statuses.push((await mallory.send('PATCH', '/entity/update-color', color)).status)
      for (const format of ['json', 'csv', 'html', 'markdown-zip'])
        statuses.push((await mallory.send('GET', `/export?format=${format}`)).status)
      return counted(statuses)
    },
  },
]
