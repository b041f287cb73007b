import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { ok } from '@cardinal/domain'
import { readConfig } from '../../src/config.ts'
import { createIdentity } from '../../src/identity/identity.ts'
import { insertUser } from '../../src/identity/users.ts'
import { openStore } from '../../src/store/index.ts'
import { freePort } from '../support/free-port.ts'
import { type Person, personWith } from '../support/node.ts'
import { CLIENT_ATTACKS, CORS_ORIGIN } from './client-inputs.ts'
import { FILE_ATTACKS } from './file-inputs.ts'
import { ATTACKS, type Attack, type Target } from './inputs.ts'
import { LOAD_ATTACKS } from './load-inputs.ts'
import { NEWER_ATTACKS } from './newer-inputs.ts'
import type { OthersOptions } from './others.ts'
import { OUTGOING_ATTACKS } from './outgoing-inputs.ts'

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))
/** The built server to attack. `ATTACKED` names another one, to compare with. */
const MAIN = resolve(process.env.ATTACKED ?? join(ROOT, 'apps/server/dist/main.js'))
/** ms after which an attack, or another person's request, counts as unanswered. */
const TIMEOUT_MS = 60_000
const SAMPLE_MS = 25
/**
 * Limits: longest turn of the event loop in ms; 95th percentile of other people's requests in ms; added memory in
 * MB.
 */
const GOAL = { held: 50, p95: 200, memory: 200 }
/** No attack, to show what the machine itself adds. */
const IDLE: Attack = { name: 'nothing for 10 s', run: () => setTimeout(10_000, '') }

interface Figures {
  readonly name: string
  readonly seconds: number
  /** 95th percentile of other people's requests during the attack, in ms. */
  readonly p95: number
  readonly loop: LoopFigures
  /** Memory added during the attack, in MB. */
  readonly memory: number
  readonly answer: string
}

/** The longest turn of the server's event loop in ms: without and with waiting for a processor. */
interface LoopFigures {
  readonly held: number
  readonly lag: number
}

/** Attacks a fresh server with each input in turn, and prints a table. Returns whether all limits are kept. */
export async function measureAll(part: string): Promise<boolean> {
  say(`load ${loadavg()[0]?.toFixed(1)}; ${MAIN}\n`)
  say(
    '| attack | seconds | longest turn, ms (with waits) | p95 of others, ms | memory above before, MB | answer |',
  )
  say('|---|---|---|---|---|---|')
  let isFine = true
  const all = [
    ...ATTACKS,
    ...NEWER_ATTACKS,
    ...OUTGOING_ATTACKS,
    ...LOAD_ATTACKS,
    ...CLIENT_ATTACKS,
    ...FILE_ATTACKS,
  ]
  for (const attack of [IDLE, ...all.filter(({ name }) => name.includes(part))]) {
    const { name, seconds, loop, p95, memory, answer } = await measure(attack)
    isFine &&= loop.held <= GOAL.held && p95 <= GOAL.p95 && memory <= GOAL.memory
    const turn = `${loop.held.toFixed(0)} (${loop.lag.toFixed(0)})`
    const figures = [seconds.toFixed(1), turn, p95.toFixed(0), memory.toFixed(0)]
    say(`| ${[name, ...figures, answer.slice(0, 110)].join(' | ')} |`)
  }
  say(`\nload ${loadavg()[0]?.toFixed(1)}`)
  return isFine
}

async function measure(attack: Attack): Promise<Figures> {
  const dataDir = mkdtempSync(join(tmpdir(), 'cardinal-attack-'))
  const port = await freePort()
  const sitePort = await freePort()
  const env = {
    CARDINAL_DATA_DIR: dataDir,
    CARDINAL_PORT: String(port),
    CARDINAL_HOST: '127.0.0.1',
    CARDINAL_LOG_LEVEL: 'silent',
    CARDINAL_CORS_ORIGINS: CORS_ORIGIN,
    CARDINAL_FETCH_PAGES: attack.pages ? 'on' : 'off',
    ...(attack.pages && {
      CARDINAL_FETCH_TEST_ADDRESS: `127.0.0.1:${sitePort}`,
      CARDINAL_WEBHOOKS: 'on',
      CARDINAL_WEBHOOK_ADDRESSES: `http://127.0.0.1:${sitePort}`,
      CARDINAL_PUSH_HOSTS: `localhost:${sitePort}`,
    }),
    CARDINAL_RATE_LIMIT:
      attack.name.startsWith('3,000') || attack.name.startsWith('import over') ? 'off' : '3000',
  }
  const api = `http://127.0.0.1:${port}/api`
  const watch = new URL('loop-watch.mjs', import.meta.url).href
  const child = spawn(process.execPath, ['--import', watch, MAIN], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  try {
    const ended = once(child, 'exit').then(() => Promise.reject(new Error(`${MAIN} ended while it started.`)))
    await Promise.race([new Promise((ready) => child.stdout?.once('data', ready)), ended])
    // A failure shows below.
    ended.catch(() => undefined)
    const [mallory, ada, ...crowd] = await people(env, api, 10)
    if (mallory === undefined || ada === undefined) throw new Error('There are no people.')
    return await underAttack(attack, child, { api, mallory, ada, crowd, sitePort }, ada)
  } finally {
    child.kill('SIGKILL')
    await new Promise((gone) =>
      child.exitCode === null && child.signalCode === null ? child.once('exit', gone) : gone(null),
    )
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Creates people with sessions directly in the store, like the operator's command. */
async function people(env: Record<string, string>, api: string, count: number): Promise<Person[]> {
  const config = readConfig(env)
  if (!config.ok) throw new Error(config.error.join('\n'))
  const store = await openStore({ databaseUrl: null, dataDir: config.value.dataDir })
  try {
    const identity = await createIdentity(store, config.value)
    const made: Person[] = []
    for (let n = 0; n < count; n++) {
      const email = `person${n}@example.org`
      const user = await store.transact(async (tx) =>
        ok(await insertUser(tx, { email, name: 'A Person' }, Date.now())),
      )
      if (!user.ok) throw new Error('There is no user.')
      const { accessToken } = await identity.sessions.issue(user.value.id, undefined)
      made.push(personWith(api, user.value.id, email, accessToken))
    }
    return made
  } finally {
    await store.close()
  }
}

async function underAttack(
  attack: Attack,
  child: ChildProcess,
  target: Target,
  ada: Person,
): Promise<Figures> {
  const options: OthersOptions = { api: target.api, token: ada.token, every: SAMPLE_MS, givenUp: TIMEOUT_MS }
  const others = fork(new URL('others.ts', import.meta.url), [JSON.stringify(options)])
  await once(others, 'message')
  const before = memoryOf(child)
  let peak = before
  const watch = setInterval(() => {
    peak = Math.max(peak, memoryOf(child))
  }, SAMPLE_MS)
  await loopOf(child)
  const begun = performance.now()
  const answer = await Promise.race([
    attack.run(target).catch((error: Error) => `no answer: ${error.message}`),
    setTimeout(TIMEOUT_MS, `no answer in ${TIMEOUT_MS / 1000} s`, { ref: false }),
  ])
  const seconds = (performance.now() - begun) / 1000
  const loop = await loopOf(child)
  const told = once(others, 'message')
  others.send('over')
  const [times] = (await told) as [number[]]
  clearInterval(watch)
  times.sort((a, b) => a - b)
  return {
    name: attack.name,
    seconds,
    loop,
    p95: times[Math.floor(times.length * 0.95)] ?? TIMEOUT_MS,
    memory: Math.max(peak, memoryOf(child)) - before,
    answer,
  }
}

/** The figures since the last call. A server that does not answer in time counts as blocked. */
async function loopOf(child: ChildProcess): Promise<LoopFigures> {
  const still = { held: TIMEOUT_MS, lag: TIMEOUT_MS }
  if (!child.connected) return still
  const told = once(child, 'message') as Promise<[LoopFigures]>
  child.send('figures')
  const [figures] = await Promise.race([told, setTimeout(TIMEOUT_MS, [still] as const, { ref: false })])
  return figures
}

/** MB of memory of a process and its children; 0 when it has exited. */
function memoryOf({ pid }: Pick<ChildProcess, 'pid'>): number {
  try {
    const own = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
    const started = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
    const pids = started === '' ? [] : started.split(' ').map(Number)
    return pids.reduce((sum, each) => sum + memoryOf({ pid: each }), own)
  } catch {
    // The server is dead, which the answers show.
    return 0
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
