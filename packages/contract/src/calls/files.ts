import { LIMITS } from '@cardinal/domain'
import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { answer, atMost, count, fileHash, instant, listOf, searchText } from '../wire/scalars.ts'

const hash = fileHash
const path = z.strictObject({ hash })
/** Decimal: other spellings of a number would make several addresses of one piece. */
const number = z.pipe(
  atMost(6).check(z.regex(/^(?:0|[1-9]\d{0,5})$/, 'must be a number of a piece, such as 0 or 12')),
  z.transform(Number),
)

export const beginFile = defineCall({
  method: 'POST',
  path: '/files',
  description:
    'Begins to send a file, or goes on where it stopped. The answer lists the pieces that the server lacks. Send those; the last one makes the file whole.',
  access: 'add',
  cost: 2,
  body: z.strictObject({
    hash,
    /** Bytes. */
    size: z.int().check(z.minimum(1), z.maximum(Number.MAX_SAFE_INTEGER)),
    /** Whether it is a kept page, which may have 30 MB. */
    is_page: z._default(z.boolean(), false),
  }),
  answer: answer(
    z.object({
      /** Whether all bytes are there, so that nothing has to be sent. */
      is_whole: z.boolean(),
      /** Bytes of each piece but the last, which has the rest. */
      piece_size: count,
      /** Most pieces that one request may bring. */
      pieces_together: count,
      /** Numbers of the missing pieces, from 0. */
      missing: z.array(count),
    }),
  ),
})

export const sendFilePiece = defineCall({
  method: 'POST',
  path: '/files/{hash}/pieces/{number}',
  description:
    'Takes a piece of a file that was begun, or up to four that follow each other, from this one on. Sending a piece twice changes nothing.',
  access: 'add',
  takes: 'file',
  maxBody: LIMITS.filePiece * LIMITS.filePiecesTogether,
  params: z.strictObject({ hash, number }),
  query: z.object({
    /** SHA-256 of the body, in hex. */
    sha256: hash,
  }),
  body: z.unknown(),
  answer: answer(z.object({ is_whole: z.boolean() })),
})

export const getFileThumbnail = defineCall({
  method: 'GET',
  path: '/files/{hash}/thumbnail',
  description: 'A small WebP of a picture, without its metadata. It is made when it is first asked for.',
  access: 'read',
  answerForm: 'file',
  params: path,
  query: z.object({
    /** At most 192 pixels each way, for rows; or 800, for grids. A smaller picture keeps its size. */
    size: z._default(z.enum(['small', 'large']), 'small'),
  }),
  answer: z.unknown(),
})

export const getKeptPageAddress = defineCall({
  method: 'GET',
  path: '/files/{hash}/page-address',
  description:
    'An address at which a browser shows a kept page for one minute, without scripts and requests.',
  access: 'read',
  params: path,
  answer: answer(
    z.object({
      /** Path of the page, below the address of this API. */
      path: z.string(),
      expiresAt: instant,
    }),
  ),
})

export const getKeptPage = defineCall({
  method: 'GET',
  path: '/kept-pages/{hash}',
  description:
    'A kept page as HTML, for a frame. It runs nothing, asks for nothing, and has no rights of this site. Its address comes from the call before.',
  access: 'public',
  answerForm: 'html',
  params: path,
  /** In the query, because logs leave the query out. */
  query: z.object({ ticket: atMost(200) }),
  answer: z.unknown(),
})

export const findFiles = defineCall({
  method: 'POST',
  path: '/files/find',
  description:
    'Looks through the words that were read in all PDFs of the account: for each text the hashes of the files that contain it, in no order. Search texts ask the same by `file:`, which also finds names of files.',
  access: 'read',
  cost: 5,
  body: z.strictObject({ texts: listOf(searchText, 10, 1) }),
  answer: answer(z.array(z.array(hash))),
})

/** How far the server has read the words of a file, or why it can't. */
const FILE_TEXTS = ['none', 'waiting', 'read', 'cut', 'no-text', 'locked', 'damaged', 'too-much'] as const

export const getFileTexts = defineCall({
  method: 'POST',
  path: '/files/get-texts',
  description:
    'Whether the words of files can be searched, in the order asked. `none`: not a PDF, or not here. `waiting`: not read yet. `read`; `cut`: its beginning was read. `no-text`: it holds only pictures of pages. `locked`: it needs a password. `damaged`. `too-much`: it takes too much time or memory to read.',
  access: 'read',
  body: z.strictObject({ hashes: listOf(hash, 100, 1) }),
  answer: answer(z.array(z.object({ hash, text: z.enum(FILE_TEXTS) }))),
})

export const getFile = defineCall({
  method: 'GET',
  path: '/files/{hash}',
  description: 'The bytes of a file, whole or in a range.',
  access: 'read',
  answerForm: 'file',
  params: path,
  query: z.object({
    /** Name under which a browser saves it. */
    name: z.optional(atMost(LIMITS.fileNameLength)),
  }),
  answer: z.unknown(),
})
