import { join } from 'node:path'
import SqliteFile from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person, serverFor } from '../support/node.ts'
import { startSqlite } from '../support/stores.ts'

/** A change, and a question whose answer shows whether it was made. */
interface Case {
  readonly name: string
  /** Creates the rows that the change needs. Resolves with the request. */
  readonly prepare: (person: Person) => Promise<readonly [method: string, path: string, body: unknown]>
  readonly look: readonly [method: string, path: string, body?: unknown]
}

const note = { newEntity: { type: 'note', content: 'x' } }

const CASES: readonly Case[] = [
  {
    name: 'a mutation',
    prepare: async () => ['POST', '/entity/create-one', note],
    look: ['POST', '/entity/get-count', {}],
  },
  {
    name: 'a change of workspaces',
    prepare: async () => ['POST', '/workspace/create-one', { workspace_name: 'Another' }],
    look: ['POST', '/workspace/get-workspaces', {}],
  },
  {
    name: 'the settings',
    prepare: async () => ['POST', '/user/update-global-settings', { saved_searches: ['maths'] }],
    look: ['GET', '/user/get-global-settings'],
  },
  {
    name: 'the profile',
    prepare: async () => ['POST', '/user/update-profile', { name: 'Grace Hopper' }],
    look: ['GET', '/user/get-profile'],
  },
  {
    name: 'a token that is revoked',
    prepare: async (person) => {
      const made = await person.send('POST', '/user/create-token', { name: 'mine', scope: 'read' })
      return ['POST', '/user/revoke-token', { token_id: made.body.data.token_id }]
    },
    look: ['GET', '/user/tokens'],
  },
]

/** Makes the record of the change fail, after the change itself. */
const BROKEN = `create trigger broken before insert on operation when new.key = 'broken'
  begin select raise(abort, 'no record'); end`

describe('a change and the record of its key', () => {
  const server = serverFor(startSqlite)
  let file: SqliteFile.Database

  beforeAll(() => {
    file = new SqliteFile(join(server.database.dataDir, 'cardinal.sqlite'))
  })

  afterAll(() => {
    file.close()
  })

  it.each(CASES)(
    'a change and the record of its key are committed together: $name',
    async ({ prepare, look }) => {
      const person = await server.signUp()
      const [method, path, body] = await prepare(person)
      const seen = async () => (await person.send(...look)).body
      const before = await seen()
      file.exec(BROKEN)
      expect((await person.send(method, path, body, { 'idempotency-key': 'broken' })).status).toBe(500)
      file.exec('drop trigger broken')
      expect(await seen()).toEqual(before)
      const made = await person.send(method, path, body, { 'idempotency-key': 'broken' })
      expect(made.status).toBe(200)
      const after = await seen()
      expect(after).not.toEqual(before)
      const again = await person.send(method, path, body, { 'idempotency-key': 'broken' })
      expect(again.body).toEqual(made.body)
      expect(again.headers.get('idempotent-replayed')).toBe('true')
      expect(await seen()).toEqual(after)
    },
  )
})
