import { type Id, LIMITS, type SavedSearches, searchesIn, squeeze, tagName, unique } from '@cardinal/domain'
import type { RestoredSearches, Rows } from './mutation.ts'

/**
 * Updates saved searches after tags were renamed or merged: words that named a tag get its new name, minus
 * signs stay, and duplicates are removed.
 *
 * @param searches each a comma-separated list of words
 * @param newNameByOld names in stored form
 */
export function followRenamedTags(
  searches: readonly string[],
  newNameByOld: ReadonlyMap<string, string>,
): readonly string[] {
  const followed = searches.map((search) => followInSearch(search, newNameByOld))
  return followed.every((search, index) => search === searches[index]) ? searches : unique(followed)
}

function followInSearch(search: string, newNameByOld: ReadonlyMap<string, string>): string {
  const words = search.split(',')
  const renamed = words.map((word) => {
    const trimmed = squeeze(word)
    const minus = trimmed.startsWith('-') ? '-' : ''
    const name = newNameByOld.get(tagName(trimmed.slice(minus.length)))
    return name === undefined ? null : minus + name
  })
  if (renamed.every((word) => word === null)) return search
  return unique(words.map((word, index) => renamed[index] ?? squeeze(word))).join(', ')
}

/**
 * Updates saved searches after the undo of a merge or rename. A search that the act changed gets its former
 * text again. In all others the tags are renamed, as in `followRenamedTags`.
 *
 * @param now oldest first, like the result; of more than 10 the oldest are removed
 */
export function restoreSearches(
  now: readonly string[],
  { before, renamed }: RestoredSearches,
  newNameByOld: ReadonlyMap<string, string>,
): readonly string[] {
  const followed = before.map((search) => followInSearch(search, renamed))
  if (sameList(now, unique(followed))) return before
  const restored = now.flatMap((search) => {
    const originals = before.filter((_, index) => followed[index] === search)
    return originals.length > 0 ? originals : [followInSearch(search, newNameByOld)]
  })
  return sameList(now, restored) ? now : unique(restored).slice(-LIMITS.savedSearches)
}

function sameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((search, index) => search === b[index])
}

/** Maps names of tags that pending changes rename or merge to their new names. */
export function renamedTags(
  base: Rows,
  shown: Rows & { touched(kind: 'tag'): Iterable<Id> },
): Map<string, string> {
  const newNameByOld = new Map<string, string>()
  for (const id of shown.touched('tag')) {
    const before = base.tag(id)
    if (before === undefined) continue
    const seen = new Set<Id>()
    let end: Id | undefined = id
    while (end !== undefined && shown.tag(end) === undefined && !seen.has(end)) {
      seen.add(end)
      end = shown.tagAlias(end)
    }
    const after = end === undefined ? undefined : shown.tag(end)
    if (after !== undefined && after.name !== before.name) newNameByOld.set(before.name, after.name)
  }
  return newNameByOld
}

/**
 * Replaces the searches of a workspace. A search of every workspace stays one if it comes before the workspace's own
 * searches, and is removed if it is left out. Over the limit for a person the oldest are removed.
 */
export function withSearchesIn(
  all: SavedSearches,
  workspaceId: Id | null,
  list: readonly string[],
): SavedSearches {
  const shared = new Set(searchesIn(all, null))
  const own = list.findIndex((search) => !shared.has(search))
  const { [workspaceId ?? '']: _, ...others } = all.searchesByWorkspace
  const owned = workspaceId === null || own < 0 ? [] : list.slice(own)
  const elsewhere = new Set(Object.values(others).flat())
  const kept = all.savedSearches.filter((search) => elsewhere.has(search) && !list.includes(search))
  const savedSearches = [...kept, ...list].slice(-LIMITS.savedSearchesInAll)
  const lists = Object.entries(owned.length === 0 ? others : { ...others, [workspaceId ?? '']: owned })
  return {
    savedSearches,
    searchesByWorkspace: Object.fromEntries(
      lists
        .map(([id, searches]) => [id, searches.filter((search) => savedSearches.includes(search))] as const)
        .filter(([, searches]) => searches.length > 0),
    ),
  }
}

/** Removes a deleted workspace's searches. */
export function withoutWorkspace(all: SavedSearches, workspaceId: Id): SavedSearches {
  const { [workspaceId]: _, ...others } = all.searchesByWorkspace
  const left = new Set([...searchesIn(all, null), ...Object.values(others).flat()])
  return {
    savedSearches: all.savedSearches.filter((search) => left.has(search)),
    searchesByWorkspace: others,
  }
}

/** A change of saved searches, as a device or another client describes it. */
interface SearchesChange {
  /** The workspace whose searches are listed. Absent: the lists hold those of all workspaces. */
  readonly workspaceId?: Id | undefined
  readonly after: readonly string[]
  /** The list before the change. Absent: the change replaces the present list. */
  readonly before?: readonly string[] | undefined
}

/**
 * Applies a change to the present searches.
 *
 * @param current the workspace that gets new searches if the change names none; null: they belong to every
 * workspace
 */
export function changedAll(all: SavedSearches, change: SearchesChange, current: Id | null): SavedSearches {
  const { workspaceId, after } = change
  if (workspaceId !== undefined) {
    const now = searchesIn(all, workspaceId)
    return withSearchesIn(all, workspaceId, changedSearches(now, change.before ?? now, after))
  }
  const { before = all.savedSearches } = change
  const gone = new Set(before.filter((search) => !after.includes(search)))
  const stays = (search: string) => !gone.has(search)
  const left: SavedSearches = {
    savedSearches: all.savedSearches.filter(stays),
    searchesByWorkspace: Object.fromEntries(
      Object.entries(all.searchesByWorkspace).map(([id, searches]) => [id, searches.filter(stays)]),
    ),
  }
  const here = searchesIn(left, current)
  const last = after
    .slice(keptInPlace(before, after))
    .filter((search) => here.includes(search) || !left.savedSearches.includes(search))
  const list = [...here.filter((search) => !last.includes(search)), ...last].slice(-LIMITS.savedSearches)
  return withSearchesIn(left, current, list)
}

/**
 * Applies a change of saved searches from `before` to `after` to the present list (`now`, oldest first). Removed
 * searches are removed; added or moved ones come last. Other changes of `now` stay. Of more than 10 the oldest are
 * removed. Applied to `before` it gives `after`.
 */
export function changedSearches(
  now: readonly string[],
  before: readonly string[],
  after: readonly string[],
): readonly string[] {
  const last = after.slice(keptInPlace(before, after))
  const gone = new Set([...before.filter((search) => !after.includes(search)), ...last])
  return [...now.filter((search) => !gone.has(search)), ...last].slice(-LIMITS.savedSearches)
}

/** Counts the leading searches of `after` that are in the order of `before`. */
function keptInPlace(before: readonly string[], after: readonly string[]): number {
  let at = -1
  const moved = after.findIndex((search) => {
    at = before.indexOf(search, at + 1)
    return at < 0
  })
  return moved < 0 ? after.length : moved
}
