import type { FastifyInstance } from 'fastify'

/** Remote address of in-process requests; no connection has it. */
export const IN_PROCESS = 'in-process'

/**
 * A `fetch` that passes requests for this server's own addresses to its routes. The public address may not
 * be reachable from here (a container, a proxy, a port that isn't open yet).
 */
export function inProcessFetch(publicUrl: string, server: () => FastifyInstance | null): typeof fetch {
  const base = new URL(publicUrl)
  const prefix = base.pathname.replace(/\/$/, '')
  return async (input, init = {}) => {
    const app = server()
    const url = new URL(input instanceof Request ? input.url : input)
    if (app === null || url.origin !== base.origin) throw new TypeError('This address is not of this server.')
    const body = init.body === undefined || init.body === null ? undefined : String(init.body)
    const answer = await app.inject({
      method: (init.method ?? 'GET') as 'GET' | 'POST',
      remoteAddress: IN_PROCESS,
      url: url.pathname.slice(prefix.length) + url.search,
      headers: { ...Object.fromEntries(new Headers(init.headers)), host: base.host },
      ...(body === undefined ? {} : { payload: body }),
    })
    const headers = new Headers()
    for (const [name, value] of Object.entries(answer.headers))
      if (value !== undefined) headers.set(name, String(value))
    const hasBody = answer.statusCode !== 204 && answer.statusCode !== 304
    return new Response(hasBody ? new Uint8Array(answer.rawPayload) : null, {
      status: answer.statusCode,
      headers,
    })
  }
}
