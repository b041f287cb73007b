import { type FeedFacts, feedLineOf } from '@cardinal/contract'
import type { Change } from '@cardinal/domain'
import { sample } from '@cardinal/testing'
import { expect, it } from 'vitest'
import { EventStream } from './event-stream.ts'
import { HttpNetwork } from './http-network.ts'
import type { Network } from './network.ts'
import type { ReplicaPorts } from './ports.ts'

const EPOCH = 'e'.repeat(24)
const subject = 'a'.repeat(24)
const END = `{"cursor":"${EPOCH}.7"}\n`
const TOKEN = `h.${btoa(JSON.stringify({ sub: subject, exp: 9_999_999_999 }))}.s`

/** A server that answers every pull with these chunks (default: an empty feed), and the requests that it got. */
function network(pieces: readonly string[] = [END]) {
  let silences = 0
  const asked: { readonly address: string; readonly signal: AbortSignal }[] = []
  const http = new HttpNetwork({
    userId: subject,
    apiBase: '/api',
    fetch: async (address, { signal }) => {
      asked.push({ address, signal: signal as AbortSignal })
      const coming = pieces.values()
      return new Response(
        new ReadableStream<Uint8Array>({
          pull: (controller) => {
            const { value, done } = coming.next()
            if (done) controller.close()
            else controller.enqueue(new TextEncoder().encode(value))
          },
        }),
      )
    },
    tokens: { accessToken: async () => ({ kind: 'token', token: TOKEN }), distrust: async () => {} },
    clock: {
      now: () => 0,
      after: () => {
        silences++
        return () => {}
      },
    },
    isOnline: () => true,
  })
  return { http, asked, silences: () => silences }
}

const nothing = async () => {}

it('[OF-2] a load that is started ahead is used by the first request for it, once', async () => {
  const { http, asked } = network()
  http.expectLoad('w1')
  await Promise.resolve()
  expect(asked.map(({ address }) => address)).toEqual(['/api/sync/pull?workspace_id=w1'])
  expect(await http.pull('w1', null, nothing)).toMatchObject({ kind: 'done', seq: 7 })
  expect(asked).toHaveLength(1)
  await http.pull('w1', null, nothing)
  expect(asked).toHaveLength(2)
})

it('[OF-2] a load that was started ahead in vain is cancelled when another tab has loaded or another workspace opens', async () => {
  for (const [workspaceId, cursor] of [
    ['w1', `${EPOCH}.7`],
    ['w2', null],
  ] as const) {
    const { http, asked } = network()
    http.expectLoad('w1')
    await http.pull(workspaceId, cursor, nothing)
    expect(asked).toHaveLength(2)
    expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, false])
  }
})

const FACTS: FeedFacts = { ownerId: subject, tagFacts: () => ({ groupIds: [], cardCount: 0 }) }
const linesOf = (changes: readonly Change[]) =>
  changes.map((change) => `${JSON.stringify(feedLineOf(change, FACTS))}\n`).join('')

it('[OF-2] a load delivers the first cards alone, and the others a thousand rows at a time', async () => {
  const { changes } = sample(`todo something #one\n${'todo something else\n'.repeat(2_199)}`)
  const sorted = changes.toSorted((a, b) => Number(a.kind === 'card') - Number(b.kind === 'card'))
  const others = sorted.filter(({ kind }) => kind !== 'card').length
  const text = linesOf(sorted) + END
  const { http } = network([text.slice(0, 5_000), text.slice(5_000, 5_001), text.slice(5_001)])
  const pieces: (readonly Change[])[] = []
  await http.pull('w1', null, async (piece) => {
    pieces.push(piece)
  })
  expect(pieces.map(({ length }) => length)).toEqual([others + 100, 1_000, 1_000, 100])
  expect(pieces.flat().map(({ id }) => id)).toEqual(sorted.map(({ id }) => id))
})

it('each chunk that arrives restarts the timeout, however many lines it has', async () => {
  const { changes } = sample('todo something\n'.repeat(50))
  const { http, silences } = network([linesOf(changes), linesOf(changes), END])
  await http.pull('w1', null, nothing)
  expect(silences()).toBe(1 + 3)
})

/** A network whose server answers every request with `respond`. */
function answering(respond: (address: string) => Response | Promise<Response>, isOnline = true) {
  const distrusted: string[] = []
  const http = new HttpNetwork({
    userId: subject,
    apiBase: '/api',
    fetch: async (address) => respond(address),
    tokens: {
      accessToken: async () => ({ kind: 'token', token: TOKEN }),
      distrust: async (token) => void distrusted.push(token),
    },
    clock: { now: () => 0, after: () => () => {} },
    isOnline: () => isOnline,
  })
  return { http, distrusted }
}

const json = (status: number, body: unknown) => () => new Response(JSON.stringify(body), { status })
const page = (status: number) => () =>
  new Response('<html>Blocked by your network</html>', { status, headers: { 'content-type': 'text/html' } })
const REFUSED = { msg: 'There is no such card.', request_id: 'r1' }

it('[OF-6] an answer is a refusal only if it has the mark of the server', async () => {
  for (const status of [400, 403, 404, 405, 413, 422]) {
    const own = answering(json(status, REFUSED)).http
    expect(await own.push([], null)).toEqual({ kind: 'refused', status, reason: REFUSED.msg })
    for (const body of [{ msg: 'No.' }, { request_id: 'r' }, [], 'no', null]) {
      const trouble = { kind: 'blocked', status }
      const { http } = answering(json(status, body))
      expect(await http.push([], null)).toEqual({ kind: 'later', wait: null, trouble })
    }
    const { http } = answering(page(status))
    for (const answer of [
      await http.push([], null),
      await http.pull('w', 'c', nothing),
      await http.account(),
    ])
      expect(answer).toEqual({ kind: 'later', wait: null, trouble: { kind: 'blocked', status } })
  }
})

it('[OF-6] a network’s sign-in page in the place of an answer changes nothing', async () => {
  const { http, distrusted } = answering(page(200))
  const later = { kind: 'later', wait: null, trouble: { kind: 'blocked', status: 200 } }
  expect(await http.push([], null)).toEqual(later)
  expect(await http.pull('w', null, nothing)).toEqual(later)
  expect(await http.account()).toEqual(later)
  const behindLogin = answering(page(401))
  expect(await behindLogin.http.push([], null)).toMatchObject({ trouble: { kind: 'blocked', status: 401 } })
  expect([...distrusted, ...behindLogin.distrusted]).toEqual([])
})

it('[OF-6] a 410 of a gateway does not make the device reload all cards', async () => {
  expect(await answering(page(410)).http.pull('w', 'c', nothing)).toMatchObject({ kind: 'later' })
  const own = answering(json(410, { ...REFUSED, command: 'resync' })).http
  expect(await own.pull('w', 'c', nothing)).toEqual({ kind: 'resync', epoch: null })
})

it('[OF-8] each reason why nothing is sent is reported', async () => {
  const never = () => Promise.reject(new TypeError('fetch failed'))
  const troubleOf = async ({ http }: ReturnType<typeof answering>) => {
    const answer = await http.push([], null)
    return answer.kind === 'later' ? answer.trouble : answer
  }
  expect(await troubleOf(answering(never, false))).toEqual({ kind: 'offline', status: null })
  expect(await troubleOf(answering(never))).toEqual({ kind: 'unreachable', status: null })
  for (const status of [408, 429, 503])
    expect(await troubleOf(answering(json(status, REFUSED)))).toEqual({ kind: 'busy', status })
  for (const status of [500, 502, 504])
    expect(await troubleOf(answering(page(status)))).toEqual({ kind: 'server-error', status })
  const own = answering(json(401, REFUSED))
  expect(await troubleOf(own)).toEqual({ kind: 'token', status: 401 })
  expect(own.distrusted).toEqual([TOKEN, TOKEN])
})

it('[OF-6] invalid parts of the answer to a push are ignored', async () => {
  const known = { key: 'a', status: 200, body: { data: 1 } }
  const refused = { key: 'b', status: 404, body: REFUSED }
  const strange = [{ key: 'c', status: 404, body: { msg: 'No.' } }, { key: 'd' }, null, 'e']
  const { http } = answering(json(200, { data: [known, refused, ...strange] }))
  expect(await http.push([], null)).toEqual({ kind: 'done', results: [known, refused], epoch: null })
})

it('an error in the receiver of rows does not count as a network error', async () => {
  const { changes } = sample('todo something\n')
  const { http } = network([linesOf(changes), END])
  const full = new DOMException('no room', 'QuotaExceededError')
  await expect(http.pull('w1', null, () => Promise.reject(full))).rejects.toBe(full)
})

it('the event stream waits longer after each failed attempt, however long the attempt took', async () => {
  let now = 0
  const waits: number[] = []
  const ports = {
    clock: {
      now: () => now,
      after: (ms: number, act: () => void) => {
        waits.push(ms)
        now += ms
        setImmediate(act)
        return () => {}
      },
    },
    chance: { fraction: () => 1 },
    locks: { hold: async (_name: string, act: () => Promise<void>) => act() },
  } as unknown as ReplicaPorts
  const network = {
    events: async () => {
      now += 15_000
      return waits.length === 4
    },
  } as unknown as Network
  const stream = new EventStream({ userId: 'u', network, ports, onHint: () => {} })
  stream.setVisible(true)
  await expect.poll(() => waits.length).toBeGreaterThan(6)
  stream.setVisible(false)
  expect(waits.slice(0, 7), 'the fifth attempt opened it').toEqual([
    1_000, 2_000, 4_000, 8_000, 1_000, 2_000, 4_000,
  ])
})
