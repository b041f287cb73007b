/** Removes the characters at a text's end that are among these. A pattern would look at each run of them again. */
export function withoutEnd(text: string, among: string): string {
  let end = text.length
  while (end > 0 && among.includes(text.charAt(end - 1))) end--
  return text.slice(0, end)
}
