import { commonStart, compareCodePoints, type Id, type TagGroup } from '@cardinal/domain'

/** Group rows, and the groups that hold each tag. A workspace has only dozens of groups. */
export class GroupTable {
  private readonly groupsById = new Map<Id, TagGroup>()
  private readonly holdersByTagId = new Map<Id, Set<Id>>()

  get count(): number {
    return this.groupsById.size
  }

  get(id: Id): TagGroup | undefined {
    return this.groupsById.get(id)
  }

  values(): TagGroup[] {
    return [...this.groupsById.values()]
  }

  /** Returns groups that hold a tag, by title. */
  holding(tagId: Id): TagGroup[] {
    const groups: TagGroup[] = []
    for (const id of this.holdersByTagId.get(tagId) ?? []) {
      const group = this.groupsById.get(id)
      if (group !== undefined) groups.push(group)
    }
    return groups.length < 2 ? groups : groups.sort(compareTitles)
  }

  /** Returns ids of the groups that hold a tag, in no order. */
  idsHolding(tagId: Id): Iterable<Id> {
    return this.holdersByTagId.get(tagId) ?? []
  }

  /** Returns tags in hidden groups; may contain repeats. */
  hiddenTagIds(): Id[] {
    return [...this.groupsById.values()].flatMap((group) => (group.isHidden ? group.tagIds : []))
  }

  getByTitle(title: string): TagGroup | undefined {
    for (const group of this.groupsById.values()) if (group.title === title) return group
    return undefined
  }

  put(group: TagGroup): void {
    const before = this.groupsById.get(group.id)?.tagIds ?? []
    const same = commonStart(before, group.tagIds)
    for (const tagId of before.slice(same)) this.removeHolder(tagId, group.id)
    this.groupsById.set(group.id, group)
    for (const tagId of group.tagIds.slice(same)) {
      const holders = this.holdersByTagId.get(tagId)
      if (holders === undefined) this.holdersByTagId.set(tagId, new Set([group.id]))
      else holders.add(group.id)
    }
  }

  remove(id: Id): void {
    const group = this.groupsById.get(id)
    if (group === undefined) return
    for (const tagId of group.tagIds) this.removeHolder(tagId, id)
    this.groupsById.delete(id)
  }

  removeTag(tagId: Id): void {
    for (const group of this.holding(tagId))
      this.groupsById.set(group.id, { ...group, tagIds: group.tagIds.filter((each) => each !== tagId) })
    this.holdersByTagId.delete(tagId)
  }

  approximateBytes(): number {
    let held = 0
    for (const holders of this.holdersByTagId.values()) held += holders.size
    return this.count * BYTES_A_GROUP + held * BYTES_A_TAG_HELD
  }

  private removeHolder(tagId: Id, groupId: Id): void {
    const holders = this.holdersByTagId.get(tagId)
    holders?.delete(groupId)
    if (holders?.size === 0) this.holdersByTagId.delete(tagId)
  }
}

/** Compares by title, then id: how ties of groups are broken. */
export function compareTitles(a: TagGroup, b: TagGroup): number {
  return compareCodePoints(a.title, b.title) || compareCodePoints(a.id, b.id)
}

const BYTES_A_GROUP = 400
const BYTES_A_TAG_HELD = 150
