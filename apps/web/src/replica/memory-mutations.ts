import type { Change } from '@cardinal/domain'
import type { AskableWorkspace } from '@cardinal/engine'
import {
  inverse,
  MemoryRows,
  type Mutation,
  Overlay,
  planUndo,
  runMutation,
  type Undoing,
  type UndoPlan,
  writtenBy,
} from '@cardinal/sync'
import { MutationRefused } from './mutation-refused.ts'
import { type PreviewedAct, previewAct, type SearchPair } from './preview-act.ts'

/** Applies mutations to the rows of a replica in memory, by the real mutators. */
export class MemoryMutations {
  readonly #rows: Overlay

  constructor(changes: readonly Change[]) {
    this.#rows = new Overlay(new MemoryRows(changes))
  }

  /**
   * Carries out a mutation at a time in ms.
   *
   * @returns the changed rows, and the mutations that undo it
   * @throws MutationRefused
   */
  run(mutation: Mutation, now: number): Undoing & { changes: readonly Change[] } {
    const outcome = runMutation(mutation, this.#rows, { now })
    if (!outcome.ok) throw new MutationRefused(outcome.error)
    const undo = inverse(mutation, this.#rows, outcome.value)
    const { changes } = outcome.value
    const written = writtenBy(changes, this.#rows)
    this.#rows.apply(changes)
    return { changes, undo, written }
  }

  preview(
    mutations: readonly Mutation[],
    searches: readonly SearchPair[] | null,
    engine: AskableWorkspace,
    now: number,
  ): PreviewedAct | null {
    return previewAct(mutations, searches, { rows: this.#rows, engine, now })
  }

  planUndo(undoing: Undoing, now: number): UndoPlan {
    return planUndo(undoing, this.#rows, now)
  }
}
