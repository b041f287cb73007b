import { ok } from '@cardinal/domain'
import { readConfig } from '../../../apps/server/src/config.ts'
import { createIdentity } from '../../../apps/server/src/identity/identity.ts'
import { insertUser } from '../../../apps/server/src/identity/users.ts'
import { openStore } from '../../../apps/server/src/store/index.ts'

/** Environment of a benchmarked server over this data folder or database. */
export function serverEnv(port: number, dataDir: string, databaseUrl?: string): Record<string, string> {
  return {
    CARDINAL_PORT: String(port),
    CARDINAL_HOST: '127.0.0.1',
    CARDINAL_DATA_DIR: dataDir,
    CARDINAL_RATE_LIMIT: 'off',
    CARDINAL_FREE_CARD_LIMIT: '0',
    CARDINAL_LOG_LEVEL: 'warn',
    ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
  }
}

/** Makes users, each with an empty workspace. Resolves with their Authorization headers. */
export async function makePeople(
  count: number,
  env: Readonly<Record<string, string>>,
): Promise<{ authorization: string }[]> {
  const config = readConfig(env)
  if (!config.ok) throw new Error(config.error.join('\n'))
  const store = await openStore(config.value)
  await store.migrate()
  const identity = await createIdentity(store, config.value)
  const people: { authorization: string }[] = []
  for (let i = 0; i < count; i++) {
    const user = await store.transact(async (tx) =>
      ok(await insertUser(tx, { email: `person${i}@example.org`, name: `Person ${i}` }, Date.now())),
    )
    if (!user.ok) throw new Error('The user was refused.')
    const { accessToken } = await identity.sessions.issue(user.value.id, undefined)
    people.push({ authorization: `Bearer ${accessToken}` })
  }
  await store.close()
  return people
}
