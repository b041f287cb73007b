import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import SqliteFile from 'better-sqlite3'
import { backUp } from '../../src/operations/backup.ts'
import { restore } from '../../src/operations/restore.ts'
import { type Command, ServerUnderTest } from './server-under-test.ts'
import { type Sent, Writers } from './writers.ts'

export interface Backups {
  readonly backups: number
  readonly cards: number
  /** Backups with a state that never existed. */
  readonly impossible: number
}

/**
 * Takes backups while two people write, restores each into a new folder, and compares it with what was written. A
 * consistent backup has all changes of each workspace up to a sequence number. If it has a card, it has all cards
 * that were acknowledged before that one was sent.
 */
export async function backups(count: number, command: Command): Promise<Backups> {
  const server = await ServerUnderTest.make({ command })
  const folder = mkdtempSync(join(tmpdir(), 'cardinal-torture-backups-'))
  try {
    const names = ['ada', 'grace']
    const people: Writers[] = []
    for (const name of names) people.push(new Writers(name, await server.person(name), server.api, 4))
    await server.start()
    for (const writers of people) writers.start()
    const files: string[] = []
    for (let n = 0; n < count; n++) {
      await setTimeout(100 + Math.random() * 200)
      const file = join(folder, `${n}.sqlite`)
      const made = await backUp(server.dataDir, file, Date.now())
      if (!made.ok) throw new Error(made.error)
      files.push(file)
    }
    for (const writers of people) await writers.stop()
    for (const writers of people) await writers.settle(30_000)
    let impossible = 0
    let cards = 0
    for (const [n, file] of files.entries()) {
      const restored = await restore(file, join(folder, `restored-${n}`), Date.now())
      if (!restored.ok) throw new Error(restored.error)
      cards = restored.value.cards
      if (
        !isOfOneMoment(
          rowsOf(restored.value.database),
          people.map(({ sent }) => sent),
        )
      )
        impossible++
    }
    return { backups: count, cards, impossible }
  } finally {
    await server.remove()
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Rows {
  readonly contents: ReadonlySet<string>
  /** A workspace's sequence number and number of cards. */
  readonly workspaces: readonly { readonly seq: number; readonly cards: number }[]
}

function rowsOf(database: string): Rows {
  const file = new SqliteFile(database, { readonly: true })
  try {
    const contents = file.prepare('select content from card').pluck().all() as string[]
    const workspaces = file
      .prepare(
        'select seq, (select count(*) from card where card.workspace_id = workspace.id) as cards from workspace',
      )
      .all() as { seq: number; cards: number }[]
    return { contents: new Set(contents), workspaces }
  } finally {
    file.close()
  }
}

/** Whether a backup shows a single moment. Exported for its test: the check must be able to fail. */
export function isOfOneMoment({ contents, workspaces }: Rows, people: readonly (readonly Sent[])[]): boolean {
  // Each change created one card and took one number.
  if (workspaces.some(({ seq, cards }) => seq !== cards)) return false
  const sent = people.flat()
  const present = sent.filter(({ content }) => contents.has(content))
  const absent = sent.filter(({ content }) => !contents.has(content))
  const lastSent = Math.max(...present.map(({ sentAt }) => sentAt))
  return absent.every(({ acknowledgedAt }) => acknowledgedAt === null || acknowledgedAt >= lastSent)
}
