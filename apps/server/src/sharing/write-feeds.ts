import { escapeUTF8 } from 'entities/escape'
import type { SharedListing } from './shared-listing.ts'

/** RSS 2.0. @param page the address of its page, without a slash at its end */
export function feedXml({ title, items }: SharedListing, page: string): string {
  const newest = Math.max(0, ...items.map(({ updatedAt }) => updatedAt))
  const entries = items.map(({ id, title, address, text, tags, createdAt }) =>
    [
      '<item>',
      element('title', title),
      address === null ? '' : element('link', address),
      `<guid isPermaLink="false">${id}</guid>`,
      element('pubDate', new Date(createdAt).toUTCString()),
      // HTML in CDATA: nothing in it can end the section, because each > is escaped.
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

/** JSON Feed 1.1. @param page the address of its page, without a slash at its end */
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
export function escaped(text: string): string {
  return escapeUTF8(text.replace(NO_XML, ''))
}

function lines(text: string): string {
  return escaped(text).replaceAll('\n', '<br>')
}
