import type { Id } from '@cardinal/domain'
import { ok } from '@cardinal/domain'
import { Rounds } from '../lib/rounds.ts'
import type { ImportRun } from '../store/index.ts'
import { carryOut, endOrRelease } from './carry-out.ts'
import { Cancelled, ImportRefused, Stopped } from './import-errors.ts'
import { LEASE_MS } from './import-work.ts'
import type { ImportTools } from './tools.ts'
import { endUndo, undoImport } from './undo-import.ts'

/** ms between checks for imports that no node holds. */
const CHECK_MS = 3_000
/** Takeovers without progress after which an import is ended, because it may be what crashes the server. */
const MAX_TRIES = 3
/** Imports taken over per check. */
const TAKEN_PER_CHECK = 50

/** Users with an import running on this node. */
export const importing = new Set<Id>()

/** Resumes imports, and undos of imports, after their server stopped or was killed. */
export class ImportRuns {
  readonly #tools: ImportTools
  readonly #onError: (error: Error) => void
  readonly #rounds: Rounds

  constructor(tools: ImportTools, onError: (error: Error) => void) {
    this.#tools = tools
    this.#onError = onError
    this.#rounds = new Rounds({ run: () => this.runDue(), every: CHECK_MS, onError })
  }

  start(): void {
    this.#rounds.start(0)
  }

  async stop(): Promise<void> {
    await this.#rounds.stop()
  }

  /** Resumes imports that no node holds, one after the other. */
  async runDue(): Promise<void> {
    const { store, state, now } = this.#tools
    const runs = await store.importRuns.unheld(now(), TAKEN_PER_CHECK)
    for (const run of runs)
      if (!state.isStopping)
        await this.#goOn(run).catch((error: Error) => {
          // The import's row already has this reason.
          if (error instanceof Stopped || error instanceof Cancelled || error instanceof ImportRefused) return
          this.#onError(error)
        })
  }

  async #goOn(run: ImportRun): Promise<void> {
    const { user_id: userId, import_id: importId, tries, undo_step } = run
    if (undo_step !== null) {
      if (!(await this.#take(run))) return
      if (tries < MAX_TRIES) await undoImport(this.#tools, userId, importId)
      else await endUndo(this.#tools, userId, importId)
      return
    }
    if (importing.has(userId)) return
    importing.add(userId)
    try {
      if (!(await this.#take(run))) return
      // An import that has not begun can't be resumed, because its file is gone.
      const hasBegun = (await this.#tools.store.imports.byId(userId, importId))?.state !== 'waiting'
      if (hasBegun && tries < MAX_TRIES) await carryOut(this.#tools, userId, importId)
      else await endOrRelease(this.#tools, userId, importId, null)
    } finally {
      importing.delete(userId)
    }
  }

  /** @returns whether this node now holds the run; false: another node took it first */
  async #take({ user_id: userId, import_id: importId }: ImportRun): Promise<boolean> {
    const { store, now } = this.#tools
    const until = now() + LEASE_MS
    const taken = await store.transact(async (tx) =>
      ok(await tx.importRuns.take(userId, importId, now(), until)),
    )
    return taken.ok && taken.value
  }
}
