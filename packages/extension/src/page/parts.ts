import { dataAddress, dataLength, type PageFile } from './files.ts'

/** A kept page before its files are there. Arrays are filled late. */
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

/** The place of a page that only its own process can read. */
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

/** Puts the parts of a page in a row. A picture that styles take more than once stands in one place, as a property of `:root`. */
export class Row {
  readonly #prefix: string
  readonly #shared = new Map<PageFile, string>()

  /** @param prefix keeps names of properties apart from those of other frames */
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
      // No text of a sheet begins a tag, wherever in a page its element stands. Outside of strings no `<` is before a letter.
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

  /** What the row before took more than once. */
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

/** Bytes of a row, of which frames are counted by themselves. */
export function bytesOf(row: Iterable<string | FileData | FrameMark>): number {
  const texts: string[] = []
  let bytes = 0
  for (const part of row) {
    if (typeof part === 'string') texts.push(part)
    else if (part.kind === 'file' && part.file.blob !== null) bytes += dataLength(part.file.blob)
  }
  return bytes + new Blob(texts).size
}

/** The row in pieces of some length, for messages. */
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
