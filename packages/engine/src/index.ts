export * from './questions.ts'
export { NaiveWorkspace } from './reference/index.ts'
export { applyInSlices, WorkspaceIndex } from './workspace-index.ts'
