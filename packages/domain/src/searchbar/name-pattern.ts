/** A pattern has a star and another character. It matches every tag whose folded name fits it. */
export function isNamePattern(foldedWord: string): boolean {
  return foldedWord.includes('*') && /[^*\s]/.test(foldedWord)
}

/** Returns a test of folded names. Each star stands for any text, also an empty one. */
export function fitsPattern(foldedPattern: string): (foldedName: string) => boolean {
  const parts = foldedPattern.split('*')
  const first = parts[0] ?? ''
  const last = parts.at(-1) ?? ''
  const inside = parts.slice(1, -1).filter((part) => part !== '')
  return (name) => {
    if (!name.startsWith(first) || !name.endsWith(last)) return false
    let at = first.length
    for (const part of inside) {
      const found = name.indexOf(part, at)
      if (found < 0) return false
      at = found + part.length
    }
    return name.length >= at + last.length
  }
}
