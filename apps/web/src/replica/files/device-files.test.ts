import 'fake-indexeddb/auto'
import { expect, it } from 'vitest'
import { forgetCopy } from '../forget-copies.ts'
import { filesDatabase } from './database.ts'
import { DeviceFiles, KEPT_BYTES, type WaitingFile } from './device-files.ts'

let users = 0
const nextUser = () => `ada-${++users}`
const hash = (n: number) => n.toString(16).padStart(64, '0')
const waiting = (n: number): WaitingFile => ({
  hash: hash(n),
  name: `${n}.txt`,
  type: 'text/plain',
  size: 1,
  bytes: new Blob(['x']),
  at: n,
  isStopped: false,
  refusal: null,
})

/** A blob that claims to have this size. */
function sized(size: number): Blob {
  const blob = new Blob(['x'])
  Object.defineProperty(blob, 'size', { value: size })
  return blob
}

it('a file waits on the device until it is settled, and then counts as looked at', async () => {
  const user = nextUser()
  const files = new DeviceFiles(user, false)
  await files.putWaiting(waiting(2))
  await files.putWaiting(waiting(1))
  const reopened = new DeviceFiles(user, false)
  expect((await reopened.waiting()).map(({ name }) => name)).toEqual(['1.txt', '2.txt'])
  await reopened.settle(waiting(1), 5)
  expect((await reopened.waiting()).map(({ name }) => name)).toEqual(['2.txt'])
  expect((await reopened.keptHere()).count).toBe(1)
  expect(await reopened.bytesOf(hash(1), 6)).toBeDefined()
})

it('of the looked-at files those stay that were looked at last, up to the limit', async () => {
  const files = new DeviceFiles(nextUser(), true)
  const third = KEPT_BYTES / 3
  for (const n of [1, 2, 3]) await files.keep(hash(n), sized(third), n)
  await files.bytesOf(hash(1), 4)
  await files.keep(hash(4), sized(third), 5)
  const isHere = async (n: number) => (await files.bytesOf(hash(n), 6)) !== undefined
  expect([await isHere(1), await isHere(2), await isHere(3), await isHere(4)]).toEqual([
    true,
    false,
    true,
    true,
  ])
})

it('[ID-5] a shared computer keeps no file on its disk', async () => {
  const user = nextUser()
  const files = new DeviceFiles(user, true)
  await files.putWaiting(waiting(1))
  expect(await files.waiting()).toHaveLength(1)
  expect(files.holdsUnsaved).toBe(true)
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain(filesDatabase(user))
})

it('[ID-5] a session that the server ends leaves the files that only this device has, and no others', async () => {
  const user = nextUser()
  const files = new DeviceFiles(user, false)
  await files.putWaiting(waiting(1))
  await files.keep(hash(2), new Blob(['y']), 1)
  await files.keepThumbnail(hash(2), new Blob(['z']))
  expect(await forgetCopy(filesDatabase(user), Date.now())).toBe(1)
  const later = new DeviceFiles(user, false)
  expect(await later.waiting()).toHaveLength(1)
  expect([await later.bytesOf(hash(2), 2), await later.thumbnail(hash(2))]).toEqual([undefined, undefined])
})

it('files that a workspace keeps all of never give way to looked-at ones, until it keeps them no more', async () => {
  const [user, workspace] = [nextUser(), '1'.padStart(24, '0')]
  const files = new DeviceFiles(user, false)
  await files.putWaiting(waiting(1))
  await files.keep(hash(2), new Blob(['y']), 2)
  const wanted = new Set([hash(1), hash(2), hash(3)])
  expect([...(await files.keepAllOf(workspace, wanted))]).toEqual([hash(3)])
  expect(await files.keepFor(workspace, hash(3), new Blob(['z']), 3)).toBe(true)
  expect([...(await files.keepAllOf(workspace, wanted))]).toEqual([])
  await files.keep(hash(4), sized(KEPT_BYTES), 4)
  await files.keep(hash(5), sized(KEPT_BYTES), 5)
  const here = async () => {
    const there: number[] = []
    for (const n of [2, 3, 4, 5]) if ((await files.bytesOf(hash(n), 6)) !== undefined) there.push(n)
    return there
  }
  expect(await here()).toEqual([2, 3, 5])
  // No card has the third file any more, so it counts as a file that was viewed.
  await files.keepAllOf(workspace, new Set([hash(2)]))
  await files.keep(hash(6), sized(KEPT_BYTES), 7)
  expect(await here()).toEqual([2])
  await files.keepAllNoMore()
  expect(await here()).toEqual([])
})

it('[ID-5] a device without a disk keeps no file that nobody looked at', async () => {
  const files = new DeviceFiles(nextUser(), true)
  expect(await files.keepFor('1'.padStart(24, '0'), hash(1), new Blob(['x']), 1)).toBe(false)
  expect(await files.bytesOf(hash(1), 2)).toBeUndefined()
})
