import { request } from '../support/node.ts'
import type { Attack } from './inputs.ts'
import { makeTags } from './load-inputs.ts'
import { counted } from './newer-inputs.ts'

/** Attacks that use the APIs of other services. */
export const CLIENT_ATTACKS: readonly Attack[] = [
  {
    name: '3,000 lists of Karakeep, 100 below each other, then all of them, new ones and those of a bookmark',
    run: async ({ api, mallory }) => {
      const statuses = await makeTags(mallory, 3_000, (n) => `list ${n}`)
      const all = await mallory.send('POST', '/tag/get-all-tags', {
        statOption_1: 'oldest',
        statOption_2: 'added',
      })
      const ids: string[] = all.body.data.map(({ _id }: { _id: string }) => _id)
      await mallory.send('POST', '/tag/create-many-groups-from-searchword', {
        searchwords: ['lists'],
        tag_ids: ids,
      })
      const nested = ids.slice(0, 100).map((id, n) => ({
        key: `nest-${n}`,
        method: 'POST',
        path: '/tag/add-parents',
        body: { tag_ids: [id], parent_tag_ids: [ids[n + 1]] },
      }))
      await mallory.send('POST', '/sync/push', nested)
      const { token } = (await mallory.send('POST', '/user/create-token', { name: 'a', scope: 'write' })).body
        .data
      const authorization = `Bearer ${token}`
      const ask = (method: string, path: string, body?: object) =>
        request(api, method, `/v1${path}`, body, { authorization })
      const link = { type: 'link', url: 'https://x.example/' }
      const bookmark = (await ask('POST', '/bookmarks', link)).body.id
      const asks = [
        () => ask('GET', '/lists'),
        () => ask('POST', '/lists', { name: 'list 7', icon: 'x', parentId: ids[0] }),
        () => ask('GET', `/bookmarks/${bookmark}/lists`),
        () => ask('PATCH', `/lists/${ids[99]}`, { parentId: ids[0] }),
        () => ask('GET', '/tags?limit=10'),
      ]
      const each = await Promise.all(Array.from({ length: 20 }, (_, n) => asks[n % asks.length]?.()))
      return counted([...statuses, ...each.map((answer) => answer?.status ?? 0)])
    },
  },
  {
    name: '40,000 links, then all of them by linkding and statistics by Karakeep, ten at once',
    run: async ({ api, mallory }) => {
      const rows = Array.from({ length: 40_000 }, (_, n) => `Row ${n},https://x.example/${n}`)
      const table = `title,url\n${rows.join('\n')}\n`
      await mallory.send('POST', '/import', table, { 'content-type': 'application/octet-stream' })
      const { token } = (await mallory.send('POST', '/user/create-token', { name: 'a', scope: 'write' })).body
        .data
      const authorization = `Bearer ${token}`
      const paths = [
        '/bookmarks/?limit=100000',
        '/v1/users/me/stats',
        '/bookmarks/?added_since=2020-01-01T00:00:00Z',
      ]
      const each = await Promise.all(
        Array.from({ length: 10 }, (_, n) =>
          request(api, 'GET', paths[n % paths.length] ?? '', undefined, { authorization }),
        ),
      )
      return counted(each.map(({ status }) => status))
    },
  },
  {
    name: 'tools of an assistant: pages at offsets of a million, due dates in 200 characters, all tags with ids, then merges of 1,000 tags on 10,000 cards',
    run: async ({ mallory }) => {
      const rows = Array.from(
        { length: 10_000 },
        (_, n) => `Row ${n},https://x.example/${n},tag ${n % 1_000}`,
      )
      await mallory.send('POST', '/import', `title,url,tags\n${rows.join('\n')}\n`, {
        'content-type': 'application/octet-stream',
      })
      const tags = (await mallory.send('POST', '/tag/get-all-tags', {})).body.data as { _id: string }[]
      const ids = tags.map(({ _id }) => _id)
      const now = '2026-11-28T12:00'
      const page = { userIsTyping_inSearchbar: 'row', params: { page: 10_000, limit: 100 } }
      const words = ['every 3rd friday '.repeat(11), `in ${'9'.repeat(190)} days`]
      const asks = [
        () => mallory.send('POST', '/entity/get-matching-entities', page),
        () => mallory.send('POST', '/entity/read-due', { words: words[0], now }),
        () => mallory.send('POST', '/entity/read-due', { words: words[1], now }),
        () => mallory.send('POST', '/tag/get-all-tags', { with_ids: true }),
      ]
      const asked = await Promise.all(Array.from({ length: 20 }, (_, n) => asks[n % asks.length]?.()))
      const merges = []
      for (let from = 1; from < 1_000; from += 100) {
        const merge = { tag_ids: ids.slice(from, from + 100), into_tag_id: ids[0], keep_names: from > 500 }
        merges.push((await mallory.send('POST', '/tag/merge-many', merge)).status)
      }
      return counted([...asked.map((answer) => answer?.status ?? 0), ...merges])
    },
  },
  {
    name: '5,000 OPTIONS of other origins with 200 headers each, and reads of a named one, without an account',
    run: async ({ api }) => {
      const names = Array.from({ length: 200 }, (_, n) => `x-header-${n}`).join(', ')
      const ask = async (n: number) => {
        const origin = n % 2 === 0 ? `https://site${n}.example` : CORS_ORIGIN
        const asked = { origin, 'access-control-request-method': 'PUT' }
        const headers = { ...asked, 'access-control-request-headers': names }
        const { status } = await fetch(`${api}/bookmarks/`, { method: 'OPTIONS', headers })
        return status
      }
      const statuses: number[] = []
      for (let n = 0; n < 5_000; n += 20)
        statuses.push(...(await Promise.all(Array.from({ length: 20 }, (_, at) => ask(n + at)))))
      statuses.push((await fetch(`${api}/bookmarks/`, { headers: { origin: CORS_ORIGIN } })).status)
      return counted(statuses)
    },
  },
]

/** The origin whose pages may read answers of the attacked server. */
export const CORS_ORIGIN = 'https://app.example'
