import { type CopyRule, type Id, unique } from '@cardinal/domain'
import type { Store, Stored, User } from '../store/index.ts'

/**
 * A user's rule for automatic copies, with merged tags replaced by their targets (undoing a merge restores them) and deleted
 * ones left out.
 */
export async function livingCopyRule(
  store: Pick<Store, 'tags'>,
  { id, copyRule }: Pick<User, 'id' | 'copyRule'>,
): Promise<CopyRule> {
  if (copyRule.tagIds.length === 0) return copyRule
  const known = new Map<Id, Stored<unknown>>()
  for (let asked: readonly Id[] = copyRule.tagIds; asked.length > 0; ) {
    const found = await store.tags.byIds(id, asked)
    for (const tag of found) known.set(tag.row.id, tag)
    asked = unique(found.flatMap(({ mergedInto }) => mergedInto ?? [])).filter((each) => !known.has(each))
  }
  return { ...copyRule, tagIds: unique(copyRule.tagIds.flatMap((each) => livingTag(each, known) ?? [])) }
}

function livingTag(given: Id, known: ReadonlyMap<Id, Stored<unknown>>): Id | null {
  let id = given
  for (let hop = 0; hop < known.size; hop++) {
    const tag = known.get(id)
    if (tag?.deletedAt === null) return id
    if (tag?.mergedInto === undefined) return null
    id = tag.mergedInto
  }
  return null
}
