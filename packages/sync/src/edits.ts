/** Exports for screens that make mutations. The mutators themselves run in the worker. */

export type { ActPreview, CardExample, CardLook, TagExample, TagLook, TagParts } from './act-preview.ts'
export * from './diff-card.ts'
export { inParts } from './in-parts.ts'
export type { AccountMutation, Mutation } from './mutation.ts'
export { mergedText } from './mutators/_internals/merged-text.ts'
export * from './saved-searches.ts'
export type { LeftRow, MovedCards, Undoing, UndoPlan, Written } from './undoing.ts'
