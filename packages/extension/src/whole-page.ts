import { dataAddress } from './page/files.ts'
import type { FrameSelf, MissingParts, Order, Report } from './page/wire.ts'
import { CallRefused, ServerAway, TokenRefused } from './server.ts'
import type { Connection } from './store.ts'

/** Bytes: the server's limit, unless its operator set a lower one. */
const MOST_BYTES = 30 * 1024 * 1024
/** ms after which the server ends an upload. */
const SEND_TIMEOUT_MS = 180_000

/** Time limits in ms: to collect one frame, and to inject the script into all frames. */
const FRAME_TIMEOUT_MS = 100_000
const INJECT_TIMEOUT_MS = 3_000

/** A problem as a sentence for the person. */
export class KeepProblem extends Error {}

export interface WholePage {
  readonly html: Blob
  readonly unread: MissingParts
}

interface CollectedFrame {
  /** Texts, and between them the paths of frames. */
  readonly page: readonly (string | { readonly path: string })[]
  readonly end: readonly string[]
}

/**
 * Collects the page of a tab as it is shown, in one file. A frame of another site is collected by a script of
 * its own, where the browser allows it.
 *
 * @param onProgress how many files are read, of how many that are known
 * @throws KeepProblem
 */
export async function collectPage(
  tabId: number,
  signal: AbortSignal,
  onProgress: (done: number, of: number) => void,
): Promise<WholePage> {
  const [frames, mayAsk] = await Promise.all([framesOf(tabId), chrome.permissions.contains(ALL_SITES)])
  const paths = frames.map(({ path }) => path)
  const progress = new Map<string, { readonly done: number; readonly of: number }>()
  const calls = frames.map(
    ({ frameId, path }) =>
      new FrameCall(tabId, frameId, signal, (done, of) => {
        progress.set(path, { done, of })
        const all = [...progress.values()]
        onProgress(
          all.reduce((sum, one) => sum + one.done, 0),
          all.reduce((sum, one) => sum + one.of, 0),
        )
      }),
  )
  try {
    const ready = await Promise.all(
      calls.map((call, n) =>
        optional(call.collect({ isFrame: paths[n] !== '', frames: paths, mayAsk }), paths[n]),
      ),
    )
    const bytes = ready.reduce((sum, one) => sum + (one?.bytes ?? 0), 0)
    if (bytes > MOST_BYTES)
      throw new KeepProblem(
        `The page has ${inMegabytes(bytes)} with its pictures. At most 30 MB can be kept.`,
      )
    const sent = await Promise.all(
      calls.map((call, n) => (ready[n] === null ? null : optional(call.send(), paths[n]))),
    )
    const byPath = new Map(sent.map((one, n) => [paths[n] ?? '', one]))
    const isLost = ({ path }: { readonly path: string }) => byPath.get(path) == null
    const lost = sent
      .flatMap((one) => one?.page ?? [])
      .filter((part) => typeof part !== 'string' && isLost(part))
    const ends = sent.flatMap((one) => one?.end ?? [])
    const html = new Blob([...textsOf('', byPath), ...ends], { type: 'text/html' })
    const sum = (of: keyof MissingParts) => ready.reduce((total, one) => total + (one?.unread[of] ?? 0), 0)
    return {
      html,
      unread: {
        picture: sum('picture'),
        font: sum('font'),
        sheet: sum('sheet'),
        frame: sum('frame') + lost.length,
      },
    }
  } finally {
    for (const call of calls) call.hangUp()
  }
}

/** Resolves with null if a frame fails or never answers. A failure of the page itself rejects. */
function optional<Value>(value: Promise<Value>, path: string | undefined): Promise<Value | null> {
  return path === '' ? value : inTime(value, FRAME_TIMEOUT_MS)
}

function inTime<Value>(value: Promise<Value>, most: number): Promise<Value | null> {
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), most))
  return Promise.race([value.catch(() => null), late])
}

function textsOf(path: string, byPath: ReadonlyMap<string, CollectedFrame | null>): string[] {
  return (byPath.get(path)?.page ?? []).flatMap((part) =>
    typeof part === 'string' ? [part] : textsOf(part.path, byPath),
  )
}

/** The frames that are collected separately; the first is the page. */
async function framesOf(tabId: number): Promise<{ readonly frameId: number; readonly path: string }[]> {
  const inject = (target: chrome.scripting.InjectionTarget) =>
    chrome.scripting.executeScript({ target, files: ['collect.js'], injectImmediately: true })
  try {
    await inject({ tabId })
  } catch {
    throw new KeepProblem('The browser lets no extension read this page.')
  }
  // The browser may forbid access to frames of other sites.
  await inTime(inject({ tabId, allFrames: true }), INJECT_TIMEOUT_MS)
  const asked = await inTime(
    chrome.scripting.executeScript({
      target: { tabId, allFrames: true },
      injectImmediately: true,
      func: () => (globalThis as { cardinalFrame?: FrameSelf }).cardinalFrame ?? null,
    }),
    INJECT_TIMEOUT_MS,
  )
  const inner = (asked ?? []).flatMap(({ frameId, result }) =>
    result?.path != null && result.path !== '' && result.isAlone ? [{ frameId, path: result.path }] : [],
  )
  return [{ frameId: 0, path: '' }, ...inner]
}

/** The connection to the script in a frame. */
class FrameCall {
  readonly #port: chrome.runtime.Port
  readonly #ended: Promise<never>
  readonly #onProgress: (done: number, of: number) => void
  #onReport: (report: Report) => void = () => undefined

  constructor(
    tabId: number,
    frameId: number,
    signal: AbortSignal,
    onProgress: (done: number, of: number) => void,
  ) {
    this.#onProgress = onProgress
    this.#port = chrome.tabs.connect(tabId, { frameId, name: 'keep' })
    this.#port.onMessage.addListener((report: Report) => this.#onReport(report))
    this.#ended = new Promise((_resolve, reject) => {
      const left = new KeepProblem('The tab was closed, or shows another page now.')
      this.#port.onDisconnect.addListener(() => reject(left))
      signal.addEventListener('abort', () => reject(signal.reason))
    })
    this.#ended.catch(() => undefined)
  }

  collect(
    how: Omit<Order & { readonly kind: 'collect' }, 'kind'>,
  ): Promise<Report & { readonly kind: 'ready' }> {
    return this.#ask({ kind: 'collect', ...how }, (report, resolve) => {
      if (report.kind === 'ready') resolve(report)
      else if (report.kind === 'progress') this.#onProgress(report.done, report.of)
    })
  }

  send(): Promise<CollectedFrame> {
    const page: (string | { readonly path: string })[] = []
    const end: string[] = []
    return this.#ask({ kind: 'send' }, (report, resolve) => {
      if (report.kind === 'text') (report.place === 'page' ? page : end).push(report.text)
      else if (report.kind === 'frame') page.push({ path: report.path })
      else if (report.kind === 'sent') resolve({ page, end })
    })
  }

  #ask<Answer>(
    order: Order,
    read: (report: Report, resolve: (answer: Answer) => void) => void,
  ): Promise<Answer> {
    const answered = new Promise<Answer>((resolve, reject) => {
      this.#onReport = (report) => {
        if (report.kind === 'read') void this.#read(report.url, report.file)
        else if (report.kind === 'failed')
          reject(new KeepProblem(`The page could not be read: ${report.reason}`))
        else read(report, resolve)
      }
    })
    this.#port.postMessage(order)
    return Promise.race([answered, this.#ended])
  }

  async #read(url: string, file: 'picture' | 'font'): Promise<void> {
    const data = await readFromOutside(url, file)
    try {
      this.#port.postMessage({ kind: 'file', url, data } satisfies Order)
    } catch {
      // The connection is closed: the page has ended, or its time is over.
    }
  }

  hangUp(): void {
    this.#port.disconnect()
  }
}

/** The permission to read all sites; the browser asks the person once. */
export const ALL_SITES = { origins: ['http://*/*', 'https://*/*'] }

/**
 * Media types of files that the extension reads for a page that can't. No other content of another site gets
 * into a kept page.
 */
const READ_TYPES = {
  picture: /^image\//i,
  font: /^(?:font\/|application\/(?:x-)?font|application\/octet-stream)/i,
}
const OUTSIDE_TIMEOUT_MS = 15_000
/** A message has at most 64 MB. */
const MOST_OUTSIDE_BYTES = 20 * 1024 * 1024

/** Reads a file with the rights of the extension, and with the person's cookies for its site, as the page shows it. */
async function readFromOutside(url: string, kind: 'picture' | 'font'): Promise<string | null> {
  try {
    const signal = AbortSignal.timeout(OUTSIDE_TIMEOUT_MS)
    const response = await fetch(url, { credentials: 'include', cache: 'force-cache', signal })
    const isRight = response.ok && READ_TYPES[kind].test(response.headers.get('content-type') ?? '')
    if (!isRight || Number(response.headers.get('content-length')) > MOST_OUTSIDE_BYTES) return null
    const blob = await response.blob()
    return blob.size === 0 || blob.size > MOST_OUTSIDE_BYTES ? null : await dataAddress(blob)
  } catch {
    return null
  }
}

/**
 * Sends a page to the card with its address.
 *
 * @param onProgress the part that is sent, from 0 to 1
 * @throws ServerAway, TokenRefused or CallRefused
 */
export function sendPage(
  { server, token }: Connection,
  page: { readonly html: Blob; readonly address: string; readonly title: string },
  signal: AbortSignal,
  onProgress: (part: number) => void,
): Promise<void> {
  const form = new FormData()
  form.append('url', page.address)
  form.append('file', page.html, `${page.title.trim().slice(0, 200).toWellFormed() || 'Page'}.html`)
  return new Promise((resolve, reject) => {
    // `fetch` does not report upload progress.
    const request = new XMLHttpRequest()
    request.open('POST', `${server}/api/bookmarks/singlefile/`)
    request.setRequestHeader('authorization', `Bearer ${token}`)
    request.timeout = SEND_TIMEOUT_MS
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total)
    const away = () => reject(new ServerAway(`${server} can’t be reached.`))
    request.onerror = away
    request.ontimeout = away
    request.onabort = () => reject(signal.reason)
    request.onload = () => {
      const { status, responseText } = request
      if (status >= 200 && status < 300) resolve()
      else if (status === 401) reject(new TokenRefused())
      else reject(new CallRefused(status, reasonIn(responseText) ?? `The server answered with ${status}.`))
    }
    signal.addEventListener('abort', () => request.abort())
    request.send(form)
  })
}

function reasonIn(answer: string): string | null {
  try {
    const { error, detail } = JSON.parse(answer) as { error?: unknown; detail?: unknown }
    const reason = error ?? detail
    return typeof reason === 'string' ? reason : null
  } catch {
    return null
  }
}

export function inMegabytes(bytes: number): string {
  const megabytes = bytes / 1024 / 1024
  return megabytes < 0.1 ? `${Math.max(1, Math.round(bytes / 1024))} kB` : `${megabytes.toFixed(1)} MB`
}

/** The missing parts of a page as a sentence for the person; empty: none. */
export function missingText(unread: MissingParts): string {
  const names: Readonly<Record<keyof MissingParts, readonly [string, string]>> = {
    picture: ['picture', 'pictures'],
    font: ['font', 'fonts'],
    sheet: ['style sheet', 'style sheets'],
    frame: ['page within the page', 'pages within the page'],
  }
  const parts = (Object.keys(names) as (keyof MissingParts)[])
    .filter((name) => unread[name] > 0)
    .map((name) => `${unread[name]} ${names[name][unread[name] === 1 ? 0 : 1]}`)
  if (parts.length === 0) return ''
  const last = parts.pop() ?? ''
  return `${parts.length === 0 ? last : `${parts.join(', ')} and ${last}`} could not be read.`
}
