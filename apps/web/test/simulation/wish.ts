import type { AccountMutation, Mutation } from '@cardinal/sync'
import { wordsIn } from './words.ts'

/**
 * One mutation that a person asks for, with what they mean by it. The oracles judge the end of a story by the
 * meaning: they know no rule of merging.
 */
export interface Wish<M extends Mutation | AccountMutation = Mutation> {
  readonly mutation: M
  readonly texts: readonly TextEdit[]
  readonly values: readonly ValueSet[]
  /**
   * It need not be shown at once: the form's card was deleted on another device, so that it comes back with the server's
   * answer; or it takes an act back that others have written over.
   */
  readonly isShownLater?: boolean
  /** It takes an earlier act back. */
  readonly isUndo?: boolean
}

/** A text that the person saw (`from`) and what they wrote in its place (`to`); empty: there was none, or it goes. */
export interface TextEdit {
  readonly place: Place
  readonly from: string
  readonly to: string
}

/** Where a text belongs. A card's content and its subnotes are one place: a merge may move words between lines. */
export type Place = `card ${string}` | 'tag' | 'group' | 'workspace' | 'saved search'

/** One value that the person gave to one thing, such as `card 12 color`. */
export interface ValueSet {
  readonly field: string
  readonly value: unknown
}

/** The value of a field whose holder was taken away: whatever becomes of it later is right. */
export const ANY = Symbol('any value')

export function added({ from, to }: TextEdit): string[] {
  const before = new Set(wordsIn(from))
  return wordsIn(to).filter((word) => !before.has(word))
}

export function removed({ from, to }: TextEdit): string[] {
  const after = new Set(wordsIn(to))
  return wordsIn(from).filter((word) => !after.has(word))
}

/** Returns a mutation that is not followed by words: a test looks for what came of it by itself. */
export function plain(mutation: Mutation): Wish {
  return { mutation, texts: [], values: [] }
}
