import { button, byId, part, show } from './dom.ts'
import { tell } from './messages.ts'
import { sha256 } from './page-queue.ts'
import { enqueue, newId } from './queue.ts'
import { CallRefused, Server, ServerAway, TokenRefused } from './server.ts'
import type { Act, Connection, ExtensionStore } from './store.ts'
import {
  ALL_SITES,
  collectPage,
  inMegabytes,
  KeepProblem,
  missingText,
  sendPage,
  type WholePage,
} from './whole-page.ts'

interface ToKeep {
  readonly tabId: number
  readonly title: string
  readonly address: string
  readonly cardId: string
  /** The acts that save the link, or add tags to it. */
  readonly acts: readonly Act[]
}

/** The result, as the person reads it. */
export interface Kept {
  readonly text: string
  /** Null: no problem. */
  readonly problem: string | null
  /** Null: nothing was kept. */
  readonly undo: (() => Promise<void>) | null
  readonly again: (() => Promise<Kept | null>) | null
}

/** Keeps the page of a tab: collects it, saves its link, sends it. The popup shows the progress. */
export class Keeping {
  readonly #store: ExtensionStore
  readonly #connection: Connection
  #stop = new AbortController()

  constructor(store: ExtensionStore, connection: Connection) {
    this.#store = store
    this.#connection = connection
    button('cancel').addEventListener('click', () => this.#stop.abort())
  }

  /** Null: the person cancelled it, or it failed before anything was changed; the form says why. */
  async keep(wanted: ToKeep): Promise<Kept | null> {
    this.#stop = new AbortController()
    show('keep-problem', null)
    if (this.#connection.isRefused)
      return this.#refuse('The token is of no use any more. Connect again in the settings.')
    if (!navigator.onLine)
      return this.#refuse(
        'You are offline. A page can be kept when Cardinal can be reached; saving its link works now.',
      )
    part('form').hidden = true
    part('keeping').hidden = false
    this.#stage('Reading the page…')
    button('cancel').focus()
    try {
      const page = await collectPage(wanted.tabId, this.#stop.signal, (done, of) => {
        this.#stage('Collecting pictures, styles and fonts…')
        this.#count(`${done} of ${of}`, of === 0 ? 0 : (done / of) * 100)
      })
      this.#stop.signal.throwIfAborted()
      if (wanted.acts.length > 0) await enqueue(this.#store, wanted.acts)
      return await this.#send(wanted, page)
    } catch (error) {
      if (this.#stop.signal.aborted) return this.#refuse(null)
      return this.#refuse(
        error instanceof KeepProblem ? error.message : `The page was not kept: ${String(error)}`,
      )
    } finally {
      part('keeping').hidden = true
    }
  }

  #refuse(reason: string | null): null {
    part('form').hidden = false
    show('keep-problem', reason)
    button('keep').focus()
    return null
  }

  #stage(text: string): void {
    if (part('keeping-stage').textContent !== text) part('keeping-stage').textContent = text
  }

  #count(text: string, percent: number): void {
    part('keeping-count').textContent = text
    byId('keeping-bar', HTMLProgressElement).value = percent
  }

  /** From here on the link stays saved, even if the page can't be sent. */
  async #send(wanted: ToKeep, page: WholePage): Promise<Kept> {
    const size = inMegabytes(page.html.size)
    part('keeping').hidden = false
    this.#stage(`Sending ${size}…`)
    this.#count('', 0)
    const again = () => {
      this.#stop = new AbortController()
      return this.#send(wanted, page).finally(() => {
        part('keeping').hidden = true
      })
    }
    try {
      const isSent = await tell({ kind: 'send' })
      const refused = await this.#refusalOf(wanted.cardId)
      if (refused !== null)
        return { text: 'The page was not kept.', problem: refused, undo: null, again: null }
      if (!isSent) throw new ServerAway()
      await sendPage(
        this.#connection,
        { html: page.html, address: wanted.address, title: wanted.title },
        this.#stop.signal,
        (sent) => this.#count(`${Math.floor(sent * 100)} %`, sent * 100),
      )
      void tell({ kind: 'changed' })
      const missing = missingText(page.unread)
      const isClosed = page.unread.picture > 0 && !(await chrome.permissions.contains(ALL_SITES))
      const hint = isClosed ? ' Pictures of some sites need a permission: see the settings.' : ''
      return {
        text: `The page is kept, ${size}.${missing === '' ? '' : ` ${missing}${hint}`}`,
        problem: null,
        undo: () => this.#undo(wanted.cardId, page.html),
        again: null,
      }
    } catch (error) {
      const problem = this.#stop.signal.aborted ? 'You cancelled it.' : await this.#problemOf(error)
      return { text: 'The link is saved, the page is not.', problem, undo: null, again }
    }
  }

  /** Why the server refused the link. Null: it did not. */
  async #refusalOf(cardId: string): Promise<string | null> {
    const entries = await this.#store.entries()
    return entries.find(({ act, state }) => act.cardId === cardId && state === 'refused')?.problem ?? null
  }

  async #problemOf(error: unknown): Promise<string> {
    if (error instanceof ServerAway) return 'Cardinal can’t be reached.'
    if (error instanceof CallRefused) return error.message
    if (!(error instanceof TokenRefused)) return String(error)
    await this.#store.noteRefusal(this.#connection.token)
    return 'The token is of no use any more. Connect again in the settings.'
  }

  /** Removes the kept page from its card. */
  async #undo(cardId: string, html: Blob): Promise<void> {
    const body = { entity_id: cardId, attached: { added: [], removed: [await sha256(html)] } }
    const call = { key: newId(), method: 'PATCH', path: '/entity/edit-one', body, on_conflict: 'merge' }
    await new Server(this.#connection).ask('/sync/push', [call])
  }
}
