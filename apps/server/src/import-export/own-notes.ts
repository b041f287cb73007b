import { entityToWire, toInstant } from '@cardinal/contract'
import type { Card } from '@cardinal/domain'
import { parseDocument } from 'yaml'
import { isObject, parseJson } from '../lib/decoding.ts'
import { readValues, writeValues } from './card-values.ts'
import { type Found, plainCard } from './found.ts'
import { type Fields, type Ledger, textsOf } from './ledger.ts'
import { typeNamed } from './read-record.ts'
import { readSubnotes } from './read-subnotes.ts'

const BEGINS = '---\ncardinal: '
const MATTER = /^---\ncardinal: [\s\S]*?\n---(?:\n|$)/
/** Characters of front matter that is not written line by line as here: reading it takes longer. */
const LONGEST_YAML = 60_000

/**
 * Returns a card as a file of Markdown: its facts as front matter, one on each line, and below it the text as it is.
 * Each value is JSON, which is YAML too: so other programs read it, and here nothing is lost.
 */
export function writeNote(card: Card, tagNames: readonly string[]): string {
  const facts: Record<string, unknown> = {
    created: toInstant(card.createdAt),
    updated: toInstant(card.updatedAt),
    ...(tagNames.length > 0 && { tags: tagNames }),
    ...writeValues(card, 'field'),
    ...(card.subnotes.length > 0 && {
      titles: card.subnotes.map(({ text, isTicked }) => ({ text, isTicked })),
    }),
    // Editors and transports change line breaks; of two kinds of them only one would come back.
    ...(/[\r\u2028\u2029]|^\s|\s$/.test(card.content) && { content: card.content }),
  }
  const lines = Object.entries(facts).map(([name, value]) => `${name}: ${asJson(value)}\n`)
  return `${BEGINS}${entityToWire(card, '').type}\n${lines.join('')}---\n${card.content}\n`
}

/** Returns JSON that is YAML, too: signs that YAML takes for the end of a line, or does not print, are escaped. */
function asJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** Returns whether a text is a card as `writeNote` writes it, also where another program has changed it since. */
export function isOwnNote(text: string): boolean {
  return text
    .replace(/^\ufeff/, '')
    .replace(/^---\r\n/, '---\n')
    .startsWith(BEGINS)
}

/** Reads a card as `writeNote` writes it. */
export function readOwnNote(text: string, ledger: Ledger): Found {
  const plain = text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n')
  const matter = MATTER.exec(plain)?.[0]
  if (matter === undefined) return { reason: 'The front matter of this file has no end.' }
  const facts = factsOf(matter.slice('---\n'.length).replace(/\n---\n?$/, ''))
  if (facts === null) return { reason: 'The front matter of this file cannot be read.' }
  const body = plain.slice(matter.length).replace(/\n$/, '')
  return ledger.read(facts, (fields) => noteOf(fields, body))
}

function noteOf(fields: Fields, body: string): Found {
  fields.skip(['updated'])
  const text = fields.isSet('content') ? fields.text('content') : body
  if (text.trim() === '') return { reason: 'There is no text in this file.' }
  return {
    card: {
      ...plainCard(fields.take('cardinal', typeNamed) ?? 'note', text),
      ...readValues(fields, 'field'),
      tags: fields.take('tags', textsOf) ?? [],
      subnotes: fields.take('titles', readSubnotes) ?? [],
      createdAt: fields.moment('created'),
    },
  }
}

/** Parses front matter, line by line if this product wrote it. Null: it is no front matter. */
function factsOf(matter: string): Record<string, unknown> | null {
  const facts: Record<string, unknown> = {}
  for (const line of matter.split('\n')) {
    const [, name = '', written = ''] = /^(\w{1,40}): (.*)$/.exec(line) ?? []
    const value = /^[a-z]+$/.test(written) ? written : parseJson(written)
    if (name === '' || value === undefined) return yamlIn(matter)
    facts[name] = value
  }
  return facts
}

/** Parses front matter as other programs rewrite it. */
function yamlIn(matter: string): Record<string, unknown> | null {
  if (matter.length > LONGEST_YAML) return null
  try {
    const document = parseDocument(matter, { logLevel: 'silent' })
    const parsed: unknown = document.errors.length > 0 ? null : document.toJS({ maxAliasCount: 20 })
    return isObject(parsed) ? { ...parsed } : null
  } catch {
    return null
  }
}
