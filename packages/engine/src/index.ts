export * from './questions.ts'
export { NaiveWorkspace } from './reference/index.ts'
