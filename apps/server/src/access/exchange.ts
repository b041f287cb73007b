import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** The request that a call came by, and the way to answer past the usual JSON. */
export interface Exchange {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/**
 * Sends a text piece by piece, as fast as the other side takes it.
 *
 * @param wholeUpTo up to so many characters it is sent whole, when its last piece is there: a stream costs a small
 *   answer more than it brings
 */
export async function sendPieces(
  { reply }: Exchange,
  contentType: string,
  pieces: AsyncIterable<string>,
  wholeUpTo = 0,
): Promise<void> {
  reply.header('cache-control', 'no-store').type(contentType)
  const rest = pieces[Symbol.asyncIterator]()
  let begun = ''
  while (begun.length <= wholeUpTo) {
    const next = await rest.next()
    if (next.done) return void (await reply.send(begun))
    begun += next.value
  }
  await reply.send(Readable.from(goOn(begun, rest)))
}

/** Sends bytes piece by piece, as fast as the other side takes them. */
export async function sendBytes(
  { reply }: Exchange,
  contentType: string,
  pieces: AsyncIterable<Buffer>,
): Promise<void> {
  reply.header('cache-control', 'no-store').type(contentType)
  await reply.send(Readable.from(pieces, { objectMode: false }))
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
  yield begun
  yield* { [Symbol.asyncIterator]: () => rest }
}
