import { describe, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import type { AnyCall } from './call.ts'
import { calls } from './calls.ts'
import { parseInput } from './parse-input.ts'

/** JSON values in place of a text or list. Some throw when compared, joined or measured. */
const HOSTILE: readonly unknown[] = [
  { length: { toString: { toString: 1 }, valueOf: 1 } },
  { length: { toString: 1 } },
  { length: 1e308 },
  { length: -1, 0: 'a' },
  { size: { valueOf: 1, toString: 1 } },
  { toString: 1, valueOf: 1, toJSON: 1 },
  { trim: 1, replace: 1, normalize: 1, codePointAt: 1 },
  [{ length: { toString: 1 } }],
  [[]],
  JSON.parse('{"__proto__":{"length":{"toString":1}},"constructor":{"prototype":1}}'),
  null,
  true,
  -0.5,
  '',
]

interface Def {
  readonly type: string
  readonly shape?: Readonly<Record<string, z.core.$ZodType>>
  readonly innerType?: z.core.$ZodType
  readonly element?: z.core.$ZodType
  readonly options?: readonly z.core.$ZodType[]
  readonly in?: z.core.$ZodType
  readonly out?: z.core.$ZodType
  readonly entries?: Readonly<Record<string, string>>
  readonly values?: readonly unknown[]
  readonly items?: readonly z.core.$ZodType[]
}

const defOf = (schema: z.core.$ZodType) => schema._zod.def as unknown as Def

/** Inputs roughly in the schema's shape, each with the hostile value in one place */
function inputsWith(schema: z.core.$ZodType, hostile: unknown): unknown[] {
  const def = defOf(schema)
  const here = [hostile]
  if (def.shape) {
    const fields = Object.entries(def.shape)
    const usual = Object.fromEntries(fields.map(([name, field]) => [name, exampleOf(field)]))
    return [
      ...here,
      ...fields.flatMap(([name, field]) =>
        inputsWith(field, hostile).map((value) => ({ ...usual, [name]: value })),
      ),
    ]
  }
  if (def.element) return [...here, ...inputsWith(def.element, hostile).map((item) => [item])]
  if (def.options) return [...here, ...def.options.flatMap((option) => inputsWith(option, hostile))]
  // A pipe that only inspects its input passes it on to the inner schema.
  const inside = def.innerType ?? def.out ?? def.in
  return inside ? [...here, ...inputsWith(inside, hostile)] : here
}

/** A value of about the right type, so that checks of the whole object run */
function exampleOf(schema: z.core.$ZodType): unknown {
  const def = defOf(schema)
  if (def.shape)
    return Object.fromEntries(Object.entries(def.shape).map(([name, field]) => [name, exampleOf(field)]))
  if (def.element) return [exampleOf(def.element)]
  if (def.options?.[0]) return exampleOf(def.options[0])
  if (def.entries) return Object.values(def.entries)[0]
  if (def.type === 'literal') return def.values?.[0]
  const inside = def.innerType ?? def.out ?? def.in
  if (inside) return exampleOf(inside)
  return { boolean: true, number: 1, int: 1 }[def.type] ?? 'a'.repeat(24)
}

describe.each(Object.entries(calls))('%s', (_name, call: AnyCall) => {
  it('an object in the place of a text or list is refused with a message', () => {
    for (const part of ['params', 'query', 'body'] as const)
      for (const hostile of HOSTILE)
        for (const value of inputsWith(call[part], hostile)) {
          const input = parseInput(call, { [part]: value })
          if (!input.ok) expect(input.error.msg).toMatch(/^[^\p{Cc}]{1,200}: ./su)
        }
  })
})
