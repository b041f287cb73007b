import type { IncomingMessage } from 'node:http'
import type { Failure } from '@cardinal/contract'
import { ok, type Result, refused } from '@cardinal/domain'
import { FAILURES, tooLarge } from '../access/failures.ts'
import { isPlain } from '../access/json-shape.ts'
import { HttpFailure } from './failure.ts'

/** How many times its limit a body may have, so that its sender is still heard out and told why it is refused. */
const HEARD_OUT = 16

/**
 * Reads a whole body. A larger body than the limit is read for a while and dropped: a sender that is cut off at once would
 * see a broken connection instead of the reason.
 */
export function readBody(stream: IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let chunks: Buffer[] = []
    let length = 0
    stream.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length <= limit) chunks.push(chunk)
      else chunks = []
      if (length > limit * HEARD_OUT) {
        stream.pause()
        reject(new HttpFailure(tooLarge(limit)))
      }
    })
    stream.on('end', () => {
      if (length > limit) reject(new HttpFailure(tooLarge(limit)))
      else resolve(Buffer.concat(chunks))
    })
    stream.on('error', reject)
    stream.on('aborted', () => reject(new HttpFailure(FAILURES.malformedRequest)))
  })
}

/**
 * The value of a JSON body; undefined for an empty one. Half surrogate pairs become U+FFFD, because no
 * database keeps them; U+0000 is refused, because PostgreSQL keeps it in no text.
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

/** Escapes that may stand for U+0000 or for half a surrogate pair. */
const TROUBLE = /\\u(?:0000|d[89a-f])/i

/** Walks a value without recursion: how deep it goes is the sender's choice. */
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
