import { expect, it } from 'vitest'
import { calls } from './calls.ts'
import { createClient, type Send } from './client.ts'

type Sent = Parameters<Send>[0]

function clientAnswering(status: number, body: unknown) {
  const sent: Sent[] = []
  const client = createClient(async (request) => {
    sent.push(request)
    return { status, body }
  })
  return { client, sent }
}

it('the client fills in path, query and body, and returns only fields of the schema', async () => {
  const { client, sent } = clientAnswering(200, { data: 'a'.repeat(24), seq: 4, more: 1 })
  const answer = await client(calls.deleteOneGroup, { params: { id: 'a'.repeat(24) } })
  expect(answer).toEqual({ ok: true, value: { data: 'a'.repeat(24), seq: 4 } })
  expect(sent[0]).toEqual({
    method: 'DELETE',
    path: `/tag/group/delete-one/${'a'.repeat(24)}`,
    query: {},
    body: undefined,
  })
})

it('the client returns a refusal as a value with its message and command', async () => {
  const { client } = clientAnswering(409, { msg: 'Taken.', command: 'tag-name-taken', request_id: 'r' })
  const answer = await client(calls.renameOneTag, { body: { tag_id: 'a'.repeat(24), new_tag_name: 'x' } })
  expect(answer).toEqual({ ok: false, error: { status: 409, msg: 'Taken.', command: 'tag-name-taken' } })
})

it('the client returns a failure when an answer can not be parsed', async () => {
  const { client } = clientAnswering(200, '<html>')
  expect((await client(calls.getProfile, {})).ok).toBe(false)
  const { client: proxy } = clientAnswering(502, '<html>')
  expect(await proxy(calls.getProfile, {})).toMatchObject({ error: { status: 502 } })
})
