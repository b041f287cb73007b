import { childGroupIdsOf, type Id, parentIdsOf, type Tag, type TagGroup } from '@cardinal/domain'

/** The methods of the tag table that are used here. */
interface TagRows {
  ordinalOf(id: Id): number | undefined
  idAt(ordinal: number): Id
  at(ordinal: number): Tag | undefined
}

/** The methods of the group table that are used here. */
interface GroupRows {
  get(id: Id): TagGroup | undefined
  idsHolding(tagId: Id): Iterable<Id>
}

/**
 * Which tags imply which. A tag's row names its parents and its child groups. Two maps lead back: from a
 * parent's id to its children, and from a group's id to the tags that it implies. Tags without a row imply
 * nothing and are implied by none.
 */
export class ImpliedTags {
  private readonly tags: TagRows
  private readonly groups: GroupRows
  /** Ordinals of tags with a row, by the id of a parent, which may be unknown. */
  private readonly children = new Map<Id, Set<number>>()
  /** Ordinals of tags with a row, by the id of a child group, which may be unknown. */
  private readonly parentsByGroup = new Map<Id, Set<number>>()

  constructor(tags: TagRows, groups: GroupRows) {
    this.tags = tags
    this.groups = groups
  }

  /** Updates the relations of an ordinal; `now` undefined: it has no row any more. */
  put(ordinal: number, before: Tag | undefined, now: Tag | undefined): void {
    const isSame = before?.parentIds === now?.parentIds && before?.childGroupIds === now?.childGroupIds
    if (before !== undefined && now !== undefined && isSame) return
    if (before !== undefined) {
      for (const id of parentIdsOf(before)) takeFrom(this.children, id, ordinal)
      for (const id of childGroupIdsOf(before)) takeFrom(this.parentsByGroup, id, ordinal)
    }
    if (now === undefined) return
    for (const id of parentIdsOf(now)) addTo(this.children, id, ordinal)
    for (const id of childGroupIdsOf(now)) addTo(this.parentsByGroup, id, ordinal)
  }

  /**
   * The tags that imply these, with these themselves. `own`: those connected by parents alone. `groupIds`:
   * the child groups of those, for `belowGroup`.
   */
  implying(ordinals: Iterable<number>): {
    readonly own: ReadonlySet<number>
    readonly groupIds: ReadonlySet<Id>
  } {
    const own = new Set(ordinals)
    const groupIds = new Set<Id>()
    if (this.hasAny)
      for (const ordinal of own) {
        for (const child of this.childrenOf(ordinal)) own.add(child)
        for (const id of this.childGroupsOf(ordinal)) groupIds.add(id)
      }
    return { own, groupIds }
  }

  /** Returns the tags of a group, and every tag that implies one of them. */
  belowGroup(groupId: Id): ReadonlySet<number> {
    const found = new Set<number>()
    this.addMembers(groupId, found)
    // Each group is followed once: many tags may have the same large group as a child.
    const followed = new Set([groupId])
    for (const ordinal of found) {
      for (const child of this.childrenOf(ordinal)) found.add(child)
      for (const id of this.childGroupsOf(ordinal))
        if (!followed.has(id)) {
          followed.add(id)
          this.addMembers(id, found)
        }
    }
    return found
  }

  /** All tags that these imply. One of these is included only if a circle leads back to it. */
  impliedBy(ordinals: Iterable<number>): Set<number> {
    const found = new Set<number>()
    if (!this.hasAny) return found
    const followedFrom = new Map<Id, number>()
    const addParents = (ordinal: number) => {
      for (const parent of this.parentsOf(ordinal)) found.add(parent)
      this.addOverGroups(ordinal, found, followedFrom)
    }
    for (const ordinal of ordinals) addParents(ordinal)
    for (const ordinal of found) addParents(ordinal)
    return found
  }

  /** Returns the tags that a tag names as its parents. */
  parentsOf(ordinal: number): number[] {
    const tag = this.tags.at(ordinal)
    if (tag === undefined) return []
    return parentIdsOf(tag).flatMap((id) => {
      const parent = this.tags.ordinalOf(id)
      return parent === undefined || this.tags.at(parent) === undefined ? [] : [parent]
    })
  }

  /** Returns the tags that every tag of a group implies, for the groups that hold this one. */
  parentsOverGroups(ordinal: number): Set<number> {
    const found = new Set<number>()
    this.addOverGroups(ordinal, found, new Map())
    return found
  }

  /** Returns the tags that have this group as a child. */
  parentsOfGroup(id: Id): Iterable<number> {
    return this.groups.get(id) === undefined ? NONE : (this.parentsByGroup.get(id) ?? NONE)
  }

  /** Returns the tags that name this one as a parent. */
  childrenOf(ordinal: number): Iterable<number> {
    if (this.tags.at(ordinal) === undefined) return NONE
    return this.children.get(this.tags.idAt(ordinal)) ?? NONE
  }

  /**
   * Adds the tags that a tag implies by its groups, except itself. @param followedFrom by group: the tag from
   * which the group was visited first. That tag was excluded then, although another tag of the group may
   * imply it.
   * @param followedFrom for each group the tag from which it was followed first. That tag may have been left
   *   out then, although another tag of the group implies it.
   */
  private addOverGroups(ordinal: number, found: Set<number>, followedFrom: Map<Id, number>): void {
    if (this.parentsByGroup.size === 0 || this.tags.at(ordinal) === undefined) return
    for (const id of this.groups.idsHolding(this.tags.idAt(ordinal))) {
      const parents = this.parentsByGroup.get(id)
      const first = followedFrom.get(id)
      if (parents === undefined) continue
      if (first === undefined) {
        followedFrom.set(id, ordinal)
        for (const parent of parents) if (parent !== ordinal) found.add(parent)
      } else if (first !== ordinal && parents.has(first)) found.add(first)
    }
  }

  private childGroupsOf(ordinal: number): readonly Id[] {
    const tag = this.tags.at(ordinal)
    return tag === undefined ? NONE : childGroupIdsOf(tag)
  }

  /** Adds the tags of a group that have a row. */
  private addMembers(groupId: Id, found: Set<number>): void {
    for (const tagId of this.groups.get(groupId)?.tagIds ?? NONE) {
      const member = this.tags.ordinalOf(tagId)
      if (member !== undefined && this.tags.at(member) !== undefined) found.add(member)
    }
  }

  private get hasAny(): boolean {
    return this.children.size > 0 || this.parentsByGroup.size > 0
  }
}

function addTo(map: Map<Id, Set<number>>, id: Id, ordinal: number): void {
  const ordinals = map.get(id)
  if (ordinals === undefined) map.set(id, new Set([ordinal]))
  else ordinals.add(ordinal)
}

function takeFrom(map: Map<Id, Set<number>>, id: Id, ordinal: number): void {
  const ordinals = map.get(id)
  ordinals?.delete(ordinal)
  if (ordinals?.size === 0) map.delete(id)
}

const NONE: readonly never[] = []
