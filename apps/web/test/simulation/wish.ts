import type { AccountMutation, Mutation } from '@cardinal/sync'
import { wordsIn } from './words.ts'

/**
 * A mutation with what the person wants by it. The oracles check the end of a story by that, without knowing the
 * rules of merging.
 */
export interface Wish<M extends Mutation | AccountMutation = Mutation> {
  readonly mutation: M
  readonly texts: readonly TextEdit[]
  readonly values: readonly ValueSet[]
  /**
   * Whether the tab need not show it at once: the form's card was deleted on another device and comes back with
   * the server's answer, or the act undoes one that others have overwritten.
   */
  readonly isShownLater?: boolean
  /** Whether it undoes an earlier act. */
  readonly isUndo?: boolean
}

/** The text that the person saw (`from`), and its replacement (`to`); empty: none. */
export interface TextEdit {
  readonly place: Place
  readonly from: string
  readonly to: string
}

/** Where a text is. A card's content and subnotes are one place, because a merge may move words between lines. */
export type Place = `card ${string}` | 'tag' | 'group' | 'workspace' | 'saved search'

/** A value that the person set, such as `card 12 color`. */
export interface ValueSet {
  readonly field: string
  readonly value: unknown
}

/** The value of a field whose row was deleted: any later value is right. */
export const ANY = Symbol('any value')

export function added({ from, to }: TextEdit): string[] {
  const before = new Set(wordsIn(from))
  return wordsIn(to).filter((word) => !before.has(word))
}

export function removed({ from, to }: TextEdit): string[] {
  const after = new Set(wordsIn(to))
  return wordsIn(from).filter((word) => !after.has(word))
}

/** A mutation whose texts are not tracked, because the test checks the result itself. */
export function plain(mutation: Mutation): Wish {
  return { mutation, texts: [], values: [] }
}
