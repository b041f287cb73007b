import { type Id, LIMITS, type Refusal, type Tag, type TagGroup } from '@cardinal/domain'
import type { StoreTransaction, Written } from '../store/index.ts'

/**
 * Returns whether a change exceeds the limits of tags, relations or groups. These are always loaded completely, and a
 * new tag is compared with all names. Only changes that add some are counted.
 */
export async function overWorkspaceLimit(
  tx: StoreTransaction,
  userId: Id,
  workspaceId: Id,
  written: readonly Written[],
): Promise<Refusal | null> {
  const added = { tags: 0, relations: 0, groups: 0, groupTags: 0 }
  for (const one of written) {
    if (one.kind === 'tag') {
      added.tags += count(one.after) - count(one.before)
      added.relations += relationsOf(one.after) - relationsOf(one.before)
    } else if (one.kind === 'group') {
      added.groups += count(one.after) - count(one.before)
      added.groupTags += tagsIn(one.after) - tagsIn(one.before)
    }
  }
  const held = {
    ...(added.tags > 0 || added.relations > 0 ? await tx.tags.held(userId, workspaceId) : NO_TAGS),
    ...(added.groups > 0 || added.groupTags > 0 ? await tx.groups.held(userId, workspaceId) : NO_GROUPS),
  }
  for (const what of ['tags', 'relations', 'groups', 'groupTags'] as const) {
    const limit = LIMITS.inWorkspace[what]
    if (added[what] > 0 && held[what] + added[what] > limit) return { kind: 'workspace-full', what, limit }
  }
  return null
}

const NO_TAGS = { tags: 0, relations: 0 }
const NO_GROUPS = { groups: 0, groupTags: 0 }

const count = (row: object | null | undefined) => (row == null ? 0 : 1)
const tagsIn = (group: TagGroup | null | undefined) => group?.tagIds.length ?? 0
/** Returns the bytes of relations, as they are stored. */
const relationsOf = (tag: Tag | null | undefined) =>
  bytesOf(tag?.otherNames) +
  bytesOf(tag?.parentIds) +
  bytesOf(tag?.childGroupIds) +
  Buffer.byteLength(tag?.displayName ?? '')
const bytesOf = (list: readonly string[] | undefined) =>
  list === undefined ? 0 : Buffer.byteLength(JSON.stringify(list))
