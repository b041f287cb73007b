/** Copies of pages. A module of its own, so that the first screen and the worker don't load it. */
export * from './copy-builder.ts'
export * from './copy-markup.ts'
export * from './read-copy.ts'
export * from './searchbar/copies-asked.ts'
