import type { Change } from '@cardinal/domain'
import { ANSWERS, type Answers, type LateAnswers } from './queries/index.ts'
import { LATE_ANSWERS } from './queries/late.ts'
import type { AnswerOf, AskableWorkspace, ParamsOf, QuestionName } from './questions.ts'
import { Tables, type TablesOptions } from './tables.ts'

/**
 * One workspace in memory, indexed. It answers questions without visiting every card, and is updated in
 * place. Design: `DESIGN.md`. It answers `LATE_QUESTIONS` once their code is loaded.
 */
export class LeanIndex implements AskableWorkspace {
  private tables: Tables
  private readonly lateAnswers: () => LateAnswers | null

  /**
   * @param unitsAtOnce approximate number of UTF-16 units of text to index in one step; the rest is scanned
   * until indexed
   * @param mostTokens how many different tokens of texts are indexed; cards beyond them are scanned
   * @param copiesRows false when the caller keeps the rows anyway, so that interned copies would waste memory
   */
  constructor(
    lateAnswers: () => LateAnswers | null,
    { unitsAtOnce = UNITS_AT_ONCE, copiesRows = true, mostTokens }: Partial<TablesOptions> = {},
  ) {
    this.lateAnswers = lateAnswers
    this.tables = new Tables({ unitsAtOnce, copiesRows, mostTokens })
  }

  apply(changes: readonly Change[]): void {
    for (const change of changes) this.applyOne(change)
    if (this.tables.isWorthRebuilding) this.tables = this.tables.rebuilt()
  }

  ask<Q extends QuestionName>(question: Q, params: ParamsOf<Q>): AnswerOf<Q> {
    const early: Partial<Answers> = ANSWERS
    const late: Partial<Answers> | null = question in ANSWERS ? null : this.lateAnswers()
    const answer: Answers[Q] | undefined = (late ?? early)[question]
    if (answer === undefined) throw new Error(`The answer of ${question} is not loaded.`)
    return answer(this.tables, params)
  }

  /**
   * Answers one question within a slice of time. Null: `isOver` ended it. Asked again, it gets further,
   * because scanned texts are cached. `isOver` is called after each cached step.
   */
  askInSlice<Q extends QuestionName>(
    question: Q,
    params: ParamsOf<Q>,
    isOver: () => boolean,
  ): { readonly answer: AnswerOf<Q> } | null {
    return this.tables.sliceEnd.run(isOver, () => this.ask(question, params))
  }

  flush(): boolean {
    return this.tables.flush()
  }

  /** Yields every row as the change that creates it. */
  *rows(): IterableIterator<Change> {
    const { cards, tags, groups } = this.tables
    for (const ordinal of tags.inNameOrder()) {
      const row = tags.at(ordinal)
      if (row !== undefined) yield { kind: 'tag', id: row.id, row }
    }
    for (const row of cards.values()) yield { kind: 'card', id: row.id, row }
    for (const row of groups.values()) yield { kind: 'group', id: row.id, row }
  }

  /** Memory in bytes, rows included, accurate to about a third. Replicas are evicted by it. */
  approximateBytes(): number {
    return this.tables.approximateBytes()
  }

  private applyOne(change: Change): void {
    switch (change.kind) {
      case 'card':
        if (change.row === null) this.tables.removeCard(change.id)
        else this.tables.putCard(change.row)
        break
      case 'tag':
        if (change.row === null) this.tables.removeTag(change.id)
        else this.tables.putTag(change.row)
        break
      case 'group':
        if (change.row === null) this.tables.removeGroup(change.id)
        else this.tables.putGroup(change.row)
        break
      case 'workspace':
        break
    }
  }
}

/** An index that answers every question at once. */
export class WorkspaceIndex extends LeanIndex {
  constructor(options: Partial<TablesOptions> = {}) {
    super(() => LATE_ANSWERS, options)
  }
}

/** About sixty cards of usual length, which take a few ms. */
const UNITS_AT_ONCE = 1 << 14

/**
 * Applies a stream of changes in slices, so that the caller can yield to the event loop between two. Each
 * step applies up to `size` changes and yields how many were applied so far.
 */
export function* applyInSlices(
  workspace: AskableWorkspace,
  changes: Iterable<Change>,
  size = 500,
): Generator<number, number> {
  let slice: Change[] = []
  let applied = 0
  for (const change of changes) {
    slice.push(change)
    if (slice.length < size) continue
    workspace.apply(slice)
    applied += slice.length
    slice = []
    yield applied
  }
  workspace.apply(slice)
  return applied + slice.length
}
