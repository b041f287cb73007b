import type { IncomingMessage } from 'node:http'
import { type Failure, MAX_BODY } from '@cardinal/contract'
import { withoutEnd } from '@cardinal/domain'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { FAILURES } from '../access/failures.ts'
import type { BoundCall } from '../calls/run-call.ts'
import { parseJsonBody, readBody } from '../http/body.ts'
import { failureOf } from '../http/errors.ts'
import { HttpFailure } from '../http/failure.ts'
import type { Admit } from '../http/rate-limit.ts'
import { type Identity, publicAddressOrOwn } from '../identity/index.ts'
import { VERSION } from '../operations/version.ts'
import type { Services } from '../workspaces/services.ts'
import {
  addBookmark,
  changeBookmark,
  checkAddress,
  type Listed,
  listBookmarks,
  removeBookmark,
} from './bookmarks.ts'
import { bundleOf, bundles, removeBundle, saveBundle } from './bundles.ts'
import { Caller, LinkdingRefusal, notFound } from './caller.ts'
import {
  bundleFields,
  checkQuery,
  editedBookmark,
  type ListQuery,
  listQuery,
  newBookmark,
  newTag,
} from './schemas.ts'
import { createTag, listTags, removeTag, tagOf } from './tags.ts'

export interface LinkdingOptions {
  readonly services: Services
  readonly calls: readonly BoundCall[]
  readonly authenticate: Identity['authenticator']['authenticate']
  readonly admit: Admit
  readonly isOverloaded: () => boolean
}

/** One request, with what its route needs. */
interface Exchange {
  readonly caller: Caller
  readonly id: number
  readonly query: unknown
  readonly body: unknown
}

/** What is answered: nothing with 204. */
type Answer = { readonly status: 200 | 201; readonly body: unknown } | { readonly status: 204 }

const done: Answer = { status: 204 }
const found = (body: unknown): Answer => ({ status: 200, body })
const made = (body: unknown): Answer => ({ status: 201, body })

type Route = readonly [
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  (exchange: Exchange) => Promise<Answer>,
]

const list =
  (isArchive: boolean) =>
  async ({ caller, query }: Exchange) => {
    const asked = parsed(listQuery, query)
    const path = isArchive ? '/api/bookmarks/archived/' : '/api/bookmarks/'
    return found(paged(caller, path, asked, await listBookmarks(caller, asked, isArchive)))
  }
const archive =
  (isArchived: boolean) =>
  async ({ caller, id }: Exchange) => {
    await changeBookmark(caller, await caller.linkOf(id), { is_archived: isArchived })
    return done
  }
const edit = async ({ caller, id, body }: Exchange) =>
  found(await changeBookmark(caller, await caller.linkOf(id), parsed(editedBookmark, body)))
const replace = async ({ caller, id, body }: Exchange) =>
  found(await changeBookmark(caller, await caller.linkOf(id), parsed(newBookmark, body)))
const editBundle = async ({ caller, id, body }: Exchange) =>
  found(await saveBundle(caller, parsed(bundleFields, body), await bundleOf(caller, id)))
/** A list that is not cut into pages. */
const whole = <T>(results: readonly T[]) =>
  found({ count: results.length, next: null, previous: null, results })

/** The calls of linkding's REST API (https://linkding.link/api/) that have a meaning here. */
const ROUTES: readonly Route[] = [
  ['GET', '/bookmarks/', list(false)],
  ['GET', '/bookmarks/archived/', list(true)],
  [
    'GET',
    '/bookmarks/check/',
    async ({ caller, query }) => found(await checkAddress(caller, parsed(checkQuery, query).url)),
  ],
  [
    'POST',
    '/bookmarks/',
    async ({ caller, body }) => made(await addBookmark(caller, parsed(newBookmark, body))),
  ],
  [
    'GET',
    '/bookmarks/:id/',
    async ({ caller, id }) => found(await caller.bookmarkOf(await caller.linkOf(id))),
  ],
  ['PATCH', '/bookmarks/:id/', edit],
  ['PUT', '/bookmarks/:id/', replace],
  [
    'DELETE',
    '/bookmarks/:id/',
    async ({ caller, id }) => {
      await removeBookmark(caller, await caller.linkOf(id))
      return done
    },
  ],
  ['POST', '/bookmarks/:id/archive/', archive(true)],
  ['POST', '/bookmarks/:id/unarchive/', archive(false)],
  [
    'GET',
    '/bookmarks/:id/assets/',
    async ({ caller, id }) => {
      await caller.linkOf(id)
      return whole([])
    },
  ],
  [
    'GET',
    '/tags/',
    async ({ caller, query }) => {
      const asked = parsed(listQuery, query)
      return found(paged(caller, '/api/tags/', asked, await listTags(caller, asked)))
    },
  ],
  ['POST', '/tags/', async ({ caller, body }) => made(await createTag(caller, parsed(newTag, body).name))],
  ['GET', '/tags/:id/', async ({ caller, id }) => found(await tagOf(caller, id))],
  [
    'DELETE',
    '/tags/:id/',
    async ({ caller, id }) => {
      await removeTag(caller, id)
      return done
    },
  ],
  ['GET', '/bundles/', async ({ caller }) => whole(await bundles(caller))],
  [
    'POST',
    '/bundles/',
    async ({ caller, body }) => made(await saveBundle(caller, parsed(bundleFields, body), null)),
  ],
  ['GET', '/bundles/:id/', async ({ caller, id }) => found(await bundleOf(caller, id))],
  ['PATCH', '/bundles/:id/', editBundle],
  ['PUT', '/bundles/:id/', editBundle],
  [
    'DELETE',
    '/bundles/:id/',
    async ({ caller, id }) => {
      await removeBundle(caller, await bundleOf(caller, id))
      return done
    },
  ],
  ['GET', '/user/profile/', async () => found(PROFILE)],
]

const PROFILE = {
  theme: 'auto',
  bookmark_date_display: 'relative',
  bookmark_link_target: '_blank',
  web_archive_integration: 'enabled',
  tag_search: 'lax',
  enable_sharing: false,
  enable_public_sharing: false,
  enable_favicons: true,
  display_url: false,
  permanent_notes: false,
  search_preferences: { sort: 'added_desc', shared: 'off', unread: 'off' },
  version: VERSION,
}

/**
 * Serves clients of linkding, beside our own calls. Each request becomes calls of ours, so that the same rules, limits and
 * rights hold. The token is a personal token.
 */
export async function addLinkding(app: FastifyInstance, options: LinkdingOptions): Promise<void> {
  await app.register(
    async (scope) => {
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser('*', (_request: FastifyRequest, payload: IncomingMessage) =>
        readBody(payload, MAX_BODY.usual),
      )
      scope.setErrorHandler((error: Error, request, reply) => {
        const { status, body, retryAfter } = refusalOf(error)
        if (status >= 500) request.log.error({ err: error }, 'request failed')
        if (retryAfter !== null) reply.header('retry-after', String(retryAfter))
        return send(reply.header('www-authenticate', 'Token'), status, { ...body, request_id: request.id })
      })
      for (const [method, path, run] of ROUTES)
        for (const url of [path, withoutEnd(path, '/')])
          scope.route({
            method,
            url,
            onRequest: async (request) => admitted(request, options),
            handler: async (request, reply) => {
              const answer = await run(await exchangeOf(request, reply, options))
              return answer.status === 204 ? reply.code(204).send() : send(reply, answer.status, answer.body)
            },
          })
    },
    { prefix: '/api' },
  )
}

type Principal = Extract<Awaited<ReturnType<LinkdingOptions['authenticate']>>, { ok: true }>['value']
const PRINCIPAL = Symbol('principal')
type AdmittedRequest = FastifyRequest & { [PRINCIPAL]?: Principal }

async function admitted(request: AdmittedRequest, options: LinkdingOptions): Promise<void> {
  if (options.isOverloaded()) throw new HttpFailure(FAILURES.overloaded)
  const bearer = request.headers.authorization?.replace(/^Token /i, 'Bearer ')
  const who = await options.authenticate(bearer)
  await options.admit(request, who.ok ? who.value.userId : null)
  if (!who.ok) throw new LinkdingRefusal(401, 'Invalid token.')
  request[PRINCIPAL] = who.value
}

async function exchangeOf(
  request: AdmittedRequest,
  reply: FastifyReply,
  { services, calls }: LinkdingOptions,
): Promise<Exchange> {
  const sent = Buffer.isBuffer(request.body) ? request.body : undefined
  const body = parseJsonBody(sent, request.headers['content-type'], request.headers['content-encoding'])
  if (!body.ok) throw new HttpFailure(body.error)
  const { id } = request.params as { readonly id?: string }
  if (id !== undefined && !/^\d{1,10}$/.test(id)) throw notFound()
  const context = {
    services,
    principal: request[PRINCIPAL] ?? null,
    operation: null,
    onConflict: 'refuse',
    http: { request, reply },
  } as const
  const origin = withoutEnd(publicAddressOrOwn(services.config, request), '/')
  return {
    caller: await Caller.open(context, calls, origin),
    id: Number(id),
    query: request.query,
    body: body.value,
  }
}

/** The value that fits a schema. */
function parsed<T>(schema: z.core.$ZodType<T>, value: unknown): T {
  const { success, data, error } = z.safeParse(schema, value ?? {})
  if (success) return data
  const [issue] = error.issues
  throw new LinkdingRefusal(400, issue?.message ?? 'Invalid.', String(issue?.path[0] ?? 'non_field_errors'))
}

/** A list in the shape of linkding's, with the addresses of the pages beside it. */
function paged<T>({ origin }: Caller, path: string, query: ListQuery, { count, results }: Listed<T>) {
  const { limit = 100, offset = 0 } = query
  const pageAt = (start: number) => {
    const given = new URLSearchParams()
    for (const [name, value] of Object.entries({ ...query, limit, offset: start }))
      if (value !== undefined) given.set(name, String(value))
    return `${origin}${path}?${given}`
  }
  return {
    count,
    next: results.length > 0 && offset + results.length < count ? pageAt(offset + results.length) : null,
    previous: offset > 0 ? pageAt(Math.max(0, offset - limit)) : null,
    results,
  }
}

function refusalOf(error: Error): { status: number; body: object; retryAfter: number | null } {
  if (error instanceof LinkdingRefusal) {
    const { status, message, field } = error
    return { status, body: field === null ? { detail: message } : { [field]: [message] }, retryAfter: null }
  }
  const failure: Failure = error instanceof HttpFailure ? error.failure : failureOf(error)
  const retryAfter = error instanceof HttpFailure ? error.retryAfter : null
  return { status: failure.status, body: { detail: failure.msg }, retryAfter }
}

function send(reply: FastifyReply, status: number, body: unknown): FastifyReply {
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body))
}
