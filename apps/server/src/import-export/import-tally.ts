import type { Receipt } from '@cardinal/contract'
import type { Id } from '@cardinal/domain'
import type { StoredImport } from '../store/index.ts'
import type { LostField } from './lost-fields.ts'
import type { FailedRow, ImportPlan } from './plan-import.ts'

/** What one step of an import came to; what is left out is none. */
interface Step {
  readonly created?: number
  readonly handled?: number
  readonly deleted?: number
  readonly newTags?: number
  /** Cards that were there and got something. */
  readonly updated?: readonly Id[]
  readonly failed?: readonly FailedRow[]
  readonly copiesKept?: number
  readonly copiesLeftOut?: number
}

/** Adds up what an import does, over all its workspaces. */
export class Tally {
  readonly #importId: Id
  readonly #plans: readonly ImportPlan[]
  readonly #lost: readonly LostField[]
  readonly #hasCopies: boolean
  readonly #updated = new Set<Id>()
  #failed: readonly FailedRow[]
  #created = 0
  #deleted = 0
  #newTags = 0
  #copiesKept = 0
  #copiesLeftOut = 0
  #handled: number

  /** @param copies of pages in the file */
  constructor(importId: Id, plans: readonly ImportPlan[], lost: readonly LostField[] = [], copies = 0) {
    this.#hasCopies = copies > 0
    this.#lost = lost
    this.#importId = importId
    this.#plans = plans
    this.#failed = plans.flatMap(({ failed }) => failed)
    this.#handled = this.#sum(({ rows, cards }) => rows - cards.length)
  }

  take({ updated = [], failed = [], ...step }: Step): void {
    const { created = 0, handled = 0, deleted = 0, newTags = 0, copiesKept = 0, copiesLeftOut = 0 } = step
    this.#copiesKept += copiesKept
    this.#copiesLeftOut += copiesLeftOut
    this.#created += created
    this.#handled += handled
    this.#deleted += deleted
    this.#newTags += newTags
    for (const id of updated) this.#updated.add(id)
    // Not by `push(...)`: a function takes no more arguments than its stack has room for, and a file has more rows.
    if (failed.length > 0) this.#failed = this.#failed.concat(failed)
  }

  receipt(): Receipt {
    return {
      import_id: this.#importId,
      rows: this.#sum(({ rows }) => rows),
      created: this.#created,
      duplicates: this.#sum(({ duplicates }) => duplicates),
      updated: this.#updated.size,
      deleted: this.#deleted,
      failed: [...this.#failed].sort((a, b) => a.row - b.row),
      tags: this.#newTags,
      renamed_tags: this.#plans.flatMap(({ renamedTags }) => renamedTags.map((pair) => ({ ...pair }))),
      ...(this.#hasCopies && { copies: { kept: this.#copiesKept, left_out: this.#copiesLeftOut } }),
      ...(this.#lost.length > 0 && { lost: this.#lost.map((one) => ({ ...one })) }),
    }
  }

  /** What moves while it runs. Ids and failures may be long, and are written at the beginning and at the end. */
  progress(now: number): Pick<StoredImport, 'handled' | 'created' | 'tags' | 'updated_at'> {
    return { handled: this.#handled, created: this.#created, tags: this.#newTags, updated_at: now }
  }

  #sum(of: (plan: ImportPlan) => number): number {
    return this.#plans.reduce((sum, plan) => sum + of(plan), 0)
  }
}
