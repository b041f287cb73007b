import { fold } from '../folding.ts'
import type { Id } from '../id.ts'
import type { CopyCondition } from './search-tree.ts'

/** The folded texts of all `copy:` conditions in a question; each once. */
export function copyTextsIn(asked: unknown): readonly string[] {
  return [...new Set(textsIn(asked))]
}

function textsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return isCopyCondition(value) ? [fold(value.text)] : Object.values(value).flatMap(textsIn)
}

/** The question with the ids of the found cards in each `copy:` condition. */
export function withFoundCopies<Asked>(
  asked: Asked,
  cardIdsByText: ReadonlyMap<string, readonly Id[]>,
): Asked {
  const found = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value
    if (isCopyCondition(value)) return { ...value, cardIds: cardIdsByText.get(fold(value.text)) ?? [] }
    if (Array.isArray(value)) return value.map(found)
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, found(each)]))
  }
  return found(asked) as Asked
}

function isCopyCondition(value: object): value is CopyCondition {
  return 'kind' in value && value.kind === 'copy' && 'text' in value
}
