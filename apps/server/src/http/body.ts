import type { IncomingMessage } from 'node:http'
import { type Failure, MAX_BODY } from '@cardinal/contract'
import { ok, type Result, refused } from '@cardinal/domain'
import { holdMore, isPlain } from '../access/bodies.ts'
import { FAILURES, HttpFailure, tooLarge } from '../access/failures.ts'

/** A body up to this many times its limit is read and dropped, so that its sender gets the reason of the refusal. */
const DRAIN_FACTOR = 16
const MOST_DRAINED = 160 * 1024 * 1024
/**
 * Reads a whole body. A body beyond the limit is still read for a while and dropped: a sender that is cut
 * off at once would see a broken connection instead of the reason.
 *
 * @param within ms for the whole body; null: as long as the connection may take
 */
export function readBody(
  stream: IncomingMessage,
  limit: number,
  within: number | null = null,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const announced = Number(stream.headers['content-length'])
    let body: IncomingBody | null = new IncomingBody()
    let length = 0
    const drop = () => {
      body?.drop()
      body = null
    }
    const refuse = (reason: Error) => {
      clearTimeout(deadline)
      drop()
      reject(reason)
    }
    const deadline =
      within === null ? undefined : setTimeout(() => refuse(new HttpFailure(FAILURES.slowPiece)), within)
    if (announced > MAX_BODY.large && announced <= limit && !body.reserve(announced)) drop()
    stream.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length > limit || body?.add(chunk) === false) drop()
      if (length > Math.min(limit * DRAIN_FACTOR, limit + MOST_DRAINED)) {
        stream.pause()
        refuse(new HttpFailure(tooLarge(limit)))
      }
    })
    stream.on('end', () => {
      if (length > limit) refuse(new HttpFailure(tooLarge(limit)))
      else if (body === null) refuse(new HttpFailure(FAILURES.overloaded))
      else {
        clearTimeout(deadline)
        resolve(body.whole())
      }
    })
    stream.on('error', refuse)
    stream.on('aborted', () => refuse(new HttpFailure(FAILURES.malformedRequest)))
  })
}

/**
 * A body that is being received. Its bytes beyond 10 MiB count against the node's limit until it is
 * complete or dropped.
 */
class IncomingBody {
  #chunks: Buffer[] = []
  #reserved: Buffer | null = null
  #length = 0
  #held = 0

  /** Allocates one buffer for the announced length. False: over the node's limit. */
  reserve(announced: number): boolean {
    if (!this.#hold(announced)) return false
    this.#reserved = Buffer.allocUnsafeSlow(announced)
    return true
  }

  /** False: over the node's limit. */
  add(chunk: Buffer): boolean {
    if (this.#reserved === null) this.#chunks.push(chunk)
    else chunk.copy(this.#reserved, this.#length)
    this.#length += chunk.length
    return this.#length <= Math.max(MAX_BODY.large, this.#held) || this.#hold(this.#length)
  }

  whole(): Buffer {
    this.#hold(0)
    return this.#reserved?.subarray(0, this.#length) ?? Buffer.concat(this.#chunks)
  }

  drop(): void {
    this.#hold(0)
    this.#chunks = []
    this.#reserved = null
  }

  #hold(bytes: number): boolean {
    const hasRoom = holdMore(bytes - this.#held)
    this.#held = bytes
    return hasRoom
  }
}

/**
 * The value of a JSON body; undefined for an empty body. Lone surrogates become U+FFFD, because no database
 * stores them. U+0000 is refused, because PostgreSQL can't store it.
 */
export function parseJsonBody(
  body: Buffer | undefined,
  contentType: string | undefined,
  contentEncoding: string | undefined,
): Result<unknown, Failure> {
  if (body === undefined || body.length === 0) return ok(undefined)
  if (!/^application\/json\s*(?:;|$)/i.test(contentType ?? '')) return refused(FAILURES.notJson)
  if (contentEncoding !== undefined && contentEncoding !== 'identity') return refused(FAILURES.encoded)
  const text = body.toString('utf8')
  if (!isPlain(text)) return refused(FAILURES.nested)
  try {
    const value: unknown = JSON.parse(text)
    return TROUBLE.test(text) ? wellFormed(value) : ok(value)
  } catch {
    return refused(FAILURES.malformedJson)
  }
}

/** Escapes that may stand for U+0000 or a lone surrogate. */
const TROUBLE = /\\u(?:0000|d[89a-f])/i

/** Iterative, because the sender chooses the nesting depth. */
function wellFormed(root: unknown): Result<unknown, Failure> {
  const holder = { root }
  const waiting: object[] = [holder]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const container = next as Record<string, unknown>
    for (const key of Object.keys(container)) {
      const value = container[key]
      if (typeof value === 'string') {
        if (value.includes('\0')) return refused(FAILURES.nulCharacter)
        if (!isWellFormed(value)) container[key] = Buffer.from(value).toString()
      } else if (typeof value === 'object' && value !== null) waiting.push(value)
    }
  }
  return ok(holder.root)
}

function isWellFormed(text: string): boolean {
  return !/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(text)
}
