import type { Id } from '@cardinal/domain'
import type { Operations } from './access/operation.ts'
import type { Config } from './config.ts'
import type { KeptPages } from './files/kept-pages.ts'
import type { PdfTexts } from './files/pdf-texts.ts'
import type { Thumbnails } from './files/thumbnails.ts'
import type { KeptPageCopies, PageQueue } from './pages/index.ts'
import type { Payments } from './payments/payments.ts'
import type { Reminders } from './reminders/reminders.ts'
import type { Store } from './store/index.ts'
import type { Webhooks } from './webhooks/webhooks.ts'
import type { ChangeLimits } from './workspaces/change-workspace.ts'
import type { EventBus } from './workspaces/events.ts'
import type { Replicas } from './workspaces/replicas.ts'

/** The part of the store that calls use. */
export type {
  ListedWebhook,
  SharedSearch,
  Store,
  Stored,
  StoredFile,
  StoredRuleEffect,
  StoredWorkspace,
  StoreTransaction,
  User,
} from './store/index.ts'

export interface Services {
  readonly config: Config
  readonly store: Store
  readonly operations: Operations
  readonly replicas: Replicas
  readonly bus: EventBus
  /** Null: no payments on this site. */
  readonly payments: Payments | null
  readonly reminders: Reminders
  /** Null: links' pages are not fetched. */
  readonly pages: PageQueue | null
  readonly thumbnails: Thumbnails
  readonly pdfTexts: PdfTexts
  readonly keptPages: KeptPages
  readonly keptPageCopies: KeptPageCopies
  /** Null: this server sends no webhooks. */
  readonly webhooks: Webhooks | null
  readonly state: NodeState
  /** Warnings that this node sees. */
  readonly warnings: () => readonly Warning[]
  readonly limits: ChangeLimits
  /** ms since 1970 */
  readonly now: () => number
  readonly newId: () => Id
}

export interface Warning {
  readonly kind: 'disk' | 'clock' | 'certificate' | 'database'
  /** What the warning is about, such as a folder. Another folder gets a warning of its own. */
  readonly what: string
  /** A sentence for the operator. */
  readonly msg: string
  /** ms since 1970 */
  readonly since: number
}

/** Whether this node is stopping, and the work for which the stop waits. `ready` and endless streams ask. */
export class NodeState {
  #isStopping = false
  readonly #toEnd = new Set<Promise<unknown>>()
  readonly #onStop = new Set<() => void>()

  get isStopping(): boolean {
    return this.#isStopping
  }

  /** Returns the function that removes the callback. */
  onStop(callback: () => void): () => void {
    this.#onStop.add(callback)
    return () => this.#onStop.delete(callback)
  }

  stop(): void {
    this.#isStopping = true
    for (const callback of this.#onStop) callback()
    this.#onStop.clear()
  }

  /** Keeps the store open until `work` has ended, even if its request is cut off. */
  async toItsEnd<T>(work: Promise<T>): Promise<T> {
    this.#toEnd.add(work)
    try {
      return await work
    } finally {
      this.#toEnd.delete(work)
    }
  }

  /** Resolves when all work passed to `toItsEnd` has ended. */
  async workEnded(): Promise<void> {
    await Promise.allSettled(this.#toEnd)
  }
}
