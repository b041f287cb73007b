/**
 * Placeholders that the server replaces by the site's address and security contact. Its `http/site-files.ts` has
 * the same words.
 */
export const SITE_URL = '__SITE_URL__'
/** A URL: `mailto:`, or the contact page if no e-mail is configured. */
export const SECURITY_CONTACT = '__SECURITY_CONTACT__'

/** Files such as robots.txt that contain the site's address. */
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

/** RFC 9116. The server fills in the day of expiry, so that two builds of one commit are equal. */
export function securityTxt(siteUrl: string, contact: string): string {
  return [
    `Contact: ${contact}`,
    'Expires: __EXPIRES__',
    'Preferred-Languages: en',
    `Canonical: ${siteUrl}/.well-known/security.txt`,
    '',
  ].join('\n')
}
