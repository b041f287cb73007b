import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { inPlace } from './long-answers.ts'

/** The request that a call came by, and the way to answer past the usual JSON. */
export interface Exchange {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** Whose long answers wait for each other: the id of a user. */
  readonly lane: string
}

/**
 * Sends a text piece by piece, as fast as the other side takes it. A long one waits for its place, and one piece at a time is
 * in memory besides what is on its way.
 *
 * @param wholeUpTo up to so many characters it is sent whole, when its last piece is there: a stream costs a small
 *   answer more than it brings
 */
export async function sendPieces(
  { reply, lane }: Exchange,
  contentType: string,
  pieces: AsyncIterable<string>,
  wholeUpTo = 0,
): Promise<void> {
  const rest = pieces[Symbol.asyncIterator]()
  let begun = ''
  while (wholeUpTo > 0 && begun.length <= wholeUpTo) {
    const next = await rest.next()
    if (next.done) return void (await noStore(reply, contentType).send(begun))
    begun += next.value
  }
  const placed = await inPlace(lane, reply.raw, goOn(begun, rest))
  if (placed !== null) await noStore(reply, contentType).send(Readable.from(placed, { highWaterMark: 1 }))
}

/** Sends bytes piece by piece, as fast as the other side takes them. */
export async function sendBytes(
  { reply, lane }: Exchange,
  contentType: string,
  pieces: AsyncIterable<Buffer>,
): Promise<void> {
  const placed = await inPlace(lane, reply.raw, pieces)
  if (placed !== null) await noStore(reply, contentType).send(Readable.from(placed, { objectMode: false }))
}

function noStore(reply: FastifyReply, contentType: string): FastifyReply {
  return reply.header('cache-control', 'no-store').type(contentType)
}

/** Sends a text that is asked for again and again: one that the other side has already is not sent once more. */
export async function sendTagged(
  { request, reply }: Exchange,
  contentType: string,
  text: string,
): Promise<FastifyReply> {
  const tag = `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
  reply.header('cache-control', 'no-cache').header('etag', tag)
  const isKnown = request.headers['if-none-match']?.split(',').some((known) => known.trim() === tag)
  if (isKnown) return reply.code(304).send()
  return reply.type(contentType).send(text)
}

async function* goOn(begun: string, rest: AsyncIterator<string>): AsyncGenerator<string> {
  if (begun !== '') yield begun
  yield* { [Symbol.asyncIterator]: () => rest }
}
