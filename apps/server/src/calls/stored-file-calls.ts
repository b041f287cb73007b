import {
  type beginFile,
  type Failure,
  type findFiles,
  type getFile,
  type getFileTexts,
  type getFileThumbnail,
  type getKeptPage,
  type getKeptPageAddress,
  type sendFilePiece,
  toInstant,
} from '@cardinal/contract'
import { LIMITS, ok, type Refusal, type Result, refused } from '@cardinal/domain'
import { type Exchange, sendBytes } from '../access/exchange.ts'
import { bytesOf, rangeOf } from '../files/downloads.ts'
import { PAGE_POLICY } from '../files/kept-pages.ts'
import { isShown } from '../files/media-type.ts'
import { textStateOf } from '../files/pdf-texts.ts'
import { beginUpload, pageBytes, takePieces, type UploadTools } from '../files/uploads.ts'
import type { Services, StoredFile } from '../services.ts'
import { findFiles as findFileWords } from '../workspaces/find-words.ts'
import { asciiOf, disposition } from './file-calls.ts'
import { type CallContext, callerOf, type PlainHandler, SENT } from './handler.ts'
import { refusalFailure } from './run-call.ts'

export const beginFileHandler: PlainHandler<typeof beginFile> = async ({ body }, context) => {
  const tools = uploadToolsOf(context.services)
  const fileBytes = body.is_page ? pageBytes(tools.fileBytes) : tools.fileBytes
  const begun = await beginUpload({ ...tools, fileBytes }, callerOf(context).userId, body)
  if (!begun.ok) return refused(asFailure(begun.error))
  const { isWhole, missing } = begun.value
  const pieces = { piece_size: LIMITS.filePiece, pieces_together: LIMITS.filePiecesTogether }
  return ok({ data: { is_whole: isWhole, ...pieces, missing: [...missing] } })
}

export const sendFilePieceHandler: PlainHandler<typeof sendFilePiece> = async (
  { params, query, body },
  context,
): Promise<Result<{ data: { is_whole: boolean } }, Failure>> => {
  const piece = { ...params, sha256: query.sha256 }
  const taken = await takePieces(
    uploadToolsOf(context.services),
    callerOf(context).userId,
    piece,
    Buffer.isBuffer(body) ? body : Buffer.alloc(0),
  )
  return taken.ok ? ok({ data: { is_whole: taken.value.isWhole } }) : taken
}

export function uploadToolsOf({ store, config, limits, now }: Services): UploadTools {
  return { store, fileBytes: config.fileBytes, quotaBytes: limits.quotaBytes, quotas: limits.quotas, now }
}

function asFailure(error: Failure | Refusal): Failure {
  return 'status' in error ? error : refusalFailure(error)
}

const NO_FILE: Failure = { status: 404, msg: 'There is no such file, or its bytes have not all arrived.' }
const NO_PAGE: Failure = { status: 404, msg: 'There is no such page, or its address is over a minute old.' }
const OUTSIDE: Failure = { status: 416, msg: 'Range: the file ends before it.' }

/** No script, no request and no rights of our origin, whatever the file contains. */
const FILE_POLICY = "default-src 'none'; sandbox"

/** The caller's file, once all its bytes are stored, and the exchange in which it is sent. */
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

export const findFilesHandler: PlainHandler<typeof findFiles> = async ({ body }, context) => {
  const found = await findFileWords(context.services.store, callerOf(context).userId, body.texts)
  return ok({ data: found.map((hashes) => [...hashes]) })
}

export const getFileTextsHandler: PlainHandler<typeof getFileTexts> = async ({ body }, context) => {
  const files = await context.services.store.files.byHashes(callerOf(context).userId, body.hashes)
  const byHash = new Map(files.map((file) => [file.hash, file]))
  return ok({ data: body.hashes.map((hash) => ({ hash, text: textStateOf(byHash.get(hash)) })) })
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

export const getKeptPageAddressHandler: PlainHandler<typeof getKeptPageAddress> = async (
  { params },
  context,
) => {
  const found = await context.services.keptPages.addressOf(callerOf(context).userId, params.hash)
  if (found === null) return refused(NO_PAGE)
  return ok({ data: { path: found.path, expiresAt: toInstant(found.until) } })
}

export const getKeptPageHandler: PlainHandler<typeof getKeptPage> = async (
  { params, query },
  { http, services },
) => {
  const file = http === null ? null : await services.keptPages.withTicket(params.hash, query.ticket)
  if (http === null || file === null) return refused(NO_PAGE)
  http.reply
    .header('content-security-policy', PAGE_POLICY)
    .header('x-frame-options', 'SAMEORIGIN')
    .header('x-dns-prefetch-control', 'off')
    .header('x-robots-tag', 'noindex, nofollow')
    .header('content-disposition', 'inline')
  const inLane = { ...http, lane: file.user_id }
  await sendBytes(inLane, 'text/html; charset=utf-8', services.keptPages.bytes(file))
  return ok(SENT)
}

function namesTag(header: string | undefined, tag: string): boolean {
  return header?.split(',').some((known) => ['*', tag, `W/${tag}`].includes(known.trim())) === true
}
