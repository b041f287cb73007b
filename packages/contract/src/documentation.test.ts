import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { AnyCall } from './call.ts'
import { calls } from './calls.ts'
import { parseInput } from './parse-input.ts'

const text = readFileSync(new URL('../../../docs/api.md', import.meta.url), 'utf8')
const callByName = new Map<string, AnyCall>(
  Object.values(calls).map((call) => [`${call.method} ${call.path}`, call as AnyCall]),
)

/** The calls named in a section of the page, in order */
function namedIn(piece: string): string[] {
  return [...piece.matchAll(/`(GET|POST|PATCH|DELETE) (?:\/api)?(\/[^`? ]+)/g)].map(
    ([, method, path]) => `${method} ${path}`,
  )
}

it('every call that docs/api.md names exists', () => {
  const named = namedIn(text)
  expect(named.length).toBeGreaterThan(10)
  for (const name of named) expect([...callByName.keys()]).toContain(name)
})

it('every example in docs/api.md is a valid input of the call named above it', () => {
  const examples = [...text.matchAll(/```json\n(.*?)```/gs)]
  expect(examples.length).toBeGreaterThanOrEqual(8)
  for (const { index, 1: json = '' } of examples) {
    const name = namedIn(text.slice(0, index)).at(-1) ?? ''
    const call = callByName.get(name)
    const checked = call && parseInput(call, { body: JSON.parse(json) })
    expect(checked, name).toMatchObject({ ok: true })
  }
})
