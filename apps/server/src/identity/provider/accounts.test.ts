import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openStore, type Store } from '../../store/index.ts'
import { Accounts, TOO_MANY_ATTEMPTS } from './accounts.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'cardinal-accounts-'))
let store: Store
beforeAll(async () => {
  store = await openStore({ databaseUrl: null, dataDir })
  await store.migrate()
})
afterAll(async () => {
  await store.close()
  rmSync(dataDir, { recursive: true })
})

/** Signs up while sign-up is closed: attempts count, but no password is hashed. */
async function refusals(rateLimit: number | null, wanted: number) {
  const accounts = new Accounts(store, { signUp: 'closed', rateLimit }, () => 1)
  const errors = []
  for (let i = 0; i < wanted; i++) {
    const made = await accounts.create(
      { name: 'Ada', email: `${i}@example.org`, password: 'analytical engine' },
      '::1',
    )
    errors.push(made.ok ? null : made.error.form)
  }
  return errors
}

it('[ID-1] an IP address that asks for more than fifty accounts has to wait', async () => {
  const errors = await refusals(3000, 51)
  expect(errors.slice(0, 50)).not.toContain(TOO_MANY_ATTEMPTS)
  expect(errors[50]).toBe(TOO_MANY_ATTEMPTS)
})

it('[ID-1] an IP address may ask for any number of accounts if requests are not limited', async () => {
  expect(await refusals(null, 51)).not.toContain(TOO_MANY_ATTEMPTS)
})
