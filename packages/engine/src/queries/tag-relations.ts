import { childGroupIdsOf, type Id } from '@cardinal/domain'
import type { TagInUse, TagRelationsInUse } from '../questions.ts'
import { bitsFor, countBits } from '../structures/bits.ts'
import { compareTitles } from '../structures/group-table.ts'
import { compareTagNames } from '../structures/tag-table.ts'
import type { Reader } from '../tables.ts'
import { type TagReader, tagOrdinals, tagsInUse } from './tag-rows.ts'

/**
 * Implements docs/search.md, section 6: the tags that a tag implies and that imply it, and how many cards it
 * finds.
 */
export function tagRelations(
  reader: TagReader & Pick<Reader, 'cards' | 'groups' | 'taggedCards'>,
  { tagId }: { tagId: Id },
): TagRelationsInUse | undefined {
  const { tags, groups, taggedCards, cards } = reader
  const ordinal = tags.ordinalOf(tagId)
  const tag = tags.get(tagId)
  if (ordinal === undefined || tag === undefined) return undefined
  const found = bitsFor(cards.capacity)
  taggedCards.addTo(found, [ordinal])
  return {
    parents: byName(reader, tags.implied.parentsOf(ordinal)),
    groupParents: byName(reader, tags.implied.parentsOverGroups(ordinal)),
    children: byName(reader, tags.implied.childrenOf(ordinal)),
    childGroups: childGroupIdsOf(tag)
      .flatMap((id) => groups.get(id) ?? [])
      .sort(compareTitles),
    implied: byName(reader, tags.implied.impliedBy([ordinal])),
    foundCards: countBits(found),
  }
}

/** The tags that any of these imply, without these. */
export function impliedTags(reader: TagReader, { tagIds }: { tagIds: readonly Id[] }): TagInUse[] {
  const own = tagOrdinals(reader, tagIds)
  const implied = reader.tags.implied.impliedBy(own)
  for (const ordinal of own) implied.delete(ordinal)
  return byName(reader, implied)
}

/** Returns the tags that every tag of a group implies. */
export function impliedByGroup(reader: TagReader, { groupId }: { groupId: Id }): TagInUse[] {
  return byName(reader, reader.tags.implied.parentsOfGroup(groupId))
}

function byName(reader: TagReader, ordinals: Iterable<number>): TagInUse[] {
  return tagsInUse(reader, ordinals).sort(compareTagNames)
}
