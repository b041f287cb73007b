export * from './questions.ts'
export { applyInSlices, WorkspaceIndex } from './workspace-index.ts'
