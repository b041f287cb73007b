import { escapeUTF8 } from 'entities/escape'
import { PLAIN_STYLE, writtenDay } from '../lib/plain-style.ts'
import type { SharedItem, SharedListing } from './shared-listing.ts'

/**
 * Plain HTML without scripts. Addresses in it are relative and contain the secret only where needed, so
 * that linked pages don't learn the secret.
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

/** The page for an unknown or revoked address. */
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
    `<p class="facts">${host === '' ? '' : `<span>${escaped(host)}</span> `}<time datetime="${day}">${writtenDay(createdAt)}</time>`,
    tags.length === 0
      ? ''
      : ` <span class="tags">${tags.map((tag) => `<span class="tag">${escaped(tag)}</span>`).join(' ')}</span>`,
    '</p></article></li>',
  ].join('')
}

/** A separate file, because the content security policy allows no inline styles. */
export const SHARED_STYLE = `${PLAIN_STYLE}body { max-width: 46rem; margin: 0 auto; padding: clamp(1.5rem, 5vw, 3.5rem) clamp(1rem, 4vw, 2rem); }
h1 { overflow-wrap: anywhere; }
p { margin: 0.25rem 0 0; }
.items { margin: 2rem 0 0; padding: 0; list-style: none; background: var(--surface); border: 1px solid var(--line); border-radius: 0.75rem; }
.items li + li { border-top: 1px solid var(--line); }
article { padding: 0.75rem 1rem; }
h2 { display: flex; gap: 0.5rem; margin: 0; font-size: 1rem; font-weight: 520; line-height: 1.5; }
h2 img { flex: none; margin-top: 0.25rem; border-radius: 0.1875rem; }
h2 a { min-width: 0; color: var(--text); text-decoration: none; }
h2 a span { text-decoration: underline var(--line); text-underline-offset: 0.1875rem; }
h2 span { overflow-wrap: anywhere; }
h2 a:hover span { text-decoration-color: currentcolor; }
.text { color: var(--text-soft); white-space: pre-wrap; overflow-wrap: anywhere; }
.facts { display: flex; flex-wrap: wrap; align-items: center; gap: 0.125rem 0.75rem; color: var(--text-soft); font-size: 0.8125rem; overflow-wrap: anywhere; }
.tags { display: contents; }
.tag { padding: 0 0.5rem; background: var(--sunken); border-radius: 62rem; }
footer { margin-top: 2rem; color: var(--text-soft); font-size: 0.8125rem; }
footer a { display: inline-flex; align-items: center; gap: 0.375rem; min-height: 1.5rem; color: inherit; }
@media (pointer: coarse) {
  h2 a { min-height: 2.75rem; display: inline-flex; align-items: center; }
  h2 { align-items: center; }
  h2 img { margin-top: 0; }
  .lead a, footer a { display: inline-flex; align-items: center; min-height: 2.75rem; }
}
`

/**
 * RSS 2.0.
 *
 * @param page the address of the shared search's page, without a trailing slash
 */
export function feedXml({ title, items }: SharedListing, page: string): string {
  const newest = Math.max(0, ...items.map(({ updatedAt }) => updatedAt))
  const entries = items.map(({ id, title, address, text, tags, createdAt }) =>
    [
      '<item>',
      element('title', title),
      address === null ? '' : element('link', address),
      `<guid isPermaLink="false">${id}</guid>`,
      element('pubDate', new Date(createdAt).toUTCString()),
      // HTML in CDATA. It can't end the section, because each > is escaped.
      text === '' ? '' : `<description><![CDATA[${lines(text)}]]></description>`,
      ...tags.map((tag) => element('category', tag)),
      '</item>',
    ].join(''),
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
${element('title', title)}
${element('link', page)}
${element('description', `${title}, shared from Cardinal`)}
<atom:link href="${escaped(`${page}/feed.xml`)}" rel="self" type="application/rss+xml"/>
${newest === 0 ? '' : element('lastBuildDate', new Date(newest).toUTCString())}
${entries.join('\n')}
</channel></rss>
`
}

/**
 * JSON Feed 1.1.
 *
 * @param page the address of the shared search's page, without a trailing slash
 */
export function feedJson({ title, items }: SharedListing, page: string): string {
  const feed = {
    version: 'https://jsonfeed.org/version/1.1',
    title,
    home_page_url: page,
    feed_url: `${page}/feed.json`,
    items: items.map(({ id, title, address, text, tags, createdAt, updatedAt }) => ({
      id,
      ...(address !== null && { url: address }),
      title,
      content_text: text,
      ...(tags.length > 0 && { tags }),
      date_published: new Date(createdAt).toISOString(),
      date_modified: new Date(updatedAt).toISOString(),
    })),
  }
  return `${JSON.stringify(feed)}\n`
}

function element(name: string, text: string): string {
  return `<${name}>${escaped(text)}</${name}>`
}

/** Characters forbidden in XML, even escaped (XML 1.0, section 2.2). */
const NO_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

/** For element content and double-quoted attributes of XML or HTML. */
function escaped(text: string): string {
  return escapeUTF8(text.replace(NO_XML, ''))
}

function lines(text: string): string {
  return escaped(text).replaceAll('\n', '<br>')
}
