export * from './questions.ts'
