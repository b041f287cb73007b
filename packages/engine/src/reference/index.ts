export { NaiveWorkspace } from './naive-workspace.ts'
