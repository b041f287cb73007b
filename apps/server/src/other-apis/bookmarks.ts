import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import {
  type Card,
  type CardFile,
  type Id,
  NOT_AN_ADDRESS,
  ownTexts,
  tagName,
  unique,
} from '@cardinal/domain'
import { addressOfFound, cleanTagName, linkRow, MARKS } from '../import-export/index.ts'

import { type Bookmark, bookmarkOf, hyphenated, isMark, notesOf } from './bookmark.ts'
import { searchOfBundle } from './bundles.ts'
import { ApiRefusal, type Caller, type Change, notFound } from './caller.ts'
import type { ListQuery, SentBookmark } from './linkding-schemas.ts'
import { searchFromLinkding } from './search-text.ts'
import { SentTags } from './sent-tags.ts'

/** A page of a list, its length, and the total. The rows of a long page are made while they are sent. */
export interface Listed<T> {
  readonly count: number
  readonly length: number
  readonly results: Iterable<T>
}

/** Most bookmarks per request. */
const MOST_BOOKMARKS = 100_000
/** Bookmarks searched and numbered at once, before yielding. */
const BOOKMARKS_PER_SLICE = 1_000
const MAX_SUGGESTIONS = 5

/** Newest first. */
export async function listBookmarks(
  caller: Caller,
  query: ListQuery,
  isArchive: boolean,
): Promise<Listed<Bookmark>> {
  const parts = [
    isArchive ? `tag:${MARKS.archived}` : `-tag:${MARKS.archived}`,
    ...(query.bundle === undefined ? [] : [await searchOfBundle(caller, query.bundle)]),
    searchFromLinkding(query.q ?? '', (sent) => caller.nameInSearch(sent)),
  ]
  const search = parts.filter((part) => part !== '').join(', ')
  const { offset = 0, limit = 100 } = query
  const range = { offset, limit: Math.min(limit, MOST_BOOKMARKS) }
  const { cards, total } =
    query.modified_since === undefined && query.added_since === undefined
      ? await linksInSteps(caller, search, range)
      : await cardsSince(caller, search, query, range)
  const numbers = new Map<Id, number>()
  for (let from = 0; from < cards.length; from += BOOKMARKS_PER_SLICE)
    for (const [id, number] of await caller.numbersOf(
      cards.slice(from, from + BOOKMARKS_PER_SLICE).map(({ id }) => id),
    ))
      numbers.set(id, number)
  const results = {
    *[Symbol.iterator]() {
      for (const card of cards) yield caller.numberedBookmark(card, numbers.get(card.id) ?? 0)
    },
  }
  return { count: total, length: cards.length, results }
}

interface Range {
  readonly offset: number
  readonly limit: number
}

async function linksInSteps(caller: Caller, search: string, { offset, limit }: Range) {
  const order = { by: 'recently', of: 'added' } as const
  const first = await caller.links(search, { offset, limit: Math.min(limit, BOOKMARKS_PER_SLICE), order })
  const cards = [...first.cards]
  for (let last = cards.at(-1); last !== undefined && cards.length < limit; ) {
    await yieldToEventLoop()
    const from = { time: last.createdAt, id: last.id }
    const asked = { offset: 1, limit: Math.min(limit - cards.length, BOOKMARKS_PER_SLICE), order, from }
    const more = (await caller.links(search, asked)).cards
    cards.push(...more)
    last = more.at(-1)
  }
  return { cards, total: first.total }
}

async function cardsSince(
  caller: Caller,
  search: string,
  { modified_since, added_since }: ListQuery,
  { offset, limit }: Range,
) {
  const modified = Date.parse(modified_since ?? '') || Number.NEGATIVE_INFINITY
  const added = Date.parse(added_since ?? '') || Number.NEGATIVE_INFINITY
  const { cards } = await linksInSteps(caller, search, { offset: 0, limit: MOST_BOOKMARKS })
  const later = cards.filter((card) => card.updatedAt > modified && card.createdAt > added)
  return { cards: later.slice(offset, offset + limit), total: later.length }
}

/**
 * Adds a bookmark, or changes the one with this address, as linkding does. A token of the scope `add` always
 * creates one; its answer has the tags as sent and a number that reveals nothing.
 */
export async function addBookmark(
  caller: Caller,
  sent: SentBookmark & { readonly url: string },
): Promise<Bookmark> {
  const known = caller.isAddOnly ? undefined : await cardWithAddress(caller, sent.url)
  if (known !== undefined) return changeBookmark(caller, known, sent)
  const id = await makeBookmark(caller, sent)
  const after = await caller.anew()
  if (!caller.isAddOnly) return shown(after, id)
  const [card] = after.ask('cardsById', { ids: [id] })
  if (card === undefined) throw notFound()
  const marks = [...(sent.is_archived ? [MARKS.archived] : []), ...(sent.unread ? [MARKS.unread] : [])]
  const tags = unique([...(sent.tag_names ?? []), ...marks]).flatMap((shown) => {
    const name = cleanTagName(shown)
    return name === null ? [] : [{ name, shown }]
  })
  return bookmarkOf(card, Number.parseInt(id.slice(-7), 16) + 1, tags, caller.origin)
}

/** Creates a bookmark even if its address exists. Resolves with the card's id. */
export async function makeBookmark(
  caller: Caller,
  sent: SentBookmark & { readonly url: string },
  files: readonly CardFile[] = [],
): Promise<string> {
  const tags = new SentTags(caller, sent.tag_names ?? [])
  const names = withMarks(tags.names, sent, { is_archived: false, unread: false })
  const id = caller.context.services.newId()
  const notes = sent.notes?.trim() ?? ''
  await caller.change([
    {
      method: 'POST',
      path: '/entity/create-one',
      body: {
        newEntity: {
          _id: id,
          type: 'hyperlink',
          ...linkOf(sent.url, sent.title ?? '', sent.description ?? ''),
          ...(notes !== '' && { titles: [{ text: notes }] }),
          ...(files.length > 0 && { files }),
          ...(sent.date_added && { createdAt: new Date(sent.date_added).toISOString() }),
        },
      },
    },
    ...tags.changes(id, names, 'hyperlink'),
  ])
  return id
}

/** Changes only the fields that were sent. `isOnce`: an address of another link is refused. */
export async function changeBookmark(
  caller: Caller,
  card: Card,
  sent: SentBookmark,
  isOnce = true,
): Promise<Bookmark> {
  await caller.change(await changesOfBookmark(caller, card, sent, isOnce))
  return shown(await caller.anew(), card.id)
}

/**
 * Clients see the content of a link without an address as its address. A change keeps the content and sets no
 * address.
 */
function textsWithoutAddress({ content }: Card) {
  const [title = '', ...more] = content.trim().split('\n')
  return { url: '', title, description: more.join('\n').trim() }
}

export async function changesOfBookmark(
  caller: Caller,
  card: Card,
  sent: SentBookmark,
  isOnce: boolean,
): Promise<Change[]> {
  const before = await caller.bookmarkOf(card)
  if (before === undefined) throw notFound()
  const own = card.address === null ? textsWithoutAddress(card) : ownTexts(card)
  const duplicate = sent.url === undefined || !isOnce ? undefined : await cardWithAddress(caller, sent.url)
  if (duplicate !== undefined && duplicate.id !== card.id)
    throw new ApiRefusal(400, 'A bookmark with this URL already exists.', 'url')
  // A text equal to the page's was not written by the person.
  const text = (name: 'title' | 'description') =>
    sent[name] == null || sent[name] === before[name] ? own[name] : sent[name]
  const after = { url: sent.url ?? own.url, title: text('title'), description: text('description') }
  const isSame = after.url === own.url && after.title === own.title && after.description === own.description
  if (!isSame && after.url === '')
    throw new ApiRefusal(400, 'This link has no address: send one, or change it in Cardinal.', 'url')
  const edit = {
    entity_id: card.id,
    ...(!isSame && editOfLink(card, linkOf(after.url, after.title, after.description))),
    ...notesEdit(card, sent.notes?.trim()),
  }
  const tags = new SentTags(caller, sent.tag_names ?? [])
  const named = sent.tag_names === undefined ? caller.tagsOf(card).map(({ name }) => name) : tags.names
  const names = withMarks(named, sent, before)
  const isTagged = (name: string) => names.some((each) => tagName(each) === name)
  const had = caller.ask('tagsById', { ids: card.tagIds }).flatMap((tag) => tag ?? [])
  const gone = had.filter(({ name }) => !isTagged(name)).map(({ id }) => id)
  return [
    ...(Object.keys(edit).length > 1
      ? [{ method: 'PATCH' as const, path: '/entity/edit-one', body: edit }]
      : []),
    // Removed first, because a card has a limit of tags.
    ...(gone.length === 0
      ? []
      : [
          {
            method: 'POST' as const,
            path: '/entity/detach-tags',
            body: { entity_ids: [card.id], tag_ids: gone },
          },
        ]),
    ...tags.changes(
      card.id,
      names.filter((name) => !had.some((tag) => tag.name === tagName(name))),
      'hyperlink',
    ),
  ]
}

/** The card can be restored for 30 days. */
export async function removeBookmark(caller: Caller, { id }: Card): Promise<void> {
  await caller.change([{ method: 'POST', path: '/entity/delete-many', body: { entity_ids: [id] } }])
}

/** An address's bookmark, page facts and suggested tags. */
export async function checkAddress(caller: Caller, url: string) {
  const card = await cardWithAddress(caller, url)
  const bookmark = card === undefined ? undefined : await caller.bookmarkOf(card)
  const suggested = await caller.askTexts('suggestLabels', {
    text: url,
    type: 'link',
    cardId: card?.id ?? null,
    tagIds: card?.tagIds ?? [],
    now: caller.context.services.now(),
    limit: MAX_SUGGESTIONS,
  })
  return {
    bookmark: bookmark ?? null,
    metadata: {
      url,
      title: bookmark?.website_title ?? null,
      description: bookmark?.website_description ?? null,
      preview_image: bookmark?.preview_image_url ?? null,
    },
    auto_tags: suggested.filter(({ tag }) => !isMark(tag.name)).map(({ tag }) => caller.shownName(tag)),
  }
}

/** Sent tags that got another name, or none (`to` null), in the form of an import's receipt. */
export function renamedTags(caller: Caller, { tag_names = [] }: SentBookmark) {
  const tags = new SentTags(caller, tag_names)
  return tag_names.flatMap((from) => {
    const name = tags.nameOf(from)
    const to = name === null ? null : hyphenated(name)
    return to === from.toLowerCase() ? [] : [{ from, to }]
  })
}

/** Compares normal forms, so the spelling does not matter. */
export async function cardWithAddress(caller: Caller, url: string): Promise<Card | undefined> {
  return (await caller.linksWithAddress(url))[0]
}

/** Like `cardWithAddress`, but ignores the fragment and a trailing slash of the path, as Karakeep does. */
export async function cardAtAddress(caller: Caller, url: string): Promise<Card | undefined> {
  const page = pageOf(url)
  if (page === null) return undefined
  return (await caller.linksWithAddress(url)).find((card) => pageOf(ownTexts(card).url) === page)
}

/** Null: not an address. */
function pageOf(url: string): string | null {
  if (!URL.canParse(url)) return null
  const page = new URL(url)
  page.hash = ''
  if (page.pathname !== '/') page.pathname = page.pathname.replace(/\/$/, '')
  return page.href
}

/** The link with exactly this address, letter by letter. */
export async function cardWithVeryAddress(caller: Caller, url: string): Promise<Card | undefined> {
  return (await caller.linksWithAddress(url)).find((card) => ownTexts(card).url === url)
}

async function shown(caller: Caller, id: string): Promise<Bookmark> {
  const [card] = caller.ask('cardsById', { ids: [id] })
  const bookmark = card && (await caller.bookmarkOf(card))
  if (bookmark === undefined) throw notFound()
  return bookmark
}

interface LinkFields {
  readonly content: string
  readonly address: string | null
}

/** The content and address of a link with these parts. The title never becomes the address. */
export function linkOf(url: string, title: string, description: string): LinkFields {
  const row = linkRow({ address: url, title, description })
  if ('reason' in row) throw new ApiRefusal(400, row.reason, 'url')
  if (row.card.address === null) throw new ApiRefusal(400, NOT_AN_ADDRESS, 'url')
  return { content: row.card.content, address: addressOfFound(row.card) }
}

function editOfLink(card: Card, { content, address }: LinkFields) {
  return {
    content: { before: card.content, after: content },
    ...(address !== card.address && { address: { before: card.address, after: address } }),
  }
}

/** Names of the bookmark's tags after the change, including the tags that stand for fields. */
function withMarks(
  names: readonly string[],
  sent: SentBookmark,
  before: Pick<Bookmark, 'is_archived' | 'unread'>,
): string[] {
  return unique([
    ...names.filter((name) => !isMark(name)),
    ...((sent.is_archived ?? before.is_archived) ? [MARKS.archived] : []),
    ...((sent.unread ?? before.unread) ? [MARKS.unread] : []),
  ])
}

/**
 * The edit that stores notes as the subnote. Refused if there are several subnotes, because the notes can't be
 * divided among them.
 */
export function notesEdit(card: Card, notes: string | undefined) {
  if (notes === undefined || notes === notesOf(card)) return {}
  const [subnote, ...others] = card.subnotes
  if (others.length > 0)
    throw new ApiRefusal(400, 'This card has several subtasks: change them in Cardinal.', 'notes')
  const place = { after: null, index: 0 }
  if (subnote === undefined) return { titles: [{ kind: 'add', title: { text: notes }, place }] }
  const { id: title_id, text, isTicked } = subnote
  if (notes === '') return { titles: [{ kind: 'remove', title_id, text }] }
  return { titles: [{ kind: 'text', title_id, before: text, after: notes, isTicked, place }] }
}
