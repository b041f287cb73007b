import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, it } from 'vitest'
import { calls } from './calls.ts'
import { openApi } from './openapi.ts'

const document = openApi({ version: '1.2.3', serverUrl: 'http://localhost:3000/api' })

it('the document is valid OpenAPI 3.1', async () => {
  const result = await new Validator().validate(structuredClone(document))
  expect(result.errors).toBeUndefined()
  expect(result.valid).toBe(true)
})

it('the document describes the input and the answer of every call', () => {
  const paths = document.paths as Record<string, Record<string, { operationId: string; responses: object }>>
  for (const [name, { path, method }] of Object.entries(calls)) {
    const operation = paths[path]?.[method.toLowerCase()]
    expect(operation?.operationId).toBe(name)
    expect(Object.keys(operation?.responses ?? {}).length).toBeGreaterThan(1)
  }
})

it('the document says that unknown fields are refused', () => {
  const text = JSON.stringify(document)
  expect(text).toContain('"additionalProperties":false')
  expect(text).not.toContain('undefined')
})

it('schemas have names, and every reference in the document leads to a schema', () => {
  const { schemas } = document.components as {
    schemas: Record<string, { properties?: object; $ref?: string }>
  }
  for (const name of [
    'Entity',
    'Tag',
    'Group',
    'NewEntity',
    'User',
    'CreateOneEntityBody',
    'CreateOneEntityAnswer',
  ])
    expect([name, typeof schemas[name]]).toEqual([name, 'object'])
  expect(schemas.CreateOneEntityBody).toMatchObject({
    properties: { newEntity: { $ref: expect.stringMatching(/^#\/components\/schemas\/NewEntity/) } },
  })
  expect(schemas.CreateOneEntityAnswer).toMatchObject({
    properties: { data: { $ref: '#/components/schemas/Entity' } },
  })
  const text = JSON.stringify(document)
  const named = [...text.matchAll(/"\$ref":"([^"]*)"/g)].map(([, ref = '']) => ref)
  for (const ref of named)
    expect([ref, schemas[ref.replace('#/components/schemas/', '')] !== undefined]).toEqual([ref, true])
  expect(text).not.toContain('$defs')
  const inline = JSON.stringify(
    openApi({ version: '1', serverUrl: 'http://localhost/api', isInline: true }).paths,
  )
  expect(inline.match(/"\$ref":"[^"]*"/g)?.every((ref) => ref.includes('Failure'))).toBe(true)
})
