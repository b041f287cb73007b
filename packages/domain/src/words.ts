/**
 * The words of a folded text, in order: runs of letters, digits and their marks; of scripts that write
 * without spaces (Han, Kana) each character is a word. What suggestions learn from.
 */
export function wordsOf(foldedText: string): string[] {
  return foldedText.match(WORD) ?? []
}

const WORD =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]|(?:(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}])[\p{L}\p{N}\p{M}])+/gu
