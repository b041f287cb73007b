import {
  type AskableWorkspace,
  LATE_QUESTIONS,
  type LateAnswers,
  LeanIndex,
  type QuestionName,
} from '@cardinal/engine'

let late: LateAnswers | null = null

/** The browser's engine. It does not copy rows, because the replica holds them. */
export function createEngine(): AskableWorkspace {
  return new LeanIndex(() => late, { copiesRows: false })
}

/** Whether a question can be asked without `loadAnswers`. */
export function isAnswerLoaded(question: QuestionName): boolean {
  return late !== null || !LATE_QUESTIONS.some((each) => each === question)
}

/** Imports the answers of `LATE_QUESTIONS`. */
export async function loadAnswers(): Promise<void> {
  late ??= (await import('@cardinal/engine/late')).LATE_ANSWERS
}
