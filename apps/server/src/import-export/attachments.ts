import { type Card, type CardFile, filesOf } from '@cardinal/domain'

/** UTF-16 units of a name without its ending. */
const STEM_UNITS = 60
/** Lists the files of cards that are not in the zip. */
export const LEFT_OUT = 'attachments/left-out.log'
const ATTACHMENT = /(?:^|\/)attachments\/[^/]+-[0-9a-f]{8}(?:\.[a-z0-9]{1,10})?$/

/**
 * A file's path in the zip of Markdown files. Made from its name and hash only, so that an import recognises it.
 * Needs no escape in Markdown.
 */
export function attachmentPath({ name, hash }: Pick<CardFile, 'name' | 'hash'>): string {
  const [, stem = '', ending = ''] = /^(.*?)(\.[A-Za-z0-9]{1,10})?$/s.exec(name) ?? []
  const plain = stem
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}\p{M}_-]+/gu, '-')
    .slice(0, STEM_UNITS)
    .replace(/\p{Cs}$/u, '')
  return `attachments/${plain || 'file'}-${hash.slice(0, 8)}${ending.toLowerCase()}`
}

/** Whether a path has the form of `attachmentPath`. Such a file is not read for cards. */
export function isAttachment(path: string): boolean {
  return ATTACHMENT.test(path)
}

/** Replaces hashes in pictures and links by paths in the zip. */
export function withPaths(content: string, files: readonly CardFile[]): string {
  return files.reduce(
    (text, file) => text.replaceAll(`](file:${file.hash})`, () => `](${attachmentPath(file)})`),
    content,
  )
}

/** Replaces paths in pictures and links by hashes. */
export function withHashes(content: string, files: Card['files']): string {
  return filesOf(files).reduce(
    (text, file) => text.replaceAll(`](${attachmentPath(file)})`, () => `](file:${file.hash})`),
    content,
  )
}
