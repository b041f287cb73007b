import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** The request that a call came by, and the way to answer past the usual JSON. */
export interface Exchange {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** Sends a text piece by piece, as fast as the other side takes it. */
export async function sendPieces(
  { reply }: Exchange,
  contentType: string,
  pieces: AsyncIterable<string>,
): Promise<void> {
  await reply.header('cache-control', 'no-store').type(contentType).send(Readable.from(pieces))
}
