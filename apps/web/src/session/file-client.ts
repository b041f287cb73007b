import { CallFailed, failedBy } from './account-client.ts'
import type { SessionPorts } from './ports.ts'
import type { Session } from './session.ts'
import { isOwnRefusal, troubleOfFailure, troubleOfStatus } from './trouble.ts'

/** A file of the server. */
export interface ServedFile {
  readonly name: string
  readonly content: Blob
}

/** Timeout of an upload or download, in ms. */
const TIME_LIMIT = 10 * 60_000

/** Calls that transfer a file rather than JSON: downloads of a workspace or an account, and uploads. */
export class FileClient {
  readonly #session: Session
  readonly #ports: SessionPorts

  constructor(session: Session, ports: SessionPorts) {
    this.#session = session
    this.#ports = ports
  }

  /** Sends a file as the body and returns `data` of the answer. Rejects with `CallFailed`. */
  async upload<T>(path: string, file: Blob, signal?: AbortSignal): Promise<T> {
    const { content } = await this.#authorised('POST', path, parsedAnswer, file, signal)
    return content as T
  }

  /** Downloads a file. Rejects with `CallFailed`. */
  async download(path: string): Promise<ServedFile> {
    const { headers, content } = await this.#authorised('GET', path, (response) => response.blob())
    const named = /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')
    return { name: named?.[1] ?? 'export', content }
  }

  /** @param read reads the content of a successful answer, which may be cut off before its end */
  async #authorised<T>(
    method: string,
    path: string,
    read: (response: Response) => Promise<T>,
    file?: Blob,
    signal?: AbortSignal,
  ): Promise<{ headers: Headers; content: T }> {
    for (let attempt = 0; ; attempt++) {
      const token = await this.#token()
      const answer = await this.#send(method, path, token, read, file, signal)
      if (!(answer instanceof CallFailed)) return answer
      if (answer.status !== 401 || attempt > 0) throw answer
      this.#session.distrust(token)
    }
  }

  async #token(): Promise<string> {
    const outcome = await this.#session.accessToken()
    if (outcome.kind === 'signed-out') throw new CallFailed('You are signed out.', 401)
    if (outcome.kind === 'unreachable') throw failedBy(outcome.trouble)
    return outcome.token
  }

  async #send<T>(
    method: string,
    path: string,
    token: string,
    read: (response: Response) => Promise<T>,
    file?: Blob,
    signal?: AbortSignal,
  ): Promise<{ headers: Headers; content: T } | CallFailed> {
    const limit = this.#ports.timeLimit(TIME_LIMIT)
    try {
      const response = await this.#ports.fetch(this.#ports.apiBase + path, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(file !== undefined && { 'content-type': file.type || 'application/octet-stream' }),
        },
        ...(file !== undefined && { body: file }),
        signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
        cache: 'no-store',
      })
      return response.ok
        ? { headers: response.headers, content: await read(response) }
        : await failureOf(response)
    } catch (reason) {
      if (signal?.aborted === true || reason instanceof CallFailed) throw reason
      throw failedBy(troubleOfFailure(limit.aborted, this.#ports.isOnline()))
    }
  }
}

/** Resolves with `data` of an answer. Rejects where a proxy or a sign-in page answered in the server's place. */
async function parsedAnswer(response: Response): Promise<unknown> {
  const text = await response.text()
  try {
    const { data } = JSON.parse(text) as { data?: unknown }
    if (data !== undefined) return data
  } catch {
    // No JSON.
  }
  throw failedBy(troubleOfStatus(response.status))
}

async function failureOf(response: Response): Promise<CallFailed> {
  const refusal: unknown = await response.json().catch(() => null)
  if (!isOwnRefusal(refusal)) return failedBy(troubleOfStatus(response.status))
  return new CallFailed(refusal.msg, response.status, refusal.command)
}
