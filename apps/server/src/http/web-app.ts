import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { withoutEnd } from '@cardinal/domain'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import { FAILURES } from '../access/failures.ts'
import type { Config } from '../config.ts'
import { publicAddressOrOwn } from '../identity/index.ts'
import { sendFailure } from './errors.ts'
import { SITE_FILES, type Site, sendFilled } from './site-files.ts'

/** File names with a hash of their content never change what they hold. */
const HASHED = /[/\\]assets[/\\].*-[\w-]{8}\.\w+$/
const A_YEAR = 'public, max-age=31536000, immutable'

type SiteConfig = Pick<Config, 'publicUrl' | 'usesAskedAddress' | 'supportEmail'>

/** Routes of the app that are no written pages. Any other path is answered with 404, and the app says so. */
const APP_PATHS: ReadonlySet<string> = new Set([
  '/home',
  '/settings',
  '/subscription',
  '/create-form',
  '/edit-form',
  '/tagger',
])

/**
 * Serves the built web app. Pages that anyone can read were written out at build, as `pages/<name>.html`;
 * any other path that is no file and not below `/api` gets the app, which says what is there. Where there is no such
 * page, the status is 404.
 *
 * @param root the folder of the build; where it is missing, visitors are told so
 * @param config holds what the build leaves open in written pages and in the files for machines
 */
export async function serveWebApp(app: FastifyInstance, root: string, config: SiteConfig): Promise<void> {
  const siteFor = (request: FastifyRequest): Site => ({
    publicUrl: publicAddressOrOwn(config, request),
    supportEmail: config.supportEmail,
  })
  const isBuilt = existsSync(join(root, 'index.html'))
  const pages = writtenPages(root)
  if (isBuilt)
    await app.register(fastifyStatic, {
      root,
      index: false,
      cacheControl: false,
      // Written pages have addresses of their own; as files they are not finished.
      allowedPath: (path) => !path.startsWith('/pages/'),
      setHeaders: (response, path) => {
        response.setHeader('cache-control', HASHED.test(path) ? A_YEAR : 'no-cache')
      },
    })
  const sendPage = (request: FastifyRequest, reply: FastifyReply, path: string) => {
    const page = pages.get(path)
    if (page !== undefined) return sendFilled(request, reply, join(root, page), siteFor(request))
    const isPage = APP_PATHS.has(withoutEnd(path, '/'))
    return reply
      .code(isPage ? 200 : 404)
      .header('cache-control', 'no-cache')
      .sendFile('index.html')
  }
  const route = (url: string, handler: RouteHandlerMethod) =>
    app.route({ method: ['GET', 'HEAD'], url, handler })
  if (isBuilt) {
    // A folder is nothing that can be sent, so that the start page needs a route of its own.
    route('/', (request, reply) => sendPage(request, reply, '/'))
    // Password managers look here (https://w3c.github.io/webappsec-change-password-url/).
    route('/.well-known/change-password', (_request, reply) => reply.redirect('/settings', 302))
    for (const file of SITE_FILES.filter((name) => existsSync(join(root, name))))
      route(`/${file}`, (request, reply) => sendFilled(request, reply, join(root, file), siteFor(request)))
  }
  app.setNotFoundHandler((request, reply) => {
    if (!isForPage(request)) return sendFailure(request, reply, FAILURES.noSuchPath)
    return isBuilt ? sendPage(request, reply, pathOf(request)) : sendNotBuilt(reply)
  })
}

/** The files of the pages that were written out at build, by path. */
function writtenPages(root: string): ReadonlyMap<string, string> {
  const folder = join(root, 'pages')
  if (!existsSync(folder)) return new Map()
  const names = readdirSync(folder).filter((file) => file.endsWith('.html'))
  return new Map(
    names.map((file) => [
      file === 'landing.html' ? '/' : `/${file.slice(0, -'.html'.length)}`,
      `pages/${file}`,
    ]),
  )
}

function pathOf({ url }: FastifyRequest): string {
  return url.split('?', 1)[0] ?? ''
}

function isForPage(request: FastifyRequest): boolean {
  const { method } = request
  const path = pathOf(request)
  const isApi = path === '/api' || path.startsWith('/api/')
  const isFile = /\.\w{2,12}$/.test(path) && !path.endsWith('.html')
  return (method === 'GET' || method === 'HEAD') && !isApi && !isFile
}

function sendNotBuilt(reply: FastifyReply): FastifyReply {
  return reply
    .code(503)
    .type('text/plain; charset=utf-8')
    .send('The web app is not built. "npm start" builds it; the API is at /api/docs.\n')
}
