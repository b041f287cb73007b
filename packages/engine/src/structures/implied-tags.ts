import { type Id, parentIdsOf, type Tag } from '@cardinal/domain'

/** What is asked of the table that holds the tags' rows. */
interface TagRows {
  ordinalOf(id: Id): number | undefined
  at(ordinal: number): Tag | undefined
}

/**
 * Which tags imply which. A tag names its parents in its row. The way back, from a parent to the tags that imply it, is
 * made when it is first asked for after a change. Tags without a row imply nothing and are implied by none.
 */
export class ImpliedTags {
  private readonly tags: TagRows
  private readonly withParents = new Set<number>()
  private children: Map<number, number[]> | null = null

  constructor(tags: TagRows) {
    this.tags = tags
  }

  /** Learns the row that an ordinal has now; undefined: none any more. */
  put(ordinal: number, before: Tag | undefined, now: Tag | undefined): void {
    if (now !== undefined && now.parentIds !== undefined) this.withParents.add(ordinal)
    else this.withParents.delete(ordinal)
    // A tag that comes or goes may be a parent that others name.
    const isSame = before !== undefined && now !== undefined && before.parentIds === now.parentIds
    if (!isSame) this.children = null
  }

  /** The tags, and every tag that implies one of them: the cards of all of these are found by them. */
  withImplying(ordinals: readonly number[]): readonly number[] {
    if (this.withParents.size === 0) return ordinals
    const children = this.childrenByParent()
    if (!ordinals.some((ordinal) => children.has(ordinal))) return ordinals
    const found = new Set(ordinals)
    for (const ordinal of found) for (const child of children.get(ordinal) ?? NONE) found.add(child)
    return [...found]
  }

  /** Every tag that one of these implies; one of them only where a circle leads back to it. */
  impliedBy(ordinals: Iterable<number>): Set<number> {
    const found = new Set<number>()
    if (this.withParents.size === 0) return found
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

  childrenOf(ordinal: number): readonly number[] {
    return this.childrenByParent().get(ordinal) ?? NONE
  }

  private childrenByParent(): Map<number, number[]> {
    if (this.children !== null) return this.children
    this.children = new Map()
    for (const ordinal of this.withParents)
      for (const parent of this.parentsOf(ordinal)) {
        const children = this.children.get(parent)
        if (children === undefined) this.children.set(parent, [ordinal])
        else children.push(ordinal)
      }
    return this.children
  }
}

const NONE: readonly never[] = []
