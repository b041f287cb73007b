import { type Id, parentIdsOf, type Tag } from '@cardinal/domain'

/** What is asked of the table that holds the tags' rows. */
interface TagRows {
  ordinalOf(id: Id): number | undefined
  idAt(ordinal: number): Id
  at(ordinal: number): Tag | undefined
}

/**
 * Which tags imply which. A tag names its parents in its row; the way back, from a parent's id to its children, is kept
 * beside. Tags without a row imply nothing and are implied by none.
 */
export class ImpliedTags {
  private readonly tags: TagRows
  /** Ordinals of tags with a row, by the id of a parent, which may be unknown. */
  private readonly children = new Map<Id, Set<number>>()
  /** Answers of `withImplying` for one tag, since the latest change of a relation. */
  private readonly known = new Map<number, ReadonlySet<number>>()

  constructor(tags: TagRows) {
    this.tags = tags
  }

  /** Learns the row that an ordinal has now; undefined: none any more. */
  put(ordinal: number, before: Tag | undefined, now: Tag | undefined): void {
    if (before !== undefined && now !== undefined && before.parentIds === now.parentIds) return
    this.known.clear()
    if (before !== undefined)
      for (const id of parentIdsOf(before)) {
        const children = this.children.get(id)
        children?.delete(ordinal)
        if (children?.size === 0) this.children.delete(id)
      }
    if (now === undefined) return
    for (const id of parentIdsOf(now)) {
      const children = this.children.get(id)
      if (children === undefined) this.children.set(id, new Set([ordinal]))
      else children.add(ordinal)
    }
  }

  /** The tags, and every tag that implies one of them: the cards of all of these are found by them. */
  withImplying(ordinals: readonly number[]): ReadonlySet<number> {
    const only = ordinals.length === 1 ? ordinals[0] : undefined
    const known = only === undefined ? undefined : this.known.get(only)
    if (known !== undefined) return known
    const found = new Set(ordinals)
    if (this.children.size > 0)
      for (const ordinal of found) for (const child of this.childrenOf(ordinal)) found.add(child)
    if (only !== undefined) this.known.set(only, found)
    return found
  }

  /** Every tag that one of these implies; one of them only where a circle leads back to it. */
  impliedBy(ordinals: Iterable<number>): Set<number> {
    const found = new Set<number>()
    if (this.children.size === 0) return found
    for (const ordinal of ordinals) for (const parent of this.parentsOf(ordinal)) found.add(parent)
    for (const ordinal of found) for (const parent of this.parentsOf(ordinal)) found.add(parent)
    return found
  }

  parentsOf(ordinal: number): number[] {
    const tag = this.tags.at(ordinal)
    if (tag === undefined) return []
    return parentIdsOf(tag).flatMap((id) => {
      const parent = this.tags.ordinalOf(id)
      return parent === undefined || this.tags.at(parent) === undefined ? [] : [parent]
    })
  }

  childrenOf(ordinal: number): Iterable<number> {
    if (this.tags.at(ordinal) === undefined) return NONE
    return this.children.get(this.tags.idAt(ordinal)) ?? NONE
  }
}

const NONE: readonly never[] = []
