/**
 * The parts of all tags' folded names in order, so that those that begin with a word stand side by side.
 * A name of several parts stands there several times.
 */
export class NameParts {
  /** In the order of their units; the slot of each tag stands at the same place in `slots`. */
  private readonly parts: string[] = []
  private readonly slots: number[] = []

  add(part: string, slot: number): void {
    const at = this.placeOf(part)
    this.parts.splice(at, 0, part)
    this.slots.splice(at, 0, slot)
  }

  remove(part: string, slot: number): void {
    const at = this.slots.indexOf(slot, this.placeOf(part))
    this.parts.splice(at, 1)
    this.slots.splice(at, 1)
  }

  /** Slots of the tags with a part that begins with a word; one with several such parts comes several times. */
  slotsBeginning(word: string): number[] {
    const from = this.placeOf(word)
    let to = from
    while (to < this.parts.length && (this.parts[to] as string).startsWith(word)) to++
    return this.slots.slice(from, to)
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
