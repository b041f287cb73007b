import type { Connection } from './store.ts'

/** The server is unreachable, or asks to come back later. */
export class ServerAway extends Error {}

export class TokenRefused extends Error {}

/** The server refused a call permanently. */
export class CallRefused extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** ms per call. A first load streams without a deadline. */
const DEADLINE_MS = 20_000
/** UTF-16 units per line of the feed: more than a card can hold. */
const LONGEST_LINE = 8_000_000

export class Server {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /**
   * @param body bytes, or an object to send as JSON
   * @throws ServerAway, TokenRefused or CallRefused
   */
  async ask<Answer>(path: string, body: unknown): Promise<Answer> {
    const response = await this.#send('POST', path, body, AbortSignal.timeout(DEADLINE_MS))
    return (await response.json()) as Answer
  }

  /** Streams an answer in JSON lines. */
  async *lines<Line>(path: string): AsyncGenerator<Line> {
    const { body } = await this.#send('GET', path, undefined, null)
    let rest = ''
    const decoder = new TextDecoder()
    const reader = body?.getReader()
    for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) {
      const lines = (rest + decoder.decode(part.value, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      if (rest.length > LONGEST_LINE) throw new ServerAway('The server sent a line without an end.')
      for (const line of lines) yield JSON.parse(line) as Line
    }
  }

  async #send(method: string, path: string, body: unknown, signal: AbortSignal | null): Promise<Response> {
    const { server, token } = this.#connection
    let response: Response
    try {
      response = await fetch(`${server}/api${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body !== undefined && {
            'content-type': body instanceof Blob ? body.type : 'application/json',
          }),
        },
        credentials: 'omit',
        redirect: 'error',
        signal,
        ...(body !== undefined && { body: body instanceof Blob ? body : JSON.stringify(body) }),
      })
    } catch {
      throw new ServerAway(`${server} can’t be reached.`)
    }
    if (response.ok) return response
    const { msg, request_id } = await refusalOf(response)
    // An answer without the server's `request_id` comes from a proxy.
    if (request_id === undefined || isPassing(response.status)) throw new ServerAway(msg)
    if (response.status === 401) throw new TokenRefused(msg)
    throw new CallRefused(response.status, msg)
  }
}

/** Whether the status means: try again later. */
export function isPassing(status: number): boolean {
  return status === 408 || status === 429 || status >= 500
}

async function refusalOf(response: Response): Promise<{ msg: string; request_id?: string }> {
  const refusal = (await response.json().catch(() => null)) as { msg?: string; request_id?: string } | null
  return { msg: `The server answered with ${response.status}.`, ...refusal }
}
