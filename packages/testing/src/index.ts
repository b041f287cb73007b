export * from './notation.ts'
export * from './queries.ts'
