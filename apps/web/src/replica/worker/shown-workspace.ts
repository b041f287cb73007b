import type { Change, Refusal, Result } from '@cardinal/domain'
import { ok } from '@cardinal/domain'
import type { AnswerOf, AskableWorkspace, ParamsOf, QuestionName } from '@cardinal/engine'
import {
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

/** What a mutation came to in what is shown. */
export interface Mutated extends Undoing {
  readonly hasChanged: boolean
}

/**
 * What a person sees of a workspace: the rows that came from the server, the changes that did not arrive
 * there yet laid over them, and the engine that answers from both. All of it in memory, all of it at once.
 *
 * Invariant: the engine holds exactly what `#shown` reads.
 */
export class ShownWorkspace {
  readonly rows = new MemoryRows()
  readonly #engine: AskableWorkspace
  #shown = new Overlay(this.rows)

  constructor(engine: AskableWorkspace) {
    this.#engine = engine
  }

  get shown(): Overlay {
    return this.#shown
  }

  ask<Q extends QuestionName>(question: Q, params: ParamsOf<Q>): AnswerOf<Q> {
    return this.#engine.ask(question, params)
  }

  /** See `AskableWorkspace.flush`. */
  flush(): boolean {
    return this.#engine.flush()
  }

  /**
   * Lays a mutation over what is shown, or says why not; then nothing changed.
   *
   * @param savedSearches the person's as the server last told them, oldest first; an undo puts them back
   */
  mutate(mutation: Mutation, now: number, savedSearches: readonly string[] = []): Result<Mutated, Refusal> {
    const outcome = runMutation(mutation, this.#shown, { now })
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

  /** What acts can be tried on; see `previewAct`. */
  get tried(): { readonly rows: Rows; readonly engine: AskableWorkspace } {
    return { rows: this.#shown, engine: this.#engine }
  }

  /** @param pending what is on its way, from now on; it replaces what was laid over before */
  update(pulled: readonly Change[], pending: readonly WorkspaceEntry[]): { readonly hasChanged: boolean } {
    const merged = merge(this.rows, this.#shown, pulled, pending)
    this.#shown = merged.shown
    this.#engine.apply(merged.changes)
    return { hasChanged: merged.changes.length > 0 }
  }
}
