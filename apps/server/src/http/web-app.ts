import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { withoutEnd } from '@cardinal/domain'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import { FAILURES } from '../access/failures.ts'
import type { Config } from '../config.ts'
import { publicAddressOrOwn } from '../identity/public-address.ts'
import { sendFailure } from './errors.ts'
import { SITE_FILES, type Site, sendFilled } from './site-files.ts'

/** Names with a content hash; `.br` is the compressed form. */
const HASHED = /[/\\]assets[/\\].*-[\w-]{8}\.\w+(\.br)?$/
/** For files whose name contains a content hash. */
export const A_YEAR = 'public, max-age=31536000, immutable'

type WebConfig = Pick<Config, 'publicUrl' | 'usesAskedAddress' | 'supportEmail' | 'site'>

/**
 * Paths of the app that are not prerendered. Any other path is answered with status 404, and the app
 * explains.
 */
const APP_PATHS: ReadonlySet<string> = new Set([
  '/home',
  '/settings',
  '/server',
  '/extension',
  '/subscription',
  '/create-form',
  '/edit-form',
  '/tagger',
])

/**
 * Serves the built web app. Prerendered pages are `pages/<kind of site>/<name>.html`. Any other path
 * outside `/api` that is no file gets the app, with status 404 if the app has no such page.
 *
 * @param root the build's folder; without it, answers say that the app is not built
 * @param config values for placeholders
 */
export async function serveWebApp(app: FastifyInstance, root: string, config: WebConfig): Promise<void> {
  const siteFor = (request: FastifyRequest): Site => ({
    publicUrl: publicAddressOrOwn(config, request),
    supportEmail: config.supportEmail,
    ...config.site,
  })
  const isBuilt = existsSync(join(root, 'index.html'))
  const pages = writtenPages(root, config.site.kind)
  if (isBuilt)
    await app.register(fastifyStatic, {
      root,
      index: false,
      cacheControl: false,
      preCompressed: true,
      // Prerendered pages have routes of their own, because their files contain placeholders.
      allowedPath: (path) => !path.startsWith('/pages/'),
      setHeaders: (response, path) => {
        response.setHeader('cache-control', HASHED.test(path) ? A_YEAR : 'no-cache')
        response.setHeader('vary', 'accept-encoding')
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
    // A static file can't be served for the folder `/`, so the start page has a route. A private site shows
    // its landing page at TOUR and at `/`, unless the operator chose a short start.
    const { kind, hasShortStart } = config.site
    const start = kind === 'public' || hasShortStart ? '/' : TOUR
    route('/', (request, reply) => sendPage(request, reply, start))
    // Password managers look here (https://w3c.github.io/webappsec-change-password-url/).
    route('/.well-known/change-password', (_request, reply) => reply.redirect('/settings#account', 302))
    if (!hasShortStart) route(TOUR, (_request, reply) => reply.redirect('/', 302))
    for (const file of SITE_FILES.filter((name) => existsSync(join(root, name))))
      route(`/${file}`, (request, reply) => sendFilled(request, reply, join(root, file), siteFor(request)))
  }
  const font = fontStyle(root)
  app.get('/font.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(font))
  const passkeyScript = builtFile(root, PASSKEY_SCRIPT)
  app.get('/passkey.js', (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .send(passkeyScript && `import './assets/${passkeyScript}'\n`),
  )
  app.setNotFoundHandler((request, reply) => {
    if (!isForPage(request)) return sendFailure(request, reply, FAILURES.noSuchPath)
    return isBuilt ? sendPage(request, reply, pathOf(request)) : sendNotBuilt(reply)
  })
}

/** The app's font for pages that the server writes; without a build, the system's font. */
function fontStyle(root: string): string {
  const file = builtFile(root, TEXT_FONT)
  if (file === '') return ''
  return `@font-face {
  font-family: "Geist Variable";
  font-weight: 100 900;
  font-display: swap;
  src: url("assets/${file}") format("woff2-variations");
}
`
}

/** File name, which contains a hash; empty: not in the build. */
function builtFile(root: string, name: RegExp): string {
  const folder = join(root, 'assets')
  return (existsSync(folder) && readdirSync(folder).find((file) => name.test(file))) || ''
}

const TOUR = '/tour'

/** Script of the embedded provider's sign-in pages. */
const PASSKEY_SCRIPT = /^passkey-page-[\w-]+\.js$/
const TEXT_FONT = /^geist-latin-wght-normal-[\w-]+\.woff2$/

function writtenPages(root: string, kind: string): ReadonlyMap<string, string> {
  const folder = `pages/${kind}`
  if (!existsSync(join(root, folder))) return new Map()
  const names = readdirSync(join(root, folder)).filter((file) => file.endsWith('.html'))
  return new Map(
    names.map((file) => [
      file === 'landing.html' ? '/' : `/${file.slice(0, -'.html'.length)}`,
      `${folder}/${file}`,
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
