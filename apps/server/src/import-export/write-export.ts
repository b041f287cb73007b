import { entityToWire, groupToWire, tagToWire, toInstant, workspaceToWire } from '@cardinal/contract'
import {
  addressOf,
  type Card,
  completeAddress,
  type Id,
  type Rule,
  squeeze,
  type Tag,
  type TagGroup,
  unique,
} from '@cardinal/domain'
import { doesNothing, tagIdsOfRule } from '@cardinal/domain/rules'
import { inChunks } from '../lib/chunks.ts'
import { yieldToEventLoop } from '../lib/waiting.ts'
import { livingTags } from '../pages/jobs.ts'
import type { Store, StoredWorkspace } from '../store/index.ts'
import { allRows, sizeBehind } from '../workspaces/feed.ts'
import { isAddressApart, writeValue, writeValues } from './card-values.ts'
import { type ExportedTags, listsOf } from './exported-tags.ts'
import type { ExportFormat } from './found.ts'
import { type LinkParts, linkRow } from './link-row.ts'
import { CARD_BEGINS, CARD_ENDS } from './read-markdown.ts'
import { EXPORT_FORMAT } from './read-own.ts'
import { nameInFile } from './tag-names.ts'

interface CardContext {
  /** The cards' owner, whom JSON names in every subnote. Null: left out, so that equal accounts give equal files. */
  readonly userId: Id | null
  readonly nameOf: (tagId: Id) => string
}

/** Writes a workspace in one format, in chunks. */
interface Writer {
  readonly contentType: string
  readonly extension: string
  /** @param lists tags and groups, which only JSON has */
  begin(
    workspace: StoredWorkspace,
    lists: () => Promise<ExportedTags>,
  ): AsyncIterable<string> | Iterable<string>
  card(card: Card, around: CardContext, isFirst: boolean): string
  end(): string
}

/** What to export of a workspace. */
export interface ExportParts {
  /** The cards, in the order of writing. Absent: all, newest first. */
  readonly cardIds?: readonly Id[]
  /** See `CardContext`. */
  readonly ownerId: Id | null
  /** ms since 1970; only in JSON: also cards deleted since then that can be restored. */
  readonly deletedSince?: number
}

/** A workspace as a file, in chunks. Every format can be imported again. */
export async function* writeExport(
  store: Store,
  userId: Id,
  workspace: StoredWorkspace,
  format: ExportFormat,
  { cardIds, ownerId, deletedSince }: ExportParts,
): AsyncGenerator<string> {
  const writer = WRITERS[format]
  const rules = cardIds === undefined ? await livingRules(store, userId, workspace.rules ?? []) : []
  const tags = new Map<Id, Tag>()
  const names = new Map<Id, string>()
  const groups: TagGroup[] = []
  const around: CardContext = { userId: ownerId, nameOf: (id) => names.get(id) ?? '' }
  const used = cardIds === undefined ? null : await tagsOn(store, userId, cardIds)
  const begin = () => writer.begin({ ...workspace, rules }, () => listsOf([...tags.values()], groups, used))
  let hasBegun = false
  let isFirst = true
  function* written(cards: readonly Card[]): Generator<string> {
    for (const card of cards) {
      yield writer.card(card, around, isFirst)
      isFirst = false
    }
  }
  for await (const page of allRows(store, userId, workspace)) {
    const cards: Card[] = []
    for (const change of page) {
      if (change.row === null) continue
      if (change.kind === 'tag') {
        tags.set(change.id, change.row)
        names.set(change.id, nameInFile(change.row))
      } else if (change.kind === 'group') groups.push(change.row)
      else if (change.kind === 'card') cards.push(change.row)
    }
    await yieldToEventLoop()
    if (cards.length === 0) continue
    if (cardIds !== undefined) break
    if (!hasBegun) yield* begin()
    hasBegun = true
    yield* inChunks(written(cards))
  }
  if (!hasBegun) yield* begin()
  for await (const cards of cardPages(store, userId, cardIds ?? [])) yield* inChunks(written(cards))
  if (deletedSince === undefined || format !== 'json') return yield writer.end()
  yield '\n],"deleted":[\n'
  yield* deletedRows(store, userId, [workspace], deletedSince, ownerId)
  yield ']}\n'
}

/**
 * The rules without deleted tags, and with merged tags replaced by the tags they were merged into. A rule that
 * only used deleted tags is left out.
 */
export async function livingRules(
  store: Pick<Store, 'tags'>,
  userId: Id,
  rules: readonly Rule[],
): Promise<readonly Rule[]> {
  if (rules.length === 0) return rules
  const living = await livingTags(store, userId, unique(rules.flatMap(tagIdsOfRule)))
  return rules
    .map((rule) => ({
      ...rule,
      addTagIds: living(rule.addTagIds),
      removeTagIds: living(rule.removeTagIds),
    }))
    .filter((rule) => !doesNothing(rule))
}

/** Cards read at once, because one may have 95 KB. */
const CARDS_PER_READ = 50
/** Cards of the first read, when nothing is known of their lengths. */
const FIRST_CARDS = 10

/** Living cards by id, in this order. */
export async function* cardPages(store: Store, userId: Id, ids: readonly Id[]): AsyncGenerator<Card[]> {
  let size = FIRST_CARDS
  for (let start = 0, end = 0; start < ids.length; start = end) {
    end = start + size
    const some = ids.slice(start, end)
    const stored = await store.cards.byIds(userId, some)
    const texts = stored.map(({ row }) => row)
    size = Math.min(CARDS_PER_READ, sizeBehind('card', texts))
    const byId = new Map(stored.map((card) => [card.row.id, card]))
    yield some.flatMap((id) => {
      const card = byId.get(id)
      return card === undefined || card.deletedAt !== null ? [] : [card.row]
    })
  }
}

async function tagsOn(store: Store, userId: Id, cardIds: readonly Id[]): Promise<Set<Id>> {
  const ids = new Set<Id>()
  for await (const cards of cardPages(store, userId, cardIds))
    for (const { tagIds } of cards) for (const id of tagIds) ids.add(id)
  return ids
}

/** Deleted cards that can be restored, last deleted first, as items of a JSON list. */
export async function* deletedRows(
  store: Store,
  userId: Id,
  workspaces: readonly StoredWorkspace[],
  since: number,
  ownerId: Id | null,
): AsyncGenerator<string> {
  let isFirst = true
  for (const { id } of workspaces)
    for (let offset = 0, isFull = true; isFull; offset += CARDS_PER_READ) {
      const { cards } = await store.cards.deleted(userId, id, since, { offset, limit: CARDS_PER_READ })
      isFull = cards.length === CARDS_PER_READ
      for (const { row, deletedAt } of cards) {
        const facts = { workspace: id, deletedAt: toInstant(deletedAt ?? 0) }
        yield `${isFirst ? '' : ',\n'}${JSON.stringify({ ...facts, entity: wireOf(row, ownerId) })}`
        isFirst = false
      }
    }
}

/** Name and media type of an export. */
export function exportFile(
  workspace: StoredWorkspace,
  format: ExportFormat | 'markdown-zip',
): { contentType: string; name: string } {
  const { contentType, extension } = format === 'markdown-zip' ? ZIP : WRITERS[format]
  const safe = squeeze(workspace.name.replace(/[^\p{L}\p{N} _-]+/gu, ' ')) || 'workspace'
  return { contentType, name: `${safe}.${extension}` }
}

const ZIP = { contentType: 'application/zip', extension: 'zip' } as const

function namesOf(card: Card, { nameOf }: CardContext): string[] {
  return card.tagIds.map(nameOf).filter((name) => name !== '')
}

function titlesOf(card: Card): string {
  return JSON.stringify(card.subnotes.map(({ text, isTicked }) => ({ text, isTicked })))
}

const json: Writer = {
  contentType: 'application/json; charset=utf-8',
  extension: 'json',
  begin: async function* (workspace, lists) {
    const head = { format: EXPORT_FORMAT, version: 2, workspace: workspaceToWire(workspace) }
    yield `${JSON.stringify(head).slice(0, -1)},"tags":[`
    const { tags, groups, groupIdsOf } = await lists()
    yield* inChunks(listed(tags, (tag) => wireOfTag(tag, groupIdsOf.get(tag.id) ?? [])))
    yield '],"groups":['
    yield* inChunks(listed(groups, groupToWire))
    yield '],"entities":[\n'
  },
  card: (card, { userId }, isFirst) => `${isFirst ? '' : ',\n'}${JSON.stringify(wireOf(card, userId))}`,
  end: () => '\n]}\n',
}

function* listed<Row>(rows: readonly Row[], toWire: (row: Row) => unknown): Generator<string> {
  for (const [n, row] of rows.entries()) yield `${n === 0 ? '' : ','}${JSON.stringify(toWire(row))}`
}

function wireOfTag(tag: Tag, groupIds: readonly Id[]) {
  const { count_entity_ids: _count, ...wire } = tagToWire(tag, { groupIds, cardCount: 0 })
  return wire
}

/** A card in the form of the calls. Without an owner, subnotes have none. The time of the page's copy is left out. */
function wireOf(card: Card, ownerId: Id | null) {
  const wire = entityToWire(card, ownerId ?? '')
  delete wire.page?.copiedAt
  if (ownerId !== null) return wire
  return { ...wire, titles: wire.titles.map(({ _id, text, isTicked }) => ({ _id, text, isTicked })) }
}

const html: Writer = {
  contentType: 'text/html; charset=utf-8',
  extension: 'html',
  begin: ({ name }) => [
    `<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">\n<TITLE>${text(name)}</TITLE>\n<H1>${text(name)}</H1>\n<DL><p>\n`,
  ],
  card: (card, around) => {
    const address = addressOf(card)
    const parts = address === null ? null : linkParts(card.content, address)
    const found = parts === null ? null : linkRow(parts)
    const saysAll =
      found !== null &&
      'card' in found &&
      found.card.content === card.content &&
      found.card.address === address &&
      !card.content.includes(LINKDING_NOTES)
    const isSaid = address === null ? !isAddressApart(card) : completeAddress(address) === address
    const attributes = {
      ...(address === null ? {} : { HREF: completeAddress(address) }),
      ADD_DATE: String(Math.floor(card.createdAt / 1000)),
      TAGS: namesOf(card, around).join(','),
      'DATA-TYPE': card.type,
      'DATA-CREATED': toInstant(card.createdAt),
      ...(saysAll ? {} : { 'DATA-CONTENT': card.content }),
      ...(isSaid ? {} : { 'DATA-ADDRESS': card.address ?? '' }),
      ...(card.subnotes.length > 0 ? { 'DATA-TITLES': titlesOf(card) } : {}),
      ...writeValues(card, 'attribute'),
    }
    const written = Object.entries(attributes).map(([name, value]) => `${name}="${text(value)}"`)
    const title = parts?.title ?? firstLine(card)
    const description = parts === null ? '' : parts.description.split('\n').map(text).join('\n')
    return `<DT><A ${written.join(' ')}>${text(title)}</A>\n${description === '' ? '' : `<DD>${description}\n`}`
  },
  end: () => '</DL><p>\n',
}

const csv: Writer = {
  contentType: 'text/csv; charset=utf-8',
  extension: 'csv',
  begin: () => [
    '\ufefftype,content,titles,tags,color,is_public,createdAt,updatedAt,doneAt,dueAt,recurrence,completions,files,place,address,startAt\r\n',
  ],
  card: (card, around) => {
    const titles = card.subnotes.length > 0 ? titlesOf(card) : ''
    const times = [toInstant(card.createdAt), toInstant(card.updatedAt)]
    const tags = namesOf(card, around).join(', ')
    const [color, isPublic] = [writeValue(card, 'color'), writeValue(card, 'isPublic')]
    const later = (['doneAt', 'dueAt', 'recurrence', 'completions', 'files', 'place'] as const).map((name) =>
      writeValue(card, name),
    )
    const cells = [
      card.type,
      card.content,
      titles,
      tags,
      color,
      isPublic,
      ...times,
      ...later,
      card.address ?? '',
      writeValue(card, 'startAt'),
    ]
    return `${cells.map(cell).join(',')}\r\n`
  },
  end: () => '',
}

const markdown: Writer = {
  contentType: 'text/markdown; charset=utf-8',
  extension: 'md',
  begin: ({ name }) => [`# ${name.replace(/\s+/g, ' ')}\n`],
  card: (card, around) => {
    const facts = {
      type: card.type,
      createdAt: toInstant(card.createdAt),
      tags: namesOf(card, around),
      ...(isAddressApart(card) ? { address: card.address } : {}),
      ...writeValues(card, 'field'),
      // Editors and transports change line breaks, and a mixture of two kinds would be lost.
      ...(card.content.includes('\r') ? { content: card.content } : {}),
      ...(card.subnotes.length > 0
        ? { titles: card.subnotes.map(({ text: words, isTicked }) => ({ text: words, isTicked })) }
        : {}),
    }
    const about = JSON.stringify(facts)
      .replaceAll('>', '\\u003e')
      .replace(/[\u2028\u2029]/g, escaped)
    const content = card.content
      .split('\n')
      .map((line) => line.replace(/^(\\*<!-- )/, '\\$1'))
      .join('\n')
    const list = card.subnotes.map(
      ({ text: words, isTicked }) => `- [${isTicked ? 'x' : ' '}] ${words.replace(/\s+/g, ' ')}`,
    )
    const tags = namesOf(card, around).map((name) => `#${name.replaceAll(' ', '_')}`)
    const shown = [...list, ...(tags.length > 0 ? [tags.join(' ')] : [])]
    return `\n---\n\n${CARD_BEGINS}${about} -->\n${content}\n${CARD_ENDS}\n${shown.length > 0 ? `\n${shown.join('\n')}\n` : ''}`
  },
  end: () => '',
}

const WRITERS: Readonly<Record<ExportFormat, Writer>> = { json, html, csv, markdown }

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16)}`
}

/** Escapes texts and attribute values. Line breaks are escaped too, so that no reader joins or drops them. */
function text(value: string): string {
  return value.replace(/[&<>"\r\n]/g, (character) => ENTITIES[character] ?? character)
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
  '\n': '&#10;',
}

function firstLine(card: Card): string {
  const line = card.content.split(/[\r\n]/).find((words) => words.trim() !== '')
  return (line ?? '').trim().slice(0, TITLE_UNITS)
}

/** Our reader takes what follows this sign for linkding's notes. */
const LINKDING_NOTES = '[linkding-notes]'
/** UTF-16 units of a title in HTML. */
const TITLE_UNITS = 500

/** A link as browsers have it. The title is the line above its address; all other lines are the description. */
function linkParts(content: string, address: string): LinkParts {
  const lines = content.split(/\r\n|\r|\n/)
  const at = lines.findIndex((line) => line.trim() === address)
  const head = lines.slice(0, Math.max(0, at)).filter((line) => line.trim() !== '')
  const title = head[0]?.trim() ?? (at < 0 ? (lines.find((line) => line.trim() !== '') ?? '').trim() : '')
  const rest = at < 0 ? lines.slice(lines.findIndex((line) => line.trim() !== '') + 1) : lines.slice(at + 1)
  return {
    address,
    title: (title || address).slice(0, TITLE_UNITS),
    description: [...head.slice(1), ...rest].join('\n').trim(),
  }
}

/** Quotes a cell if needed. A value that a spreadsheet would read as a formula gets a leading apostrophe. */
function cell(value: string): string {
  const guarded = /^'*[=+\-@＝＋－＠\t\r\n]/.test(value) ? `'${value}` : value
  return /[",;\t\r\n']|^\s|\s$/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded
}
