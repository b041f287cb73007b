import { createHash } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import { type Card, type CardFile, type Id, ok, type Tag, toFiles } from '@cardinal/domain'
import { type Config, readConfig } from '../../../apps/server/src/config.ts'
import { createIdentity } from '../../../apps/server/src/identity/identity.ts'
import { insertUser } from '../../../apps/server/src/identity/users.ts'
import { newId } from '../../../apps/server/src/lib/ids.ts'
import { NOTHING_MADE, openStore, type Store, type Written } from '../../../apps/server/src/store/index.ts'
import { makeCorpus } from '../corpus/corpus.ts'

/** Rows per transaction. */
const CHUNK = 2_000

/** Tokens of a signed-in device. */
export interface Session {
  readonly accessToken: string
  readonly refreshToken: string
}

/**
 * Fills a data folder with one user's workspace. Resolves with a session of that user.
 *
 * @param pictures on the newest notes, two each
 */
export async function seed(
  dataDir: string,
  size: number,
  corpusSeed: number,
  pictures = 0,
): Promise<Session> {
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
  const drawn: CardFile[] = []
  for (let n = 0; n < pictures; n++) drawn.push(await storePicture(store, userId, n))
  const notes = pictures === 0 ? 0 : [...corpus.cards()].filter(({ type }) => type === 'note').length
  let note = 0
  for (const each of corpus.cards()) {
    if (each.type === 'note') note++
    const has = each.type === 'note' && notes - note < pictures / 2
    const card: Card = has ? { ...each, files: toFiles(drawn.splice(0, 2)) } : each
    chunk.push({ kind: 'card', id: card.id, before: undefined, after: card })
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

/** A picture of 640 by 480 in one colour of its own. */
async function storePicture(store: Store, userId: Id, n: number): Promise<CardFile> {
  const [width, height] = [640, 480]
  const row = Buffer.from([0, ...Array.from({ length: width }, () => [n % 256, n >> 8, 128]).flat()])
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2], 8)
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)), { level: 1 })
  const parts = [
    ['IHDR', head],
    ['IDAT', pixels],
    ['IEND', Buffer.alloc(0)],
  ] as const
  const bytes = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts.flatMap(chunkOfPng)])
  const hash = createHash('sha256').update(bytes).digest('hex')
  const now = Date.now()
  const file = { id: newId(now), user_id: userId, hash, size: bytes.length, type: 'image/png' }
  await store.transact(async (tx) => {
    await tx.files.insert({ ...file, ...NOTHING_MADE, created_at: now, whole_at: now, unused_since: null })
    await tx.files.putPiece(file.id, 0, bytes)
    return ok(null)
  })
  return { hash, name: `picture ${n}.png`, type: file.type, size: file.size, width, height }
}

function chunkOfPng([name, content]: readonly [string, Buffer]): Buffer[] {
  const body = Buffer.concat([Buffer.from(name), content])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(body))
  return [length, body, sum]
}

function benchConfig(dataDir: string): Config {
  const config = readConfig({ CARDINAL_DATA_DIR: dataDir })
  if (!config.ok) throw new Error(config.error.join('\n'))
  return config.value
}
