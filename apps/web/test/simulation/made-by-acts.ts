import type { Id } from '@cardinal/domain'
import type { Act } from './person.ts'

export function namesGivenBy(mutation: Act['mutation']): { id: Id; name: string }[] {
  switch (mutation.name) {
    case 'createTags':
      return [...mutation.args.tags]
    case 'createGroups':
      return mutation.args.groups.map(({ id, title }) => ({ id, name: title }))
    case 'renameTag':
      return [{ id: mutation.args.tagId, name: mutation.args.name }]
    case 'renameGroup':
      return [{ id: mutation.args.groupId, name: mutation.args.title }]
    default:
      return []
  }
}

function otherNamesGivenBy(mutation: Act['mutation']): { id: Id; name: string }[] {
  if (mutation.name === 'addTagNames')
    return mutation.args.names.map((name) => ({ id: mutation.args.tagId, name }))
  if (mutation.name !== 'setTagDisplayName' || mutation.args.displayName === null) return []
  return [{ id: mutation.args.tagId, name: mutation.args.displayName }]
}

/** Cards that this change makes recurring. */
export function madeRecurring(mutation: Act['mutation']): readonly Id[] {
  if (mutation.name === 'createCard')
    return mutation.args.card.recurrence == null ? [] : [mutation.args.card.id]
  return mutation.name === 'editCard' && mutation.args.recurrence != null ? [mutation.args.cardId] : []
}

/**
 * Names that a rename may remove although its person had not seen them: names of tags that were merged into the
 * tag meanwhile, even if only because both got one name. A name is one value, so the last rename wins
 * (docs/concurrency.md).
 */
export function namesOfStandIns(acts: readonly Act[]): (tagId: Id) => readonly string[] {
  const names = new Map<Id, Set<string>>()
  const ids = new Map<string, Set<Id>>()
  const mergedInto = new Map<Id, Set<Id>>()
  for (const { mutation } of acts) {
    for (const { id, name } of [...namesGivenBy(mutation), ...otherNamesGivenBy(mutation)]) {
      names.set(id, new Set([...(names.get(id) ?? []), name]))
      ids.set(name, new Set([...(ids.get(name) ?? []), id]))
    }
    if (mutation.name !== 'mergeTags') continue
    const { tagIds, intoTagId } = mutation.args
    for (const id of tagIds) mergedInto.set(id, new Set([...(mergedInto.get(id) ?? []), intoTagId]))
  }
  return (tagId) => {
    const reached = new Set([tagId])
    for (const id of reached) {
      for (const into of mergedInto.get(id) ?? []) reached.add(into)
      for (const name of names.get(id) ?? []) for (const same of ids.get(name) ?? []) reached.add(same)
    }
    return [...reached].flatMap((id) => [...(names.get(id) ?? [])])
  }
}
