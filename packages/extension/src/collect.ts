import { PageFiles } from './page/files.ts'
import { bytesOf, inPieces, type Part, Row } from './page/parts.ts'
import { framePath } from './page/shown.ts'
import { Walk } from './page/walk.ts'
import type { FrameSelf, Order, Report } from './page/wire.ts'

/** ms between reports of progress. */
const REPORT_EVERY_MS = 100
/** UTF-16 units in a message. Browsers refuse messages of 64 MB. */
const MESSAGE_LENGTH = 1_000_000

/** The collected page. In the file `end` comes after `parts`. */
interface Collected {
  readonly page: Row
  readonly parts: readonly Part[]
  readonly end: readonly Part[]
}

const scope = globalThis as typeof globalThis & { cardinalFrame?: FrameSelf }
// A second press injects the script again into the same page.
if (scope.cardinalFrame === undefined) {
  scope.cardinalFrame = { path: framePath(window), isAlone: window.frameElement === null }
  chrome.runtime.onConnect.addListener(serve)
}

/** Collects this page for the popup, until the popup disconnects. */
function serve(port: chrome.runtime.Port): void {
  const stop = new AbortController()
  port.onDisconnect.addListener(() => stop.abort())
  const say = (report: Report) => {
    if (!stop.signal.aborted) port.postMessage(report)
  }
  let collected: Collected | null = null
  const asked = new Map<string, (data: string | null) => void>()
  const readOutside = async (url: string, file: 'picture' | 'font') => {
    const data = await new Promise<string | null>((resolve) => {
      asked.set(url, resolve)
      say({ kind: 'read', url, file })
    })
    return data === null ? null : blobOf(data)
  }
  const follow = async (order: Order) => {
    if (order.kind === 'file') asked.get(order.url)?.(order.data)
    else if (order.kind === 'collect')
      collected = await collect(order, say, {
        signal: stop.signal,
        readOutside: order.mayAsk ? readOutside : null,
      })
    else if (collected !== null) await send(collected, say)
  }
  port.onMessage.addListener((order: Order) => {
    void follow(order).catch((error: unknown) => say({ kind: 'failed', reason: String(error) }))
  })
}

interface Outside {
  readonly signal: AbortSignal
  /** Null: the extension may not read other sites. */
  readonly readOutside: ((url: string, kind: 'picture' | 'font') => Promise<Blob | null>) | null
}

function blobOf(data: string): Blob {
  const comma = data.indexOf(',')
  const [type = ''] = data.slice('data:'.length, comma).split(';')
  return new Blob([Uint8Array.from(atob(data.slice(comma + 1)), (sign) => sign.charCodeAt(0))], { type })
}

async function collect(
  { isFrame, frames }: Order & { readonly kind: 'collect' },
  say: (report: Report) => void,
  { signal, readOutside }: Outside,
): Promise<Collected> {
  let said = 0
  const files = new PageFiles(signal, readOutside, (done, of) => {
    if (Date.now() - said < REPORT_EVERY_MS) return
    said = Date.now()
    say({ kind: 'progress', done, of })
  })
  const walk = new Walk(files, (path) => frames.includes(path))
  walk.page(document, isFrame)
  await files.settle()
  const page = new Row(`${(framePath(window) ?? '').replaceAll('.', '-')}-`)
  const bytes = bytesOf(page.of(walk.parts))
  const fonts: Part = { kind: 'style', parts: walk.styles.fonts, within: 'html' }
  const end = [...page.shared(), ...(walk.styles.fonts.length > 0 ? ['<style>', fonts, '</style>'] : [])]
  const { picture, font, sheet } = files.unread
  say({
    kind: 'ready',
    bytes: bytes + bytesOf(page.of(end)),
    unread: { picture: picture + walk.unreadDrawings, font, sheet, frame: walk.unreadFrames },
  })
  return { page, parts: walk.parts, end }
}

async function send({ page, parts, end }: Collected, say: (report: Report) => void): Promise<void> {
  for await (const piece of inPieces(page.of(parts), MESSAGE_LENGTH))
    say(typeof piece === 'string' ? { kind: 'text', text: piece, place: 'page' } : piece)
  for await (const piece of inPieces(page.of(end), MESSAGE_LENGTH))
    if (typeof piece === 'string') say({ kind: 'text', text: piece, place: 'end' })
  say({ kind: 'sent' })
}
