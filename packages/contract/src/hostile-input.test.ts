import { MemoryRows, type Mutation, runMutation } from '@cardinal/sync'
import { historyRows, idOf, mutation } from '@cardinal/testing/mutations'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AnyCall, MutationTools } from './call.ts'
import { callOf } from './call-of.ts'
import { type CallName, calls } from './calls.ts'
import { messageOf } from './messages.ts'
import { parseInput } from './parse-input.ts'

const tools: MutationTools = { newId: () => 'f'.repeat(24), now: 0 }
const callName = fc.constantFrom(...Object.keys(calls))

/** Valid and invalid values, so that some inputs pass the schemas */
const value: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(idOf('card', 0), idOf('tag', 0), idOf('group', 0)) },
  {
    weight: 3,
    arbitrary: fc.constantFrom('todo', 'hyperlink', 'red', 'recently', 'added', 'narrow', true, null, 0, 7),
  },
  fc.constantFrom(
    '2024-01-31T12:00:00.000Z',
    '2024-02-31T12:00:00Z',
    'javascript:x',
    'temp_id,',
    'a\u0000',
    '\ud800',
  ),
  fc.string({ unit: 'binary' }),
  fc.double(),
  fc.anything({ withNullPrototype: true }),
)

/** Bodies with the call's own field names, some absent, some with nested lists */
function bodyOf(known: AnyCall): fc.Arbitrary<unknown> {
  const shape = (known.body as { shape?: Record<string, unknown> }).shape ?? {}
  const fields = Object.keys(shape).map(
    (field) => [field, fc.oneof(value, fc.array(value, { maxLength: 3 }))] as const,
  )
  return fc.oneof(
    { weight: 4, arbitrary: fc.record(Object.fromEntries(fields), { requiredKeys: [] }) },
    { weight: 1, arbitrary: fc.anything({ withNullPrototype: true }) },
    { weight: 1, arbitrary: fc.json().map((text): unknown => JSON.parse(text)) },
  )
}

const callNamed = (name: string) => calls[name as CallName] as AnyCall

interface Sent {
  readonly name: string
  readonly body: unknown
  readonly params: unknown
  readonly query?: unknown
}

const nonsense: fc.Arbitrary<Sent> = callName.chain((name) =>
  fc.record({
    name: fc.constant(name),
    body: bodyOf(callNamed(name)),
    params: fc.record({ id: value }),
    query: fc.anything(),
  }),
)

/** What the app would send, with one field replaced */
const nearlyRight: fc.Arbitrary<Sent> = fc.tuple(mutation(), fc.nat(10), value).map(([given, at, other]) => {
  const { method, path, body } = callOf(given, null)
  const entries = Object.entries(body as object).map(([field, was], n) => [field, n === at ? other : was])
  const known = Object.entries(calls).find(([, one]) => one.method === method && pathOf(one.path).test(path))
  const id = path.split('/').at(-1)
  return {
    name: known?.[0] ?? '',
    body: Object.fromEntries(entries),
    params: known?.[1].path.includes('{') ? { id } : {},
  }
})

const pathOf = (path: string) => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`)

interface AnyChange {
  readonly toMutation: (input: unknown, tools: MutationTools) => { ok: boolean; value?: Mutation }
}

describe('whatever a client sends', () => {
  it('hostile input is accepted or refused with a message, and never causes an exception', () => {
    fc.assert(
      fc.property(fc.oneof(nonsense, nearlyRight), historyRows(5), (sent, rows) => {
        const call = callNamed(sent.name)
        const input = parseInput(call, sent)
        if (!input.ok) {
          expect(input.error.status).toBe(400)
          expect(input.error.msg).toMatch(/^[^\p{Cc}]{1,200}: ./su)
          return
        }
        if (call.kind !== 'change') return
        const made = (call as unknown as AnyChange).toMutation(input.value, tools)
        const isInside =
          made.ok && made.value !== undefined && !/Workspace$|^updateSettings$/.test(made.value.name)
        if (!isInside || made.value === undefined) return
        const outcome = runMutation(made.value, new MemoryRows(rows.snapshot()), { now: 0 })
        if (!outcome.ok) expect(messageOf(outcome.error).msg).not.toBe('')
      }),
      { numRuns: 5000 },
    )
  })
})
