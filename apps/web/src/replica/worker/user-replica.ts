import type { Id } from '@cardinal/domain'
import type { AccountMutation } from '@cardinal/sync'
import type { AccountRows } from '../account-overlay.ts'
import { Backoff } from './backoff.ts'
import { pause } from './ports.ts'
import { type CoreParts, ReplicaCore } from './replica-core.ts'
import { NOTHING_KNOWN, shownAccount } from './store/store.ts'

type UserParts = Omit<CoreParts, 'workspaceId' | 'known'>

/** Reads only the account from the store. */
const NO_WORKSPACE = ''

/**
 * The replica of one user in one tab: finds the workspaces, opens one, and switches to another. Each tab has its
 * own open workspace; a change of `currentWorkspace` elsewhere does not switch it.
 */
export class UserReplica {
  readonly #parts: UserParts
  readonly #listeners = new Set<() => void>()
  #core: ReplicaCore | null = null
  #workspaceId: Id | null = null
  #stopCore: () => void = () => {}
  #isStopped = false
  /** Whether no data of this user was on the device at the start. */
  hasFoundNothing = false
  /** Ends the wait before the next attempt to open a workspace. */
  #wake: () => void = () => {}

  constructor(parts: UserParts) {
    this.#parts = parts
  }

  get core(): ReplicaCore | null {
    return this.#core
  }

  get workspaceId(): Id | null {
    return this.#workspaceId
  }

  /** Resolves when a workspace is open. The first time on a device this needs the network. */
  async start(): Promise<void> {
    const stored = await this.#storedAccount()
    this.hasFoundNothing = stored === null
    const account = stored ?? (await this.#fetchedAccount())
    if (account !== null) await this.#open(chosen(account))
  }

  /** Tries all now: the network or the session may be back. */
  nudge(): void {
    this.#wake()
    this.#core?.nudge()
  }

  stop(): void {
    this.#isStopped = true
    this.#stopCore()
  }

  async mutateAccount(mutation: AccountMutation): Promise<void> {
    const stored = this.#core?.mutateAccount(mutation)
    if (mutation.name === 'updateSettings' && mutation.args.currentWorkspaceId !== undefined) {
      await stored
      await this.#followAccount()
    }
    if (mutation.name === 'deleteWorkspace') {
      await stored
      await this.#followAccount()
    }
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Opens the account's current workspace. */
  async #followAccount(): Promise<void> {
    const account = this.#core?.state().account
    if (account == null) return
    const workspaceId = chosen(account)
    if (workspaceId !== this.#workspaceId) await this.#open(workspaceId)
  }

  async #open(workspaceId: Id): Promise<void> {
    this.#stopCore()
    if (this.#isStopped) return
    // Starts from the known state, so that the page shows no empty account while the store is read.
    const known = this.#core?.accountState ?? NOTHING_KNOWN
    const core = new ReplicaCore({ ...this.#parts, workspaceId, known })
    const unsubscribe = core.subscribe(() => this.#coreChanged(core))
    this.#stopCore = () => {
      unsubscribe()
      core.stop()
    }
    this.#core = core
    this.#workspaceId = workspaceId
    this.#tell()
    await core.start()
  }

  /** Opens another workspace if the open one was deleted elsewhere. */
  #coreChanged(core: ReplicaCore): void {
    this.#tell()
    const { account } = core.state()
    const isGone = account !== null && !account.workspaces.some(({ id }) => id === this.#workspaceId)
    if (isGone && account.workspaces.length > 0 && core === this.#core) this.#open(chosen(account))
  }

  async #storedAccount(): Promise<AccountRows | null> {
    const { account, outbox } = await this.#parts.store.read(NO_WORKSPACE, null, 0)
    return account === undefined ? null : shownAccount(account, outbox)
  }

  async #fetchedAccount(): Promise<AccountRows | null> {
    const { network, store, ports } = this.#parts
    const backoff = new Backoff(ports.chance)
    while (!this.#isStopped) {
      const answer = await network.account()
      if (answer.kind === 'done') {
        // A device without an account has no copy either, so the rows are requested while the disk writes.
        network.expectLoad(chosen(answer.rows))
        await store.writeAccount(answer.rows)
        return answer.rows
      }
      const wait = backoff.next(answer.kind === 'later' ? answer.wait : null)
      const nudged = new Promise<void>((resolve) => {
        this.#wake = resolve
      })
      await Promise.race([pause(ports.clock, wait), nudged])
    }
    return null
  }

  #tell(): void {
    for (const listener of [...this.#listeners]) listener()
  }
}

/** The current workspace, else the first one. The server guarantees that there is one. */
function chosen({ settings, workspaces }: AccountRows): Id {
  const current = workspaces.find(({ id }) => id === settings.currentWorkspaceId)
  return (current ?? workspaces[0])?.id ?? ''
}
