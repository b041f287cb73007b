/** The start of a list item: white space, the mark, and an optional check box. */
const ITEM = /^([ \t]*)(?:([-*+])|(\d{1,9})([.)]))[ \t](\[[ xX]\][ \t])?/

/**
 * Continues a Markdown list on a new line, with the next number and an empty box. An empty item ends its list.
 *
 * @param at UTF-16 index of the caret
 * @returns the new text and caret. Null: the caret is in no item
 */
export function nextItem(text: string, at: number): { readonly text: string; readonly at: number } | null {
  const from = text.lastIndexOf('\n', at - 1) + 1
  const [mark, space = '', sign, number, dot = '', box] = ITEM.exec(text.slice(from, at)) ?? []
  if (mark === undefined) return null
  const rest = text.slice(at)
  if (from + mark.length === at && /^(?:$|\n)/.test(rest))
    return { text: text.slice(0, from) + rest, at: from }
  const next = `\n${space}${sign ?? `${Number(number) + 1}${dot}`} ${box === undefined ? '' : '[ ] '}`
  return { text: text.slice(0, at) + next + rest, at: at + next.length }
}
