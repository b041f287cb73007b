import { CopyBuilder } from './copy-builder.ts'
import type { CopyNode } from './copy-markup.ts'

/** Parses the output of `printCopy`. Anything else becomes plain text, never an element or attribute. */
export function readCopy(written: string): readonly CopyNode[] {
  const builder = new CopyBuilder()
  let read = 0
  for (const { 0: tag, 1: slash, 2: name = '', 3: href, index } of written.matchAll(TAG)) {
    builder.text(unescaped(written.slice(read, index)))
    read = index + tag.length
    if (slash === '/') builder.close(name)
    else builder.open(name, href === undefined ? undefined : unescaped(href))
  }
  builder.text(unescaped(written.slice(read)))
  return builder.finish()
}

const TAG = /<(\/?)([a-z][a-z0-9]{0,9})(?: href="([^"<>]*)")?>/g

function unescaped(text: string): string {
  return text.replace(/&(amp|lt|gt|quot);/g, (_, name: string) => SIGNS[name] ?? '')
}

const SIGNS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' }
