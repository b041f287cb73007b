import { createHash } from 'node:crypto'
import { maxLength, minLength } from '@cardinal/contract'
import type { Card } from '@cardinal/domain'
import * as z from 'zod/mini'
import { MARKS } from '../import-export/index.ts'
import { inPieces } from '../workspaces/feed.ts'
import { type Bookmark, isMark, shownName } from './bookmark.ts'
import { addBookmark, cardWithAddress, checkAddress, removeBookmark } from './bookmarks.ts'
import type { Caller } from './caller.ts'
import { type Answer, type Exchange, found, type Protocol, parsed, type Route } from './protocol.ts'
import { removeTag } from './tags.ts'

/** Posts or tags read at once, and posts written at once: each may have 95 KB. */
const TOGETHER = 500
const WRITTEN = 20
const MOST = 150_000
const DAY = 86_400_000
/** Requests that a whole export counts as; see docs/api.md. */
const COST_OF_ALL = 20

const text = (most: number) => z.string().check(maxLength(most))
const yesOrNo = z.optional(z.enum(['yes', 'no']))
const time = z.optional(z.iso.datetime({ offset: true }))
const whole = z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(MOST)))
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
  dt: z.optional(text(40)),
  count: whole,
  start: whole,
  results: whole,
  fromdt: time,
  todt: time,
})
const oneTag = z.object({ tag: text(200) })

const done = found({ result_code: 'done' })

/** A bookmark in Pinboard's format. */
function postOf(bookmark: Bookmark) {
  const { url: href, title, description: extended, tag_names, unread, date_added, date_modified } = bookmark
  const hashOf = (value: string) => createHash('md5').update(value).digest('hex')
  return {
    href,
    description: title || href,
    extended,
    meta: hashOf(date_modified),
    hash: hashOf(href),
    time: date_added.replace(/\.\d+Z$/, 'Z'),
    shared: tag_names.includes(MARKS.isPrivate) ? 'no' : 'yes',
    toread: unread ? 'yes' : 'no',
    tags: tag_names.filter((name) => name !== MARKS.isPrivate).join(' '),
  }
}

/** A search for links with all of these tags, separated by spaces or plus signs. */
function searchFor(caller: Caller, tags: string | undefined): string {
  const naming = caller.tagNaming()
  const names = (tags ?? '').split(/[\s,+]+/).filter((name) => name !== '')
  return names.map((name) => `tag:${naming(name) ?? name}`).join(', ')
}

async function postsOf(caller: Caller, cards: readonly Card[]) {
  const posts = (await caller.bookmarksOf(cards)).map(postOf)
  return { date: new Date(caller.context.services.now()).toISOString(), user: caller.userId, posts }
}

const add = async ({ caller, query }: Exchange): Promise<Answer> => {
  const { url, description: title, extended, tags = [], dt, replace, shared, toread } = parsed(added, query)
  if (replace === 'no' && !caller.isAddOnly && (await cardWithAddress(caller, url)) !== undefined)
    return found({ result_code: 'item already exists' })
  const names = (typeof tags === 'string' ? [tags] : tags).flatMap((name) => name.split(/[\s,]+/))
  await addBookmark(caller, {
    url,
    title,
    description: extended ?? '',
    tag_names: [...names.filter((name) => name !== ''), ...(shared === 'no' ? [MARKS.isPrivate] : [])],
    unread: toread === 'yes',
    ...(dt !== undefined && { date_added: dt }),
  })
  return done
}

const remove = async ({ caller, query }: Exchange): Promise<Answer> => {
  const card = await cardWithAddress(caller, parsed(byUrl, query).url)
  if (card === undefined) return found({ result_code: 'item not found' })
  await removeBookmark(caller, card)
  return done
}

/** Posts of one address, or of one day; default: the day of the newest post. */
const get = async ({ caller, query }: Exchange): Promise<Answer> => {
  const { url, tag, dt } = parsed(chosen, query)
  if (url !== undefined) {
    const card = await cardWithAddress(caller, url)
    return found(await postsOf(caller, card === undefined ? [] : [card]))
  }
  const search = searchFor(caller, tag)
  const [newest] = (await caller.links(search, { offset: 0, limit: 1 })).cards
  const day = Math.floor((Date.parse(dt ?? '') || (newest?.createdAt ?? 0)) / DAY)
  const { cards } = await caller.links(search, { offset: 0, limit: MOST })
  const ofDay = cards.filter(({ createdAt }) => Math.floor(createdAt / DAY) === day).slice(0, TOGETHER)
  const { date, user } = await postsOf(caller, [])
  return { status: 200, pieces: jsonOf(caller, ofDay, `{"date":"${date}","user":"${user}","posts":[`, ']}') }
}

const recent = async ({ caller, query }: Exchange): Promise<Answer> => {
  const { tag, count = 15 } = parsed(chosen, query)
  const { cards } = await caller.links(searchFor(caller, tag), { offset: 0, limit: Math.min(count, 100) })
  return found(await postsOf(caller, cards))
}

const all = async ({ caller, query }: Exchange): Promise<Answer> => {
  const { tag, start = 0, results = MOST, fromdt, todt } = parsed(chosen, query)
  const from = Date.parse(fromdt ?? '') || Number.NEGATIVE_INFINITY
  const to = Date.parse(todt ?? '') || Number.POSITIVE_INFINITY
  const { cards } = await caller.links(searchFor(caller, tag), { offset: 0, limit: MOST })
  const within = cards.filter(({ createdAt }) => createdAt > from && createdAt < to)
  return { status: 200, pieces: jsonOf(caller, within.slice(start, start + results), '[', ']') }
}

async function* jsonOf(
  caller: Caller,
  cards: readonly Card[],
  begin: string,
  end: string,
): AsyncGenerator<string> {
  yield begin
  for (let at = 0; at < cards.length; at += WRITTEN) {
    if (at % TOGETHER === 0) await caller.numbersOf(cards.slice(at, at + TOGETHER).map(({ id }) => id))
    const { posts } = await postsOf(caller, cards.slice(at, at + WRITTEN))
    yield* inPieces(posts.map((post, n) => `${at + n === 0 ? '' : ','}${JSON.stringify(post)}`))
  }
  yield end
}

const update = async ({ caller }: Exchange): Promise<Answer> => {
  const order = { by: 'recently', of: 'updated' } as const
  const [card] = (await caller.links('', { offset: 0, limit: 1, order })).cards
  return found({ update_time: new Date(card?.updatedAt ?? 0).toISOString() })
}

const dates = async ({ caller, query }: Exchange): Promise<Answer> => {
  const { tag = '' } = parsed(chosen, query)
  const counts = new Map<number, number>()
  const { cards } = await caller.links(searchFor(caller, tag), { offset: 0, limit: MOST })
  for (const { createdAt } of cards) {
    const day = Math.floor(createdAt / DAY)
    counts.set(day, (counts.get(day) ?? 0) + 1)
  }
  const byDay = [...counts].map(([day, count]) => [new Date(day * DAY).toISOString().slice(0, 10), count])
  return found({ user: caller.userId, tag, dates: Object.fromEntries(byDay) })
}

/** Suggested tags. No popular ones, because other people's tags are unknown. */
const suggest = async ({ caller, query }: Exchange): Promise<Answer> => {
  const { auto_tags } = await checkAddress(caller, parsed(byUrl, query).url)
  return found([{ popular: [] }, { recommended: auto_tags }])
}

const tags = async ({ caller }: Exchange): Promise<Answer> => ({
  status: 200,
  pieces: countsOf(caller),
})

async function* countsOf(caller: Caller): AsyncGenerator<string> {
  const ids = caller.ask('tagIdsInOrder', { order: { by: 'alphabetically', of: 'asc' } })
  let counts = '{'
  let written = 0
  for (let at = 0; at < ids.length; at += TOGETHER) {
    for (const tag of caller.ask('tagsById', { ids: ids.slice(at, at + TOGETHER) }))
      if (tag !== undefined && !isMark(tag.name)) {
        const comma = written++ === 0 ? '' : ','
        counts += `${comma}${JSON.stringify(shownName(tag.name))}:${tag.cardCount}`
      }
    yield counts
    counts = ''
  }
  yield `${counts}}`
}

const deleteTag = async ({ caller, query }: Exchange): Promise<Answer> => {
  const { tag } = parsed(oneTag, query)
  const known = caller.tagNamed(caller.tagNaming()(tag) ?? '')
  if (known !== undefined && !isMark(known.name)) await removeTag(caller, known.id)
  return found({ result: 'done' })
}

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
]

/**
 * Pinboard's API (https://pinboard.in/api/), in JSON. The token is `anything:TOKEN`, or the password of Basic
 * authentication.
 */
export const PINBOARD: Protocol = {
  prefix: '/v1',
  routes: ROUTES,
  adding: [add],
  scheme: 'Basic',
  tokenOf: ({ query, headers }) => {
    const { auth_token } = query as { readonly auth_token?: unknown }
    const basic = /^Basic ([\w+/=]{1,2000})$/i.exec(headers.authorization ?? '')?.[1]
    // Against CSRF: a browser would send a remembered password from any site's page, and GET changes things here.
    const isOwn = ['none', 'same-origin'].includes(String(headers['sec-fetch-site'] ?? 'none'))
    const remembered = isOwn ? Buffer.from(basic ?? '', 'base64').toString() : ''
    const given = typeof auth_token === 'string' ? auth_token : remembered
    return given.slice(given.lastIndexOf(':') + 1)
  },
  refusal: (message, field) => ({ result_code: field === null ? message : `${field}: ${message}` }),
}
