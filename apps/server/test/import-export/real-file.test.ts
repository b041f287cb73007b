import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectRoot } from '../../src/config.ts'
import { type Person, serverFor } from '../support/node.ts'
import { DATABASES } from '../support/stores.ts'

/** Real bookmark files are outside of the project, because they belong to other people. */
const REAL = join(projectRoot(), '../shared/data')
const SAMPLE = new URL('../samples/bookmarks.html', import.meta.url).pathname
const FORMATS = ['json', 'html', 'csv', 'markdown', 'markdown-zip'] as const

const real = existsSync(REAL) ? readdirSync(REAL).filter((name) => name.endsWith('.html')) : []
const FILES = [
  { name: 'the sample', path: SAMPLE },
  ...real.map((name) => ({ name: `the real file ${name}`, path: join(REAL, name) })),
]

interface Exported {
  readonly entities: readonly Entity[]
  readonly tags: readonly { readonly _id: string; readonly tag_name: string }[]
}
interface Entity {
  readonly type: string
  readonly content: string
  readonly createdAt: string
  readonly updatedAt: string
  readonly tags_assigned: readonly string[]
  readonly titles: readonly { readonly text: string }[]
}
interface Link {
  readonly address: string
  readonly title: string
  readonly addedAt: string
  readonly description: string
}

/** An independent parser of a file's links: one per line, with the description on the following lines. */
function linksOf(file: string): Link[] {
  const links: Link[] = []
  for (const line of file.split('\n')) {
    const [, address, seconds, title] =
      /<DT><A HREF="([^"]*)"[^>]*? ADD_DATE="(\d+)"[^>]*>(.*)<\/A>/.exec(line) ?? []
    const last = links.at(-1)
    if (address !== undefined && title !== undefined)
      links.push({
        // White space in an address is escaped as browsers do. A title has no markup.
        address: plain(address).replace(/\s/g, encodeURIComponent),
        title: plain(title.replace(/<[^>]*>/g, '')),
        addedAt: new Date(Number(seconds) * 1_000).toISOString(),
        description: '',
      })
    else if (last !== undefined && line.startsWith('<DD>'))
      links[links.length - 1] = { ...last, description: plain(line.slice('<DD>'.length)).trim() }
  }
  return links
}

function plain(text: string): string {
  const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }
  return text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal, hex, name) => {
    if (decimal !== undefined) return String.fromCodePoint(Number(decimal))
    if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16))
    return named[name.toLowerCase()] ?? whole
  })
}

const flat = (text: string) => text.replace(/\s+/g, ' ').trim()

/** Shown when the real file is missing. */
const MISSING =
  '[ID-12] the real file is not read: ../shared/data beside the project holds no file of bookmarks'

describe.each(DATABASES)('a file of bookmarks goes in, out and in again on $name', ({ start }) => {
  const server = serverFor(start, { env: { CARDINAL_FREE_CARD_LIMIT: '0' } })

  const take = async (person: Person, file: string | Uint8Array) => {
    const sent = await person.send('POST', '/import', file, { 'content-type': 'application/octet-stream' })
    expect(sent.status, JSON.stringify(sent.body).slice(0, 300)).toBe(200)
    return sent.body.data
  }
  const fileOf = async (person: Person, format: string) => {
    const answer = await fetch(`${server.api}/export?format=${format}`, {
      headers: { authorization: `Bearer ${person.token}` },
    })
    expect(answer.status).toBe(200)
    return new Uint8Array(await answer.arrayBuffer())
  }
  const textOf = async (person: Person, format: string) =>
    new TextDecoder().decode(await fileOf(person, format))
  /** All cards, reduced to what each format can express, sorted. */
  const cardsOf = async (person: Person): Promise<string[]> => {
    const { entities, tags } = JSON.parse(await textOf(person, 'json')) as Exported
    const names = new Map(tags.map(({ _id, tag_name }) => [_id, tag_name]))
    return entities
      .map(({ type, content, createdAt, updatedAt, tags_assigned, titles }) =>
        JSON.stringify({
          type,
          content,
          createdAt,
          updatedAt,
          tags: tags_assigned.map((id) => names.get(id)).toSorted(),
          titles: titles.map(({ text }) => text),
        }),
      )
      .toSorted()
  }

  if (real.length === 0) it.skip(MISSING)

  it.each(FILES)(
    '[ID-12] [TG-7] the real file $name is imported with a receipt that adds up, and each format restores every card',
    {
      timeout: 240_000,
    },
    async ({ path }) => {
      const file = readFileSync(path)
      const links = linksOf(file.toString('utf8'))
      const ada = await server.signUp()
      const receipt = await take(ada, new Uint8Array(file))
      expect(receipt.rows).toBe(links.length)
      expect(receipt.created + receipt.duplicates + receipt.failed.length).toBe(receipt.rows)
      expect([receipt.created, receipt.duplicates, receipt.failed]).toEqual([links.length, 0, []])

      const cards = await cardsOf(ada)
      expect(cards).toHaveLength(links.length)
      const parsed = cards.map((card) => JSON.parse(card) as Entity)
      const missing = links.filter(
        ({ address, title, addedAt, description }) =>
          !parsed.some(
            ({ type, content, createdAt }) =>
              type === 'hyperlink' &&
              createdAt === addedAt &&
              [address, title, description].every((text) => flat(content).includes(flat(text))),
          ),
      )
      expect(missing).toEqual([])

      for (const format of FORMATS) {
        const bob = await server.signUp()
        const again = await take(bob, await fileOf(ada, format))
        expect(again, format).toMatchObject({
          rows: links.length,
          created: links.length,
          duplicates: 0,
          failed: [],
        })
        expect(await cardsOf(bob), format).toEqual(cards)
        const twice = await take(bob, await fileOf(ada, format))
        expect(twice, `${format}, taken twice`).toMatchObject({
          rows: links.length,
          created: 0,
          duplicates: links.length,
          failed: [],
        })
        expect(await cardsOf(bob), `${format}, taken twice`).toEqual(cards)
      }
    },
  )
})
