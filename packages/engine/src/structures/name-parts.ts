import { SortedBlocks } from './sorted-blocks.ts'

interface Entry {
  readonly part: string
  readonly ordinal: number
}

/**
 * The parts of all tags' folded names, sorted, so that a prefix search is a range. A name of several parts
 * has several entries.
 */
export class NameParts {
  /** By unit of the part, then by the tag's ordinal. */
  private readonly entries = new SortedBlocks<Entry>((a, b) =>
    a.part < b.part ? -1 : a.part > b.part ? 1 : a.ordinal - b.ordinal,
  )

  add(part: string, ordinal: number): void {
    this.entries.add({ part, ordinal })
  }

  remove(part: string, ordinal: number): void {
    this.entries.remove({ part, ordinal })
  }

  /** Ordinals of the tags that have a part with this prefix. A tag may occur several times. */
  ordinalsBeginning(word: string): number[] {
    const ordinals: number[] = []
    for (const { part, ordinal } of this.entries.from((entry) => entry.part < word)) {
      if (!part.startsWith(word)) break
      ordinals.push(ordinal)
    }
    return ordinals
  }

  hasBeginning(word: string): boolean {
    for (const { part } of this.entries.from((entry) => entry.part < word)) return part.startsWith(word)
    return false
  }
}
