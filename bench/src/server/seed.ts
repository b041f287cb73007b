import { type Card, ok, type Tag } from '@cardinal/domain'
import { type Config, readConfig } from '../../../apps/server/src/config.ts'
import { createIdentity } from '../../../apps/server/src/identity/identity.ts'
import { insertUser } from '../../../apps/server/src/identity/users.ts'
import { openStore, type Written } from '../../../apps/server/src/store/index.ts'
import { makeCorpus } from '../corpus/corpus.ts'

/** Rows per transaction. */
const CHUNK = 2_000

/** Tokens of a signed-in device. */
export interface Session {
  readonly accessToken: string
  readonly refreshToken: string
}

/** Fills a data folder with one user's workspace. Resolves with a session of that user. */
export async function seed(dataDir: string, size: number, corpusSeed: number): Promise<Session> {
  const store = await openStore({ databaseUrl: null, dataDir })
  await store.migrate()
  const now = Date.now()
  const user = await store.transact(async (tx) =>
    ok(await insertUser(tx, { email: 'bench@example.org', name: 'A Bench' }, now)),
  )
  if (!user.ok) throw new Error('The user was refused.')
  const { id: userId } = user.value
  const [workspace] = await store.workspaces.ofUser(userId)
  if (workspace === undefined) throw new Error('The user has no workspace.')
  const corpus = makeCorpus(size, corpusSeed)
  let chunk: Written[] = corpus.tags.map((tag: Tag) => ({
    kind: 'tag',
    id: tag.id,
    before: undefined,
    after: tag,
  }))
  let { seq } = workspace
  const flush = () =>
    store.transact(async (tx) => {
      seq++
      // Without a digest of the rows: a wrong one would make every device load them again.
      await tx.workspaces.takeSeqAfter(userId, workspace.id, seq - 1, null)
      return ok(await tx.changes.write({ userId, workspaceId: workspace.id, seq, now }, chunk))
    })
  for (const card of corpus.cards()) {
    chunk.push({ kind: 'card', id: card.id, before: undefined, after: card satisfies Card })
    if (chunk.length < CHUNK) continue
    await flush()
    chunk = []
  }
  await flush()
  const identity = await createIdentity(store, benchConfig(dataDir))
  const session = await identity.sessions.issue(userId, undefined)
  await store.close()
  return session
}

function benchConfig(dataDir: string): Config {
  const config = readConfig({ CARDINAL_DATA_DIR: dataDir })
  if (!config.ok) throw new Error(config.error.join('\n'))
  return config.value
}
