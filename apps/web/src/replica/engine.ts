import {
  type AskableWorkspace,
  LATE_QUESTIONS,
  type LateAnswers,
  LeanIndex,
  type QuestionName,
} from '@cardinal/engine'

let late: LateAnswers | null = null

/** Creates the engine of the browser. The replica keeps all rows, so the engine doesn't copy them. */
export function createEngine(): AskableWorkspace {
  return new LeanIndex(() => late, { copiesRows: false })
}

/** Returns whether a question may be asked now, without `loadAnswers`. */
export function isAnswerLoaded(question: QuestionName): boolean {
  return late !== null || !LATE_QUESTIONS.some((each) => each === question)
}

/** Loads the answers of `LATE_QUESTIONS`. */
export async function loadAnswers(): Promise<void> {
  late ??= (await import('@cardinal/engine/late')).LATE_ANSWERS
}
