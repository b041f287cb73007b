import type { Id } from '@cardinal/domain'
import type { AccountMutation, Mutation } from '@cardinal/sync'
import { withCalls } from './load-wire.ts'
import type { MovingParts } from './moves.ts'
import type { MadeEntry, ReplicaStore, StoredRejection } from './store/store.ts'

interface RejectedChangesParts {
  readonly store: ReplicaStore
  /** The present rejected changes. */
  readonly rejected: () => readonly StoredRejection[]
  readonly entry: (mutation: Mutation | AccountMutation, workspaceId: Id | null) => MadeEntry
  readonly moving: () => MovingParts
  /**
   * Called after the store has changed.
   *
   * @param isToSend whether there are entries to send
   */
  readonly onChange: (isToSend: boolean) => Promise<void>
}

/** What a person can do with rejected changes. */
export class RejectedChanges {
  readonly #parts: RejectedChangesParts

  constructor(parts: RejectedChangesParts) {
    this.#parts = parts
  }

  /** @param edited replaces the rejected change under a new key, because the server has an answer for the old one */
  async retry(key: string, edited?: Mutation | AccountMutation): Promise<void> {
    const { store, rejected, entry, onChange } = this.#parts
    const change = rejected().find((each) => each.entry.key === key)
    const made = edited && change ? [entry(edited, change.entry.workspaceId)] : []
    const [entered] = await withCalls(made)
    await store.retryRejected(key, entered)
    await onChange(true)
  }

  /** Sends all rejected changes again. A change that depends on another one is sent with it. */
  async retryAll(): Promise<void> {
    const { store, rejected, onChange } = this.#parts
    for (const { entry, because } of rejected()) if (because === null) await store.retryRejected(entry.key)
    await onChange(true)
  }

  async discard(key: string): Promise<void> {
    await this.#parts.store.discardRejected(key)
    await this.#parts.onChange(false)
  }

  /** Creates the contents of these changes again in a workspace; see `movedChanges`. */
  async move(keys: readonly string[], workspaceId: Id): Promise<void> {
    const { store, rejected, moving, onChange } = this.#parts
    const wanted = new Set(keys)
    const chosen = rejected().filter(({ entry, because }) => wanted.has(because ?? entry.key))
    const { movedRejected } = await import('./moves.ts')
    const entries = await withCalls(await movedRejected(chosen, workspaceId, moving()))
    // Added to the outbox before the old ones are discarded, so that an interruption loses nothing.
    await store.enqueue(entries)
    for (const { entry } of chosen) await store.discardRejected(entry.key)
    await onChange(true)
  }
}
