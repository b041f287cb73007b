/**
 * Placeholders in built files for the site's own address and the contact for security problems. Only the server knows them,
 * and fills them in as it serves: the same words stand in its `http/site-files.ts`.
 */
export const SITE_URL = '__SITE_URL__'
/** An address as URL: the mail, or the contact page where no mail is configured. */
export const SECURITY_CONTACT = '__SECURITY_CONTACT__'

/** Returns files for machines that hold the site's own address. */
export function robots(siteUrl: string): string {
  const closed = [
    '/home',
    '/settings',
    '/server',
    '/subscription',
    '/create-form',
    '/edit-form',
    '/tagger',
    '/api/',
  ]
  const rules = closed.map((path) => `Disallow: ${path}`).join('\n')
  return `User-agent: *\n${rules}\nAllow: /api/docs\n\nSitemap: ${siteUrl}/sitemap.xml\n`
}

export function sitemap(paths: readonly string[], siteUrl: string): string {
  const entries = paths.map((path) => `  <url><loc>${siteUrl}${path}</loc></url>`).join('\n')
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries}\n</urlset>\n`
}

/** Returns `security.txt` (RFC 9116). It expires a year after the build, so that a stale one says so itself. */
export function securityTxt(siteUrl: string, contact: string, now: Date): string {
  const expires = new Date(now)
  expires.setUTCFullYear(expires.getUTCFullYear() + 1)
  return [
    `Contact: ${contact}`,
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${siteUrl}/.well-known/security.txt`,
    '',
  ].join('\n')
}
