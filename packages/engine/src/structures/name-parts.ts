/**
 * The parts of all tags' folded names in order, so that those that begin with a word stand side by side.
 * A name of several parts stands there several times.
 */
export class NameParts {
  /** In the order of their units; the ordinal of each tag stands at the same place in `ordinals`. */
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

  /** Ordinals of the tags with a part that begins with a word; one with several such parts comes several times. */
  ordinalsBeginning(word: string): number[] {
    const from = this.placeOf(word)
    let to = from
    while (to < this.parts.length && (this.parts[to] as string).startsWith(word)) to++
    return this.ordinals.slice(from, to)
  }

  hasBeginning(word: string): boolean {
    return this.parts[this.placeOf(word)]?.startsWith(word) ?? false
  }

  /** Where a part first stands, or would. */
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
