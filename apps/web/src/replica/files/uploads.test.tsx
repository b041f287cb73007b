import { afterEach, expect, it, vi } from 'vitest'
import { CallFailed, session } from '../../session/index.ts'
import { attachFile, uploadStore } from './uploads.ts'

// Files stay in memory: the database of the tests keeps no blobs.
vi.mock('../../session/shared-computer.ts', () => ({ isSharedComputer: true }))

afterEach(() => void vi.restoreAllMocks())

/** Bytes of a piece. */
const PIECE = 4

/** Sends a file of 42 bytes, and tells the pieces of each request that the server took, in the order of numbers. */
async function requestsOf(userId: string, missing: readonly number[], answered: object, most = 4) {
  const taken: number[][] = []
  vi.spyOn(session, 'snapshot').mockReturnValue({ ...session.snapshot(), isSignedIn: true })
  vi.spyOn(session.account, 'done').mockImplementation((async (
    at: string,
    _body: unknown,
    { file }: { file?: Blob },
  ) => {
    const from = /pieces\/(\d+)/.exec(at)?.[1]
    if (from === undefined) {
      const begun = { is_whole: false, piece_size: PIECE, missing, ...answered }
      return { content: { data: begun } }
    }
    const count = Math.ceil((file?.size ?? 0) / PIECE)
    if (count > most || count === 0) throw new CallFailed('body: too long', 422)
    taken.push(Array.from({ length: count }, (_, n) => Number(from) + n))
    return { content: { data: { is_whole: taken.flat().length === missing.length } } }
  }) as never)
  const bytes = new File([`${userId}${'x'.repeat(42)}`.slice(0, 42)], 'file.bin')
  const { hash } = await attachFile(userId, bytes, 100)
  await expect.poll(() => taken.flat().length).toBe(missing.length)
  await expect.poll(() => uploadStore.getState().byHash.has(hash)).toBe(false)
  return taken.sort(([a = 0], [b = 0]) => a - b)
}

const ALL = Array.from({ length: 11 }, (_, n) => n)

it('[OF-1] a device begins with single pieces, and then sends up to four that follow each other in one request', async () => {
  const taken = await requestsOf('ada', ALL, { pieces_together: 4 })
  expect(taken.slice(0, 2)).toEqual([[0], [1]])
  expect(taken.flat()).toEqual(ALL)
  expect(Math.max(...taken.map(({ length }) => length))).toBe(4)
})

it('[OF-1] pieces that the server has are not sent again, and end a request', async () => {
  const missing = [0, 1, 2, 3, 5, 6, 9]
  const taken = await requestsOf('bob', missing, { pieces_together: 4 })
  expect(taken).toEqual([[0], [1], [2, 3], [5, 6], [9]])
})

it('[OF-1] a node of the release before gets single pieces, also where another node offered more', async () => {
  expect(await requestsOf('cem', ALL, {}, 1)).toEqual(ALL.map((n) => [n]))
  expect(await requestsOf('dan', ALL, { pieces_together: 4 }, 1)).toEqual(ALL.map((n) => [n]))
})
