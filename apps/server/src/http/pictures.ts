import type { FastifyInstance } from 'fastify'
import { FAILURES } from '../access/failures.ts'
import type { Store } from '../store/index.ts'
import { sendFailure } from './errors.ts'
import type { Admit } from './rate-limit.ts'
import { A_YEAR } from './web-app.ts'

/** Icons and covers of pages, served without a token. The name is a keyed hash, known only to users with the link's card. */
export function servePictures(app: FastifyInstance, { pages }: Pick<Store, 'pages'>, admit: Admit): void {
  app.get<{ Params: { file: string } }>('/api/pictures/:file', async (request, reply) => {
    await admit(request, null)
    const [, name] = /^([0-9a-f]{40})\.webp$/.exec(request.params.file) ?? []
    const picture = name === undefined ? undefined : await pages.picture(name)
    if (picture === undefined) return sendFailure(request, reply, FAILURES.noSuchPath)
    return reply.type('image/webp').header('cache-control', A_YEAR).send(picture)
  })
}
