import { randomBytes } from 'node:crypto'
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DIGEST_HEADER, EPOCH_HEADER, LOAD_HEADER } from '@cardinal/contract'
import { type Id, ok } from '@cardinal/domain'
import { readConfig } from '../../../server/src/config.ts'
import { insertUser } from '../../../server/src/identity/users.ts'
import { createNode, type Node } from '../../../server/src/operations/start.ts'
import { DATABASE_FILE } from '../../../server/src/store/index.ts'
import { failFor } from '../../../server/test/support/failing-change.ts'
import { type KeptText, KeptTexts, putBackOperations } from '../../../server/test/support/kept-texts.ts'
import type { Serve } from './virtual-network.ts'

/** A user's rows that the server removed after half a year, and the sequence numbers at that time. */
export interface Aged {
  readonly operations: readonly Record<string, unknown>[]
  readonly texts: readonly KeptText[]
  readonly seqs: ReadonlyMap<Id, number>
  /** ms since the start of the story */
  readonly at: number
}

/** The real server and store, without sockets, with a simulated clock. */
export class SimulatedServer {
  readonly #dataDir: string
  #node: Node
  /** A second node over the same database. Started by the first story that needs it. */
  #second: Node | null = null
  #hasTwo = false
  #requests = 0
  readonly #time: { now: () => number }
  readonly #freeCardLimit: number
  #limited: SimulatedServer | null = null
  /** Id of a row; the server fails for every change of it. Null: none. */
  failingFor: Id | null = null

  private constructor(dataDir: string, node: Node, time: { now: () => number }, freeCardLimit: number) {
    this.#freeCardLimit = freeCardLimit
    this.#dataDir = dataDir
    this.#node = this.#withFaults(node)
    this.#time = time
  }

  static async start(freeCardLimit = 0): Promise<SimulatedServer> {
    // In memory if possible: the server's disk is not simulated.
    const parent = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()
    const dataDir = mkdtempSync(join(parent, 'cardinal-simulation-'))
    const time = { now: Date.now }
    const node = await nodeOn(dataDir, freeCardLimit, time)
    return new SimulatedServer(dataDir, node, time, freeCardLimit)
  }

  /** Another server, whose plan allows this many cards. It stops with this one. */
  async withLimit(freeCardLimit: number): Promise<SimulatedServer> {
    this.#limited ??= await SimulatedServer.start(freeCardLimit)
    return this.#limited
  }

  get node(): Node {
    return this.#node
  }

  get databaseFile(): string {
    return join(this.#dataDir, DATABASE_FILE)
  }

  /** Sends requests to one node, or in turn to two nodes over the same database. */
  async setNodes(count: 1 | 2): Promise<void> {
    this.#hasTwo = count === 2
    this.#requests = 0 // A story must not depend on earlier ones.
    if (this.#hasTwo) this.#second ??= await this.#newNode()
  }

  setClock(now: () => number): void {
    this.#time.now = now
  }

  readonly serve: Serve = async ({ method, address, headers, body }) => {
    const isSecond = this.#hasTwo && this.#requests++ % 2 === 1
    const { app } = (isSecond ? this.#second : null) ?? this.#node
    const answer = await app.inject({
      method: method as 'GET',
      url: address,
      headers,
      ...(body === undefined ? {} : { payload: body }),
    })
    const told = ['retry-after', DIGEST_HEADER, EPOCH_HEADER, LOAD_HEADER].flatMap((name) => {
      const value = answer.headers[name]
      return value === undefined ? [] : [[name, String(value)] as const]
    })
    const date = new Date(this.#time.now()).toUTCString()
    return { status: answer.statusCode, headers: { ...Object.fromEntries(told), date }, body: answer.body }
  }

  /** A user with an empty workspace. */
  async newUser(name: string): Promise<string> {
    const made = await this.#node.store.transact(async (tx) =>
      ok(await insertUser(tx, { email: `${name}@example.org`, name }, this.#time.now())),
    )
    if (!made.ok) throw new Error('The user could not be made.')
    return made.value.id
  }

  /** Signs in on one more device. */
  tokensOf(userId: string): Promise<{ accessToken: string; refreshToken: string }> {
    return this.#node.identity.sessions.issue(userId, 'simulation')
  }

  /** Copies the database. */
  async backUp(): Promise<void> {
    const file = join(this.#dataDir, 'backup.sqlite')
    rmSync(file, { force: true }) // Backups are never overwritten: remove that of an earlier story.
    const kept = await this.#node.store.backup(file)
    if (!kept.ok) throw new Error('No backup was made.')
  }

  /** Restores that copy by the operator's command, which begins a new epoch. */
  async restore(userId: string): Promise<void> {
    await this.copyBack()
    await this.beginNewEpochOf(userId)
  }

  /** Restores the copied file without the command that begins a new epoch. */
  async copyBack(): Promise<void> {
    await this.#stopNodes()
    for (const ending of ['-wal', '-shm'])
      rmSync(join(this.#dataDir, DATABASE_FILE + ending), { force: true })
    copyFileSync(join(this.#dataDir, 'backup.sqlite'), join(this.#dataDir, DATABASE_FILE))
    await this.#startNodes()
  }

  /** Makes all of the user's cursors invalid. */
  async beginNewEpochOf(userId: string): Promise<void> {
    await this.#node.store.transact(async (tx) => {
      await tx.lockUser(userId)
      for (const { id } of await tx.workspaces.ofUser(userId))
        await tx.workspaces.setEpoch(userId, id, randomBytes(12).toString('hex'), this.#time.now())
      return ok(null)
    })
  }

  /** Removes expired data, as the server does every few hours. */
  async sweep(userId: Id, at: number): Promise<Aged> {
    const seqs = new Map((await this.seqsOf(userId)).map(({ workspace_id, seq }) => [workspace_id, seq]))
    const kept = new KeptTexts(this.databaseFile, userId)
    const texts = kept.texts()
    const operations = kept.operations()
    kept.close()
    await this.#node.housekeeping.run()
    const deleted = new Set(texts.flatMap(({ where, cardId }) => (where === 'deleted card' ? [cardId] : [])))
    const ofDeleted = texts.filter(({ cardId }) => deleted.has(cardId))
    return { operations, texts: ofDeleted, seqs, at }
  }

  /** Inserts the removed operations again, because the end of a story is checked by them. */
  recall({ operations }: Aged): void {
    putBackOperations(this.databaseFile, operations)
  }

  /** Kills the server and starts it again from its disk. */
  async kill(): Promise<void> {
    await this.#stopNodes()
    await this.#startNodes()
  }

  async #stopNodes(): Promise<void> {
    await this.#second?.stop()
    this.#second = null
    await this.#node.stop()
  }

  async #startNodes(): Promise<void> {
    this.#node = await this.#newNode()
    await this.setNodes(this.#hasTwo ? 2 : 1)
  }

  async #newNode(): Promise<Node> {
    return this.#withFaults(await nodeOn(this.#dataDir, this.#freeCardLimit, this.#time))
  }

  #withFaults(node: Node): Node {
    failFor(node, ({ id }) => id === this.failingFor)
    return node
  }

  /** Sequence number of each of the user's workspaces, in the form of the event stream. */
  async seqsOf(userId: string): Promise<{ workspace_id: string; seq: number }[]> {
    return (await this.#node.store.workspaces.ofUser(userId)).map(({ id, seq }) => ({
      workspace_id: id,
      seq,
    }))
  }

  async stop(): Promise<void> {
    await this.#limited?.stop()
    await this.#stopNodes()
    rmSync(this.#dataDir, { recursive: true, force: true })
  }
}

function nodeOn(dataDir: string, freeCardLimit: number, time: { now: () => number }): Promise<Node> {
  const config = readConfig({
    CARDINAL_DATA_DIR: dataDir,
    CARDINAL_RATE_LIMIT: 'off',
    CARDINAL_FETCH_PAGES: 'off',
    CARDINAL_LOG_LEVEL: 'silent',
    CARDINAL_FREE_CARD_LIMIT: String(freeCardLimit),
  })
  if (!config.ok) throw new Error(config.error.join('\n'))
  return createNode(config.value, { webRoot: dataDir, now: () => time.now(), overloadedAt: 0 })
}
