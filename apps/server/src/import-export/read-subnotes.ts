import type { FoundCard } from './found.ts'

/** Subnotes as our own exports write them: a JSON list of `{text, isTicked}`. Anything else is none. */
export function readSubnotes(value: unknown): FoundCard['subnotes'] {
  const list = typeof value === 'string' ? parsed(value) : value
  if (!Array.isArray(list)) return []
  return list.flatMap((item: unknown) => {
    if (typeof item === 'string') return [{ text: item, isTicked: false }]
    const { text, isTicked } = (item ?? {}) as { text?: unknown; isTicked?: unknown }
    return typeof text === 'string' ? [{ text, isTicked: isTicked === true }] : []
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Not a list of ours: the card comes without subnotes rather than not at all.
    return null
  }
}
