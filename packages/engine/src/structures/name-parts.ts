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

/** Items of a block. A full block is cut in two. */
const BLOCK_SIZE = 512

/**
 * Items in order, in blocks of a bounded size. Adding or removing an item moves only the items of its block. So n changes
 * cost n log n in any order; with one sorted array they would cost n².
 *
 * Invariant: no block is empty, and `compare` is 0 only for an item and itself.
 */
export class SortedBlocks<Item> {
  private readonly blocks: Item[][] = []
  private readonly compare: (a: Item, b: Item) => number

  constructor(compare: (a: Item, b: Item) => number) {
    this.compare = compare
  }

  add(item: Item): void {
    const isBefore = (other: Item) => this.compare(other, item) < 0
    const at = this.blockOf(isBefore)
    const block = this.blocks[at]
    if (block === undefined) return void this.blocks.push([item])
    block.splice(lowerBound(block, isBefore), 0, item)
    if (block.length > BLOCK_SIZE) this.blocks.splice(at + 1, 0, block.splice(BLOCK_SIZE / 2))
  }

  /** Does nothing for an item that is not there. */
  remove(item: Item): void {
    const isBefore = (other: Item) => this.compare(other, item) < 0
    const at = this.blockOf(isBefore)
    const block = this.blocks[at]
    if (block === undefined) return
    const place = lowerBound(block, isBefore)
    const found = block[place]
    if (found === undefined || this.compare(found, item) !== 0) return
    block.splice(place, 1)
    if (block.length === 0) this.blocks.splice(at, 1)
  }

  /**
   * Iterates over the items in order, from the first for which `isBefore` is false.
   *
   * @param isBefore true for a first part of the items, and false for the rest
   */
  *from(isBefore: (item: Item) => boolean): Generator<Item> {
    const first = this.blockOf(isBefore)
    for (let at = first; at < this.blocks.length; at++) {
      const block = this.blocks[at] as Item[]
      for (let place = at === first ? lowerBound(block, isBefore) : 0; place < block.length; place++)
        yield block[place] as Item
    }
  }

  inOrder(): Item[] {
    return this.blocks.flat()
  }

  /** Returns the block with the first item for which `isBefore` is false; the last block where there is none. */
  private blockOf(isBefore: (item: Item) => boolean): number {
    const at = lowerBound(this.blocks, (block) => isBefore(block.at(-1) as Item))
    return Math.max(0, Math.min(at, this.blocks.length - 1))
  }
}

/** Returns the number of items for which `isBefore` is true. They must come first. */
function lowerBound<Item>(items: readonly Item[], isBefore: (item: Item) => boolean): number {
  let low = 0
  let high = items.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isBefore(items[middle] as Item)) low = middle + 1
    else high = middle
  }
  return low
}
