export { ALL_CARDS } from './all-cards.ts'
export { FindingSteps, type SuggestsTags } from './finding-steps.ts'
export * from './questions.ts'
export { applyInSlices, WorkspaceIndex } from './workspace-index.ts'
