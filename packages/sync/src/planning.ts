/** What is worked out before an act is done or undone; the thread of the data loads it when that is asked for. */
export { EXAMPLES, lookOf, type TriedAct, tagNow, tryAct } from './act-preview.ts'
export { planUndo } from './undo-plan.ts'
