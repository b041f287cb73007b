import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { afterAll, expect, it } from 'vitest'
import { ADA, openForm, submit } from '../identity/forms.ts'
import { outcomeOf } from '../identity/support.ts'
import { freePort } from '../support/free-port.ts'
import { request } from '../support/node.ts'
import { startSites } from '../support/sites.ts'

const LIMIT_MB = 512
const MIB = 1024 * 1024
const LINKS = 10_000
const BUILT = fileURLToPath(new URL('../../dist/main.js', import.meta.url))
const SOURCE = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
const COMMAND = existsSync(BUILT) ? [BUILT] : ['--import', 'tsx', SOURCE]

/** A control group with a memory limit, version 1 or 2. Null: this user can't create one here. */
function limitedGroup() {
  const root = '/sys/fs/cgroup'
  const isFirst = existsSync(join(root, 'memory/memory.limit_in_bytes'))
  const folder = join(root, isFirst ? 'memory' : '', `cardinal-test-${process.pid}`)
  const [limit, most] = isFirst
    ? ['memory.limit_in_bytes', 'memory.max_usage_in_bytes']
    : ['memory.max', 'memory.peak']
  try {
    mkdirSync(folder)
    writeFileSync(join(folder, limit), String(LIMIT_MB * MIB))
  } catch {
    if (existsSync(folder)) rmdirSync(folder)
    return null
  }
  return {
    folder,
    /** MB, including cached files. */
    most: () => Math.round(Number(readFileSync(join(folder, most), 'utf8')) / MIB),
  }
}

const folder = mkdtempSync(join(tmpdir(), 'cardinal-small-'))
const group = limitedGroup()
let child: ChildProcess | null = null
afterAll(async () => {
  const ended = child && new Promise((done) => child?.once('exit', done))
  child?.kill('SIGKILL')
  await ended
  // The group is empty only some time after its last process has exited.
  for (let tries = 0; group !== null && existsSync(group.folder) && tries < 50; tries++) {
    await setTimeout(100)
    try {
      rmdirSync(group.folder)
    } catch {
      // The group is not empty yet.
    }
  }
  rmSync(folder, { recursive: true, force: true })
})

/** Most MB that the server's process has held. */
function heldMost(): number {
  const [, kb = ''] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${child?.pid}/status`, 'utf8')) ?? []
  return Math.round(Number(kb) / 1024)
}

it(`one person with 10,000 links imports, restarts, searches, exports and sees a picture in ${LIMIT_MB} MB`, {
  timeout: 240_000,
}, async () => {
  const sites = await startSites()
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const env = {
    PATH: process.env.PATH,
    CARDINAL_PORT: String(port),
    CARDINAL_DATA_DIR: join(folder, 'data'),
    CARDINAL_LOG_LEVEL: 'silent',
    CARDINAL_FREE_CARD_LIMIT: '0',
    CARDINAL_FETCH_PAGES: 'on',
    CARDINAL_FETCH_TEST_ADDRESS: sites.address,
  }
  let said = ''
  const start = async () => {
    const enter = group === null ? '' : `echo $$ > ${group.folder}/cgroup.procs && `
    said = ''
    child = spawn('sh', ['-c', `${enter}exec "$@"`, 'sh', process.execPath, ...COMMAND], { env })
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (said += text))
    await expect.poll(() => said, { timeout: 60_000 }).toContain('Open http')
  }
  await start()
  if (group !== null)
    expect(said).toContain(
      'Memory: 512 MB (the limit of its group). At most 64 hold workspaces ready, 96 each thread that reads files or pages, 192 the one that makes pictures.',
    )

  const { browser, form } = await openForm(origin)
  const { end } = await submit(browser, form, 'create', ADA)
  const credentials = { credential: outcomeOf(end ?? '').code, client_id: 'cardinal' }
  const { body: signedIn } = await browser.postJson(`${origin}/api/user/sign-in`, credentials)
  const headers = { authorization: `Bearer ${signedIn.data.jwt_access_token}` }
  const call = async (method: string, path: string, body?: unknown, more = {}) => {
    const answer = await request(`${origin}/api`, method, path, body, { ...headers, ...more })
    expect([path, answer.status, answer.status === 200 || answer.body]).toEqual([path, 200, true])
    return answer.body
  }
  const most = { afterSignUp: heldMost(), afterImport: 0, afterRestart: 0, inGroup: 0 }

  const rows = Array.from(
    { length: LINKS },
    (_, n) =>
      `<DT><A HREF="https://site${n % 700}.example/a/longer/path/${n}" ADD_DATE="1700000000" TAGS="tag${n % 97},kind${n % 13}">A page about subject ${n} and its neighbours</A>`,
  )
  const file = `<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<TITLE>Bookmarks</TITLE>\n<DL><p>\n${rows.join('\n')}\n</DL><p>\n`
  const imported = await call('POST', '/import?format=html', new TextEncoder().encode(file), {
    'content-type': 'application/octet-stream',
  })
  expect(imported.data).toMatchObject({ created: LINKS })

  // The largest picture that is still read.
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const cover = await sharp({
    create: { width: 3_600, height: 2_700, channels: 3, background: 'red', noise },
  })
    .jpeg({ quality: 30 })
    .toBuffer()
  sites.pages.set('pictured.example/cover.jpg', { body: cover, type: 'image/jpeg' })
  sites.pages.set('pictured.example/', {
    body: '<html lang=en><title>A picture</title><meta property="og:image" content="/cover.jpg">',
  })
  const { data: card } = await call('POST', '/entity/create-one', {
    newEntity: { type: 'hyperlink', content: 'https://pictured.example/' },
  })
  const pictureOf = async () =>
    (await call('POST', '/entity/get-specific', { entity_ids: [card._id] })).data[0].page?.cover
  await expect.poll(pictureOf, { timeout: 90_000, interval: 500 }).toBeTruthy()
  most.afterImport = heldMost()
  expect(sites.asked).toContainEqual(expect.stringMatching(/^GET site\d+\.example\/a\/longer/))

  const isEnded = new Promise((done) => child?.once('exit', done))
  child?.kill('SIGTERM')
  expect(await isEnded).toBe(0)
  await start()
  for (let n = 0; n < 40; n++) {
    const found = await call('POST', '/entity/get-matching-entities', {
      userIsTyping_inSearchbar: n % 2 === 0 ? `subject ${n}` : `tag${n}`,
    })
    expect(found.data.length).toBeGreaterThan(0)
  }
  const pulled = await request(`${origin}/api`, 'GET', '/sync/pull', undefined, headers)
  expect(pulled.body.split('\n').length).toBeGreaterThan(LINKS)
  expect(JSON.stringify(await call('GET', '/export?scope=account')).length).toBeGreaterThan(1_000_000)
  const { data: shown } = await call('GET', '/server/overview')
  expect(shown.cards).toBe(LINKS + 1)
  most.afterRestart = heldMost()
  most.inGroup = group?.most() ?? 0
  const built = existsSync(BUILT) ? 'built' : 'from sources'
  const limited = group === null ? 'measured, not limited: no control group can be made here' : 'limited'
  process.stdout.write(
    `Node ${process.version}, ${built}, ${limited}; MB held at most: ${JSON.stringify(most)}\n`,
  )
  for (const held of Object.values(most)) expect(held).toBeLessThan(LIMIT_MB)
  sites.stop()
})
