/** Removes trailing characters that are in `among`. Linear; a regular expression would scan each run of them again. */
export function withoutEnd(text: string, among: string): string {
  let end = text.length
  while (end > 0 && among.includes(text.charAt(end - 1))) end--
  return text.slice(0, end)
}
