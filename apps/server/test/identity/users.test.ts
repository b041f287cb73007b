import { ok } from '@cardinal/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OPERATOR_ISSUER } from '../../src/identity/provider/paths.ts'
import { findOrCreateUser, insertUser } from '../../src/identity/users.ts'
import { openStore, type Store } from '../../src/store/index.ts'
import { accepted } from '../support/node.ts'
import { DATABASES, type TestDatabase } from '../support/stores.ts'

const person = (subject: string, isEmailVerified = true) => ({
  issuer: 'https://id.example.org',
  subject,
  email: `${subject}@Example.org`,
  isEmailVerified,
  provenAt: null,
  name: subject,
})

describe.each(DATABASES)('people of a configured provider on $name', ({ start }) => {
  let database: TestDatabase
  let store: Store
  beforeAll(async () => {
    database = await start()
    store = await openStore(database)
    await store.migrate()
  })
  afterAll(async () => {
    await store.close()
    await database.stop()
  })

  const come = (who: ReturnType<typeof person>, signUp: 'open' | 'first-only' | 'closed') =>
    findOrCreateUser(store, who, signUp, 1)

  it('[ID-1] a person of a configured provider gets an account if sign-up allows it, and can return when it is closed', async () => {
    expect(await come(person('ada'), 'closed')).toEqual({ ok: false, error: 'closed' })
    const ada = accepted(await come(person('ada'), 'first-only'))
    expect(await come(person('bob'), 'first-only')).toEqual({ ok: false, error: 'closed' })
    expect(accepted(await come(person('ada'), 'closed'))).toBe(ada)
    expect(await come(person('bob'), 'open')).toMatchObject({ ok: true })
    expect(await store.users.count()).toBe(2)
  })

  it('[ID-1] a person gets the user that the operator created for their email once, if the provider has verified it', async () => {
    const made = accepted(
      await store.transact(async (tx) => {
        const { id } = await insertUser(tx, { email: 'grace@example.org', name: 'Grace' }, 1)
        const email = 'grace@example.org'
        const waiting = { issuer: OPERATOR_ISSUER, subject: email, email, email_key: email }
        return ok({ id, isWaiting: await tx.identities.insert({ ...waiting, user_id: id }) })
      }),
    )
    expect(await come(person('grace', false), 'closed')).toEqual({ ok: false, error: 'closed' })
    expect(accepted(await come(person('grace'), 'closed'))).toBe(made.id)
    expect(await store.identities.userIdsByEmailKey('grace@example.org')).toEqual([made.id])
    const second = { ...person('grace'), subject: 'another-grace' }
    expect(await come(second, 'closed')).toEqual({ ok: false, error: 'closed' })
  })

  it('[ID-12] a person of a configured provider has the email that the provider reported last', async () => {
    const eve = accepted(await come(person('eve'), 'open'))
    accepted(await come({ ...person('eve'), email: 'new@example.org' }, 'open'))
    expect(await store.identities.userIdsByEmailKey('eve@example.org')).toEqual([])
    expect(await store.identities.userIdsByEmailKey('new@example.org')).toEqual([eve])
  })
})
