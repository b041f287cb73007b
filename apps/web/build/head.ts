import { escapeUTF8 } from 'entities/escape'

interface PageHead {
  readonly path: string
  readonly title: string
  readonly description: string
}

/**
 * Metadata of a page for search engines and shared links.
 *
 * @param isListed whether search engines may list it
 */
export function headOf({ path, title, description }: PageHead, siteUrl: string, isListed: boolean): string {
  const address = `${siteUrl}${path}`
  const tags = [
    ...(isListed ? [] : ['<meta name="robots" content="noindex">']),
    `<meta name="description" content="${escapeUTF8(description)}">`,
    `<link rel="canonical" href="${address}">`,
    `<meta property="og:type" content="website">`,
    `<meta property="og:site_name" content="Cardinal">`,
    `<meta property="og:title" content="${escapeUTF8(title)}">`,
    `<meta property="og:description" content="${escapeUTF8(description)}">`,
    `<meta property="og:url" content="${address}">`,
    `<meta property="og:image" content="${siteUrl}/pictures/social-card.png">`,
    `<meta name="twitter:card" content="summary_large_image">`,
  ]
  return `${[...tags, ...structuredData(path, siteUrl, description)].join('\n    ')}\n    `
}

/** Structured data is not executed, so the content policy allows it. */
function structuredData(path: string, siteUrl: string, description: string): string[] {
  if (path !== '/') return []
  const data = {
    '@context': 'https://schema.org',
    '@type': 'WebApplication',
    name: 'Cardinal',
    url: siteUrl,
    description,
    applicationCategory: 'ProductivityApplication',
    operatingSystem: 'Any',
    offers: { '@type': 'Offer', price: '0' },
  }
  return [`<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`]
}
