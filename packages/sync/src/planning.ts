/** Previews and undo plans. The worker loads this code when it is needed. */
export { EXAMPLES, lookOf, type TriedAct, tagNow, tryAct } from './act-preview.ts'
export { planUndo } from './undo-plan.ts'
