import type { Change, Refusal, Result } from '@cardinal/domain'
import { ok } from '@cardinal/domain'
import type { AnswerOf, AskableWorkspace, ParamsOf, QuestionName } from '@cardinal/engine'
import {
  type ApplyRules,
  followRenamedTags,
  inverse,
  MemoryRows,
  type Mutation,
  merge,
  Overlay,
  type Rows,
  renamedTags,
  runMutation,
  type Undoing,
  type WorkspaceEntry,
  writtenBy,
} from '@cardinal/sync'

/** The effect of a mutation on the shown rows. */
export interface Mutated extends Undoing {
  readonly hasChanged: boolean
}

/**
 * The server's rows, pending changes applied to them, and the engine over the result. In memory and synchronous.
 *
 * Invariant: the engine has exactly the rows that `#shown` reads.
 */
export class ShownWorkspace {
  readonly rows: MemoryRows
  readonly #engine: AskableWorkspace
  #shown: Overlay
  /**
   * Applies rules to changes of this device, see `withRules`. Undefined: no rules, or not loaded yet; then only
   * the server applies them.
   */
  applyRules: ApplyRules | undefined = undefined

  /** @param changes rows that the engine already has */
  constructor(engine: AskableWorkspace, changes: readonly Change[] = []) {
    this.#engine = engine
    this.rows = new MemoryRows(changes)
    this.#shown = new Overlay(this.rows)
  }

  get shown(): Overlay {
    return this.#shown
  }

  ask<Q extends QuestionName>(question: Q, params: ParamsOf<Q>): AnswerOf<Q> {
    return this.#engine.ask(question, params)
  }

  /** Flushes deferred work; see `AskableWorkspace.flush`. */
  flush(): boolean {
    return this.#engine.flush()
  }

  /**
   * Applies a mutation to the shown rows, or refuses it and changes nothing.
   *
   * @param savedSearches the person's at the last pull, oldest first; an undo restores them
   */
  mutate(mutation: Mutation, now: number, savedSearches: readonly string[] = []): Result<Mutated, Refusal> {
    const outcome = runMutation(mutation, this.#shown, { now, ...this.#rules })
    if (!outcome.ok) return outcome
    const { changes } = outcome.value
    const undo = inverse(
      mutation,
      this.#shown,
      outcome.value,
      followRenamedTags(savedSearches, renamedTags(this.rows, this.#shown)),
    )
    const written = writtenBy(changes, this.#shown)
    this.#shown.apply(changes)
    this.#engine.apply(changes)
    return ok({ undo, written, hasChanged: changes.length > 0 })
  }

  /** Rows and engine for previews; see `previewAct`. */
  get tried(): { readonly rows: Rows; readonly engine: AskableWorkspace } {
    return { rows: this.#shown, engine: this.#engine }
  }

  get #rules(): { readonly applyRules?: ApplyRules } {
    return this.applyRules === undefined ? {} : { applyRules: this.applyRules }
  }

  /** @param pending all pending changes, which replace the earlier ones */
  update(pulled: readonly Change[], pending: readonly WorkspaceEntry[]): { readonly hasChanged: boolean } {
    const merged = merge(this.rows, this.#shown, pulled, pending, this.applyRules)
    this.#shown = merged.shown
    this.#engine.apply(merged.changes)
    return { hasChanged: merged.changes.length > 0 }
  }
}
