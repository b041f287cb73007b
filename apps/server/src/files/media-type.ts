/** Bytes at a place, as Latin-1. */
type Mark = readonly [at: number, text: string]

/**
 * Formats that a browser may show in our pages. All others are only downloaded: SVG and HTML can contain scripts,
 * and browsers don't show the rest. First bytes are from the formats' specifications.
 */
const SHOWN: readonly (readonly [type: string, ...marks: Mark[]])[] = [
  ['image/png', [0, '\x89PNG\r\n\x1a\n']],
  ['image/jpeg', [0, '\xff\xd8\xff']],
  ['image/gif', [0, 'GIF87a']],
  ['image/gif', [0, 'GIF89a']],
  ['image/webp', [0, 'RIFF'], [8, 'WEBP']],
  ['image/avif', [4, 'ftypavif']],
  ['image/avif', [4, 'ftypavis']],
  ['application/pdf', [0, '%PDF-']],
]

const UNKNOWN = 'application/octet-stream'

/** The media type of a file by its first bytes, whatever its name says. */
export function mediaTypeOf(begin: Buffer): string {
  const found = SHOWN.find(([, ...marks]) =>
    marks.every(([at, text]) => begin.toString('latin1', at, at + text.length) === text),
  )
  return found?.[0] ?? UNKNOWN
}

/** Whether a browser may show the file instead of downloading it. */
export function isShown(type: string): boolean {
  return SHOWN.some(([shown]) => shown === type)
}
