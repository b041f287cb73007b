import { networkInterfaces } from 'node:os'
import { ALL_ADDRESSES, type Config, describeProblems, readConfig } from '../config.ts'
import { isSecureContext } from '../identity/public-address.ts'
import { describeMemory } from '../lib/machine.ts'
import type { Store } from '../store/index.ts'
import { keepToOwner } from './data-folder.ts'
import { createNode, type Node } from './start.ts'
import { isSentence } from './upgrade.ts'

/**
 * Reads the configuration and serves until a signal comes. A problem that prevents serving is printed as a
 * sentence.
 */
export async function serve(env: NodeJS.ProcessEnv): Promise<void> {
  const read = readConfig(env)
  if (read.ok) await start(read.value)
  else fail(describeProblems(read.error))
}

async function start(config: Config): Promise<void> {
  for (const name of config.unknownVariables)
    console.warn(`${name} is set, but there is no such setting: is it spelled right?`)
  let node: Node | null = null
  try {
    for (const note of keepToOwner(config)) console.warn(note)
    node = await createNode(config)
    await node.app.listen({ port: config.port, host: config.host })
    stopOnSignals(node)
    process.stdout.write(`Cardinal is running. Open ${config.publicUrl}\n`)
    process.stdout.write(`Visitors see ${START[startOf(config)]}\n`)
    process.stdout.write(`${describeMemory(config.replicaMemoryMb)}\n`)
    warnOfAddress(config)
    await logWhoMayJoin(config, node.store)
  } catch (error) {
    fail(isSentence(error) ? error.message : sentenceFor(error as NodeJS.ErrnoException, config))
    // Open database connections would keep the process running.
    await node?.stop()
  }
}

/** Prints at the first start who may create an account, and how to change that. */
async function logWhoMayJoin({ signUp, identity }: Config, { users }: Store): Promise<void> {
  if (identity.kind !== 'embedded' || (await users.count()) > 0) return
  process.stdout.write(`${WHO_MAY_JOIN[signUp]}\n`)
}

const WHO_MAY_JOIN = {
  open: 'Accounts: everybody who can open this address may make one. CARDINAL_SIGN_UP=first-only allows the first person alone.',
  'first-only':
    'Accounts: the first person who opens this address may make one. Others need "npm run admin -- invite", or CARDINAL_SIGN_UP=open.',
  closed: 'Accounts: "npm run admin -- invite" prints a link by which one person can make one.',
} as const

function startOf({ site: { kind, hasShortStart } }: Config): keyof typeof START {
  if (kind === 'public') return 'public'
  return hasShortStart ? 'short' : 'landing'
}

const START = {
  landing: 'the landing page, without a shop. CARDINAL_SITE=private shortens it.',
  short: 'a short page that signs in. Without CARDINAL_SITE=private it is the landing page.',
  public: 'the landing page, with prices and the pages of a shop.',
} as const

/** Warns which features other devices lack at an address that browsers don't treat as secure. */
function warnOfAddress(config: Config): void {
  const addresses = config.usesAskedAddress ? addressesOf(config) : []
  if (addresses.length > 0) process.stdout.write(`Other devices: ${addresses.join(' or ')}\n`)
  if (addresses.every(isSecureContext) && isSecureContext(config.publicUrl)) return
  if (config.usesAskedAddress)
    console.warn(
      'CARDINAL_PUBLIC_URL is not set: each device is answered under the address that it asks for.',
    )
  console.warn(
    'Browsers keep some functions for HTTPS. Over plain HTTP other devices can use Cardinal while they reach this server, but cannot open it offline or install it. For that, put HTTPS in front and set CARDINAL_PUBLIC_URL: see docs/running.md.',
  )
}

/** Addresses at which other devices reach this server. */
function addressesOf({ host, port, publicUrl }: Config): string[] {
  if (!ALL_ADDRESSES.test(host)) return [publicUrl]
  const all = Object.values(networkInterfaces()).flatMap((found) => found ?? [])
  return all
    .filter(({ internal, family }) => !internal && family === 'IPv4')
    .map(({ address }) => `http://${address}:${port}`)
}

/** ms for a clean stop. Then the process exits; the database has what was committed. */
const STOPPED_AFTER_MS = 30_000

/** Stops the process cleanly on SIGTERM and Ctrl-C. A second signal ends it at once. */
function stopOnSignals(node: Node): void {
  let isStopping = false
  const stop = async (): Promise<void> => {
    if (isStopping) process.exit(1)
    isStopping = true
    setTimeout(() => process.exit(1), STOPPED_AFTER_MS)
    await node.stop()
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

/** A sentence that says how to mend a known problem. Any other error is printed in full. */
function sentenceFor(error: NodeJS.ErrnoException, { port, dataDir, databaseUrl }: Config): string {
  const code = error.code ?? ''
  if (code === 'EADDRINUSE')
    return `Port ${port} is taken: stop what uses it, or set CARDINAL_PORT to another one.`
  if (code === 'EACCES' && error.syscall === 'listen')
    return `Port ${port} may not be used by this user: set CARDINAL_PORT to one above 1023.`
  if (databaseUrl !== null && /^(?:ECONN|ENOTFOUND|ETIMEDOUT|28|3D|08|57)/.test(code))
    return `The database at DATABASE_URL cannot be used (${error.message}): check the address, and that it runs.`
  if (/^SQLITE_(?:NOTADB|CORRUPT)/.test(code))
    return `The database in ${dataDir} is damaged (${code}): put a backup in its place with "npm run restore -- FILE".`
  if (code.startsWith('SQLITE_BUSY'))
    return `The database in ${dataDir} is held by another process: wait until its command has ended, or stop it.`
  if (/^(?:EACCES|EROFS|ENOSPC|ENOTDIR|EEXIST|EPERM|SQLITE_)/.test(code))
    return `The data folder ${dataDir} cannot be written (${code}): make it writable, or set CARDINAL_DATA_DIR to another one.`
  return `Cardinal could not start. ${error.stack ?? error.message}`
}

function fail(sentence: string): void {
  console.error(sentence)
  process.exitCode = 1
}
