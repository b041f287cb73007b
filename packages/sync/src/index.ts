export * from './mutation.ts'
