/** Bytes at a place, as Latin-1. */
type Mark = readonly [at: number, text: string]

/**
 * Formats that a browser may show in our pages. Everything else is only saved: the content of SVG and HTML runs programs, and
 * that of others is nothing that a browser shows. Marks are those of the formats' specifications.
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

/** Whether a browser may show it, instead of saving it. */
export function isShown(type: string): boolean {
  return SHOWN.some(([shown]) => shown === type)
}
