import { readFileSync } from 'node:fs'
import {
  EXPORT_FORMATS,
  EXPORT_PARTS,
  type ExportFormat,
  type ExportPart,
  listed,
  NOT_HELD,
  NOT_IN_ACCOUNT,
  notHeld,
} from '@cardinal/contract'
import { parse } from 'csv-parse/sync'
import { unzipSync } from 'fflate'
import { beforeAll, describe, expect, it } from 'vitest'
import { parse as parseYaml, stringify } from 'yaml'
import { type Person, serverFor } from '../support/node.ts'
import { DATABASES } from '../support/stores.ts'
import { zip } from '../support/zip.ts'
import { putCopy } from './account-acts.ts'

/**
 * The part of an export that a card's field belongs to; null: every format has it. A field that is missing here
 * fails.
 */
const PARTS: Readonly<Record<string, ExportPart | null>> = {
  type: null,
  content: null,
  address: null,
  titles: null,
  tags_assigned: null,
  color: null,
  is_public: null,
  doneAt: null,
  dueAt: null,
  startAt: null,
  recurrence: null,
  completions: null,
  files: null,
  place: null,
  createdAt: null,
  updatedAt: 'changed',
  parents: 'links',
  siblings: 'links',
  children: 'links',
  page: 'page',
}
/** Fields of a tag, besides its id, counts and times. */
const TAG_FACTS = ['color_name', 'other_names', 'parent_tag_ids', 'child_group_ids']

// biome-ignore lint/suspicious/noExplicitAny: the wire form, looked at field by field
type Wire = any

const cell = (text: string, delimiter: string) =>
  text.includes('"') || text.includes('\n') || text.includes(delimiter)
    ? `"${text.replaceAll('"', '""')}"`
    : text
const table = (rows: readonly (readonly string[])[], delimiter: string, end: string) =>
  rows.map((row) => row.map((text) => cell(text, delimiter)).join(delimiter) + end).join('')
const each = (rows: readonly string[][], change: (text: string) => string) =>
  rows.map((row) => row.map(change))

/** How spreadsheets save a table that they have opened. */
const SHEETS: Readonly<Record<string, (rows: string[][]) => string>> = {
  'Excel in German, with a mark, semicolons, words for true and false, and empty rows': (rows) =>
    `\ufeff${table(
      each(rows, (text) => ({ true: 'WAHR', false: 'FALSCH' })[text] ?? text),
      ';',
      '\r\n',
    )}${';'.repeat(12)}\r\n`,
  'Excel with a line that names the delimiter': (rows) => `sep=;\r\n${table(rows, ';', '\r\n')}`,
  'LibreOffice, with all cells in quotes, TRUE and FALSE, and seconds': (rows) =>
    each(
      rows,
      (text) => ({ true: 'TRUE', false: 'FALSE', '2026-03-01T14:00': '2026-03-01T14:00:00' })[text] ?? text,
    )
      .map((row) => `${row.map((text) => `"${text.replaceAll('"', '""')}"`).join(',')}\n`)
      .join(''),
  'tabs, other columns first, and a date of the country': (rows) =>
    table(
      each(rows, (text) => (text === '2026-03-01T14:00' ? '01.03.2026 14:00' : text)).map((row) =>
        [...row].reverse(),
      ),
      '\t',
      '\n',
    ),
}

const inParts = (text: string) => {
  const [all = '', matter = ''] = /^---\n([\s\S]*?)\n---\n/.exec(text) ?? []
  return { matter, body: text.slice(all.length) }
}

/** How editors save a note that they have opened. */
const EDITORS: Readonly<Record<string, (text: string) => string>> = {
  'front matter in another order, as YAML': (text) => {
    const { matter, body } = inParts(text)
    const facts = Object.entries(parseYaml(matter) as object).reverse()
    return `---\n${stringify(Object.fromEntries(facts))}---\n${body}`
  },
  'line breaks of Windows and a mark': (text) => `\ufeff${text.replaceAll('\n', '\r\n')}`,
  'blanks at the ends of lines of the front matter': (text) => {
    const { matter, body } = inParts(text)
    return `---  \n${matter.replaceAll('\n', '  \n')}\n--- \n${body}`
  },
}

describe.each(DATABASES)('what formats hold on $name', ({ start }) => {
  const server = serverFor(start)
  let ada: Person

  /** Fills an account: a card with every field, tags, groups, and all else that an export may have. */
  beforeAll(async () => {
    const first = await server.signUp()
    const send = async (path: string, body: object) => (await first.send('POST', path, body)).body.data
    const tags = await send('/tag/create-many-from-keyword', {
      frontendGeneratedTags: [{ tag_name: 'bread' }, { tag_name: 'food' }],
      attachToTheseEntities: [],
    })
    const [bread, food] = tags.map(({ _id }: { _id: string }) => _id)
    await send('/tag/edit-color', { tag_ids: [bread], color_name: 'red' })
    await send('/tag/add-names', { tag_id: bread, names: ['loaf'] })
    await send('/tag/add-parents', { tag_ids: [bread], parent_tag_ids: [food] })
    const [group] = await send('/tag/create-many-groups-from-searchword', {
      searchwords: ['kitchen'],
      tag_ids: [bread],
    })
    await send('/tag/add-child-groups', { tag_ids: [food], group_ids: [group._id] })
    const other = await send('/entity/create-one', { newEntity: { type: 'note', content: 'Other' } })
    const below = await send('/entity/create-one', { newEntity: { type: 'note', content: 'Below' } })
    const above = await send('/entity/create-one', { newEntity: { type: 'note', content: 'Above' } })
    const card = await send('/entity/create-one', {
      newEntity: {
        type: 'hyperlink',
        content: 'Rye, as at https://other.example/x\nhttps://x.example/rye\n\nTwo days.',
        address: 'https://x.example/rye',
        titles: [{ text: 'flour', isTicked: true }, { text: 'water' }],
        tags_assigned: [bread],
        color: 'blue',
        is_public: true,
        doneAt: '2025-02-01T10:00:00.000Z',
        dueAt: '2026-03-01T14:00',
        startAt: '2026-02-20',
        recurrence: 'FREQ=DAILY',
        completions: ['2025-01-30T10:00:00.000Z', '2025-01-31T10:00:00.000Z'],
        files: [
          { hash: 'a'.repeat(64), name: 'Brot; "ü".png', type: 'image/png', size: 7, width: 2, height: 3 },
          { hash: 'b'.repeat(64), name: 'b', type: '', size: 0 },
        ],
        place: 'V',
        siblings: [other._id],
        children: [below._id],
        parents: [above._id],
        createdAt: '2024-01-01T10:00:00.000Z',
      },
    })
    const gone = await send('/entity/create-one', { newEntity: { type: 'note', content: 'Gone' } })
    await send('/entity/delete-many', { entity_ids: [gone._id] })
    await putCopy(server, first, card._id, { state: 'kept', text: 'word', isCut: false })
    const account = (await first.send('GET', '/export?scope=account')).body
    for (const { entities } of account.workspaces)
      for (const entity of entities) {
        entity.updatedAt = '2025-03-01T10:00:00.000Z'
        if (entity._id !== card._id) continue
        entity.page = {
          address: 'https://x.example/rye',
          title: 'Rye',
          fetchedAt: '2025-02-01T10:00:00.000Z',
        }
      }
    ada = await server.signUp()
    const taken = await ada.send('POST', '/import', JSON.stringify(account), {
      'content-type': 'application/octet-stream',
    })
    expect(taken.body.data).toMatchObject({ created: 4, deleted: 1, failed: [] })
  })

  const exported = async (person: Person, format: ExportFormat | 'account') => {
    const query = format === 'account' ? 'scope=account' : `format=${format}`
    const answer = await fetch(`${server.api}/export?${query}`, {
      headers: { authorization: `Bearer ${person.token}` },
    })
    return new Uint8Array(await answer.arrayBuffer())
  }
  const jsonOf = async (person: Person): Promise<Wire> =>
    JSON.parse(new TextDecoder().decode(await exported(person, 'json')))

  /** Cards by text, with texts and names in place of ids. */
  const shapesOf = ({ entities, tags, groups, deleted }: Wire) => {
    const texts = new Map<string, string>([
      ...[...entities, ...deleted.map((one: Wire) => one.entity)].map((one: Wire) => [one._id, one.content]),
      ...tags.map((tag: Wire) => [tag._id, tag.tag_name]),
      ...groups.map((group: Wire) => [group._id, group.title]),
    ] as [string, string][])
    const named = (value: unknown): unknown =>
      JSON.parse(JSON.stringify(value ?? null), (key, inside) =>
        ['_id', 'entity_id', 'owner', 'workspace_id'].includes(key)
          ? undefined
          : typeof inside === 'string'
            ? (texts.get(inside) ?? inside)
            : inside,
      )
    return { named, cards: new Map<string, Wire>(entities.map((one: Wire) => [one.content, named(one)])) }
  }

  const differences = async (from: Person, to: Person): Promise<Set<ExportPart>> => {
    const [before, after] = [await jsonOf(from), await jsonOf(to)]
    const [was, is] = [shapesOf(before), shapesOf(after)]
    const lost = new Set<ExportPart>()
    expect([...is.cards.keys()].sort()).toEqual([...was.cards.keys()].sort())
    for (const [content, card] of was.cards) {
      for (const field of Object.keys(card)) {
        expect(Object.keys(PARTS)).toContain(field)
        const part = PARTS[field] ?? null
        const [old, now] = [JSON.stringify(card[field]), JSON.stringify(is.cards.get(content)?.[field])]
        if (part === null) expect(`${field} ${now}`).toBe(`${field} ${old}`)
        else if (now !== old) lost.add(part)
      }
    }
    const facts = (file: Wire, named: (value: unknown) => unknown) =>
      JSON.stringify(
        file.tags
          .map((tag: Wire) => [tag.tag_name, ...TAG_FACTS.map((fact) => named(tag[fact] ?? null))])
          .sort(),
      )
    if (facts(before, was.named) !== facts(after, is.named)) lost.add('tags')
    const groups = (file: Wire, named: (value: unknown) => unknown) =>
      JSON.stringify(file.groups.map(({ title, tags }: Wire) => named([title, tags])).sort())
    if (groups(before, was.named) !== groups(after, is.named)) lost.add('groups')
    if (before.deleted.length !== after.deleted.length) lost.add('deleted')
    const copies = async (person: Person) =>
      JSON.parse(new TextDecoder().decode(await exported(person, 'account'))).copies.length
    if ((await copies(from)) !== (await copies(to))) lost.add('copies')
    return lost
  }

  it.each(EXPORT_FORMATS)(
    '[ID-12] an export as %s loses exactly what the table of formats says',
    async (format) => {
      const bob = await server.signUp()
      const file = await exported(ada, format)
      const taken = await bob.send('POST', '/import', file, { 'content-type': 'application/octet-stream' })
      expect(taken.body.data).toMatchObject({ created: 4, failed: [] })
      expect([...(await differences(ada, bob))].sort()).toEqual([...NOT_HELD[format]].sort())
    },
  )

  it.each(Object.entries(SHEETS))(
    '[ID-12] a CSV export that a spreadsheet has saved is imported unchanged: %s',
    async (_name, save) => {
      const rows = parse(await exported(ada, 'csv'), { bom: true }) as string[][]
      const bob = await server.signUp()
      const file = new TextEncoder().encode(save(rows))
      const taken = await bob.send('POST', '/import?time_zone=Europe/Berlin', file, {
        'content-type': 'application/octet-stream',
      })
      expect(taken.body.data).toMatchObject({ rows: 4, created: 4, failed: [] })
      expect(taken.body.data.lost).toMatchObject([{ field: 'updatedAt' }])
      expect([...(await differences(ada, bob))].sort()).toEqual([...NOT_HELD.csv].sort())
    },
  )

  it.each(Object.entries(EDITORS))(
    '[ID-12] a Markdown export that an editor has saved is imported unchanged: %s',
    async (_name, save) => {
      const files = Object.entries(unzipSync(await exported(ada, 'markdown-zip')))
      const saved = files.map(([path, bytes]) => ({ path, content: save(new TextDecoder().decode(bytes)) }))
      const bob = await server.signUp()
      const taken = await bob.send('POST', '/import', new Uint8Array(zip(saved)), {
        'content-type': 'application/octet-stream',
      })
      expect(taken.body.data).toMatchObject({ rows: 4, created: 4, failed: [] })
      expect(taken.body.data.lost).toBeUndefined()
      expect([...(await differences(ada, bob))].sort()).toEqual([...NOT_HELD['markdown-zip']].sort())
    },
  )

  it('[ID-12] the export of an account restores all the parts listed here', async () => {
    const bob = await server.signUp()
    const file = await exported(ada, 'account')
    await bob.send('POST', '/import', file, { 'content-type': 'application/octet-stream' })
    expect([...(await differences(ada, bob))]).toEqual([])
  })
})

describe('the guide about imports', () => {
  it('[ID-12] the guide about imports says the same about each format as the table of formats', () => {
    const guide = readFileSync(new URL('../../../../docs/importing.md', import.meta.url), 'utf8')
    for (const format of EXPORT_FORMATS) expect(guide).toContain(`| \`${format}\` | ${notHeld(format)} |`)
    expect(guide).toContain(`| \`scope=account\` | ${listed(NOT_IN_ACCOUNT)} |`)
    expect(Object.keys(EXPORT_PARTS)).toEqual(expect.arrayContaining(Object.values(NOT_HELD).flat()))
  })
})
