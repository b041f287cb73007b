import { expect, it } from 'vitest'
import { HttpNetwork } from './http-network.ts'

const EPOCH = 'e'.repeat(24)
const subject = 'a'.repeat(24)
const TOKEN = `h.${btoa(JSON.stringify({ sub: subject, exp: 9_999_999_999 }))}.s`

/** A server that answers every pull with an empty feed, and what it was asked. */
function network() {
  const asked: { readonly address: string; readonly signal: AbortSignal }[] = []
  const http = new HttpNetwork({
    userId: subject,
    apiBase: '/api',
    fetch: async (address, { signal }) => {
      asked.push({ address, signal: signal as AbortSignal })
      return new Response(`{"cursor":"${EPOCH}.7"}\n`)
    },
    tokens: { accessToken: async () => ({ kind: 'token', token: TOKEN }), distrust: async () => {} },
    clock: { now: () => 0, after: () => () => {} },
  })
  return { http, asked }
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
