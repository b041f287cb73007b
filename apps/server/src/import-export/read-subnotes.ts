import { parseJson } from '../lib/decoding.ts'
import type { FoundCard } from './found.ts'

/**
 * Subnotes of our own exports: a JSON list of `{text, isTicked}`. Null: another value.
 *
 * @param garbled called if some can't be read
 */
export function readSubnotes(value: unknown, garbled: () => void): FoundCard['subnotes'] | null {
  const list = typeof value === 'string' ? parseJson(value) : value
  if (!Array.isArray(list)) return null
  const read = list.flatMap((item: unknown) => {
    if (typeof item === 'string') return [{ text: item, isTicked: false }]
    const { text, isTicked } = (item ?? {}) as { text?: unknown; isTicked?: unknown }
    return typeof text === 'string' ? [{ text, isTicked: isTicked === true }] : []
  })
  if (read.length < list.length) garbled()
  return read
}
