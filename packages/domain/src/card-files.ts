/** A reference from a card to a file. The bytes are stored once for each account, under their hash. */
export interface CardFile {
  /** SHA-256 of the bytes: 64 lower-case hex digits. */
  readonly hash: string
  readonly name: string
  /**
   * Media type as the device reported it, for display; empty: unknown. The server derives the type that it
   * sends from the bytes.
   */
  readonly type: string
  /** Bytes. */
  readonly size: number
  /** Pixels of a picture. Both are given or neither. */
  readonly width?: number
  readonly height?: number
  /** When a browser saw it, in ms since 1970: the file is a kept page. Absent: any other file. */
  readonly keptAt?: number
}

/**
 * The files of a card, in the order of attaching, each hash once. JSON with a fixed order of fields, so that
 * equal lists are equal texts.
 */
export type CardFiles = string

/** The files that an edit adds, and the hashes that it takes away. Files that other devices added stay. */
export interface FilesEdit {
  readonly added: readonly CardFile[]
  readonly removed: readonly string[]
}

export const FILE_HASH = /^[0-9a-f]{64}$/
/** `type/subtype`, without parameters. */
export const MEDIA_TYPE = /^[a-z0-9][\w!#$&^.+-]{0,62}\/[a-z0-9][\w!#$&^.+-]{0,62}$/i

/** Null: none. */
export function filesOf(files: CardFiles | null): readonly CardFile[] {
  return files === null ? [] : (JSON.parse(files) as CardFile[])
}

/** Of two files with one hash, the first is kept. */
export function toFiles(list: readonly GivenFile[]): CardFiles | null {
  const byHash = new Map<string, CardFile>()
  for (const file of list) if (!byHash.has(file.hash)) byHash.set(file.hash, cardFile(file))
  return byHash.size === 0 ? null : JSON.stringify([...byHash.values()])
}

type GivenFile = Omit<CardFile, 'width' | 'height' | 'keptAt'> & {
  readonly [Optional in 'width' | 'height' | 'keptAt']?: number | undefined
}

/** Its fields are in a fixed order. A width without a height, or the reverse, is dropped. */
export function cardFile({ hash, name, type, size, width, height, keptAt }: GivenFile): CardFile {
  const sides = width === undefined || height === undefined ? {} : { width, height }
  return { hash, name, type, size, ...sides, ...(keptAt !== undefined && { keptAt }) }
}

/** The kept pages of a card, the latest first. */
export function keptPagesOf(files: CardFiles | null): readonly KeptPage[] {
  return filesOf(files)
    .filter((file): file is KeptPage => file.keptAt !== undefined)
    .reverse()
    .sort((one, other) => other.keptAt - one.keptAt)
}

type KeptPage = CardFile & { readonly keptAt: number }

/** Null: no difference. A file under another name is removed and added. */
export function filesEdit(seen: CardFiles | null, wanted: CardFiles | null): FilesEdit | null {
  if (seen === wanted) return null
  const [before, after] = [textsByHash(seen), textsByHash(wanted)]
  const isOther = (file: CardFile) => before.get(file.hash) !== after.get(file.hash)
  const added = filesOf(wanted).filter(isOther)
  const removed = filesOf(seen).filter(isOther)
  if (added.length + removed.length === 0) return null
  return { added, removed: removed.map(({ hash }) => hash) }
}

function textsByHash(files: CardFiles | null): Map<string, string> {
  return new Map(filesOf(files).map((file) => [file.hash, JSON.stringify(file)]))
}

export function withFiles(files: CardFiles | null, { added, removed }: FilesEdit): CardFiles | null {
  const gone = new Set(removed)
  return toFiles([...filesOf(files).filter(({ hash }) => !gone.has(hash)), ...added])
}
