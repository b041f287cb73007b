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
    const response = await this.#authorised('POST', path, file, signal)
    const answer = (await response.json()) as { data: T }
    return answer.data
  }

  /** Downloads a file. Rejects with `CallFailed`. */
  async download(path: string): Promise<ServedFile> {
    const response = await this.#authorised('GET', path)
    const named = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')
    return { name: named?.[1] ?? 'export', content: await response.blob() }
  }

  async #authorised(method: string, path: string, file?: Blob, signal?: AbortSignal): Promise<Response> {
    for (let attempt = 0; ; attempt++) {
      const token = await this.#token()
      const response = await this.#send(method, path, token, file, signal)
      if (response.ok) return response
      const failure = await failureOf(response)
      if (failure.status !== 401 || attempt > 0) throw failure
      this.#session.distrust(token)
    }
  }

  async #token(): Promise<string> {
    const outcome = await this.#session.accessToken()
    if (outcome.kind === 'signed-out') throw new CallFailed('You are signed out.', 401)
    if (outcome.kind === 'unreachable') throw failedBy(outcome.trouble)
    return outcome.token
  }

  async #send(method: string, path: string, token: string, file?: Blob, signal?: AbortSignal) {
    const limit = this.#ports.timeLimit(TIME_LIMIT)
    try {
      return await this.#ports.fetch(this.#ports.apiBase + path, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(file !== undefined && { 'content-type': file.type || 'application/octet-stream' }),
        },
        ...(file !== undefined && { body: file }),
        signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
        cache: 'no-store',
      })
    } catch (reason) {
      if (signal?.aborted === true) throw reason
      throw failedBy(troubleOfFailure(limit.aborted, this.#ports.isOnline()))
    }
  }
}

async function failureOf(response: Response): Promise<CallFailed> {
  const refusal: unknown = await response.json().catch(() => null)
  if (!isOwnRefusal(refusal)) return failedBy(troubleOfStatus(response.status))
  return new CallFailed(refusal.msg, response.status, refusal.command)
}
