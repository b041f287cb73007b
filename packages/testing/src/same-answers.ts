import type { Change } from '@cardinal/domain'
import { type AskableWorkspace, WorkspaceIndex } from '@cardinal/engine'
import { NaiveWorkspace } from '@cardinal/engine/reference'
import fc, { type Arbitrary, type Parameters } from 'fast-check'
import { changes } from './arbitraries.ts'
import { type Asked, questions } from './random-questions.ts'

/** Changes and the questions asked after them. A story is a list of steps. */
export interface Step {
  readonly changes: readonly Change[]
  readonly asked: readonly Asked[]
}

const steps = fc.array(
  fc.record({
    changes: fc.array(changes, { maxLength: 12 }),
    asked: fc.array(questions, { minLength: 1, maxLength: 12 }),
  }),
  { minLength: 1, maxLength: 6 },
)

/** The first step fills the workspace. */
export const stories: Arbitrary<Step[]> = fc
  .tuple(fc.array(changes, { maxLength: 90, size: 'max' }), steps)
  .map(([before, [first, ...rest]]) => [
    { changes: [...before, ...(first?.changes ?? [])], asked: first?.asked ?? [] },
    ...rest,
  ])

/**
 * Compares five indexes with the reference implementation and returns the first difference; null: none. The indexes: the
 * default, one that indexes few tokens, one that defers as much as it can, one that also yields after each slice of work,
 * and one rebuilt after each step.
 */
function firstDifference(story: readonly Step[]): Difference | null {
  const reference = new NaiveWorkspace()
  const index = new WorkspaceIndex()
  const late = new WorkspaceIndex({ unitsAtOnce: 1, copiesRows: false })
  const cramped = new WorkspaceIndex({ mostTokens: 8 })
  const stopped = new WorkspaceIndex({ unitsAtOnce: 1, copiesRows: false })
  for (const step of story) {
    for (const workspace of [reference, index, late, cramped, stopped]) workspace.apply(step.changes)
    const rebuilt = new WorkspaceIndex()
    rebuilt.apply([...index.rows()])
    for (const asked of step.asked) {
      const expected = answer(reference, asked)
      const others = { index, late, cramped, rebuilt, stopped: { ask: inSlices(stopped) } }
      for (const [by, workspace] of Object.entries(others)) {
        // Unindexed words are ignored by these questions, so this index answers differently.
        if (workspace === cramped && IGNORE_UNINDEXED.includes(asked.question)) continue
        const got = answer(workspace, asked)
        if (got !== expected) return { asked, expected, got, by }
      }
    }
  }
  return null
}

const IGNORE_UNINDEXED: readonly string[] = ['suggestLabels', 'labelUntagged', 'hardToFind', 'looseMatches']

export interface Difference {
  readonly asked: Asked
  readonly expected: string
  readonly got: string
  /** The index that differs. */
  readonly by: string
}

/** Stories per seed, also when a failed seed is run again. */
export const STORIES_PER_SEED = 200

/** Throws with the shrunk story and its seed when the implementations differ. */
export function checkStories(parameters: Parameters<[Step[]]>): void {
  fc.assert(
    fc.property(stories, (story) => {
      const difference = firstDifference(story)
      if (difference !== null) throw new Error(JSON.stringify(difference, null, 2))
    }),
    parameters,
  )
}

/** Asks in slices that end after each step of work, until the answer is complete. */
function inSlices(index: WorkspaceIndex): AskableWorkspace['ask'] {
  return (question, params) => {
    for (let slices = 0; slices < 10_000; slices++) {
      const done = index.askInSlice(question, params, () => true)
      if (done !== null) return done.answer
    }
    throw new Error(`${question} gets no further.`)
  }
}

function answer(workspace: Pick<AskableWorkspace, 'ask'>, { question, params }: Asked): string {
  // As JSON with sorted keys, so that equal texts are equal answers; undefined in lists becomes null.
  return JSON.stringify(sorted(workspace.ask(question, params as never)))
}

/** The value with the keys of every object sorted. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, each]) => [key, sorted(each)]),
  )
}
