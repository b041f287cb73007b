import type { ReadSet } from '@cardinal/sync'
import { chunksOf } from '../lib/chunks.ts'
import type { PlannedCard } from './plan-card.ts'
import type { PlannedGroup } from './plan-import.ts'

export function readsOf(cards: readonly PlannedCard[]): ReadSet {
  return {
    cards: cards.map(({ card }) => card.id),
    tagNames: [...new Set(cards.flatMap(({ tagNames }) => tagNames))],
    relatedTags: true,
  }
}

/** Memberships of tags in groups written in one transaction. */
export const MEMBERS_AT_ONCE = 1_000

export function membersOf({ tagNames }: PlannedGroup): number {
  return tagNames.length
}

/** Splits a large group: the first part creates it, the others find its title and add their tags. */
export function splitGroup(group: PlannedGroup): PlannedGroup[] {
  return [...chunksOf(group.tagNames, MEMBERS_AT_ONCE)].map((tagNames) => ({ ...group, tagNames }))
}

/** Folders with the same name become one group, wherever they are. */
export function foldersOf(cards: readonly PlannedCard[]): [title: string, tagNames: string[]][] {
  const namesByTitle = new Map<string, Set<string>>()
  for (const { folderGroups } of cards)
    for (const { title, tagNames } of folderGroups) {
      const names = namesByTitle.get(title) ?? new Set()
      for (const name of tagNames) names.add(name)
      namesByTitle.set(title, names)
    }
  return [...namesByTitle].map(([title, names]) => [title, [...names]])
}
