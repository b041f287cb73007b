import fc, { type Arbitrary } from 'fast-check'

/** The parts of JSON Schema that our OpenAPI document uses. */
export interface Schema {
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
  readonly maxItems?: number
  readonly minItems?: number
}

/** Few ids, so that requests act on each other's rows. */
export const ids: Arbitrary<string> = fc.nat(11).map((n) => n.toString(16).padStart(24, '0'))

/** Invalid values: wrong types, odd texts, deep and wide structures. */
export const junk: Arbitrary<unknown> = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(
    null,
    -1,
    Number.MAX_VALUE,
    Number.MAX_SAFE_INTEGER,
    '',
    ' ',
    '\0',
    '\ud800',
    '__proto__',
    'constructor',
    "'; drop table card; --",
    'javascript:alert(1)',
    'temp_id,',
    'x'.repeat(5001),
    {},
    [],
    [[]],
    { $ne: null },
  ),
)

const TEXTS = fc.oneof(
  fc.constantFrom(
    'home',
    'work',
    'Café',
    'two words',
    'a, b',
    '-home',
    'https://example.org',
    '',
    '   ',
    '𝔘nicode',
  ),
  fc.string({ unit: 'binary', maxLength: 30 }),
)

/** Mostly valid values; about one part in twelve is junk. */
export function valuesOf(schema: Schema): Arbitrary<unknown> {
  return fc.oneof(
    { weight: 11, arbitrary: fc.memo((depth) => fitting(schema, depth))(4) },
    { weight: 1, arbitrary: junk },
  )
}

function fitting(schema: Schema, depth: number): Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices !== undefined) return fc.oneof(...choices.map((choice) => fitting(choice, depth)))
  if (schema.allOf !== undefined) return fitting(Object.assign({}, ...schema.allOf) as Schema, depth)
  switch (schema.type) {
    case 'object':
      return fittingObject(schema, depth)
    case 'array': {
      const most = Math.min(schema.maxItems ?? 3, 3)
      const items = depth > 0 ? partOf(schema.items ?? {}, depth - 1) : fc.constant(null)
      return fc.array(items, { minLength: Math.min(schema.minItems ?? 0, most), maxLength: most })
    }
    case 'string':
      return fittingText(schema)
    case 'integer':
    case 'number':
      return fc.integer({ min: schema.minimum ?? -5, max: Math.min(schema.maximum ?? 200, 200) })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return junk
  }
}

function fittingObject({ properties = {}, required = [] }: Schema, depth: number): Arbitrary<unknown> {
  const model = Object.fromEntries(
    Object.entries(properties).map(([name, part]) => [name, partOf(part, depth - 1)]),
  )
  return fc.record(model, { requiredKeys: required.filter((name) => name in model) })
}

/** A nested value, sometimes invalid. */
function partOf(schema: Schema, depth: number): Arbitrary<unknown> {
  return fc.oneof({ weight: 40, arbitrary: fitting(schema, depth) }, { weight: 1, arbitrary: junk })
}

function fittingText({ pattern }: Schema): Arbitrary<string> {
  if (pattern?.includes('24')) return ids
  if (pattern?.includes('T'))
    return fc
      .date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString())
  if (pattern !== undefined) return fc.string({ minLength: 1, maxLength: 12 })
  return TEXTS
}
