export * from './mutations.ts'
export * from './notation.ts'
export * from './queries.ts'
