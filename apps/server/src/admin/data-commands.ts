import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ok, type Result, refused } from '@cardinal/domain'
import type { Config } from '../config.ts'
import { createIdentity } from '../identity/identity.ts'
import { backUp } from '../operations/backup.ts'
import { Housekeeping } from '../operations/housekeeping.ts'
import { beginNewEpochs, restore } from '../operations/restore.ts'
import { bringUpToDate } from '../operations/upgrade.ts'
import { copyStore, DATABASE_FILE, lockFile, openStore } from '../store/index.ts'
import type { Answer, Command, Options, Workplace } from './command.ts'

export const DATA_COMMANDS: Readonly<Record<string, Command>> = {
  backup: {
    usage: '[--file F]',
    does: 'copies the database into a file while servers run; SQLite only',
    needs: [],
    takes: ['file'],
    runOnFiles: backUpCommand,
  },
  restore: {
    usage: '--file F',
    does: 'puts a backup in the place of the database, and keeps the old one aside; SQLite only, servers stopped',
    needs: ['file'],
    takes: ['file'],
    runOnFiles: restoreCommand,
  },
  'copy-data': {
    usage: '--to sqlite | --to postgres://…',
    does: 'copies everything from the configured database into an empty one of the other kind; servers stopped',
    needs: ['to'],
    takes: ['to'],
    runOnFiles: copyDataCommand,
  },
  'new-epoch': {
    usage: '',
    does: 'makes every device send again and load anew; run it after putting back an older database',
    needs: [],
    takes: [],
    run: newEpochCommand,
  },
  'rotate-keys': {
    usage: '',
    does: 'throws the keys of the server away and signs everybody out; start every server anew afterwards',
    needs: [],
    takes: [],
    run: rotateKeysCommand,
  },
  tidy: {
    usage: '',
    does: 'removes, now, what has been deleted or has run out for long enough, and writes a SQLite file anew without it',
    needs: [],
    takes: [],
    run: compactCommand,
  },
}

async function backUpCommand({ file }: Options, config: Config, now: () => number): Promise<Answer> {
  if (config.databaseUrl !== null) return refused(ON_POSTGRES('pg_dump makes backups of it'))
  return asLine(await backUp(config.dataDir, file === undefined ? null : pathOf(file), now()))
}

async function restoreCommand({ file = '' }: Options, config: Config, now: () => number): Promise<Answer> {
  if (config.databaseUrl !== null)
    return refused(ON_POSTGRES('pg_restore puts backups back, and "npm run admin -- new-epoch" comes after'))
  return asLine(await restore(pathOf(file), config.dataDir, now()))
}

/** Copies all data: from SQLite to a PostgreSQL address, or from the configured PostgreSQL to SQLite in the data folder. */
async function copyDataCommand({ to = '' }: Options, config: Config, now: () => number): Promise<Answer> {
  const isAddress = /^postgres(?:ql)?:\/\//.test(to)
  if (!isAddress && to !== 'sqlite')
    return refused('--to must be sqlite, or an address that begins with postgres://.')
  const { dataDir, databaseUrl } = config
  const file = join(dataDir, DATABASE_FILE)
  const held = existsSync(file) ? lockFile(file) : null
  if (held?.ok === false) return refused(`A server or a command uses ${dataDir} just now: stop it first.`)
  held?.value.release()
  const source = await openStore({ dataDir, databaseUrl })
  try {
    await bringUpToDate(source, { dataDir, databaseUrl }, now())
  } finally {
    await source.close()
  }
  const copied = await copyStore({ dataDir, databaseUrl }, { dataDir, databaseUrl: isAddress ? to : null })
  if (!copied.ok) return copied
  const next = isAddress
    ? 'Set DATABASE_URL to the new address and start the server.'
    : 'Unset DATABASE_URL and start the server.'
  return ok([JSON.stringify(copied.value), next])
}

async function newEpochCommand(_options: Options, { store, now }: Workplace): Promise<Answer> {
  return ok([JSON.stringify({ workspaces: await beginNewEpochs(store, now()) })])
}

/**
 * Ends all sessions too, because a thief of the old keys could have made sessions. The next start makes new
 * keys.
 */
async function rotateKeysCommand(_options: Options, { store }: Workplace): Promise<Answer> {
  const done = await store.transact<{ keys: string[]; sessions: number }, never>(async (tx) => {
    const keys = await tx.serverKeys.removeAll()
    const sessions = await tx.sessions.removeAll()
    await tx.providerRecords.removeAll()
    return ok({ keys, sessions })
  })
  if (!done.ok) return refused('The keys could not be removed.')
  return ok([JSON.stringify({ keys_removed: done.value.keys, sessions_ended: done.value.sessions })])
}

async function compactCommand(_options: Options, { store, config, now }: Workplace): Promise<Answer> {
  const identity = await createIdentity(store, config, now)
  await new Housekeeping(store, identity, now, () => undefined).run()
  await store.scrub(Number.POSITIVE_INFINITY)
  return ok([JSON.stringify({ tidied: new Date(now()).toISOString() })])
}

const ON_POSTGRES = (instead: string) => `DATABASE_URL names a PostgreSQL database: ${instead}.`

/** Relative to the folder where the operator typed the command: npm changes to the project's folder. */
function pathOf(file: string): string {
  return resolve(process.env.INIT_CWD ?? process.cwd(), file)
}

function asLine(result: Result<object, string>): Answer {
  return result.ok ? ok([JSON.stringify(result.value)]) : result
}
