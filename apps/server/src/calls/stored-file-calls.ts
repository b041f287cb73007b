import type { beginFile, Failure, getFile, getFileThumbnail, sendFilePiece } from '@cardinal/contract'
import { LIMITS, ok, type Refusal, type Result, refused } from '@cardinal/domain'
import { type Exchange, sendBytes } from '../access/exchange.ts'
import { bytesOf, rangeOf } from '../files/downloads.ts'
import { isShown } from '../files/media-type.ts'
import { beginUpload, takePiece, type UploadTools } from '../files/uploads.ts'
import type { Services, StoredFile } from '../services.ts'
import { asciiOf, disposition } from './file-calls.ts'
import { type CallContext, callerOf, type PlainHandler, SENT } from './handler.ts'
import { refusalFailure } from './run-call.ts'

export const beginFileHandler: PlainHandler<typeof beginFile> = async ({ body }, context) => {
  const begun = await beginUpload(toolsOf(context.services), callerOf(context).userId, body)
  if (!begun.ok) return refused(asFailure(begun.error))
  const { isWhole, missing } = begun.value
  return ok({ data: { is_whole: isWhole, piece_size: LIMITS.filePiece, missing: [...missing] } })
}

export const sendFilePieceHandler: PlainHandler<typeof sendFilePiece> = async (
  { params, query, body },
  context,
): Promise<Result<{ data: { is_whole: boolean } }, Failure>> => {
  const piece = { ...params, sha256: query.sha256 }
  const taken = await takePiece(
    toolsOf(context.services),
    callerOf(context).userId,
    piece,
    Buffer.isBuffer(body) ? body : Buffer.alloc(0),
  )
  return taken.ok ? ok({ data: { is_whole: taken.value.isWhole } }) : taken
}

function toolsOf({ store, config, limits, now }: Services): UploadTools {
  return { store, fileBytes: config.fileBytes, quotaBytes: limits.quotaBytes, quotas: limits.quotas, now }
}

function asFailure(error: Failure | Refusal): Failure {
  return 'status' in error ? error : refusalFailure(error)
}

const NO_FILE: Failure = { status: 404, msg: 'There is no such file, or its bytes have not all arrived.' }
const OUTSIDE: Failure = { status: 416, msg: 'Range: the file ends before it.' }

/** No program, no request, no rights of our origin, whatever the bytes are. */
const FILE_POLICY = "default-src 'none'; sandbox"

/** The caller's file, once all its bytes have arrived, and the exchange in which it is sent. */
async function fileToSend(
  context: CallContext,
  hash: string,
): Promise<Result<{ readonly file: StoredFile; readonly http: Exchange }, Failure>> {
  const { http, services } = context
  if (http === null) return refused({ status: 400, msg: 'A download cannot be part of a push.' })
  const file = await services.store.files.byHash(callerOf(context).userId, hash)
  return file === undefined || file.whole_at === null ? refused(NO_FILE) : ok({ file, http })
}

export const getFileHandler: PlainHandler<typeof getFile> = async ({ params, query }, context) => {
  const found = await fileToSend(context, params.hash)
  if (!found.ok) return found
  const { file, http } = found.value
  const { request, reply } = http
  const tag = `"${file.hash}"`
  reply.header('etag', tag).header('accept-ranges', 'bytes').header('cache-control', 'no-store')
  if (namesTag(request.headers['if-none-match'], tag)) {
    await reply.code(304).send()
    return ok(SENT)
  }
  const ifRange = request.headers['if-range']
  const isSame = ifRange === undefined || ifRange === tag
  const range = isSame ? rangeOf(request.headers.range, file.size) : null
  if (range === 'outside') {
    reply.header('content-range', `bytes */${file.size}`)
    return refused(OUTSIDE)
  }
  const name = query.name ?? file.hash
  const { start, end } = range ?? { start: 0, end: file.size }
  if (range !== null) reply.code(206).header('content-range', `bytes ${start}-${end - 1}/${file.size}`)
  reply
    .header('content-length', end - start)
    .header('content-security-policy', FILE_POLICY)
    .header(
      'content-disposition',
      disposition(isShown(file.type) ? 'inline' : 'attachment', name, asciiOf(name) || 'file'),
    )
  await sendBytes(http, file.type, bytesOf(context.services.store, file, { start, end }))
  return ok(SENT)
}

export const getFileThumbnailHandler: PlainHandler<typeof getFileThumbnail> = async (
  { params, query },
  context,
) => {
  const found = await fileToSend(context, params.hash)
  if (!found.ok) return found
  const { file, http } = found.value
  const { request, reply } = http
  const tag = `"${file.hash}-${query.size}"`
  if (namesTag(request.headers['if-none-match'], tag)) {
    await reply.code(304).header('etag', tag).header('cache-control', 'no-store').send()
    return ok(SENT)
  }
  const made = await context.services.thumbnails.of(file, query.size, () => reply.raw.destroyed)
  if (!made.ok) return made
  await reply
    .header('etag', tag)
    .header('cache-control', 'no-store')
    .header('content-security-policy', FILE_POLICY)
    .type('image/webp')
    .send(made.value)
  return ok(SENT)
}

function namesTag(header: string | undefined, tag: string): boolean {
  return header?.split(',').some((known) => ['*', tag, `W/${tag}`].includes(known.trim())) === true
}
