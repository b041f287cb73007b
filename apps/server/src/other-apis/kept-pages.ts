import type { IncomingMessage } from 'node:http'
import type { Failure } from '@cardinal/contract'
import {
  type Card,
  type CardFile,
  cardFile,
  grouped,
  keptPagesOf,
  LIMITS,
  type Refusal,
} from '@cardinal/domain'
import type { FastifyRequest } from 'fastify'
import type { Exchange } from '../access/exchange.ts'
import { FAILURES, HttpFailure } from '../access/failures.ts'
import { accessRefusal } from '../access/rule.ts'
import { refusalFailure } from '../calls/run-call.ts'
import { uploadToolsOf } from '../calls/stored-file-calls.ts'
import { ArrivingPage, placeForPage } from '../files/arriving-pages.ts'
import { pageBytes } from '../files/uploads.ts'
import { type FormPart, formParts } from '../http/form-parts.ts'
import { linkOf, makeBookmark } from './bookmarks.ts'
import { ApiRefusal, type Caller, Overtaken } from './caller.ts'
import type { Answer } from './protocol.ts'

/** Number of requests that a sent page counts as. */
export const PAGE_COST = 5
/** Bytes of a form without its file, and UTF-16 units of its address. */
const LONGEST_REST = 65_536
const LONGEST_ADDRESS = 8_000
/**
 * Bytes that are read and dropped after a refusal, so that the sender gets the reason instead of a broken
 * connection.
 */
const MOST_DRAINED = 160 * 1024 * 1024

/** A page that a client sent. Its bytes are already stored. */
export interface SentPage {
  readonly url: string
  /** Gives the page to the account, once. Resolves with the reference for a card. */
  readonly keep: () => Promise<CardFile>
}

interface ReceivedPage extends SentPage {
  /** Removes the bytes, unless `keep` was called. */
  readonly drop: () => Promise<void>
}

/** Received pages by request: a request that runs again has no body any more. */
const received = new WeakMap<FastifyRequest, ReceivedPage>()

/**
 * Receives SingleFile's form: the page as `file`, its address as `url`, in any order. The bytes are stored while
 * they arrive. Refusals have an `error`, as in both services.
 */
export async function withSentPage(
  caller: Caller,
  act: (page: SentPage) => Promise<Answer>,
): Promise<Answer> {
  const { http, principal, services } = caller.context
  if (http === null) throw new HttpFailure(FAILURES.malformedForm)
  const refused = accessRefusal('add', principal)
  if (refused !== null) return refusal(refused.status, refused.msg)
  // The store stays open until a page whose request was cut off is removed.
  return services.state.toItsEnd(actWithPage(caller, http, act))
}

async function actWithPage(
  caller: Caller,
  { request, reply }: Exchange,
  act: (page: SentPage) => Promise<Answer>,
): Promise<Answer> {
  let page = received.get(request)
  try {
    if (page === undefined) {
      const free = placeForPage(caller.userId, request.raw, caller.context.services.now())
      if (free === null)
        throw new ApiRefusal(503, 'Too many pages arrive at once. Send this one again later.')
      try {
        page = await receive(caller, request)
      } finally {
        free()
      }
      received.set(request, page)
    }
    const answer = await act(page)
    await page.drop()
    return answer
  } catch (error) {
    if (error instanceof Overtaken) throw error
    await page?.drop()
    if (error instanceof ApiRefusal) return refusal(error.status, error.message)
    if (!(error instanceof HttpFailure)) throw error
    if (error.retryAfter !== null) reply.header('retry-after', String(error.retryAfter))
    return refusal(error.failure.status, error.failure.msg)
  }
}

const refusal = (status: number, error: string): Answer => ({ status, body: { error } })

async function receive(caller: Caller, request: FastifyRequest): Promise<ReceivedPage> {
  const most = pageBytes(caller.context.services.config.fileBytes)
  // Reads the connection itself: without a body there is no parsed body.
  const stream = request.raw
  const chunks: AsyncIterator<Buffer> = stream[Symbol.asyncIterator]()
  let page: ArrivingPage | null = null
  try {
    if (most === 0) throw new ApiRefusal(403, 'Asset upload is disabled.')
    const announced = Number(request.headers['content-length'] ?? Number.NaN)
    if (announced > most + LONGEST_REST) throw tooLarge(most)
    let url = ''
    let name = ''
    const source = { [Symbol.asyncIterator]: () => chunks }
    for await (const part of formParts(source, request.headers['content-type'])) {
      if (part.name === 'url' && part.fileName === null) url = await textOf(part)
      if (part.name !== 'file' || part.fileName === null || page !== null) continue
      name = nameOf(part.fileName)
      page = await begun(caller, Number.isNaN(announced) ? most : Math.min(announced, most))
      await page.take(atMost(part.bytes, most))
    }
    if (url === '' || page === null || page.size === 0)
      throw new ApiRefusal(400, "Both 'url' and 'file' parameters are required.")
    if (page.type !== UNKNOWN_TYPE)
      throw new ApiRefusal(400, 'file: this is a picture or a PDF, and no page.')
    return kept(caller, page, { url, name })
  } catch (error) {
    await page?.drop()
    await drain(stream, chunks)
    if (stream.errored !== null) throw new HttpFailure(FAILURES.malformedRequest)
    throw error
  }
}

/** Type of files whose first bytes are not those of a known format. HTML has no fixed first bytes. */
const UNKNOWN_TYPE = 'application/octet-stream'

async function begun(caller: Caller, bytes: number): Promise<ArrivingPage> {
  const page = await ArrivingPage.begin(uploadToolsOf(caller.context.services), caller.userId, bytes)
  if (!page.ok) throw refusalOf(page.error)
  return page.value
}

function refusalOf(error: Failure | Refusal): ApiRefusal {
  const { status, msg } = 'status' in error ? error : refusalFailure(error)
  return new ApiRefusal(status, msg)
}

function kept(
  caller: Caller,
  page: ArrivingPage,
  { url, name }: { url: string; name: string },
): ReceivedPage {
  const keptAt = caller.context.services.now()
  let file: Promise<CardFile> | null = null
  let isDropped = false
  const keep = async () => {
    const done = await page.keep()
    if (!done.ok) throw refusalOf(done.error)
    return cardFile({ ...done.value, name, type: 'text/html', keptAt })
  }
  return {
    url,
    keep: () => {
      file ??= keep()
      return file
    },
    drop: async () => {
      if (file !== null || isDropped) return
      isDropped = true
      await page.drop()
    },
  }
}

async function* atMost(bytes: AsyncIterable<Buffer>, most: number): AsyncGenerator<Buffer> {
  let length = 0
  for await (const chunk of bytes) {
    length += chunk.length
    if (length > most) throw tooLarge(most)
    yield chunk
  }
}

function tooLarge(most: number): ApiRefusal {
  return new ApiRefusal(413, `A page has at most ${grouped(most / 1024 / 1024)} MB on this server.`)
}

async function textOf({ bytes }: FormPart): Promise<string> {
  let text = Buffer.alloc(0)
  for await (const chunk of bytes) {
    text = Buffer.concat([text, chunk])
    if (text.length > LONGEST_ADDRESS) throw new ApiRefusal(400, `url: at most ${LONGEST_ADDRESS} bytes`)
  }
  return text.toString('utf8').trim()
}

function nameOf(sent: string): string {
  const clean = sent.replace(/[\p{Cc}\p{Cs}]/gu, '').trim() || 'Page.html'
  if (clean.length <= LIMITS.fileNameLength) return clean
  return `${clean.slice(0, LIMITS.fileNameLength - 6).replace(/\p{Cs}$/u, '')}….html`
}

async function drain(stream: IncomingMessage, chunks: AsyncIterator<Buffer>): Promise<void> {
  try {
    for (let dropped = 0; dropped < MOST_DRAINED; ) {
      const next = await chunks.next()
      if (next.done) return
      dropped += next.value.length
    }
    stream.destroy()
  } catch {
    // The sender has disconnected.
  }
}

/**
 * Puts a page on a card, or creates a link with it. A page that the card already has gets the new date.
 *
 * @param isOnly whether the page replaces the card's latest page
 * @returns the id of the card
 */
export async function putPage(
  caller: Caller,
  card: Card | undefined,
  page: SentPage,
  isOnly: boolean,
): Promise<string> {
  // Checked before the page is kept: a file without a card counts towards the quota for 30 days.
  if (card === undefined) linkOf(page.url, '', '')
  const file = await page.keep()
  if (card === undefined) return makeBookmark(caller, { url: page.url }, [file])
  const [latest] = keptPagesOf(card.files)
  const same = keptPagesOf(card.files).filter(({ hash }) => hash === file.hash)
  const removed = new Set([...same, ...(isOnly && latest ? [latest] : [])].map(({ hash }) => hash))
  const attached = { added: [file], removed: [...removed] }
  await caller.change([{ method: 'PATCH', path: '/entity/edit-one', body: { entity_id: card.id, attached } }])
  return card.id
}
