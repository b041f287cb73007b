import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { type AnyCall, type CallName, calls } from '@cardinal/contract'
import { openApi } from '@cardinal/contract/openapi'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { type Person, serverFor } from '../support/node.ts'
import { ids, junk, type Schema, valuesOf } from '../support/schema-values.ts'
import { DATABASES } from '../support/stores.ts'

/** 20,000 requests by default; FUZZ_REQUESTS sets another number. */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 20_000)
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_120)
/** On PostgreSQL a tenth of the requests: each runs the same code and takes several times as long. */
const SHARE: Readonly<Record<string, number>> = { SQLite: 1, PostgreSQL: 0.1 }
/** Calls that delete what the run needs, that never end, or that lead out of the API. */
const LEFT_OUT: readonly CallName[] = [
  'deleteAccount',
  'events',
  'startSignIn',
  'finishSignIn',
  'signOut',
  'endSessions',
]
const MEGABYTE = 1024 * 1024

interface Shot {
  readonly name: CallName
  readonly path: string
  readonly body: unknown
  readonly headers: Record<string, string>
}

interface Operation {
  readonly operationId: CallName
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly schema: Schema }[]
}

describe.each(DATABASES)('requests made from the OpenAPI document, on $name', ({ name, start }) => {
  let person: Person

  // No server listens at this address, so that messages of random webhooks don't leave the machine.
  const env = { CARDINAL_WEBHOOKS: 'on', CARDINAL_FETCH_TEST_ADDRESS: '127.0.0.1:9' }
  const server = serverFor(start, { env })
  beforeAll(async () => {
    person = await server.signUp()
  })

  it('random requests never get a 5xx or an answer that breaks its schema, and memory does not grow', {
    timeout: 3 * 3_600_000,
  }, async () => {
    const count = Math.ceil(REQUESTS * (SHARE[name] ?? 1))
    const shots = fc.oneof(...operations().map(shotsAt))
    const warmUp = Math.ceil(count / 4)
    const wrong: unknown[] = []
    let before = 0
    let done = 0
    for (let block = 0; done < count; block++) {
      for (const shot of fc.sample(shots, { numRuns: Math.min(500, count - done), seed: SEED + block })) {
        if (done++ === warmUp) before = heapUsed()
        const problem = await fire(shot)
        if (problem !== null) wrong.push({ shot, problem })
      }
      if (wrong.length > 5) break
    }
    expect(wrong).toEqual([])
    expect(heapUsed() - before).toBeLessThan(40 * MEGABYTE)
  })

  /** What is wrong with the answer; null: nothing. */
  async function fire({ name: callName, path, body, headers }: Shot): Promise<string | null> {
    const call: AnyCall = calls[callName]
    const answer = await server.node.app.inject({
      method: call.method,
      url: `/api${path}`,
      headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const { statusCode } = answer
    if (statusCode >= 500) return `${statusCode} ${answer.body.slice(0, 300)}`
    // Calls that are opened in a browser answer with a page.
    const isPage = String(answer.headers['content-type']).startsWith('text/html')
    if (statusCode === 404 && call.answerForm === 'html' && isPage) return null
    if (statusCode >= 400) {
      const failure = JSON.parse(answer.body) as Record<string, unknown>
      return typeof failure.msg === 'string' && typeof failure.request_id === 'string' ? null : answer.body
    }
    if (call.answerForm === 'ndjson') {
      for (const line of answer.body.trimEnd().split('\n')) z.parse(call.answer, JSON.parse(line))
      return null
    }
    if (call.answerForm !== 'json') return null
    const checked = z.safeParse(call.answer, JSON.parse(answer.body))
    return checked.success ? null : `${JSON.stringify(checked.error.issues)} in ${answer.body.slice(0, 300)}`
  }
})

function operations(): Operation[] {
  const document = openApi({ version: '0', serverUrl: 'http://localhost/api', isInline: true })
  const paths = Object.values(document.paths as Record<string, Record<string, Operation>>)
  return paths
    .flatMap((methods) => Object.values(methods))
    .filter(({ operationId }) => !LEFT_OUT.includes(operationId))
}

function shotsAt({ operationId, requestBody, parameters }: Operation): fc.Arbitrary<Shot> {
  const schema = Object.values(requestBody?.content ?? {})[0]?.schema
  const body = schema === undefined ? fc.constant(undefined) : bodies(operationId, schema)
  const query = parameters.filter((parameter) => parameter.in === 'query')
  const queries = fc.record(
    Object.fromEntries(query.map((parameter) => [parameter.name, valuesOf(parameter.schema).map(inAddress)])),
    { requiredKeys: [] },
  )
  const segment = fc.oneof({ weight: 8, arbitrary: ids }, fc.constantFrom('x', '%00', '..', 'temp_id,', '%'))
  const key = fc.option(
    fc.nat(2000).map((n) => `key-${n}`),
    { nil: undefined, freq: 2 },
  )
  return fc
    .record({ body, queries, segment, key })
    .map((made) => ({
      name: operationId,
      path: calls[operationId].path.replace(/\{\w+\}/g, made.segment) + search(made.queries),
      body: made.body,
      headers: made.key === undefined ? {} : { 'idempotency-key': made.key },
    }))
    .filter(staysInApi)
}

/** Clients resolve `..`; two of them would lead to the web app, which is not built here. */
function staysInApi({ path }: Shot): boolean {
  return new URL(`http://localhost/api${path}`).pathname.startsWith('/api')
}

/** Mostly valid, sometimes other JSON, or no JSON at all. */
function bodies(name: CallName, schema: Schema): fc.Arbitrary<unknown> {
  if (name === 'importFile' || name === 'lookAtColumns')
    return fc.constantFrom(
      'title,url\na,https://a.example',
      '{}',
      '',
      '\0',
      '<DL><p><DT><A HREF="x">y</A>',
      '[[[',
    )
  return fc.oneof(
    { weight: 20, arbitrary: valuesOf(schema) },
    { weight: 1, arbitrary: junk },
    { weight: 1, arbitrary: fc.constantFrom('{', '[1,', '"\\ud800"', '{"a":"\\u0000"}', '['.repeat(5000)) },
  )
}

/** A value in a query. Not by `String`, because an object may have a broken `toString`. */
const inAddress = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

function search(queries: Readonly<Record<string, string | undefined>>): string {
  const entries = Object.entries(queries).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const text = new URLSearchParams(entries).toString()
  return text === '' ? '' : `?${text}`
}

/** Bytes in use after a garbage collection. */
function heapUsed(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  return process.memoryUsage().heapUsed
}
