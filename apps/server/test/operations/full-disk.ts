import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import SqliteFile from 'better-sqlite3'
import { request, startNode } from '../support/node.ts'

/**
 * Process that fills the disk of a folder beside a server, writes until it is refused, frees space, and prints
 * its findings.
 */
const [, , dataDir = ''] = process.argv
const database = { name: 'SQLite', databaseUrl: null, dataDir } as const
const start = () => startNode({ ...database, open: () => Promise.reject(), stop: async () => undefined })
const server = await start()
const { watch } = server.node
const warnings = async () => {
  await watch.run()
  return watch.warnings.map(({ msg }) => msg)
}
const ada = await server.signUp()
const add = (text: string) =>
  ada.send('POST', '/entity/create-one', { newEntity: { type: 'note', content: text.padEnd(20_000, 'x') } })

const before = await warnings()
const filler = join(dataDir, 'of-somebody-else')
fill(22 << 20)
const nearlyFull = await warnings()
const readyWhenNearlyFull = (await request(server.api, 'GET', '/ready')).body.data
let acknowledged = 0
let refused = { status: 200, body: { msg: '' } }
for (; refused.status === 200 && acknowledged < 5_000; ) {
  const answer = await add(`note ${acknowledged}`)
  if (answer.status === 200) acknowledged++
  else refused = answer
}
const whenFull = { status: refused.status, msg: refused.body.msg }
rmSync(filler)
const again = await add('after there is room')
const afterRoom = { status: again.status, warnings: await warnings() }
await server.stop()

const file = new SqliteFile(join(dataDir, 'cardinal.sqlite'))
const whole = file.pragma('integrity_check', { simple: true })
const kept = file.prepare(`select count(*) as n from card where content like 'note %'`).get() as { n: number }
file.close()
process.stdout.write(
  JSON.stringify({
    before,
    nearlyFull,
    readyWhenNearlyFull,
    whenFull,
    acknowledged,
    kept: whole === 'ok' ? kept.n : whole,
    afterRoom,
  }),
)
process.exit()

/** Fills all but this part of 24 MB. */
function fill(bytes: number): void {
  try {
    for (let written = 0; written < bytes; written += 1 << 18)
      writeFileSync(filler, Buffer.alloc(1 << 18), { flag: 'a' })
  } catch {
    // The disk is full already.
  }
}
