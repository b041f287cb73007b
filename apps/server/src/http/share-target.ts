import type { IncomingMessage } from 'node:http'
import { addressForAdding, addressForShared } from '@cardinal/contract/share-target'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { FAILURES, HttpFailure } from '../access/failures.ts'
import { readBody } from './body.ts'
import type { Admit } from './connections.ts'

const BODY_LIMIT_BYTES = 1024 * 1024
/** UTF-16 units of an address that browsers, proxies and this server accept everywhere. */
const LONGEST_ADDRESS = 7_000
/** Parts of a form. Three are read, and browsers send no others. 18,000 parts would take 50 ms. */
const MOST_PARTS = 20

/**
 * Bookmarklets and shortcuts (`/add`), and the manifest's share target. Usually the service worker answers these; this is
 * for browsers without one. The answer is the same if the shared text fits into an address.
 *
 * @param basePath the site's sub-path, without a trailing slash
 */
export async function addShareTarget(app: FastifyInstance, basePath: string, admit: Admit): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('multipart/form-data', (_request: FastifyRequest, payload: IncomingMessage) =>
      readBody(payload, BODY_LIMIT_BYTES),
    )
    scope.post<{ Body: Buffer | undefined }>('/share', async (request, reply) => {
      await admit(request, null)
      const field = await readForm(request.body, request.headers['content-type'])
      const shared = { title: field('title'), text: field('text'), url: field('url') }
      return goOn(reply, basePath + addressForShared(shared))
    })
    scope.get('/add', async (request, reply) => {
      await admit(request, null)
      const { searchParams } = new URL(request.url, 'http://localhost')
      return goOn(reply, basePath + addressForAdding(searchParams))
    })
  })
}

function goOn(reply: FastifyReply, address: string): FastifyReply {
  if (address.length <= LONGEST_ADDRESS) return reply.redirect(address, 303)
  return reply
    .code(413)
    .type('text/plain; charset=utf-8')
    .send('This is too long to be taken over here. Open Cardinal, and paste it into a new card.\n')
}

/** The fields of a form; empty where absent. Refused if the body is no form. */
async function readForm(
  body: Buffer | undefined,
  contentType: string | undefined,
): Promise<(name: string) => string> {
  if (body === undefined || contentType === undefined || hasManyParts(body, contentType))
    throw new HttpFailure(FAILURES.malformedForm)
  const sent = new Response(new Uint8Array(body), { headers: { 'content-type': contentType } })
  const form = await sent.formData().catch(() => {
    throw new HttpFailure(FAILURES.malformedForm)
  })
  return (name) => {
    const value = form.get(name)
    return typeof value === 'string' ? value : ''
  }
}

function hasManyParts(body: Buffer, contentType: string): boolean {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType) ?? []
  const mark = `--${quoted ?? plain ?? ''}`
  let parts = 0
  for (let at = body.indexOf(mark); at >= 0 && parts <= MOST_PARTS; at = body.indexOf(mark, at + mark.length))
    parts++
  return parts > MOST_PARTS
}
