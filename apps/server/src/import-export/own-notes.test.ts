import { filesOf, VALUE_FIELDS } from '@cardinal/domain'
import { cards } from '@cardinal/testing'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parse, stringify } from 'yaml'
import { attachmentPath } from './attachments.ts'
import { Ledger } from './ledger.ts'
import { isOwnNote, readOwnNote, writeNote } from './own-notes.ts'

const NAMES = fc.subarray(['bread', 'slow food', '日本', 'a_b', 'true', '12'])
// Files can't hold times before the second millisecond of 1970, nor U+0000.
const kept = cards
  .filter(({ content }) => content.trim() !== '')
  .map((card) => ({
    ...card,
    createdAt: Math.max(1, card.createdAt),
    doneAt: card.doneAt === null ? null : Math.max(1, card.doneAt),
  }))

function shapeOf(card: object) {
  const { type, content, tags, subnotes, createdAt, ...rest } = card as Record<string, unknown>
  const values = Object.fromEntries(VALUE_FIELDS.map((name) => [name, rest[name]]))
  const lines = (subnotes as { text: string; isTicked: boolean }[]).map(({ text, isTicked }) => [
    text,
    isTicked,
  ])
  return { type, content, tags, subnotes: lines, createdAt, ...values }
}

function read(text: string) {
  const ledger = new Ledger()
  const found = readOwnNote(text, ledger)
  if ('reason' in found) throw new Error(found.reason)
  return { card: shapeOf(found.card), lost: ledger.list }
}

describe('a card as a file of Markdown', () => {
  it('[ID-12] property: a card exported as Markdown is imported unchanged, also with other line breaks', () => {
    fc.assert(
      fc.property(kept, NAMES, (card, tags) => {
        const file = writeNote(card, tags)
        expect(isOwnNote(file)).toBe(true)
        const expected = { card: shapeOf({ ...card, tags }), lost: [] }
        expect(read(file)).toEqual(expected)
        expect(read(`\ufeff${file}`)).toEqual(expected)
        if (!card.content.includes('\r')) expect(read(file.replaceAll('\n', '\r\n'))).toEqual(expected)
      }),
      { numRuns: 300 },
    )
  })

  it('[ID-12] property: a text names its files by path in the zip and by hash when it is imported, and a path that stands in it stays one', () => {
    const withFiles = kept.filter(({ files }) => files !== null)
    const ways = fc.array(fc.constantFrom('hash', 'path', 'other'), { maxLength: 4 })
    fc.assert(
      fc.property(withFiles, ways, fc.boolean(), (card, named, isWhole) => {
        const files = filesOf(card.files)
        const attached = isWhole ? files : files.slice(1)
        const marks = named.map((way, n) => {
          const file = files[n % files.length]
          if (file === undefined || way === 'other') return '![](other.png)'
          return `![a](${way === 'hash' ? `file:${file.hash}` : attachmentPath(file)})`
        })
        const content = [card.content.trim(), ...marks].join('\n')
        const text = writeNote({ ...card, content }, [], attached)
        const [first] = attached
        if (first !== undefined && named[0] === 'hash' && isWhole)
          expect(text).toContain(`](${attachmentPath(first)})`)
        expect(read(text)).toEqual({ card: shapeOf({ ...card, content, tags: [] }), lost: [] })
      }),
      { numRuns: 200 },
    )
  })

  it('[ID-12] property: the front matter of an exported card is valid YAML, and may be rewritten by other programs', () => {
    fc.assert(
      fc.property(kept, NAMES, (card, tags) => {
        const file = writeNote(card, tags)
        const [, matter = ''] = /^---\n([\s\S]*?)\n---\n/.exec(file) ?? []
        const facts = parse(matter) as Record<string, unknown>
        expect(facts.tags ?? []).toEqual(tags)
        const anew = `---\n${stringify(facts)}---\n${file.slice(matter.length + '---\n\n---\n'.length)}`
        expect(read(anew)).toEqual({ card: shapeOf({ ...card, tags }), lost: [] })
      }),
      { numRuns: 150 },
    )
  })

  it('an import of a card from Markdown gives the reason why it cannot be read, and lists facts that no card keeps', () => {
    const ledger = new Ledger()
    expect(readOwnNote('---\ncardinal: note\n', ledger)).toEqual({
      reason: 'The front matter of this file has no end.',
    })
    expect(readOwnNote('---\ncardinal: note\n[\n---\nx', ledger)).toEqual({
      reason: 'The front matter of this file cannot be read.',
    })
    expect(readOwnNote('---\ncardinal: note\n---\n \n', ledger)).toEqual({
      reason: 'There is no text in this file.',
    })
    const found = readOwnNote('---\ncardinal: todo\nmood: good\ntags: [bread]\n---\n# Buy\n#now', ledger)
    expect(found).toMatchObject({ card: { type: 'todo', content: '# Buy\n#now', tags: ['bread'] } })
    expect(ledger.list).toEqual([{ field: 'mood', count: 1, example: 'good', isGarbled: false }])
  })
})
