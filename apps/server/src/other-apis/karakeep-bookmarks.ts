import { maxLength, minLength } from '@cardinal/contract'
import { type Card, displayNameOf, type Id, keptPagesOf, LIMITS, ownTexts } from '@cardinal/domain'
import * as z from 'zod/mini'
import { MARKS } from '../import-export/index.ts'
import { notesOf } from './bookmark.ts'
import { cardWithVeryAddress, changesOfBookmark, makeBookmark, notesEdit } from './bookmarks.ts'
import { ApiRefusal, type Caller, type Change, notFound } from './caller.ts'
import { partedTags } from './karakeep-lists.ts'
import { isInCalendar } from './protocol.ts'
import { NO_LETTER, SentTags } from './sent-tags.ts'

/** Karakeep has no todos. */
const NO_TODOS = '-type:todo'

/** A link or note in Karakeep's format. */
export function karakeepBookmark(caller: Caller, card: Card) {
  const { lists, others: tags } = partedTags(caller, card.tagIds)
  const has = (mark: string) => tags.some(({ name }) => name === mark)
  const own = card.type === 'link' ? ownTexts(card) : null
  // Browsers' bookmarks may have no title. For a link in a list the title is then empty, because floccus would take
  // the page's title for a change.
  const untitled = own !== null && lists.length > 0 ? '' : null
  return {
    id: card.id,
    createdAt: new Date(card.createdAt).toISOString(),
    modifiedAt: new Date(card.updatedAt).toISOString(),
    title: (own === null ? noteParts(card.content).title : own.title) || untitled,
    archived: has(MARKS.archived),
    favourited: has(MARKS.favourite),
    taggingStatus: 'success',
    summarizationStatus: null,
    embeddingStatus: null,
    note: notesOf(card) || null,
    summary: own?.description || null,
    source: null,
    userId: caller.userId,
    tags: tags
      .filter(({ name }) => name !== MARKS.archived && name !== MARKS.favourite)
      .map((tag) => ({ id: tag.id, name: displayNameOf(tag), attachedBy: 'human' })),
    content: own === null ? textContent(card) : linkContent(caller, card, own.url),
    assets: assetsOf(card),
  }
}

/** Only kept pages: Karakeep has no other files. */
export function assetsOf({ files }: Card) {
  return keptPagesOf(files).map(({ hash: id, name: fileName }) => ({
    id,
    assetType: 'precrawledArchive',
    fileName,
  }))
}

function linkContent({ origin }: Caller, { page }: Card, url: string) {
  const picture = (name: string | undefined) => (name ? `${origin}/api/pictures/${name}.webp` : null)
  return {
    type: 'link',
    url,
    title: page?.title || null,
    description: page?.description || null,
    imageUrl: picture(page?.cover),
    favicon: picture(page?.icon),
    publisher: page?.siteName || null,
    crawledAt: page === undefined ? null : new Date(page.fetchedAt).toISOString(),
    crawlStatus: page === undefined ? null : 'success',
  }
}

function textContent({ content }: Card) {
  return { type: 'text', text: noteParts(content).text, sourceUrl: null }
}

interface NoteParts {
  readonly title: string
  readonly text: string
}

/** The first line of a note is its title if more lines follow. */
function noteParts(content: string): NoteParts {
  const trimmed = content.trim()
  const end = trimmed.indexOf('\n')
  if (end < 0) return { title: '', text: trimmed }
  return { title: trimmed.slice(0, end).trim(), text: trimmed.slice(end).trim() }
}

function noteContent({ title, text }: NoteParts): string {
  const lines = title.split('\n').map((line) => line.trim())
  const oneLine = lines.filter((line) => line !== '').join(' ')
  return [oneLine, text.trim()].filter((part) => part !== '').join('\n\n')
}

export function karakeepCard(caller: Caller, id: string | undefined): Card {
  const [card] = /^[0-9a-f]{24}$/.test(id ?? '') ? caller.ask('cardsById', { ids: [id ?? ''] }) : []
  if (card === undefined || card.type === 'todo') throw notFound()
  return card
}

/**
 * A page of the links and notes that match a text in our search language.
 *
 * @param tagId only cards with this tag
 */
export async function karakeepPage(caller: Caller, search: string, page: KarakeepPage, tagId?: Id) {
  const { cursor, limit, sortOrder } = page
  const order = { by: sortOrder === 'asc' ? 'oldest' : 'recently', of: 'added' } as const
  const asked = { offset: 0, limit: limit + 1, order, from: cursor, tagId }
  const parts = [NO_TODOS, search].filter((part) => part !== '')
  const { cards } = await caller.cards(null, parts.join(', '), asked)
  const next = cards[limit]
  return {
    bookmarks: cards.slice(0, limit).map((card) => karakeepBookmark(caller, card)),
    nextCursor: next === undefined ? null : `${next.id}_${new Date(next.createdAt).toISOString()}`,
  }
}

/**
 * A link with exactly this address is returned unchanged; a token of the scope `add` always creates one. Addresses
 * that differ by `www` are two bookmarks, as in Karakeep, because a browser may have both.
 */
export async function addKarakeepBookmark(caller: Caller, sent: NewKarakeepBookmark) {
  const isLooked = sent.type === 'link' && !caller.isAddOnly
  const known = isLooked ? await cardWithVeryAddress(caller, sent.url) : undefined
  if (known !== undefined) return { ...karakeepBookmark(caller, known), alreadyExists: true }
  const id = sent.type === 'link' ? await addLink(caller, sent) : await addNote(caller, sent)
  const after = await caller.anew()
  return { ...karakeepBookmark(after, karakeepCard(after, id)), alreadyExists: false }
}

async function addLink(caller: Caller, sent: Extract<NewKarakeepBookmark, { type: 'link' }>) {
  const { url, title, note, summary, archived, createdAt, favourited } = sent
  return makeBookmark(caller, {
    url,
    title,
    description: summary,
    notes: note,
    is_archived: archived,
    date_added: createdAt,
    tag_names: favourited ? [MARKS.favourite] : [],
  })
}

async function addNote(caller: Caller, sent: Extract<NewKarakeepBookmark, { type: 'text' }>) {
  if (sent.summary) throw noField('summary')
  const content = noteContent({ title: sent.title ?? '', text: sent.text })
  if (content === '') throw new ApiRefusal(400, 'must not be empty', 'text')
  const id = caller.context.services.newId()
  const marks = [...(sent.archived ? [MARKS.archived] : []), ...(sent.favourited ? [MARKS.favourite] : [])]
  const newEntity = {
    _id: id,
    type: 'note',
    content,
    ...(sent.note?.trim() && { titles: [{ text: sent.note.trim() }] }),
    ...(sent.createdAt && { createdAt: new Date(sent.createdAt).toISOString() }),
  }
  await caller.change([
    { method: 'POST', path: '/entity/create-one', body: { newEntity } },
    ...tagging(id, marks, 'note'),
  ])
  return id
}

/** Changes only the fields that were sent. */
export async function changeKarakeepBookmark(caller: Caller, card: Card, sent: EditedKarakeepBookmark) {
  if (sent.createdAt !== undefined) throw noField('createdAt')
  await caller.change([
    ...(card.type === 'link' ? await changesOfLink(caller, card, sent) : changesOfNote(caller, card, sent)),
    ...marking(caller, card, MARKS.favourite, sent.favourited),
  ])
  const after = await caller.anew()
  return karakeepBookmark(after, karakeepCard(after, card.id))
}

async function changesOfLink(caller: Caller, card: Card, sent: EditedKarakeepBookmark): Promise<Change[]> {
  const { url, title, summary, note, archived } = sent
  if (sent.text != null) throw noField('text')
  const changed = {
    ...(url !== undefined && { url }),
    ...(title !== undefined && { title: title ?? '' }),
    ...(summary !== undefined && { description: summary ?? '' }),
    ...(note !== undefined && { notes: note }),
    ...(archived !== undefined && { is_archived: archived }),
  }
  return changesOfBookmark(caller, card, changed, false)
}

function changesOfNote(caller: Caller, card: Card, sent: EditedKarakeepBookmark): Change[] {
  if (sent.url !== undefined) throw noField('url')
  if (sent.summary) throw noField('summary')
  const before = noteParts(card.content)
  const title = sent.title === undefined ? before.title : (sent.title ?? '')
  const text = sent.text ?? before.text
  const isSame = title === before.title && text === before.text
  const edit = {
    entity_id: card.id,
    ...(!isSame && { content: { before: card.content, after: noteContent({ title, text }) } }),
    ...notesEdit(card, sent.note?.trim()),
  }
  const isEdited = Object.keys(edit).length > 1
  return [
    ...(isEdited ? [{ method: 'PATCH', path: '/entity/edit-one', body: edit } as const] : []),
    ...marking(caller, card, MARKS.archived, sent.archived),
  ]
}

/** The change that adds or removes a tag that stands for a field. */
function marking(caller: Caller, { id, type, tagIds }: Card, mark: string, isWanted?: boolean): Change[] {
  const tag = caller.ask('tagsById', { ids: tagIds }).find((each) => each?.name === mark)
  if (isWanted === undefined || isWanted === (tag !== undefined)) return []
  if (tag === undefined) return tagging(id, [mark], type === 'link' ? 'hyperlink' : type)
  return [{ method: 'POST', path: '/entity/detach-tags', body: { entity_ids: [id], tag_ids: [tag.id] } }]
}

function tagging(id: string, names: readonly string[], entityType: string): Change[] {
  if (names.length === 0) return []
  const body = {
    frontendGeneratedTags: names.map((tag_name) => ({ tag_name })),
    attachToTheseEntities: [id],
    entityType,
  }
  return [{ method: 'POST', path: '/tag/create-many-from-keyword', body }]
}

type SentTag = { readonly tagId?: string | undefined; readonly tagName?: string | undefined }

/** Adds tags by id or name. Returns their ids. */
export async function attachTags(caller: Caller, card: Card, sent: readonly SentTag[]): Promise<string[]> {
  const ids = sent.flatMap(({ tagId }) => (tagId === undefined ? [] : [tagOfId(caller, tagId)]))
  const named = sent.flatMap(({ tagId, tagName }) => (tagId === undefined ? (tagName ?? []) : []))
  const tags = new SentTags(caller, named, false)
  if (named.some((name) => tags.nameOf(name) === null)) throw new ApiRefusal(400, NO_LETTER, 'tagName')
  const { names } = tags
  await caller.change([
    ...(ids.length === 0
      ? []
      : [
          {
            method: 'POST' as const,
            path: '/entity/attach-tags',
            body: { entity_ids: [card.id], tag_ids: ids },
          },
        ]),
    ...tags.changes(card.id, names, card.type === 'link' ? 'hyperlink' : card.type),
  ])
  const after = await caller.anew()
  return [...new Set([...ids, ...names.flatMap((name) => after.tagNamed(name)?.id ?? [])])]
}

/** Returns the ids of the removed tags. */
export async function detachTags(caller: Caller, card: Card, sent: readonly SentTag[]): Promise<string[]> {
  const asked = sent.flatMap(
    ({ tagId, tagName }) => tagId ?? caller.tagCalled(tagName ?? '', false)?.id ?? [],
  )
  const tag_ids = [...new Set(asked)].filter((id) => card.tagIds.includes(id))
  if (tag_ids.length > 0)
    await caller.change([
      { method: 'POST', path: '/entity/detach-tags', body: { entity_ids: [card.id], tag_ids } },
    ])
  return tag_ids
}

function tagOfId(caller: Caller, id: string): string {
  const [tag] = /^[0-9a-f]{24}$/.test(id) ? caller.ask('tagsById', { ids: [id] }) : []
  if (tag === undefined) throw notFound()
  return tag.id
}

function noField(name: string): ApiRefusal {
  return new ApiRefusal(400, 'this cannot be kept here', name)
}

const text = (most: number) => z.string().check(maxLength(most, `must have at most ${most} characters`))
const flag = z.optional(z.boolean())
const url = text(8_000).check(z.trim(), minLength(1), z.regex(/^\S+$/, 'must be an address'))
const whole = (most: number) => z.coerce.number().check(z.int(), z.minimum(0), z.maximum(most))
const yes = z.optional(z.enum(['true', 'false']))

/** Unknown fields are ignored, as in Karakeep. */
const fields = {
  title: z.optional(z.nullable(text(512))),
  archived: flag,
  favourited: flag,
  note: z.optional(text(LIMITS.subnoteLength)),
  summary: z.optional(z.nullable(text(50_000))),
}
const createdAt = z.optional(z.iso.datetime({ offset: true }))

export const newKarakeepBookmark = z.discriminatedUnion(
  'type',
  [
    z.object({ ...fields, createdAt, type: z.literal('link'), url }),
    z.object({ ...fields, createdAt, type: z.literal('text'), text: text(LIMITS.contentLength) }),
  ],
  'must be link or text: files are not kept here',
)
type NewKarakeepBookmark = z.output<typeof newKarakeepBookmark>

export const editedKarakeepBookmark = z.object({
  ...fields,
  url: z.optional(url),
  text: z.optional(z.nullable(text(LIMITS.contentLength))),
  createdAt,
})
type EditedKarakeepBookmark = z.output<typeof editedKarakeepBookmark>

/** ms since 1970; null: not a cursor of ours. */
function timeIn(cursor: string): number | null {
  const [, day = '', clock] = /^[0-9a-f]{24}_(\d{4}-\d\d-\d\d)T([\d:.]+)Z$/.exec(cursor) ?? []
  const time = Date.parse(`${day}T${clock}Z`)
  return isInCalendar(day) && !Number.isNaN(time) ? time : null
}

/** A cursor has the id and time of the page's first item. */
const page = {
  limit: z._default(whole(100).check(z.minimum(1)), 20),
  cursor: z.optional(
    z.pipe(
      text(60).check(z.refine((cursor) => timeIn(cursor) !== null, 'Must be a valid cursor')),
      z.transform((cursor) => ({ id: cursor.slice(0, 24), time: timeIn(cursor) ?? 0 })),
    ),
  ),
  sortOrder: z.optional(z.enum(['asc', 'desc', 'relevance'])),
}
export const karakeepPages = z.object(page)
export const karakeepList = z.object({ ...page, archived: yes, favourited: yes })
export const karakeepSearch = z.object({ ...page, q: text(1_000) })
type KarakeepPage = Pick<z.output<typeof karakeepSearch>, 'limit' | 'cursor' | 'sortOrder'>

export const pageQuery = z.object({
  ifexists: z._default(
    z.enum(['skip', 'overwrite', 'overwrite-recrawl', 'append', 'append-recrawl']),
    'skip',
  ),
})
export const byUrl = z.object({ url: text(8_000).check(minLength(1)) })
export const karakeepTags = z.object({
  tags: z
    .array(z.object({ tagId: z.optional(text(24)), tagName: z.optional(text(200)) }))
    .check(maxLength(LIMITS.tagsPerCard)),
})
/** Without a limit Karakeep returns all tags. */
const ALL_TAGS = 10_000
export const tagList = z.object({
  nameContains: z.optional(text(200)),
  sort: z._default(z.enum(['name', 'usage', 'relevance']), 'usage'),
  attachedBy: z.optional(z.enum(['ai', 'human', 'none'])),
  /** Cursor: the id of the page's first tag, with its name or its number of cards, depending on `sort`. */
  cursor: z.optional(text(200).check(z.regex(/^[0-9a-f]{24}_/, 'Must be a valid cursor'))),
  limit: z._default(whole(1_000).check(z.minimum(1)), ALL_TAGS),
})
export const namedTag = z.object({ name: text(200).check(minLength(1)) })
