// Starts the built server. Without a data folder it uses an empty one, and removes it at the end. Arguments:
// port (default: a free one), host, data folder, `CARDINAL_SITE` (`unset`: none), address of a server that
// answers for all fetched sites (without it none is fetched), ms that the clock is ahead, and hosts of push
// services. The default of `CARDINAL_SITE` is `public`, which the requirements describe.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../scripts/lib/free-port.mjs'
import '../scripts/lib/quick-scrypt.mjs'

const given = process.argv[4] || undefined
const site = process.argv[5] || 'public'
const sites = process.argv[6] || undefined
const ahead = Number(process.argv[7] ?? 0)
const dataDir = given ?? mkdtempSync(join(tmpdir(), 'cardinal-e2e-'))
if (given === undefined) process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }))

globalThis.Date = new Proxy(Date, {
  construct: (Real, given, newTarget) =>
    Reflect.construct(Real, given.length === 0 ? [Real.now() + ahead] : given, newTarget),
  get: (Real, name) => (name === 'now' ? () => Real.now() + ahead : Reflect.get(Real, name)),
})

for (const name of Object.keys(process.env))
  if (name.startsWith('CARDINAL_') || name === 'DATABASE_URL') delete process.env[name]
Object.assign(process.env, {
  CARDINAL_PORT: process.argv[2] ?? String(await freePort()),
  CARDINAL_HOST: process.argv[3] ?? 'localhost',
  CARDINAL_SIGN_UP: 'open',
  ...(site !== 'unset' && { CARDINAL_SITE: site }),
  CARDINAL_DATA_DIR: dataDir,
  CARDINAL_RATE_LIMIT: 'off',
  CARDINAL_LOG_LEVEL: 'warn',
  CARDINAL_FETCH_PAGES: sites === undefined ? 'off' : 'on',
  ...(sites && { CARDINAL_FETCH_TEST_ADDRESS: sites }),
  ...(process.argv[8] && { CARDINAL_PUSH_HOSTS: process.argv[8] }),
})
await import(new URL('../apps/server/dist/main.js', import.meta.url).href)
