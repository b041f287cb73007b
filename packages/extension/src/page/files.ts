/** Requests that run at the same time. */
const AT_ONCE = 8
/** ms for one file, and for all files. Files that are missing then count as unread. */
const FILE_TIMEOUT_MS = 15_000
const ALL_TIMEOUT_MS = 90_000
/** Most files of one page, and most bytes of all of them: a page could request files without end. */
const MOST_FILES = 5_000
const MOST_BYTES = 300 * 1024 * 1024

type FileKind = 'picture' | 'font' | 'sheet'

/** The number of files of each kind that could not be read. */
export type Unread = Record<FileKind, number>

/** A file that the page loads from an address. */
export interface PageFile {
  readonly kind: FileKind
  /** Null: it could not be read, or has not been read yet. */
  blob: Blob | null
  /** How often style sheets refer to it. */
  styleUses: number
  /** Called when the file is read. */
  readonly readers: ((blob: Blob) => Promise<void>)[]
}

interface Wanted {
  readonly file: PageFile
  readonly urls: readonly string[]
  /** Called if no address can be read. */
  readonly otherwise: (() => Promise<Blob | null>) | null
  readonly then: ((text: string | null, url: string) => void) | null
}

/** Reads the files of a page as the page itself would, with the person’s cookies for their sites. */
export class PageFiles {
  readonly unread: Unread = { picture: 0, font: 0, sheet: 0 }
  readonly #byKey = new Map<string, PageFile>()
  readonly #queue: Wanted[] = []
  readonly #signal: AbortSignal
  readonly #readOutside: ((url: string, kind: 'picture' | 'font') => Promise<Blob | null>) | null
  readonly #onProgress: (done: number, of: number) => void
  #count = 0
  #done = 0
  #bytes = 0
  #running = 0
  #finish: (() => void) | null = null

  /** @param readOutside reads a file of another site that lets no page read it */
  constructor(
    signal: AbortSignal,
    readOutside: ((url: string, kind: 'picture' | 'font') => Promise<Blob | null>) | null,
    onProgress: (done: number, of: number) => void,
  ) {
    this.#signal = signal
    this.#readOutside = readOutside
    this.#onProgress = onProgress
  }

  /** @param drawn reads the picture from the screen, where its address can't be read */
  picture(url: string, drawn: (() => Promise<Blob | null>) | null = null): PageFile {
    return this.#want('picture', [url], { otherwise: drawn })
  }

  /** @param urls the same font in other formats: the first that can be read is taken */
  font(urls: readonly string[]): PageFile {
    return this.#want('font', urls, {})
  }

  /** @param then gets the text, or null, and the address that answered */
  sheet(url: string, then: (text: string | null, url: string) => void): void {
    this.#want('sheet', [url], { then })
  }

  #want(
    kind: FileKind,
    urls: readonly string[],
    { otherwise = null, then = null }: Partial<Pick<Wanted, 'otherwise' | 'then'>>,
  ): PageFile {
    const key = `${kind} ${urls[0]}`
    const known = then === null ? this.#byKey.get(key) : undefined
    if (known !== undefined) return known
    const file: PageFile = { kind, blob: null, styleUses: 0, readers: [] }
    this.#byKey.set(key, file)
    this.#count += 1
    if (this.#count > MOST_FILES) {
      this.unread[kind] += 1
      this.#done += 1
      then?.(null, urls[0] ?? '')
    } else this.#queue.push({ file, urls, otherwise, then })
    return file
  }

  /** Resolves when all files are read, with the files that style sheets among them refer to. */
  async settle(): Promise<void> {
    const late = AbortSignal.timeout(ALL_TIMEOUT_MS)
    const signal = AbortSignal.any([this.#signal, late])
    await new Promise<void>((resolve) => {
      this.#finish = resolve
      this.#next(signal)
    })
    this.#signal.throwIfAborted()
  }

  #next(signal: AbortSignal): void {
    this.#onProgress(this.#done, this.#count)
    while (this.#running < AT_ONCE) {
      const wanted = this.#queue.shift()
      if (wanted === undefined) break
      this.#running += 1
      void this.#read(wanted, signal).finally(() => {
        this.#running -= 1
        this.#done += 1
        this.#next(signal)
      })
    }
    if (this.#running === 0) this.#finish?.()
  }

  async #read({ file, urls, otherwise, then }: Wanted, signal: AbortSignal): Promise<void> {
    let read: { readonly blob: Blob; readonly url: string } | null = null
    for (const url of urls) {
      if (read !== null || signal.aborted || this.#bytes > MOST_BYTES) break
      read = await fetched(url, file.kind, signal)
    }
    const blob =
      read?.blob ??
      (await this.#outside(urls, file.kind, signal)) ??
      (await otherwise?.().catch(() => null)) ??
      null
    if (blob === null) this.unread[file.kind] += 1
    this.#bytes += blob?.size ?? 0
    if (then === null) {
      file.blob = blob
      if (blob !== null) await Promise.all(file.readers.map((reader) => reader(blob)))
    } else then(blob === null ? null : await blob.text(), read?.url ?? urls[0] ?? '')
  }

  /** Not for style sheets of other sites: the browser would request the files that they name. */
  async #outside(urls: readonly string[], kind: FileKind, signal: AbortSignal): Promise<Blob | null> {
    if (this.#readOutside === null || kind === 'sheet') return null
    for (const url of urls) {
      if (signal.aborted || !isForeign(url)) return null
      const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), FILE_TIMEOUT_MS))
      const blob = await Promise.race([this.#readOutside(url, kind), late])
      if (blob !== null) return blob
    }
    return null
  }
}

/**
 * Ways to request a file, first from the browser's cache. A site that lets everybody read refuses requests
 * with cookies, and the reverse.
 */
const WAYS: readonly RequestInit[] = [
  { credentials: 'same-origin', cache: 'force-cache' },
  { credentials: 'same-origin', cache: 'reload' },
  { credentials: 'include', cache: 'reload' },
]

async function fetched(
  url: string,
  kind: FileKind,
  signal: AbortSignal,
): Promise<{ readonly blob: Blob; readonly url: string } | null> {
  const both = AbortSignal.any([signal, AbortSignal.timeout(FILE_TIMEOUT_MS)])
  // The first way sends cookies to the page's own site, which needs no other.
  const ways = isForeign(url) ? WAYS : WAYS.slice(0, 1)
  for (const way of ways) {
    if (both.aborted) return null
    try {
      const response = await fetch(url, { ...way, signal: both })
      if (!response.ok) return null
      const blob = await response.blob()
      // A site that asks to sign in answers with a page.
      const isPage = /^text\/html/i.test(blob.type)
      return isPage || (kind !== 'sheet' && blob.size === 0) ? null : { blob, url: response.url || url }
    } catch {
      // Try the next way.
    }
  }
  return null
}

function isForeign(url: string): boolean {
  return /^https?:/i.test(url) && new URL(url).origin !== location.origin
}

/** Length of the `data:` address of a file, in characters. */
export function dataLength(blob: Blob): number {
  return `data:${typeOf(blob)};base64,`.length + Math.ceil(blob.size / 3) * 4
}

export async function dataAddress(blob: Blob): Promise<string> {
  const address = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(blob)
  })
  return `data:${typeOf(blob)};base64,${address.slice(address.indexOf(',') + 1)}`
}

function typeOf({ type }: Blob): string {
  const [plain = ''] = type.split(';')
  return /^[\w.+-]+\/[\w.+-]+$/.test(plain) ? plain : 'application/octet-stream'
}
