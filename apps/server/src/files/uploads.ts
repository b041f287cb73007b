import { createHash, webcrypto } from 'node:crypto'
import type { Failure } from '@cardinal/contract'
import { grouped, type Id, LIMITS, ok, type Refusal, type Result, refused } from '@cardinal/domain'
import { newId } from '../lib/ids.ts'
import { Lanes, yieldToEventLoop } from '../lib/waiting.ts'
import {
  NOTHING_MADE,
  removePieces,
  StorageAway,
  type Store,
  type StoredFile,
  type StoreTransaction,
  type User,
} from '../store/index.ts'
import { mediaTypeOf } from './media-type.ts'

/** Most bytes of a kept page if a file may have `fileBytes`; 0: none are accepted. */
export function pageBytes(fileBytes: number): number {
  return fileBytes === 0 ? 0 : Math.max(fileBytes, LIMITS.pageBytes)
}

/**
 * The pieces of one request at a time, people in turn: commits of several would hold up everybody's changes. How many wait is
 * limited before their bodies are read (`placeForPieces`).
 */
export const lanes = new Lanes(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY)

/** Bytes for which each file counts in the quota, in addition to its size. */
export const FILE_ROW = 200

/** Parts of a node that uploads use. */
export interface UploadTools {
  readonly store: Store
  /** Most bytes of a file; 0: files are not accepted. */
  readonly fileBytes: number
  /** Bytes per account; null: no limit. */
  readonly quotaBytes: number | null
  readonly quotas: { isOver(tx: StoreTransaction, user: User, bytes: number): Promise<boolean> }
  readonly now: () => number
}

interface Begun {
  readonly isWhole: boolean
  /** Numbers of the pieces that have not arrived. */
  readonly missing: readonly number[]
}

/**
 * Starts an upload or resumes it. The whole size counts towards the quota at once, so that an account is never
 * found to be full after megabytes were sent.
 */
export async function beginUpload(
  tools: UploadTools,
  userId: Id,
  { hash, size }: Pick<StoredFile, 'hash' | 'size'>,
): Promise<Result<Begun, Failure | Refusal>> {
  const { store, fileBytes, quotaBytes, quotas, now } = tools
  if (size > fileBytes) return refused(tooLargeFile(fileBytes))
  let replaced: Id[] = []
  const begun = await store.transact<StoredFile, Failure | Refusal>(async (tx) => {
    replaced = []
    const user = await tx.lockUser(userId)
    if (user === undefined) return refused(NO_ACCOUNT)
    const known = await tx.files.byHash(userId, hash)
    if (known !== undefined && known.size !== size && known.whole_at !== null) return refused(OTHER_SIZE)
    if (known?.size === size) {
      // Cards that name the file may arrive after its bytes.
      if (known.unused_since !== null) await tx.files.update(known, { unused_since: now() })
      return ok(known)
    }
    // A token of the scope `add` could otherwise start an upload of a hash with a wrong size, and nobody could ever
    // complete it.
    if (known !== undefined) {
      await removeUpload(tx, known)
      replaced.push(known.id)
    } else if ((await tx.files.count(userId)) >= LIMITS.filesPerAccount) return refused(TOO_MANY)
    const bytes = size + FILE_ROW
    if (await quotas.isOver(tx, user, bytes)) return refused({ kind: 'storage-full', limit: quotaBytes ?? 0 })
    const at = now()
    const file = { id: newId(at), user_id: userId, hash, size, type: '' }
    const row = { ...file, created_at: at, whole_at: null, unused_since: at, ...NOTHING_MADE }
    await tx.files.insert(row)
    await tx.users.addStoredBytes(userId, bytes)
    return ok(row)
  })
  if (!begun.ok) return begun
  await removePieces(store, replaced)
  const file = begun.value
  if (file.whole_at !== null) return ok({ isWhole: true, missing: [] })
  const there = new Set(await store.files.pieceNumbers(file.id))
  const missing = Array.from({ length: piecesOf(file) }, (_, number) => number).filter((n) => !there.has(n))
  // The server stopped after the last piece arrived and before the file was completed.
  if (missing.length === 0) return finish(tools, file)
  return ok({ isWhole: false, missing })
}

/** Stores pieces that follow each other, from `number` on, in one commit. The last one to arrive makes the file whole. */
export async function takePieces(
  tools: UploadTools,
  userId: Id,
  { hash, number, sha256 }: { readonly hash: string; readonly number: number; readonly sha256: string },
  bytes: Buffer,
): Promise<Result<Begun, Failure>> {
  const { store } = tools
  const file = await store.files.byHash(userId, hash)
  if (file === undefined) return refused(NOT_BEGUN)
  if (file.whole_at !== null) return ok({ isWhole: true, missing: [] })
  const expected = sizeOfPiece(file, number)
  if (expected === 0) return refused(NO_SUCH_PIECE)
  const pieces = Array.from({ length: Math.ceil(bytes.length / LIMITS.filePiece) }, (_, n) => ({
    number: number + n,
    bytes: bytes.subarray(n * LIMITS.filePiece, (n + 1) * LIMITS.filePiece),
  }))
  const areWhole = pieces.every((piece) => piece.bytes.length === sizeOfPiece(file, piece.number))
  if (pieces.length === 0 || !areWhole) return refused(wrongLength(expected, bytes.length))
  // In a thread of Node's pool: hashes of many pieces would hold the event loop.
  const sent = Buffer.from(await webcrypto.subtle.digest('SHA-256', bytes)).toString('hex')
  if (sent !== sha256) return refused(DAMAGED)
  // Not in the lane: a storage of objects takes several pieces at once.
  if (!(await areSent(store, file, pieces))) return refused(STORAGE_AWAY)
  const stored = await lanes.run(userId, () =>
    store.transact<null, Failure>(async (tx) => {
      const present = await tx.files.byHash(userId, hash)
      if (present?.id !== file.id) return refused(NOT_BEGUN)
      for (const piece of pieces) await tx.files.putPiece(file.id, piece.number, piece.bytes)
      return ok(null)
    }),
  )
  if (!stored.ok) return stored
  const there = await store.files.pieceNumbers(file.id)
  return there.length === piecesOf(file) ? finish(tools, file) : ok({ isWhole: false, missing: [] })
}

/**
 * Stores a file whose bytes are in memory.
 *
 * @param goOn called before each piece
 */
export async function storeFile(
  tools: UploadTools,
  userId: Id,
  { hash, bytes }: { readonly hash: string; readonly bytes: Uint8Array },
  goOn: () => Promise<void>,
): Promise<Result<Begun, Failure | Refusal>> {
  let last: Result<Begun, Failure | Refusal> = await beginUpload(tools, userId, { hash, size: bytes.length })
  for (const number of last.ok ? last.value.missing : []) {
    await goOn()
    const start = number * LIMITS.filePiece
    const piece = Buffer.from(bytes.subarray(start, start + LIMITS.filePiece))
    last = await takePieces(tools, userId, { hash, number, sha256: sha256Of(piece) }, piece)
    if (!last.ok) return last
  }
  return last
}

async function areSent(
  { files }: Store,
  { id }: StoredFile,
  pieces: readonly { readonly number: number; readonly bytes: Buffer }[],
): Promise<boolean> {
  try {
    await Promise.all(pieces.map(({ number, bytes }) => files.sendPiece(id, number, bytes)))
    return true
  } catch (failure) {
    if (failure instanceof StorageAway) return false
    throw failure
  }
}

/** Compares the hash of all pieces. If it differs, the upload is removed: which piece is wrong can't be found out. */
async function finish({ store, now }: UploadTools, file: StoredFile): Promise<Result<Begun, Failure>> {
  const whole = createHash('sha256')
  let type = ''
  for (let number = 0; number < piecesOf(file); number++) {
    const piece = await store.files.piece(file.id, number)
    if (piece === undefined) return refused(NOT_BEGUN)
    if (number === 0) type = mediaTypeOf(piece)
    whole.update(piece)
    await yieldToEventLoop()
  }
  const isRight = whole.digest('hex') === file.hash
  await store.transact(async (tx) => {
    await tx.lockUser(file.user_id)
    // The last piece may arrive twice at once. The other request may have removed the upload.
    const present = await tx.files.byHash(file.user_id, file.hash)
    if (present?.id !== file.id) return ok(null)
    if (isRight) await tx.files.update(file, { whole_at: now(), type })
    else await removeUpload(tx, file)
    return ok(null)
  })
  if (isRight) return ok({ isWhole: true, missing: [] })
  await removePieces(store, [file.id])
  return refused(OTHER_BYTES)
}

/** Its pieces are removed by the caller, or by the next sweep. */
export async function removeUpload(tx: StoreTransaction, file: StoredFile): Promise<void> {
  await tx.files.remove([file.id])
  await tx.users.addStoredBytes(file.user_id, -file.size - FILE_ROW)
}

/** Number of pieces of a file. */
export function piecesOf({ size }: Pick<StoredFile, 'size'>): number {
  return Math.ceil(size / LIMITS.filePiece)
}

/** Bytes; 0: the file has no such piece. */
function sizeOfPiece({ size }: Pick<StoredFile, 'size'>, number: number): number {
  return Math.max(0, Math.min(LIMITS.filePiece, size - number * LIMITS.filePiece))
}

function sha256Of(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

export const NO_ACCOUNT: Failure = { status: 401, msg: 'This account was deleted.' }
const NOT_BEGUN: Failure = { status: 404, msg: 'This file was not begun. Send its hash and size first.' }
const STORAGE_AWAY: Failure = {
  status: 503,
  msg: 'The storage of files can’t be reached. Send the piece again.',
}
const NO_SUCH_PIECE: Failure = { status: 404, msg: 'number: the file ends before this piece.' }
const DAMAGED: Failure = {
  status: 422,
  msg: 'sha256: the piece did not arrive as it was sent. Send it again.',
}
export const TOO_MANY: Failure = {
  status: 403,
  msg: `An account holds at most ${grouped(LIMITS.filesPerAccount)} files. One that no card has is removed after 30 days.`,
}
const OTHER_SIZE: Failure = { status: 422, msg: 'size: the file with this hash has another size.' }
const OTHER_BYTES: Failure = {
  status: 422,
  msg: 'hash: the pieces together have another hash, and were removed. Begin again.',
}

function wrongLength(expected: number, sent: number): Failure {
  return {
    status: 422,
    msg: `body: this piece has ${grouped(expected)} bytes, but ${grouped(sent)} arrived.`,
  }
}

function tooLargeFile(most: number): Failure {
  if (most === 0) return { status: 413, msg: 'This server takes no files.' }
  return { status: 413, msg: `size: a file has at most ${grouped(most / 1024 / 1024)} MB on this server.` }
}
