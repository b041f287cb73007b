import { entityToWire, toInstant } from '@cardinal/contract'
import type { Card, CardFile } from '@cardinal/domain'
import { parseDocument } from 'yaml'
import { isObject, parseJson } from '../lib/decoding.ts'
import { attachmentPath, withHashes, withPaths } from './attachments.ts'
import { isAddressApart, readAddress, readValues, writeValues } from './card-values.ts'
import { type Found, plainCard } from './found.ts'
import { readYaml } from './front-matter.ts'
import { type Fields, type Ledger, textsOf } from './ledger.ts'
import { typeNamed } from './read-record.ts'
import { readSubnotes } from './read-subnotes.ts'

const BEGINS = '---\ncardinal: '
const MATTER = /^---[ \t]*\n([\s\S]*?)\n---[ \t]*(?:\n|$)/
/** A card's type, also where an editor has moved it within the front matter. */
const ANYWHERE =
  /^---[ \t]*\r?\n(?:(?!---)[^\n]*\n){0,200}?cardinal:[ \t]*["']?(?:note|todo|hyperlink|link)["']?[ \t]*\r?\n/
/** UTF-16 units of front matter that is parsed as YAML, which takes longer than reading our own lines. */
const LONGEST_YAML = 60_000

/**
 * A card as Markdown: fields as front matter, one per line, and its text unchanged below. Values are JSON, which
 * is also YAML, so other programs can read them and nothing is lost.
 *
 * @param attached files of the card whose bytes are in the zip
 */
export function writeNote(
  card: Card,
  tagNames: readonly string[],
  attached: readonly CardFile[] = [],
): string {
  const body = withPaths(card.content, attached)
  const facts: Record<string, unknown> = {
    created: toInstant(card.createdAt),
    updated: toInstant(card.updatedAt),
    ...(tagNames.length > 0 && { tags: tagNames }),
    ...(isAddressApart(card) && { address: card.address }),
    ...writeValues(card, 'field'),
    // Obsidian shows these as links.
    ...(attached.length > 0 && { attachments: attached.map((file) => `[[${attachmentPath(file)}]]`) }),
    ...(card.subnotes.length > 0 && {
      titles: card.subnotes.map(({ text, isTicked }) => ({ text, isTicked })),
    }),
    // The content as JSON, if the body below would not give it back: editors and transports change line breaks, and
    // a file that the text names by its path would be read as a link to the file.
    ...((/[\r\u2028\u2029]|^\s|\s$/.test(card.content) || withHashes(body, card.files) !== card.content) && {
      content: card.content,
    }),
  }
  const lines = Object.entries(facts).map(([name, value]) => `${name}: ${asJson(value)}\n`)
  return `${BEGINS}${entityToWire(card, '').type}\n${lines.join('')}---\n${body}\n`
}

/** JSON that is valid YAML: escapes what YAML treats as line breaks or as unprintable. */
function asJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** Whether `writeNote` wrote a text. Another program may have changed it since. */
export function isOwnNote(text: string): boolean {
  const plain = text.replace(/^\ufeff/, '').replace(/^---\r\n/, '---\n')
  return plain.startsWith(BEGINS) || ANYWHERE.test(plain)
}

export function readOwnNote(text: string, ledger: Ledger): Found {
  const plain = text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n')
  const [matter = '', lines = ''] = MATTER.exec(plain) ?? []
  if (matter === '') return { reason: 'The front matter of this file has no end.' }
  const facts = factsOf(lines)
  if (facts === null) return { reason: 'The front matter of this file cannot be read.' }
  const body = plain.slice(matter.length).replace(/\n$/, '')
  return ledger.read(facts, (fields) => noteOf(fields, body))
}

function noteOf(fields: Fields, body: string): Found {
  fields.skip(['updated', 'attachments'])
  const values = readValues(fields, 'field')
  const text = fields.isSet('content') ? fields.text('content') : withHashes(body, values.files)
  if (text.trim() === '') return { reason: 'There is no text in this file.' }
  return {
    card: {
      ...plainCard(fields.take('cardinal', typeNamed) ?? 'note', text),
      ...readAddress(fields, 'address'),
      ...values,
      tags: fields.take('tags', textsOf) ?? [],
      subnotes: fields.take('titles', readSubnotes) ?? [],
      createdAt: fields.moment('created'),
    },
  }
}

/** Parses our own front matter line by line, anything else as YAML. Null: no front matter. */
function factsOf(matter: string): Record<string, unknown> | null {
  const facts: Record<string, unknown> = {}
  for (const line of matter.split('\n')) {
    const [, name = '', written = ''] = /^(\w{1,40}): (.*)$/.exec(line.trimEnd()) ?? []
    const value = /^[a-z]+$/.test(written) ? written : parseJson(written)
    if (name === '' || value === undefined) return yamlIn(matter)
    facts[name] = value
  }
  return facts
}

/** Parses front matter that another program has rewritten. */
function yamlIn(matter: string): Record<string, unknown> | null {
  if (matter.length > LONGEST_YAML) return null
  const parsed = readYaml(matter, (options) => parseDocument(matter, options))
  return isObject(parsed) ? { ...parsed } : null
}
