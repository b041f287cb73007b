import type { SearchToken } from '@cardinal/domain'

/**
 * Returns the search text with one token at another place among the others. What is between the tokens stays where
 * it is.
 *
 * @param tokens of this text, in its order
 */
export function moveToken(text: string, tokens: readonly SearchToken[], from: number, to: number): string {
  const written = tokens.map((token) => text.slice(token.from, token.to))
  const [moved] = written.splice(from, 1)
  if (moved === undefined) return text
  written.splice(Math.max(0, Math.min(to, written.length)), 0, moved)
  const between = [0, ...tokens.map((token) => token.to)].map((end, index) =>
    text.slice(end, tokens[index]?.from ?? text.length),
  )
  return between.map((gap, index) => gap + (written[index] ?? '')).join('')
}
