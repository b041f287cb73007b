/**
 * What is needed of copies of pages. It is apart from the other words and rules: a first screen, and the thread that holds
 * the data, do without it.
 */
export * from './copy-builder.ts'
export * from './copy-markup.ts'
export * from './read-copy.ts'
export * from './searchbar/copies-asked.ts'
