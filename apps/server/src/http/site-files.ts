import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { withoutEnd } from '@cardinal/domain'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sendTagged } from '../access/exchange.ts'
import type { SiteConfig } from '../config.ts'
import { NO_SUPPORT_EMAIL } from '../config-variables.ts'

export interface Site extends Omit<SiteConfig, 'kind' | 'hasShortStart'> {
  readonly publicUrl: string
  readonly supportEmail: string
}

/** Built files for programs that contain the site's address or e-mail. */
export const SITE_FILES = ['sitemap.xml', 'robots.txt', '.well-known/security.txt'] as const

/** Placeholders in built files; must equal those in the web app's `build/site-files.ts`. */
const SITE_URL = '__SITE_URL__'
const SUPPORT_EMAIL = '__SUPPORT_EMAIL__'
const SECURITY_CONTACT = '__SECURITY_CONTACT__'
const EXPIRES = '__EXPIRES__'
const OPERATOR_TEXTS = {
  __OPERATOR_NAME__: 'operatorName',
  __OPERATOR_ADDRESS__: 'operatorAddress',
  __OPERATOR_LAW__: 'operatorLaw',
} as const
/** Placeholder in the script of the pages, which must render the same texts as the server. */
const SITE_TEXTS = '"__SITE_TEXTS__"'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
}

/**
 * Replaces placeholders. Values are escaped for every place where they occur: they can't end an attribute,
 * a tag or a line.
 */
export function fillIn(text: string, site: Site): string {
  const address = withoutEnd(new URL(site.publicUrl).href, '/').replaceAll('&', '%26').replaceAll("'", '%27')
  const email = encodeURI(site.supportEmail).replaceAll('&', '%26')
  let filled = text
    .replaceAll(SITE_TEXTS, () => siteTexts(site, email))
    .replaceAll(SITE_URL, () => address)
    .replaceAll(SUPPORT_EMAIL, () => email)
    .replaceAll(EXPIRES, inAYear)
    .replaceAll(SECURITY_CONTACT, () =>
      site.supportEmail === NO_SUPPORT_EMAIL ? `${address}/contact` : `mailto:${email}`,
    )
  for (const [open, name] of Object.entries(OPERATOR_TEXTS))
    filled = filled.replaceAll(open, () => asText(site[name]))
  return filled
}

/** A midnight 364 days ahead, the same all day. RFC 9116 allows at most a year. */
function inAYear(): string {
  return new Date(new Date().setUTCHours(0, 0, 0, 0) + 364 * 86_400_000).toISOString()
}

function siteTexts({ operatorName, operatorAddress, operatorLaw }: Site, supportEmail: string): string {
  const texts = { supportEmail, operatorName, operatorAddress, operatorLaw }
  return JSON.stringify(texts).replaceAll('<', '\\u003c').replaceAll('__', '\\u005f_')
}

function asText(raw: string): string {
  return raw.replace(/[&<>"'\n]/g, (char) => `&#${char.charCodeAt(0)};`)
}

/** Sends a built file with its placeholders replaced; 304 if the browser has it. */
export async function sendFilled(
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
  site: Site,
): Promise<FastifyReply> {
  const text = fillIn(await readFile(path, 'utf8'), site)
  return sendTagged(
    { request, reply, lane: request.ip },
    TYPES[extname(path)] ?? 'application/octet-stream',
    text,
  )
}
