import { addressKey } from '@cardinal/domain'
import { CallRefused, isPassing, Server, ServerAway, TokenRefused } from './server.ts'
import type { Act, ExtensionStore, PageRule, WaitingPage } from './store.ts'

/** Whether a page is kept because its link was just saved, or was given a tag. */
export function isWanted({ keeps, tags }: PageRule, act: Act): boolean {
  if (act.kind !== 'add' && act.kind !== 'tag') return false
  if (keeps === 'all') return act.kind === 'add'
  const wanted = new Set(tags.map((name) => name.toLowerCase()))
  return keeps === 'tags' && act.tags.some((name) => wanted.has(name.toLowerCase()))
}

/** Pages that are still to be sent. */
export async function waitingPages(store: ExtensionStore): Promise<WaitingPage[]> {
  return (await store.pages()).filter(({ problem, html }) => problem === '' && html !== null)
}

/**
 * Sends waiting pages, each to the card of its link.
 *
 * @returns false: the server is away, or refuses the token
 */
export async function sendPages(store: ExtensionStore): Promise<boolean> {
  for (const page of await waitingPages(store)) {
    const connection = await store.connection()
    if (connection === null || connection.isRefused) return false
    try {
      const link = await store.linkOf(addressKey(page.address))
      if (link === undefined) await store.putPage({ ...page, problem: 'Its link is not there any more.' })
      else {
        await sendPage(new Server(connection), page, link.id)
        await store.removePage(page.key)
      }
    } catch (error) {
      if (error instanceof ServerAway) return false
      if (error instanceof TokenRefused) await store.noteRefusal(connection.token)
      if (!(error instanceof CallRefused)) return false
      await store.putPage({ ...page, problem: error.status === 413 ? tooLarge(page) : error.message })
    }
  }
  return true
}

function tooLarge({ html }: WaitingPage): string {
  return `It has ${((html?.size ?? 0) / 1024 / 1024).toFixed(1)} MB, more than files may have on this server. The button “Keep the page as I see it” takes up to 30 MB.`
}

/**
 * In pieces: a background script may be stopped after half a minute of one request. The next run sends the
 * missing pieces.
 */
async function sendPage(server: Server, { key, html, title, keptAt }: WaitingPage, cardId: string) {
  if (html === null) return
  const size = html.size
  const hash = await sha256(html)
  const begun = await server.ask<{
    data: { readonly is_whole: boolean; readonly piece_size: number; readonly missing: readonly number[] }
  }>('/files', { hash, size })
  const { piece_size: length, missing } = begun.data
  for (const number of missing) {
    const piece = html.slice(number * length, (number + 1) * length, 'application/octet-stream')
    await server.ask(`/files/${hash}/pieces/${number}?sha256=${await sha256(piece)}`, piece)
  }
  const name = `${title.trim().slice(0, LONGEST_NAME).toWellFormed() || 'Page'}.html`
  const file = { hash, name, type: 'text/html', size, keptAt }
  const body = { entity_id: cardId, attached: { added: [file], removed: [] } }
  const call = { key, method: 'PATCH', path: '/entity/edit-one', body, on_conflict: 'merge' }
  const pushed = await server.ask<{ data: readonly { status: number; body: { msg?: string } | null }[] }>(
    '/sync/push',
    [call],
  )
  const { status, body: answer } = pushed.data[0] ?? { status: 503, body: null }
  if (status === 200) return
  const reason = answer?.msg ?? 'The server refused it.'
  throw isPassing(status) ? new ServerAway(reason) : new CallRefused(status, reason)
}

/** UTF-16 units of a name before its ending; the server allows 80 with it. */
const LONGEST_NAME = 75

/** As hexadecimal digits. */
export async function sha256(blob: Blob): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await blob.arrayBuffer()))
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
