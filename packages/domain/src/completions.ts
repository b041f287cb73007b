import { LIMITS } from './limits.ts'

/**
 * When a recurring card was completed and came back: moments in ms since 1970, ascending, each once, with commas between. A card
 * that stays completed has its last moment in `doneAt`.
 */
export type Completions = string

/** Null: none. */
export function completionsOf(completions: Completions | null): readonly number[] {
  return completions === null ? [] : completions.split(',').map(Number)
}

/** Leaves out what is no moment since 1970. Of more than `LIMITS.completions`, the latest are kept. */
export function toCompletions(times: readonly number[]): Completions | null {
  const moments = times.filter((time) => Number.isSafeInteger(time) && time >= 0)
  const kept = [...new Set(moments)].sort((a, b) => a - b).slice(-LIMITS.completions)
  return kept.length === 0 ? null : kept.join(',')
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

export function withCompletions(
  completions: Completions | null,
  { added, removed }: CompletionsEdit,
): Completions | null {
  const gone = new Set(removed)
  return toCompletions([...completionsOf(completions).filter((time) => !gone.has(time)), ...added])
}
