import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { isSecureContext, publicAddressOrOwn } from '../identity/public-address.ts'

/** Pages of the embedded provider, the only ones whose forms the browser submits. */
const SIGN_IN_FORMS = '/oidc/'

/** The strictest headers under which the product works, on every answer. */
export function addSecurityHeaders(app: FastifyInstance, config: Config): void {
  const headers = Object.entries(securityHeaders(config))
  const isolating = Object.entries(ISOLATING)
  const formPolicy = contentSecurityPolicy(config.addressLookupUrl, "'self'")
  app.addHook('onRequest', async (request, reply) => {
    for (const [name, value] of headers) reply.raw.setHeader(name, value)
    // On insecure addresses browsers ignore these headers, with a warning.
    if (isSecureContext(publicAddressOrOwn(config, request)))
      for (const [name, value] of isolating) reply.raw.setHeader(name, value)
    if (request.url.startsWith(SIGN_IN_FORMS)) reply.raw.setHeader('content-security-policy', formPolicy)
  })
}

/** Required for memory shared by a page and its worker. */
const ISOLATING = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
}

export function securityHeaders({ publicUrl, addressLookupUrl }: Config): Record<string, string> {
  const headers: Record<string, string> = {
    'content-security-policy': contentSecurityPolicy(addressLookupUrl, "'none'"),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    'x-frame-options': 'DENY',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  }
  if (publicUrl.startsWith('https:')) headers['strict-transport-security'] = 'max-age=31536000'
  return headers
}

/**
 * @param addressLookupUrl the one foreign service that a visitor's browser may ask
 * @param formAction where the page's forms may be sent
 */
function contentSecurityPolicy(addressLookupUrl: string | null, formAction: string): string {
  const connect = addressLookupUrl === null ? "'self'" : `'self' ${new URL(addressLookupUrl).origin}`
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    // `blob:`: files of cards, which a page fetches with its token.
    "img-src 'self' data: blob:",
    // `blob:`: PDFs and kept pages. No other page of this site may be framed.
    "frame-src 'self' blob:",
    "font-src 'self'",
    `connect-src ${connect}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    `form-action ${formAction}`,
    "require-trusted-types-for 'script'",
    'trusted-types default dompurify',
  ].join('; ')
}
