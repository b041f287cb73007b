export { ALL_CARDS } from './all-cards.ts'
export * from './questions.ts'
export { applyInSlices, WorkspaceIndex } from './workspace-index.ts'
