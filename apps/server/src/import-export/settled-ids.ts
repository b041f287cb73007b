import type { Id } from '@cardinal/domain'
import type { ImportPlan } from './plan-import.ts'

/** Ids for tags and groups that may be new, settled before anything is written. */
export interface SettledIds {
  tag(name: string): Id
  group(title: string): Id
}

/** What an import makes in one workspace, as far as it is known before it begins: for undo. */
export interface Made {
  readonly cards: readonly Id[]
  readonly tags: readonly Id[]
  readonly groups: readonly Id[]
}

/** Own ids of tags and groups that an import has given already. */
export interface UsedIds {
  readonly tags: Set<Id>
  readonly groups: Set<Id>
}

/**
 * Settles an id for every name of a plan, the same each time it is asked for.
 *
 * @param used null: all ids are new; else the file's own are kept, each once
 */
export function settledIds(
  plan: ImportPlan,
  newId: () => Id,
  used: UsedIds | null,
): SettledIds & { made(): Made } {
  const tags = new Map<string, Id>()
  const groups = new Map<string, Id>()
  const settle = (ids: Map<string, Id>, name: string) => {
    const id = ids.get(name) ?? newId()
    ids.set(name, id)
    return id
  }
  const keep = (ids: Map<string, Id>, name: string, own: Id | '' = '', taken: Set<Id> | undefined) => {
    if (taken === undefined || own === '' || taken.has(own) || ids.has(name)) settle(ids, name)
    else {
      taken.add(own)
      ids.set(name, own)
    }
  }
  for (const { name, identity } of plan.tags) keep(tags, name, identity?.id, used?.tags)
  for (const { title, identity } of plan.groups) keep(groups, title, identity?.id, used?.groups)
  for (const { tagNames, folderGroups } of [...plan.cards, ...plan.deleted, ...plan.joins]) {
    for (const name of tagNames) settle(tags, name)
    for (const { title } of folderGroups) settle(groups, title)
  }
  const cards = [...plan.cards, ...plan.deleted].map(({ card }) => card.id)
  return {
    tag: (name) => settle(tags, name),
    group: (title) => settle(groups, title),
    made: () => ({ cards, tags: [...tags.values()], groups: [...groups.values()] }),
  }
}
