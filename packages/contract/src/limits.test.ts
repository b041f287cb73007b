import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { AnyCall } from './call.ts'
import { calls } from './calls.ts'
import { parseInput } from './parse-input.ts'

type Json = Readonly<Record<string, unknown>>

/** Parts that no schema limits, each with its other limit */
const LIMITED_ELSEWHERE = [
  // Bytes, limited by the size of the body.
  'importFile body',
  'lookAtColumns body',
  'sendFilePiece body',
  'paymentWebhook body',
  // Checked by the schema of the pushed call.
  'push body[].body',
]

/** Paths in a schema of lists, texts and objects without a limit */
function unlimited(schema: Json, place: string): string[] {
  if (LIMITED_ELSEWHERE.includes(place)) return []
  const choices = [schema.anyOf, schema.oneOf, schema.allOf].flatMap(
    (list) => (list as Json[] | undefined) ?? [],
  )
  if (choices.length > 0) return choices.flatMap((choice) => unlimited(choice, place))
  if (schema.enum !== undefined || schema.const !== undefined) return []
  switch (schema.type) {
    case 'null':
    case 'boolean':
    case 'integer':
    case 'number':
      return []
    case 'string':
      return schema.maxLength === undefined ? [`${place}: a text without a limit`] : []
    case 'array':
      return [
        ...(schema.maxItems === undefined ? [`${place}: a list without a limit`] : []),
        ...unlimited((schema.items ?? {}) as Json, `${place}[]`),
      ]
    case 'object':
      return [
        ...(schema.additionalProperties === false || place.endsWith(' query')
          ? []
          : [`${place}: an object with any fields`]),
        ...Object.entries((schema.properties ?? {}) as Record<string, Json>).flatMap(([name, field]) =>
          unlimited(field, `${place}.${name}`),
        ),
      ]
    default:
      return [`${place}: anything at all`]
  }
}

function inputOf(schema: z.core.$ZodType): Json {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
}

it('every list and every text that a client can send has a limit', () => {
  const found = Object.entries(calls).flatMap(([name, call]: [string, AnyCall]) =>
    (['params', 'query', 'body'] as const).flatMap((part) =>
      unlimited(inputOf(call[part]), `${name} ${part}`),
    ),
  )
  expect(found).toEqual([])
})

it('the check for limits finds fields without a limit', () => {
  const fields = { text: z.string(), list: z.array(z.boolean()), any: z.unknown(), open: z.looseObject({}) }
  expect(unlimited(inputOf(z.strictObject(fields)), 'x')).toEqual([
    'x.text: a text without a limit',
    'x.list: a list without a limit',
    'x.any: anything at all',
    'x.open: an object with any fields',
  ])
})

const id = 'a'.repeat(24)
const many = (count: number, item: unknown = id) => Array.from({ length: count }, () => item)

it.each([
  [
    '380,000 ids',
    'deleteManyEntities',
    { entity_ids: many(380_000) },
    /^entity_ids: at most 10,000 at once$/,
  ],
  [
    '3,000,000 items that are no ids',
    'getSpecificEntities',
    { entity_ids: many(3_000_000, 0) },
    /^entity_ids: at most/,
  ],
  [
    '1,000 groups with 1,000 tags each',
    'createManyGroupsFromSearchword',
    { searchwords: many(1_000, 'x'), tag_ids: many(1_000) },
    /^tag_ids: together with searchwords, at most 10,000 combinations$/,
  ],
  [
    '10,000 cards with 100 tags each',
    'attachTags',
    { entity_ids: many(10_000), tag_ids: many(100) },
    /combinations$/,
  ],
  [
    '1,000 search words',
    'getMatchingTagsBySearchword',
    { keywords: many(1_000, 'x') },
    /^keywords: at most 100 /,
  ],
  [
    'search words of 1,000,000 characters together',
    'getMatchingGroupsBySearchwords',
    { searchwords: many(100, 'x'.repeat(10_000)) },
    /^searchwords: at most 10,000 characters together$/,
  ],
  [
    'a million lines',
    'createOneEntity',
    { newEntity: { type: 'note', content: 'x', titles: many(1e6, 0) } },
    /500/,
  ],
] as const)('%s are refused with a message that names the field', (_what, name, body, sentence) => {
  const refused = parseInput(calls[name] as AnyCall, { body })
  expect(refused.ok).toBe(false)
  if (!refused.ok) expect(refused.error).toEqual({ status: 400, msg: expect.stringMatching(sentence) })
})

it.each([
  ['renameOneTag', { tag_id: id, new_tag_name: 'x'.repeat(51) }, 'new_tag_name'],
  ['renameOneGroup', { group_id: id, new_group_name: 'x'.repeat(51) }, 'new_group_name'],
  ['createManyGroupsFromSearchword', { searchwords: ['a', 'x'.repeat(51)] }, 'searchwords.1'],
] as const)('%s names the field in which a name is too long', (name, body, field) => {
  const refused = parseInput(calls[name] as AnyCall, { body })
  if (refused.ok) throw new Error('It was taken.')
  expect(refused.error.msg).toMatch(new RegExp(`^${field}: .*50`))
})
