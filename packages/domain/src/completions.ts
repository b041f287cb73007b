/**
 * When a recurring card was completed and came back: moments in ms since 1970, ascending, each once, with commas between. A card
 * that stays completed has its last moment in `doneAt`.
 */
export type Completions = string

/** Null: none. */
export function completionsOf(completions: Completions | null): readonly number[] {
  return completions === null ? [] : completions.split(',').map(Number)
}

/** The completions that an edit adds and takes away. Completions of other devices stay. */
export interface CompletionsEdit {
  readonly added: readonly number[]
  readonly removed: readonly number[]
}

/** Null: no difference. */
export function completionsEdit(
  seen: Completions | null,
  wanted: Completions | null,
): CompletionsEdit | null {
  if (seen === wanted) return null
  const [before, after] = [new Set(completionsOf(seen)), new Set(completionsOf(wanted))]
  return {
    added: [...after].filter((time) => !before.has(time)),
    removed: [...before].filter((time) => !after.has(time)),
  }
}
