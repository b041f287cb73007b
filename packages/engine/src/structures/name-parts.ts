/**
 * The parts of all tags' folded names, sorted, so that a prefix search is a range. A name of several parts
 * has several entries.
 */
export class NameParts {
  /** Sorted by unit. The tag's ordinal is at the same index in `ordinals`. */
  private readonly parts: string[] = []
  private readonly ordinals: number[] = []

  add(part: string, ordinal: number): void {
    const at = this.placeOf(part)
    this.parts.splice(at, 0, part)
    this.ordinals.splice(at, 0, ordinal)
  }

  remove(part: string, ordinal: number): void {
    const at = this.ordinals.indexOf(ordinal, this.placeOf(part))
    this.parts.splice(at, 1)
    this.ordinals.splice(at, 1)
  }

  /** Ordinals of the tags that have a part with this prefix. A tag may occur several times. */
  ordinalsBeginning(word: string): number[] {
    const from = this.placeOf(word)
    let to = from
    while (to < this.parts.length && (this.parts[to] as string).startsWith(word)) to++
    return this.ordinals.slice(from, to)
  }

  hasBeginning(word: string): boolean {
    return this.parts[this.placeOf(word)]?.startsWith(word) ?? false
  }

  /** Returns the lower bound of a part in the sorted entries. */
  private placeOf(part: string): number {
    let low = 0
    let high = this.parts.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.parts[middle] as string) < part) low = middle + 1
      else high = middle
    }
    return low
  }
}
