import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { inPlace } from './long-answers.ts'

/** The request behind a call, and ways to answer other than with JSON. */
export interface Exchange {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** Queue for long answers: a user's id. */
  readonly lane: string
}

/**
 * Streams a text as fast as the client reads it. A long text waits for a place among the long answers.
 * Memory holds one chunk besides those being sent.
 *
 * @param wholeUpTo texts up to this many UTF-16 units are sent without a stream, which would cost more
 *   than it saves
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

/** Streams bytes, as fast as the client reads them. */
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

/** Sends a text with an ETag. A client that already has the text gets 304. */
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
