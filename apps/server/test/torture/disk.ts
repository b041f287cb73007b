import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { request } from '../support/node.ts'
import { type Command, ServerUnderTest } from './server-under-test.ts'
import { type Verdict, Writers } from './writers.ts'

const SMALL = '8m'
const LARGE = '64m'
const SETTLED_WITHIN_MS = 30_000

export interface FullDisk extends Verdict {
  /** Statuses of a question and of a change while the disk was full. */
  readonly read: number
  readonly written: number
  /** Message of the refused change. */
  readonly sentence: string
}

/** A small file system in memory. Needs root. */
class SmallDisk {
  readonly folder = mkdtempSync(join(tmpdir(), 'cardinal-torture-disk-'))

  constructor() {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SMALL},mode=700`, 'tmpfs', this.folder])
  }

  /** @param options such as `size=64m` or `ro` */
  change(options: string): void {
    execFileSync('mount', ['-o', `remount,${options}`, this.folder])
  }

  remove(): void {
    execFileSync('umount', ['--lazy', this.folder])
    rmSync(this.folder, { recursive: true, force: true })
  }
}

/** Fills the disk while people write, sends requests, frees space, and compares. */
export async function fullDisk(command: Command): Promise<FullDisk> {
  const disk = new SmallDisk()
  const server = await ServerUnderTest.make({ command, dataDir: disk.folder })
  try {
    const token = await server.person('ada')
    const headers = { authorization: `Bearer ${token}` }
    await server.start()
    const writers = new Writers('ada', token, server.api, 4)
    writers.start()
    await setTimeout(500)
    fill(join(disk.folder, 'somebody-elses-file'))
    const refused = await firstRefusal(server.api, headers)
    const read = await request(server.api, 'POST', '/entity/get-count', {}, headers)
    disk.change(`size=${LARGE}`)
    await setTimeout(500)
    await writers.stop()
    await writers.settle(SETTLED_WITHIN_MS)
    return {
      ...(await writers.judge()),
      read: read.status,
      written: refused.status,
      sentence: refused.sentence,
    }
  } finally {
    await server.remove()
    disk.remove()
  }
}

/** Writes until the disk is full. */
function fill(file: string): void {
  for (let size = 1 << 20; size >= 4096; size /= 2)
    for (;;) {
      try {
        writeFileSync(file, Buffer.alloc(size), { flag: 'a' })
      } catch {
        break
      }
    }
}

async function firstRefusal(api: string, headers: Record<string, string>) {
  const newEntity = { type: 'note', content: 'x'.repeat(50_000), titles: [{ text: 'one' }, { text: 'two' }] }
  for (let n = 0; n < 500; n++) {
    const answer = await request(
      api,
      'POST',
      '/entity/create-one',
      { newEntity: { ...newEntity, content: `${newEntity.content} ${n}` } },
      headers,
    )
    if (answer.status !== 200) return { status: answer.status, sentence: String(answer.body.msg) }
  }
  return { status: 200, sentence: 'the disk was never full' }
}

export interface ReadOnlyFolder extends Verdict {
  readonly exitCode: number | null
  readonly sentence: string
}

/** Starts the server over a read-only folder, then again when the folder is writable. */
export async function readOnlyFolder(command: Command): Promise<ReadOnlyFolder> {
  const disk = new SmallDisk()
  const server = await ServerUnderTest.make({ command, dataDir: disk.folder })
  try {
    const token = await server.person('ada')
    await server.start()
    const writers = new Writers('ada', token, server.api, 4)
    writers.start()
    await setTimeout(500)
    await writers.stop()
    await server.kill('SIGTERM')
    disk.change('ro')
    const exitCode = await server.start()
    const sentence = server.said.trim()
    disk.change('rw')
    await server.start()
    await writers.settle(SETTLED_WITHIN_MS)
    return { ...(await writers.judge()), exitCode, sentence }
  } finally {
    await server.remove()
    disk.remove()
  }
}
