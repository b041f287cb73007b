import type { SharedItem, SharedListing } from './shared-listing.ts'
import { escaped } from './write-feeds.ts'

/**
 * Plain HTML without scripts. Addresses are relative and contain the secret where needed: no header or link reveals it to
 * linked pages.
 */
export function sharedPage({ title, items }: SharedListing, secret: string): string {
  const feed = (file: string) => `${secret}/${file}`
  const list =
    items.length === 0
      ? '<p class="lead">There is nothing here yet.</p>'
      : `<ol class="items">\n${items.map(entry).join('\n')}\n</ol>`
  return page(
    title,
    `<link rel="alternate" type="application/rss+xml" title="RSS" href="${feed('feed.xml')}">
<link rel="alternate" type="application/feed+json" title="JSON feed" href="${feed('feed.json')}">
`,
    `<header><h1>${escaped(title)}</h1>
<p class="lead">${items.length === 1 ? 'One card' : `${items.length} cards`}, newest first. Follow it as
<a href="${feed('feed.xml')}">RSS</a> or <a href="${feed('feed.json')}">JSON feed</a>.</p></header>
${list}`,
  )
}

/** For an unknown or revoked address. */
export function noSharedPage(): string {
  return page(
    'Nothing here',
    '',
    `<header><h1>There is nothing at this address</h1>
<p class="lead">What was shared here may have been taken back. Ask the person who sent it to you.</p></header>`,
  )
}

function page(title: string, links: string, main: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<title>${escaped(title)}</title>
<link rel="icon" href="../../favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="../../font.css">
<link rel="stylesheet" href="../shared.css">
${links}</head>
<body>
<main>
${main}
</main>
<footer><a href="../../"><img src="../../favicon.svg" alt="" width="16" height="16">Cardinal</a></footer>
</body>
</html>
`
}

function entry({ title, address, text, tags, icon, createdAt }: SharedItem): string {
  const day = new Date(createdAt).toISOString().slice(0, 10)
  const picture = `<img src="../pictures/${escaped(icon)}.webp" alt="" width="16" height="16" loading="lazy">`
  const name = `<span>${escaped(title)}</span>`
  const host = address === null ? '' : new URL(address).hostname.replace(/^www\./, '')
  return [
    '<li><article>',
    `<h2 dir="auto">${icon === '' ? '' : picture}${address === null ? name : `<a href="${escaped(address)}" rel="noopener noreferrer nofollow ugc">${name}</a>`}</h2>`,
    text === '' ? '' : `<p class="text" dir="auto">${escaped(text)}</p>`,
    `<p class="facts">${host === '' ? '' : `<span>${escaped(host)}</span> `}<time datetime="${day}">${day}</time>`,
    tags.length === 0
      ? ''
      : ` <span class="tags">${tags.map((tag) => `<span class="tag">${escaped(tag)}</span>`).join(' ')}</span>`,
    '</p></article></li>',
  ].join('')
}
