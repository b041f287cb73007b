import { parseJson } from '../reading/json.ts'
import type { FoundCard } from './found.ts'

/** Subnotes as our own exports write them: a JSON list of `{text, isTicked}`. Anything else is none: the card comes without them. */
export function readSubnotes(value: unknown): FoundCard['subnotes'] {
  const list = typeof value === 'string' ? parseJson(value) : value
  if (!Array.isArray(list)) return []
  return list.flatMap((item: unknown) => {
    if (typeof item === 'string') return [{ text: item, isTicked: false }]
    const { text, isTicked } = (item ?? {}) as { text?: unknown; isTicked?: unknown }
    return typeof text === 'string' ? [{ text, isTicked: isTicked === true }] : []
  })
}
