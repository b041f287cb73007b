import { createHash } from 'node:crypto'
import { maxLength, minLength } from '@cardinal/contract'
import type { Card } from '@cardinal/domain'
import { escapeUTF8 } from 'entities/escape'
import * as z from 'zod/mini'
import { MARKS } from '../import-export/index.ts'
import { chunksOf, inChunks } from '../lib/chunks.ts'
import { type Bookmark, isMark } from './bookmark.ts'
import { addBookmark, cardWithAddress, checkAddress, removeBookmark } from './bookmarks.ts'
import { type Caller, notFound } from './caller.ts'
import {
  type Answer,
  type Exchange,
  found,
  isInCalendar,
  type Protocol,
  parsed,
  type Route,
  XML_TYPE,
} from './protocol.ts'
import { removeTag, renameTag } from './tags.ts'

/** Numbers of posts, or tags, read at once. */
const ROWS_PER_SLICE = 500
/** Posts or notes read at once. One may have 95 KB. */
const POSTS_PER_READ = 20
const MOST_POSTS = 150_000
const DAY = 86_400_000
/** Number of requests that a whole export counts as; see docs/api.md. */
const COST_OF_ALL = 20

/** `2010-12-11T19:48:02Z`; the T may be a space, and the zone or the whole time may be missing. */
const TIMES = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|[+-]\d\d:\d\d)?)?$/
/** Digits of seconds since 1970. */
const SECONDS = /^\d{9,11}$/

const text = (most: number) => z.string().check(maxLength(most))
const yesOrNo = z.optional(z.enum(['yes', 'no']))
/** Converted to ms since 1970. */
const time = z.optional(
  z.pipe(
    text(40).check(z.refine((given) => !Number.isNaN(msOf(given)), 'must look like 2010-12-11T19:48:02Z')),
    z.transform(msOf),
  ),
)
/** A larger number than the maximum is replaced by it. */
const whole = z.optional(
  z.pipe(
    z.coerce.number().check(z.int(), z.minimum(0)),
    z.transform((count) => Math.min(count, MOST_POSTS)),
  ),
)
const url = text(8_000).check(minLength(1, 'missing url'))
const tag = z.optional(text(500))

const added = z.object({
  url,
  description: text(512),
  extended: z.optional(text(50_000)),
  tags: z.optional(z.union([text(10_000), z.array(text(200)).check(maxLength(100))])),
  dt: time,
  replace: yesOrNo,
  shared: yesOrNo,
  toread: yesOrNo,
})
const byUrl = z.object({ url })
const chosen = z.object({
  url: z.optional(text(8_000)),
  tag,
  dt: time,
  count: whole,
  start: whole,
  results: whole,
  fromdt: time,
  todt: time,
})
const oneTag = z.object({ tag: text(200) })
const twoTags = z.object({ old: text(200), new: text(200) })

function msOf(given: string): number {
  if (SECONDS.test(given)) return Number(given) * 1_000
  const [, day = '', clock = '00:00', zone = 'Z'] = TIMES.exec(given.trim()) ?? []
  return isInCalendar(day) ? Date.parse(`${day}T${clock}${zone}`) : Number.NaN
}

const withoutMs = (at: number | string) => new Date(at).toISOString().replace(/\.\d+Z$/, 'Z')
const hashOf = (algorithm: 'md5' | 'sha1', value: string) => createHash(algorithm).update(value).digest('hex')

/** Pinboard's default format is XML; `format=json` asks for JSON. */
const isXml = (query: unknown) => (query as { readonly format?: unknown }).format !== 'json'

const answerIn = (query: unknown, json: unknown, xml: () => string): Answer =>
  isXml(query) ? { status: 200, type: XML_TYPE, text: xml() } : found(json)

/** Result of a change of posts. */
const outcome = (query: unknown, code: string) =>
  answerIn(query, { result_code: code }, () => xmlOf('result', { code }))

/** Result of a change of tags, or a token. */
const result = (query: unknown, value: string) =>
  answerIn(query, { result: value }, () => xmlOf('result', {}, value))

/** Writes an answer row by row, as XML or JSON. */
function inRows<Row>(
  query: unknown,
  rows: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>,
  json: readonly [begin: string, one: (row: Row) => string, end: string],
  xml: readonly [begin: string, one: (row: Row) => string, end: string],
): Answer {
  const [[begin, one, end], between] = isXml(query) ? [xml, ''] : [json, ',']
  let isFirst = true
  function* lines(some: readonly Row[]) {
    for (const row of some) {
      yield (isFirst ? '' : between) + one(row)
      isFirst = false
    }
  }
  async function* pieces() {
    yield begin
    for await (const some of rows) yield* inChunks(lines(some))
    yield end
  }
  return { status: 200, pieces: pieces(), ...(isXml(query) && { type: XML_TYPE }) }
}

/** A bookmark in Pinboard's format. */
function postOf(bookmark: Bookmark) {
  const { url: href, title, description: extended, tag_names, unread, date_added, date_modified } = bookmark
  return {
    href,
    description: title || href,
    extended,
    meta: hashOf('md5', date_modified),
    hash: hashOf('md5', href),
    time: withoutMs(date_added),
    shared: tag_names.includes(MARKS.isPrivate) ? 'no' : 'yes',
    toread: unread ? 'yes' : 'no',
    tags: tag_names.filter((name) => name !== MARKS.isPrivate).join(' '),
  }
}

/** In XML the attribute for the tags is named `tag`. */
const postElement = ({ tags, ...post }: ReturnType<typeof postOf>) =>
  xmlElement('post', { ...post, tag: tags })

/** A search text for links with all of these tags, separated by spaces or plus signs. */
function searchFor(caller: Caller, tags: string | undefined): string {
  const names = (tags ?? '')
    .split(/[\s,]+/)
    .flatMap((name) => (caller.tagCalled(name) === undefined ? name.split('+') : name))
  return names
    .filter((name) => name !== '')
    .map((name) => `tag:${caller.nameInSearch(name)}`)
    .join(', ')
}

async function* postsOf(caller: Caller, cards: readonly Card[]) {
  for (const some of chunksOf(cards, ROWS_PER_SLICE)) {
    await caller.numbersOf(some.map(({ id }) => id))
    for (const few of chunksOf(some, POSTS_PER_READ)) yield (await caller.bookmarksOf(few)).map(postOf)
  }
}

/** Posts with the present time. */
function datedPosts({ caller, query }: Exchange, cards: readonly Card[]): Answer {
  const [date, user] = [withoutMs(caller.context.services.now()), caller.userId]
  return inRows(
    query,
    postsOf(caller, cards),
    [`{"date":"${date}","user":"${user}","posts":[`, JSON.stringify, ']}'],
    [xmlBegin('posts', { dt: date, user }), postElement, '</posts>\n'],
  )
}

const add = async ({ caller, query }: Exchange): Promise<Answer> => {
  const { url, description: title, extended, tags = [], dt, replace, shared, toread } = parsed(added, query)
  if (replace === 'no' && !caller.isAddOnly && (await cardWithAddress(caller, url)) !== undefined)
    return outcome(query, 'item already exists')
  const names = (typeof tags === 'string' ? [tags] : tags).flatMap((name) => name.split(/[\s,]+/))
  await addBookmark(caller, {
    url,
    title,
    description: extended ?? '',
    tag_names: [...names.filter((name) => name !== ''), ...(shared === 'no' ? [MARKS.isPrivate] : [])],
    unread: toread === 'yes',
    ...(dt !== undefined && { date_added: withoutMs(dt) }),
  })
  return outcome(query, 'done')
}

const remove = async ({ caller, query }: Exchange): Promise<Answer> => {
  const card = await cardWithAddress(caller, parsed(byUrl, query).url)
  if (card === undefined) return outcome(query, 'item not found')
  await removeBookmark(caller, card)
  return outcome(query, 'done')
}

/** The posts of an address or of a day; default: the day of the newest post. */
const get = async (exchange: Exchange): Promise<Answer> => {
  const { caller, query } = exchange
  const { url, tag, dt } = parsed(chosen, query)
  if (url !== undefined) {
    const card = await cardWithAddress(caller, url)
    return datedPosts(exchange, card === undefined ? [] : [card])
  }
  const search = searchFor(caller, tag)
  const [newest] = (await caller.links(search, { offset: 0, limit: 1 })).cards
  const day = Math.floor((dt ?? newest?.createdAt ?? 0) / DAY)
  const { cards } = await caller.links(search, { offset: 0, limit: MOST_POSTS })
  const ofDay = cards.filter(({ createdAt }) => Math.floor(createdAt / DAY) === day).slice(0, ROWS_PER_SLICE)
  return datedPosts(exchange, ofDay)
}

const recent = async (exchange: Exchange): Promise<Answer> => {
  const { caller, query } = exchange
  const { tag, count = 15 } = parsed(chosen, query)
  const { cards } = await caller.links(searchFor(caller, tag), { offset: 0, limit: Math.min(count, 100) })
  return datedPosts(exchange, cards)
}

const all = async ({ caller, query }: Exchange): Promise<Answer> => {
  const { tag, start = 0, results = MOST_POSTS, fromdt, todt } = parsed(chosen, query)
  const [from, to] = [fromdt ?? Number.NEGATIVE_INFINITY, todt ?? Number.POSITIVE_INFINITY]
  const { cards } = await caller.links(searchFor(caller, tag), { offset: 0, limit: MOST_POSTS })
  const within = cards.filter(({ createdAt }) => createdAt > from && createdAt < to)
  const posts = postsOf(caller, within.slice(start, start + results))
  const beginXml = xmlBegin('posts', { user: caller.userId })
  return inRows(query, posts, ['[', JSON.stringify, ']'], [beginXml, postElement, '</posts>\n'])
}

const update = async ({ caller, query }: Exchange): Promise<Answer> => {
  const order = { by: 'recently', of: 'updated' } as const
  const [card] = (await caller.links('', { offset: 0, limit: 1, order })).cards
  const time = withoutMs(card?.updatedAt ?? 0)
  return answerIn(query, { update_time: time }, () => xmlOf('update', { time }))
}

const dates = async ({ caller, query }: Exchange): Promise<Answer> => {
  const { tag = '' } = parsed(chosen, query)
  const counts = new Map<number, number>()
  const { cards } = await caller.links(searchFor(caller, tag), { offset: 0, limit: MOST_POSTS })
  for (const { createdAt } of cards) {
    const day = Math.floor(createdAt / DAY)
    counts.set(day, (counts.get(day) ?? 0) + 1)
  }
  const byDay = [...counts].map(([day, count]) => [withoutMs(day * DAY).slice(0, 10), count] as const)
  const user = caller.userId
  return answerIn(query, { user, tag, dates: Object.fromEntries(byDay) }, () => {
    const each = byDay.map(([date, count]) => xmlElement('date', { count, date }))
    return [xmlBegin('dates', { user, tag }), ...each, '</dates>\n'].join('')
  })
}

/** Suggested tags. `popular` is empty, because other people's tags are unknown. */
const suggest = async ({ caller, query }: Exchange): Promise<Answer> => {
  const { auto_tags } = await checkAddress(caller, parsed(byUrl, query).url)
  return answerIn(query, [{ popular: [] }, { recommended: auto_tags }], () => {
    const each = auto_tags.map((name) => xmlElement('recommended', {}, name))
    return [xmlBegin('suggested'), ...each, '</suggested>\n'].join('')
  })
}

const tags = async ({ caller, query }: Exchange): Promise<Answer> => {
  const ids = caller.ask('tagIdsInOrder', { order: { by: 'alphabetically', of: 'asc' } })
  function* rows() {
    for (const some of chunksOf(ids, ROWS_PER_SLICE))
      yield caller
        .ask('tagsById', { ids: some })
        .flatMap((tag) =>
          tag === undefined || isMark(tag.name) ? [] : [[caller.shownName(tag), tag.cardCount] as const],
        )
  }
  return inRows(
    query,
    rows(),
    ['{', ([name, count]) => `${JSON.stringify(name)}:${count}`, '}'],
    [xmlBegin('tags'), ([tag, count]) => xmlElement('tag', { count, tag }), '</tags>\n'],
  )
}

const deleteTag = async ({ caller, query }: Exchange): Promise<Answer> => {
  const { tag } = parsed(oneTag, query)
  const known = caller.tagCalled(tag)
  if (known === undefined || isMark(known.name)) throw notFound()
  await removeTag(caller, known.id)
  return result(query, 'done')
}

/** A rename to the name of another tag merges the two, as in Pinboard. */
const rename = async ({ caller, query }: Exchange): Promise<Answer> => {
  const { old, new: name } = parsed(twoTags, query)
  const known = caller.tagCalled(old)
  if (known === undefined || isMark(known.name)) throw notFound()
  await renameTag(caller, known, name)
  return result(query, 'done')
}

/** A note in Pinboard's format. Times are UTC, written without T and zone. */
function noteOf({ id, content, createdAt, updatedAt }: Card) {
  const timeOf = (at: number) => new Date(at).toISOString().slice(0, 19).replace('T', ' ')
  return {
    id,
    hash: hashOf('sha1', content).slice(0, 20),
    title: content.split('\n', 1)[0] ?? '',
    length: content.length,
    created_at: timeOf(createdAt),
    updated_at: timeOf(updatedAt),
  }
}

function noteElement(card: Card, texts: Readonly<Record<string, string>> = {}): string {
  const { id, ...fields } = noteOf(card)
  const each = Object.entries({ ...fields, ...texts }).map(([name, field]) =>
    xmlElement(name, {}, String(field)),
  )
  return `<note id="${id}">\n${each.join('')}</note>\n`
}

const notes = async ({ caller, query }: Exchange): Promise<Answer> => {
  const { cards } = await caller.cards('note', '', { offset: 0, limit: MOST_POSTS })
  const count = cards.length
  const json = [`{"count":${count},"notes":[`, (card: Card) => JSON.stringify(noteOf(card)), ']}'] as const
  return inRows(query, chunksOf(cards, POSTS_PER_READ), json, [
    xmlBegin('notes', { count }),
    noteElement,
    '</notes>\n',
  ])
}

const note = async ({ caller, query, params }: Exchange): Promise<Answer> => {
  const [card] = caller.ask('cardsById', { ids: [params.note ?? ''] })
  if (card?.type !== 'note') throw notFound()
  const { content } = card
  return answerIn(
    query,
    { ...noteOf(card), text: content },
    () => XML_DECLARATION + noteElement(card, { text: content }),
  )
}

/** Returns the token of the request itself. */
const apiToken = async ({ query, token }: Exchange): Promise<Answer> => result(query, token)

const ROUTES: readonly Route[] = [
  ['GET', '/posts/add', add],
  ['GET', '/posts/delete', remove],
  ['GET', '/posts/get', get],
  ['GET', '/posts/recent', recent],
  ['GET', '/posts/all', all, COST_OF_ALL],
  ['GET', '/posts/update', update],
  ['GET', '/posts/dates', dates],
  ['GET', '/posts/suggest', suggest],
  ['GET', '/tags/get', tags],
  ['GET', '/tags/delete', deleteTag],
  ['GET', '/tags/rename', rename],
  ['GET', '/notes/list', notes, COST_OF_ALL],
  ['GET', '/notes/:note', note],
  ['GET', '/user/api_token', apiToken],
]

/**
 * Pinboard's API (https://pinboard.in/api/). The token is `anything:TOKEN`, or the password of Basic authentication.
 */
export const PINBOARD: Protocol = {
  prefix: '/v1',
  ownsPrefix: true,
  routes: ROUTES,
  adding: [add],
  changing: [add, remove, deleteTag, rename],
  scheme: 'Basic',
  tokenOf: ({ query, headers }) => {
    const { auth_token } = query as { readonly auth_token?: unknown }
    const basic = /^Basic ([\w+/=]{1,2000})$/i.exec(headers.authorization ?? '')?.[1]
    // Against CSRF: from any site's page a browser would send a remembered password, and GET changes data here.
    const isOwn = ['none', 'same-origin'].includes(String(headers['sec-fetch-site'] ?? 'none'))
    const remembered = isOwn ? Buffer.from(basic ?? '', 'base64').toString() : ''
    const given = typeof auth_token === 'string' ? auth_token : remembered
    return given.slice(given.lastIndexOf(':') + 1)
  },
  refusal: (message, field) => ({ result_code: codeOf(message, field) }),
  xmlRefusal: ({ query }, message, field) =>
    isXml(query) ? xmlOf('result', { code: codeOf(message, field) }) : null,
}

const codeOf = (message: string, field: string | null) => (field === null ? message : `${field}: ${message}`)

type Attributes = Readonly<Record<string, string | number>>

/** Characters that XML 1.0 does not allow. */
const NOT_XML = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu

const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8" ?>\n'

/** The declaration and a start tag. The caller writes the end tag. */
const xmlBegin = (name: string, attributes: Attributes = {}): string =>
  `${XML_DECLARATION}<${name}${attributesOf(attributes)}>\n`

const xmlElement = (name: string, attributes: Attributes, text = ''): string =>
  `<${name}${attributesOf(attributes)}${text === '' ? ' />' : `>${xmlText(text)}</${name}>`}\n`

/** A document of one element. */
const xmlOf = (name: string, attributes: Attributes, text = ''): string =>
  XML_DECLARATION + xmlElement(name, attributes, text)

const xmlText = (text: string) => escapeUTF8(text.replace(NOT_XML, ''))

/** Line breaks and tabs become character references, because a parser turns them into spaces in attributes. */
const attributesOf = (attributes: Attributes) =>
  Object.entries(attributes)
    .map(([name, value]) => {
      const escaped = xmlText(String(value)).replace(/[\t\n\r]/g, (sign) => `&#${sign.charCodeAt(0)};`)
      return ` ${name}="${escaped}"`
    })
    .join('')
