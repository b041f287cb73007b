import { grouped } from '@cardinal/domain'
import { isObject, parseJson } from '../lib/decoding.ts'
import { readAddress, readValues } from './card-values.ts'
import { FILE_LIMITS, RowList } from './file-limits.ts'
import { type Found, type FoundFile, type FoundRow, plainCard } from './found.ts'
import { Ledger, textsOf } from './ledger.ts'
import { linkRow } from './link-row.ts'
import { headingIn, linksIn, type MarkdownLink, tagCommentIn } from './markdown-scan.ts'
import type { Moments } from './moments.ts'
import { typeNamed } from './read-record.ts'
import { readSubnotes } from './read-subnotes.ts'
import { inSlices } from './slices.ts'
import { splitTags } from './tag-names.ts'

/** Our own export writes each card between these two comments. The first one contains the card's JSON. */
export const CARD_BEGINS = '<!-- card '
export const CARD_ENDS = '<!-- end of card -->'

/**
 * Reads our own export, in which comments enclose the cards. Also reads any list of `[title](address)` links:
 * headings are folders; `#words` after a link and the words in buku's comment are tags.
 */
export async function readMarkdown(text: string, moments: Moments): Promise<FoundFile> {
  const lines = text.split(/\r\n|\r|\n/)
  const isOwn = lines.some((line) => line.startsWith(CARD_BEGINS))
  const ledger = new Ledger(moments)
  const rows = await (isOwn ? readOwn(lines, ledger) : readLinks(lines, ledger))
  return { rows, tags: [], groups: [], lost: ledger.list }
}

async function readOwn(lines: readonly string[], ledger: Ledger): Promise<readonly FoundRow[]> {
  const list = new RowList()
  let open: { about: string; content: string[] } | null = null
  for await (const line of inSlices(lines)) {
    if (open === null) {
      if (line.startsWith(CARD_BEGINS)) open = { about: line.slice(CARD_BEGINS.length), content: [] }
    } else if (line === CARD_ENDS) {
      list.add(ownCard(open.about, open.content.join('\n'), ledger))
      open = null
    } else open.content.push(line.replace(/^\\(\\*<!-- )/, '$1'))
  }
  if (open !== null) list.add({ reason: 'The file ends in the middle of this card.' })
  return list.rows
}

function ownCard(about: string, visible: string, ledger: Ledger): Found {
  const facts = parseJson(withoutEnd(about))
  if (!isObject(facts)) return { reason: 'The line that begins this card is damaged.' }
  return ledger.read(facts, (fields) => ({
    card: {
      ...plainCard(
        fields.take('type', typeNamed) ?? 'note',
        fields.isSet('content') ? fields.text('content') : visible,
      ),
      tags: fields.take('tags', textsOf) ?? [],
      subnotes: fields.take('titles', readSubnotes) ?? [],
      ...readAddress(fields, 'address'),
      ...readValues(fields, 'field'),
      createdAt: fields.moment('createdat'),
    },
  }))
}

/** Without the end of the comment. */
function withoutEnd(about: string): string {
  const trimmed = about.trimEnd()
  return trimmed.endsWith('-->') ? trimmed.slice(0, -3) : trimmed
}

async function readLinks(lines: readonly string[], ledger: Ledger): Promise<readonly FoundRow[]> {
  const list = new RowList()
  const folders: { depth: number; name: string }[] = []
  const isBuku = lines.some((line) => line.startsWith('- ') && tagCommentIn(line) !== null)
  for await (const line of inSlices(lines)) {
    if (line.length > FILE_LIMITS.line) {
      list.add({ reason: `This line is longer than ${grouped(FILE_LIMITS.line)} characters.` })
      continue
    }
    const heading = headingIn(line)
    if (heading !== null) {
      while ((folders.at(-1)?.depth ?? 0) >= heading.depth) folders.pop()
      folders.push(heading)
      continue
    }
    const links = linksIn(line, isBuku)
    if (links.length === 0) {
      if (line.trim() !== '') ledger.note('text without a link', line)
      continue
    }
    const { around, behind } = besideLinks(line, links)
    const isDescribed = links.length === 1 && hasWords(behind)
    for (const words of [around, isDescribed ? '' : behind])
      if (hasWords(words)) ledger.note('text beside a link', words)
    const tags = [
      ...[...line.matchAll(/(?<=\s)#([\p{L}\p{N}][\p{L}\p{N}\p{M}_+#.-]*)/gu)].flatMap(
        ([, tag]) => tag ?? [],
      ),
      ...splitTags(tagCommentIn(line)?.tags ?? ''),
    ]
    for (const { title, address } of links) {
      const found = linkRow({
        address,
        title,
        description: isDescribed ? behind.replace(/^[\s:–—*_-]+/, '') : '',
      })
      const place = { tags, folders: folders.map((folder) => folder.name) }
      list.add('reason' in found ? found : { card: { ...found.card, ...place } })
    }
  }
  return list.rows
}

function hasWords(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text)
}

/**
 * What a line has besides its links and tags.
 *
 * @returns behind: the end of the line; around: words before links, titles after addresses, and the tick of a box
 */
function besideLinks(line: string, links: readonly MarkdownLink[]): { around: string; behind: string } {
  const all = line.slice(0, tagCommentIn(line)?.at)
  const item = /^\s*(?:>\s*)*(?:(?:[-*+]|\d{1,9}[.)])\s+)?(?:\[[ xX]\]\s+)?/.exec(all)?.[0] ?? ''
  const parts = /\[x\]/i.test(item) ? ['[x]'] : []
  let at = item.length
  for (const { address } of links) {
    const start = all.indexOf(address, at)
    if (start < 0) break
    const end = start + address.length
    const isAlone = all[end] === '>' && !all.slice(at, start).endsWith('](<')
    const close = isAlone ? end : all.indexOf(')', end)
    parts.push(/^[^[<]*/.exec(all.slice(at, start))?.[0] ?? '', close < 0 ? '' : all.slice(end, close))
    at = close < 0 ? all.length : close + 1
  }
  const withoutTags = (text: string) => text.replace(/(?:^|(?<=\s))#[\p{L}\p{N}]\S*/gu, '').trim()
  return { around: withoutTags(parts.join(' ')), behind: withoutTags(all.slice(at)) }
}
