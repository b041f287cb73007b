import { type FeedFacts, feedLineOf } from '@cardinal/contract'
import type { Change } from '@cardinal/domain'
import { sample } from '@cardinal/testing'
import { expect, it } from 'vitest'
import { HttpNetwork } from './http-network.ts'

const EPOCH = 'e'.repeat(24)
const subject = 'a'.repeat(24)
const END = `{"cursor":"${EPOCH}.7"}\n`
const TOKEN = `h.${btoa(JSON.stringify({ sub: subject, exp: 9_999_999_999 }))}.s`

/** A server that answers every pull with these pieces of a feed, by itself an empty one, and what it was asked. */
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
  })
  return { http, asked, silences: () => silences }
}

const nothing = async () => {}

it('[OF-2] a load that is expected leaves before it is asked for, and serves once', async () => {
  const { http, asked } = network()
  http.expectLoad('w1')
  await Promise.resolve()
  expect(asked.map(({ address }) => address)).toEqual(['/api/sync/pull?workspace_id=w1'])
  expect(await http.pull('w1', null, nothing)).toMatchObject({ kind: 'done', seq: 7 })
  expect(asked).toHaveLength(1)
  await http.pull('w1', null, nothing)
  expect(asked).toHaveLength(2)
})

it('[OF-2] a load that was expected in vain is ended: another tab has loaded, or another workspace is opened', async () => {
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

it('[OF-2] of a load the first cards are handed on by themselves, the others a thousand rows at a time', async () => {
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

it('each piece that arrives is a sign of life, however many lines it has', async () => {
  const { changes } = sample('todo something\n'.repeat(50))
  const { http, silences } = network([linesOf(changes), linesOf(changes), END])
  await http.pull('w1', null, nothing)
  expect(silences()).toBe(1 + 3)
})
