import { fold } from '../folding.ts'
import type { Id } from '../id.ts'
import type { CopyCondition, FileCondition } from './search-tree.ts'

/** The folded texts of all `copy:` conditions in a question; each once. */
export function copyTextsIn(asked: unknown): readonly string[] {
  return textsIn(asked, 'copy')
}

/** The folded texts of all `file:` conditions in a question; each once. */
export function fileTextsIn(asked: unknown): readonly string[] {
  return textsIn(asked, 'file')
}

/** The question with the ids of the found cards in each `copy:` condition. */
export function withFoundCopies<Asked>(
  asked: Asked,
  cardIdsByText: ReadonlyMap<string, readonly Id[]>,
): Asked {
  return withFound(asked, 'copy', (text) => ({ cardIds: cardIdsByText.get(text) ?? [] }))
}

/** The question with the hashes of the found files in each `file:` condition. */
export function withFoundFiles<Asked>(
  asked: Asked,
  hashesByText: ReadonlyMap<string, readonly string[]>,
): Asked {
  return withFound(asked, 'file', (text) => ({ hashes: hashesByText.get(text) ?? [] }))
}

type Searched = CopyCondition | FileCondition

function textsIn(asked: unknown, kind: Searched['kind']): readonly string[] {
  const all = (value: unknown): string[] => {
    if (typeof value !== 'object' || value === null) return []
    return isCondition(value, kind) ? [fold(value.text)] : Object.values(value).flatMap(all)
  }
  return [...new Set(all(asked))]
}

/** @param found the result for the folded text of a condition */
function withFound<Asked>(asked: Asked, kind: Searched['kind'], found: (text: string) => object): Asked {
  const changed = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value
    if (isCondition(value, kind)) return { ...value, ...found(fold(value.text)) }
    if (Array.isArray(value)) return value.map(changed)
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, changed(each)]))
  }
  return changed(asked) as Asked
}

function isCondition(value: object, kind: Searched['kind']): value is Searched {
  return 'kind' in value && value.kind === kind && 'text' in value
}
