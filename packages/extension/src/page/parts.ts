import { dataAddress, dataLength, type PageFile } from './files.ts'

/** A kept page whose files may still be loading. Nested arrays are filled later. */
export type Part = string | Part[] | StyleText | FileData | FrameMark

/** Text of a style sheet, in an element or an attribute. */
export interface StyleText {
  readonly kind: 'style'
  readonly parts: Part[]
  readonly within: 'html' | 'svg' | 'attribute'
}

interface FileData {
  readonly kind: 'file'
  readonly file: PageFile
  /** The fragment of its address, with `#`, or empty. */
  readonly hash: string
}

/** The position of a frame whose page only a script in the frame can read. */
interface FrameMark {
  readonly kind: 'frame'
  /** See `framePath`. */
  readonly path: string
}

const NOTHING = 'data:,'

/** Escapes text between tags, and in attributes. */
export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\u00a0', '&nbsp;')
}

/**
 * Flattens the parts of a page. A picture that style sheets use more than once is written once, as a custom
 * property of `:root`.
 */
export class Row {
  readonly #prefix: string
  readonly #shared = new Map<PageFile, string>()

  /** @param prefix keeps names of custom properties apart from those of other frames */
  constructor(prefix: string) {
    this.#prefix = prefix
  }

  *of(parts: readonly Part[]): Generator<string | FileData | FrameMark> {
    for (const part of parts) {
      if (typeof part === 'string') yield part
      else if (Array.isArray(part)) yield* this.of(part)
      else if (part.kind === 'style') yield* this.#style(part)
      else if (part.kind === 'frame' || part.file.blob !== null) yield part
      else yield NOTHING
    }
  }

  *#style({ parts, within }: StyleText): Generator<string | FileData | FrameMark> {
    for (const part of this.#styleParts(parts)) {
      if (typeof part !== 'string') yield part
      else if (within !== 'html') yield escaped(part)
      // Escape `<`, so that the text can't begin a tag. In CSS it stands before a letter only in strings.
      else yield part.replace(/<(?=[a-z/!?]|$)/gi, '\\3c ')
    }
  }

  *#styleParts(parts: readonly Part[]): Generator<string | FileData | FrameMark> {
    for (const part of this.#inStyle(parts)) {
      if (typeof part === 'string' || part.kind === 'frame') yield part
      else if (part.file.kind === 'picture' && part.file.styleUses > 1 && part.hash === '')
        yield `var(${this.#nameOf(part.file)})`
      else {
        yield "url('"
        yield part
        yield `${part.hash}')`
      }
    }
  }

  *#inStyle(parts: readonly Part[]): Generator<string | FileData | FrameMark> {
    for (const part of parts) {
      if (typeof part !== 'object' || Array.isArray(part)) {
        if (typeof part === 'string') yield part
        else yield* this.#inStyle(part)
      } else if (part.kind === 'file' && part.file.blob === null) yield `url('${NOTHING}')`
      else if (part.kind !== 'style') yield part
    }
  }

  #nameOf(file: PageFile): string {
    const name = this.#shared.get(file) ?? `--kept-${this.#prefix}${this.#shared.size}`
    this.#shared.set(file, name)
    return name
  }

  /** The style sheet with the pictures that the row uses more than once. */
  shared(): Part[] {
    if (this.#shared.size === 0) return []
    const rules = [...this.#shared].flatMap(([file, name]): Part[] => [
      `${name}:url('`,
      { kind: 'file', file, hash: '' },
      "');",
    ])
    return ['<style>:root{', ...rules, '}</style>']
  }
}

/** Bytes of a row without its frames, which are counted separately. */
export function bytesOf(row: Iterable<string | FileData | FrameMark>): number {
  const texts: string[] = []
  let bytes = 0
  for (const part of row) {
    if (typeof part === 'string') texts.push(part)
    else if (part.kind === 'file' && part.file.blob !== null) bytes += dataLength(part.file.blob)
  }
  return bytes + new Blob(texts).size
}

/** The row in texts of about `length` UTF-16 units, for messages. */
export async function* inPieces(
  row: Iterable<string | FileData | FrameMark>,
  length: number,
): AsyncGenerator<string | FrameMark> {
  let held = ''
  for (const part of row) {
    if (typeof part !== 'string' && part.kind === 'frame') {
      yield held
      yield part
      held = ''
      continue
    }
    if (typeof part === 'string') held += part
    else if (part.file.blob !== null) held += await dataAddress(part.file.blob)
    while (held.length >= length) {
      yield held.slice(0, length)
      held = held.slice(length)
    }
  }
  yield held
}
