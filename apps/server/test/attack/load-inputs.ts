import { connect } from 'node:net'
import { type Person, request } from '../support/node.ts'
import type { Attack } from './inputs.ts'
import { counted } from './newer-inputs.ts'

/** Tags of one workspace, close to its limit. */
const TAGS = 49_000

/** Attacks by one person with very many tags or cards. Other people's requests are measured meanwhile. */
export const LOAD_ATTACKS: readonly Attack[] = [
  {
    name: '20,000 tags of 12 words in 20 requests, greatest first, then a search',
    run: async ({ mallory }) => {
      const word = (n: number) => (10_000_000 - n * 37).toString(36)
      const nameOf = (n: number) =>
        Array.from({ length: 12 }, (_, at) => word(n * 12 + at).slice(-3)).join(' ')
      return counted([...(await makeTags(mallory, 20_000, nameOf)), await search(mallory, 'a, -b')])
    },
  },
  {
    name: '49,000 tags, then linkding, Pinboard and Karakeep by tag names, ten at once',
    run: async ({ api, mallory }) => {
      const statuses = await makeTags(mallory, TAGS, (n) => `tag ${n}`)
      const { token } = (await mallory.send('POST', '/user/create-token', { name: 'a', scope: 'write' })).body
        .data
      const authorization = `Bearer ${token}`
      const root = api.replace(/\/api$/, '')
      const asks = [
        () => request(api, 'GET', '/bookmarks/?q=%23tag-7', undefined, { authorization }),
        () =>
          request(
            api,
            'POST',
            '/bookmarks/',
            { url: 'https://x.example', tag_names: ['tag-9'] },
            { authorization },
          ),
        () => request(root, 'GET', `/v1/posts/recent?tag=tag-8&auth_token=a:${token}`),
        () => request(root, 'GET', `/v1/notes/list?auth_token=a:${token}`),
        () => request(api, 'GET', '/tags/?limit=10', undefined, { authorization }),
        () => request(api, 'GET', '/v1/bookmarks?limit=5', undefined, { authorization }),
      ]
      const each = await Promise.all(Array.from({ length: 10 }, (_, n) => asks[n % asks.length]?.()))
      return counted([...statuses, ...each.map((answer) => answer?.status ?? 0)])
    },
  },
  {
    name: '49,000 tags, then all of them in each order, twelve at once',
    run: async ({ mallory }) => {
      const statuses = await makeTags(mallory, TAGS, (n) => `tag ${n}`)
      const orders = ['added', 'updated', 'tagged', 'searched']
      const ask = (n: number) => {
        const statOption_2 = orders[n % 4]
        const statOption_1 = statOption_2 === 'tagged' ? 'most' : 'recently'
        return mallory.send('POST', '/tag/get-all-tags', { statOption_1, statOption_2 })
      }
      const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => ask(n)))
      return counted([...statuses, ...answers.map(({ status }) => status)])
    },
  },
  {
    name: '400 notes of 95 KB, then 12 whole loads and 6 exports of Pinboard at once, of which some are read slowly',
    run: async ({ api, mallory }) => {
      for (let n = 0; n < 400; n++)
        await mallory.send('POST', '/entity/create-one', {
          newEntity: { type: 'hyperlink', content: `https://x.example/${n}\n${'ab '.repeat(31_000)}` },
        })
      const { token } = (await mallory.send('POST', '/user/create-token', { name: 'a', scope: 'write' })).body
        .data
      const { port } = new URL(api)
      const slow = Array.from({ length: 20 }, () => {
        const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined)
        socket
          .pause()
          .write(`GET /api/sync/pull HTTP/1.1\r\nHost: x\r\nauthorization: Bearer ${token}\r\n\r\n`)
        return socket
      })
      const root = api.replace(/\/api$/, '')
      const read = async (url: string) => {
        const answer = await fetch(url, {
          headers: { authorization: `Bearer ${mallory.token}` },
          signal: AbortSignal.timeout(20_000),
        })
        for await (const _ of answer.body ?? []);
        return answer.status
      }
      const asked = Array.from({ length: 18 }, (_, n) =>
        read(n % 3 === 0 ? `${root}/v1/posts/all?auth_token=a:${token}` : `${api}/sync/pull`).catch(() => 0),
      )
      setTimeout(() => {
        for (const socket of slow) socket.destroy()
      }, 5_000)
      return counted(await Promise.all(asked))
    },
  },
  {
    name: 'eight people who read two whole loads each at one byte a second, then a load of another person',
    run: async ({ api, ada, crowd }) => {
      const content = 'ab '.repeat(31_000)
      for (const person of [ada, ...crowd])
        for (let n = 0; n < (person === ada ? 20 : 120); n++)
          await person.send('POST', '/entity/create-one', {
            newEntity: { type: 'note', content: `${n} ${content}` },
          })
      const { port } = new URL(api)
      const slow = crowd.flatMap(({ token }) =>
        Array.from({ length: 2 }, () => {
          const socket = connect(Number(port), '127.0.0.1')
          const head = `GET /api/sync/pull HTTP/1.1\r\nHost: x\r\nauthorization: Bearer ${token}\r\n\r\n`
          socket
            .on('error', () => undefined)
            .pause()
            .write(head)
          const drip = setInterval(() => socket.read(1), 1_000)
          return socket.once('close', () => clearInterval(drip))
        }),
      )
      await new Promise((resolve) => setTimeout(resolve, 1_000))
      const begun = performance.now()
      const { status } = await ada.send('GET', '/sync/pull')
      const waited = ((performance.now() - begun) / 1_000).toFixed(1)
      for (const socket of slow) socket.destroy()
      return `${status} after ${waited} s`
    },
  },
  {
    name: '20,000 tags in 500 groups of 1,000, then exports, siblings of 1,000 tags and all tags by name, at once',
    run: async ({ api, mallory }) => {
      const statuses = await makeTags(mallory, 20_000, (n) => `tag ${n}`)
      const all = (await mallory.send('POST', '/tag/get-all-tags', {})).body.data as { _id: string }[]
      const ids = all.map(({ _id }) => _id)
      const groups: string[] = []
      for (let n = 0; n < 500; n += 10) {
        const searchwords = Array.from({ length: 10 }, (_, at) => `group ${n + at}`)
        const tag_ids = ids.slice((n % 20) * 1_000, (n % 20) * 1_000 + 1_000)
        const made = await mallory.send('POST', '/tag/create-many-groups-from-searchword', {
          searchwords,
          tag_ids,
        })
        statuses.push(made.status)
        for (const { _id } of made.body.data ?? []) groups.push(_id)
      }
      const tag_ids = ids.slice(0, 1_000)
      for (let n = 0; n < 20; n++) {
        const newEntity = { type: 'note', content: `${n}`, tags_assigned: tag_ids.slice(n * 50, n * 50 + 50) }
        await mallory.send('POST', '/entity/create-one', { newEntity })
      }
      const group_ids = groups.slice(0, 20)
      statuses.push((await mallory.send('POST', '/tag/add-child-groups', { tag_ids, group_ids })).status)
      const read = async (path: string) => {
        const headers = { authorization: `Bearer ${mallory.token}` }
        const answer = await fetch(api + path, { headers, signal: AbortSignal.timeout(40_000) })
        for await (const _ of answer.body ?? []);
        return answer.status
      }
      const order = { statOption_1: 'alphabetically', statOption_2: 'desc' }
      const send = async (path: string, body: object) => (await mallory.send('POST', path, body)).status
      const answers = await Promise.all([
        read('/export'),
        read('/export?format=csv'),
        read('/export?scope=account'),
        send('/tag/get-sibling-tags', { tag_ids, type: null }),
        send('/tag/get-all-tags', order),
        send('/tag/get-all-groups', {}),
      ])
      return counted([...statuses, ...answers])
    },
  },
  {
    name: '400 links of 95 KB, then all of them by id, and as bookmarks of linkding, Karakeep and Pinboard',
    run: async ({ api, mallory }) => {
      const entity_ids: string[] = []
      for (let n = 0; n < 400; n++) {
        const newEntity = { type: 'hyperlink', content: `https://x.example/${n}\n${'ab "'.repeat(23_000)}` }
        entity_ids.push((await mallory.send('POST', '/entity/create-one', { newEntity })).body.data._id)
      }
      const { token } = (await mallory.send('POST', '/user/create-token', { name: 'a', scope: 'write' })).body
        .data
      const pinboard = `${api.replace(/\/api$/, '')}/v1/posts`
      const read = async (url: string, body?: object) => {
        const answer = await fetch(url, {
          method: body === undefined ? 'GET' : 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          ...(body && { body: JSON.stringify(body) }),
          signal: AbortSignal.timeout(40_000),
        })
        for await (const _ of answer.body ?? []);
        return answer.status
      }
      const statuses = []
      statuses.push(await read(`${api}/entity/get-specific`, { entity_ids }))
      statuses.push(await read(`${api}/bookmarks/?limit=1000`))
      statuses.push(await read(`${api}/v1/bookmarks?limit=100`))
      statuses.push(await read(`${pinboard}/recent?count=100&auth_token=a:${token}`))
      statuses.push(await read(`${pinboard}/get?auth_token=a:${token}`))
      return counted(statuses)
    },
  },
  {
    name: '900 excluded tags that all have one group of 9,000 tags as a child',
    run: async ({ mallory }) => {
      await makeTags(mallory, 10_000, (n) => `t${n}`)
      const all = (await mallory.send('POST', '/tag/get-all-tags', {})).body.data as {
        _id: string
        tag_name: string
      }[]
      const idOf = (from: number, to: number) =>
        all
          .filter(({ tag_name }) => Number(tag_name.slice(1)) >= from && Number(tag_name.slice(1)) < to)
          .map(({ _id }) => _id)
      await mallory.send('POST', '/entity/create-one', {
        newEntity: { type: 'note', content: 'a', tags_assigned: idOf(0, 50) },
      })
      const group = await mallory.send('POST', '/tag/create-many-groups-from-searchword', {
        searchwords: ['all'],
        tag_ids: idOf(1_000, 10_000),
      })
      const group_ids = [group.body.data[0]._id]
      await mallory.send('POST', '/tag/add-child-groups', { tag_ids: idOf(0, 900), group_ids })
      const names = Array.from({ length: 900 }, (_, n) => `t${n}`)
      const texts = [`a, ${names.map((name) => `-${name}`).join(', ')}`, names.join(', ')]
      return counted([await search(mallory, texts[0] ?? ''), await search(mallory, texts[1] ?? '')])
    },
  },
  {
    name: '5,000 bodies with an object in the place of a text',
    run: async ({ mallory }) => {
      const statuses = []
      for (let n = 0; n < 5_000; n++) {
        const hostile = { length: { toString: { toString: n } } }
        statuses.push((await mallory.send('POST', '/tag/rename-one', { new_tag_name: hostile })).status)
      }
      return counted(statuses)
    },
  },
  {
    name: '2,000 streams of events whose client leaves at once, then twenty more',
    run: async ({ api, mallory }) => {
      const { port } = new URL(api)
      for (let n = 0; n < 2_000; n++) {
        const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined)
        const head = `GET /api/sync/events HTTP/1.1\r\nHost: x\r\nauthorization: Bearer ${mallory.token}\r\n\r\n`
        await new Promise<void>((sent) => socket.write(head, () => sent()))
        socket.destroy()
      }
      const stop = new AbortController()
      const headers = { authorization: `Bearer ${mallory.token}` }
      const open = () => fetch(`${api}/sync/events`, { headers, signal: stop.signal })
      const answers = await Promise.all(Array.from({ length: 20 }, open))
      stop.abort()
      return counted(answers.map(({ status }) => status))
    },
  },
  {
    name: 'a token that only adds: 300 batches of 100 names, each there or not',
    run: async ({ api, mallory }) => {
      const { token } = (await mallory.send('POST', '/user/create-token', { name: 'a', scope: 'add' })).body
        .data
      const statuses = []
      for (let n = 0; n < 300; n++) {
        const frontendGeneratedTags = Array.from({ length: 100 }, (_, at) => ({
          tag_name: `tag ${(n % 3) * 100 + at}`,
        }))
        const headers = { authorization: `Bearer ${token}` }
        statuses.push(
          (await request(api, 'POST', '/tag/create-many-from-keyword', { frontendGeneratedTags }, headers))
            .status,
        )
      }
      return counted(statuses)
    },
  },
]

export async function makeTags(
  person: Person,
  count: number,
  nameOf: (n: number) => string,
): Promise<number[]> {
  const statuses = []
  for (let from = 0; from < count; from += 1_000) {
    const names = Array.from({ length: Math.min(1_000, count - from) }, (_, n) => ({
      tag_name: nameOf(from + n),
    }))
    statuses.push(
      (await person.send('POST', '/tag/create-many-from-keyword', { frontendGeneratedTags: names })).status,
    )
  }
  return statuses
}

async function search(person: Person, userIsTyping_inSearchbar: string): Promise<number> {
  return (await person.send('POST', '/entity/get-matching-entities', { userIsTyping_inSearchbar })).status
}
