import { checkName, checkOtherName, displayNameOf, type Id, otherNamesOf, tagName } from '@cardinal/domain'
import type { TagInUse } from '@cardinal/engine'
import type { Mutation } from '@cardinal/sync/edits'

/** A tag whose name a pattern changes. */
export interface Renamed {
  readonly tag: TagInUse
  /** The new name in stored form. */
  readonly name: string
  /** The new display name. */
  readonly shown: string
  /** What is wrong with the new name. Null: nothing. */
  readonly problem: string | null
  /** The tag that has this name already, or gets it in the same act. Both are merged. */
  readonly into: TagInUse | null
}

/**
 * Applies a pattern to a name, ignoring case. A star in `from` matches any text, and a star in `to` repeats it.
 * Without a star, `from` is replaced everywhere in the name.
 */
export function newName(name: string, from: string, to: string): string {
  if (from === '') return name
  const [first = '', ...rest] = inAnyCase(from).split('*')
  const folded = inAnyCase(name)
  if (rest.length === 0) return replaced(name, folded, first, to)
  if (!folded.startsWith(first)) return name
  const texts: string[] = []
  let start = first.length
  for (const [index, part] of rest.entries()) {
    const isLast = index === rest.length - 1
    const at = isLast ? folded.length - part.length : folded.indexOf(part, start)
    if (at < start || !folded.startsWith(part, at)) return name
    texts.push(name.slice(start, at))
    start = at + part.length
  }
  let used = 0
  return to.replaceAll('*', () => texts[used++] ?? '')
}

function replaced(name: string, folded: string, part: string, to: string): string {
  let made = ''
  for (let from = 0; ; ) {
    const at = folded.indexOf(part, from)
    if (at < 0) return made + name.slice(from)
    made += name.slice(from, at) + to
    from = at + part.length
  }
}

/** The text in lower case, unless that changes its length, because offsets in both texts must agree. */
function inAnyCase(text: string): string {
  const lower = text.toLowerCase()
  return lower.length === text.length ? lower : text
}

/** The tags whose names change, in the given order. `others`: tags with any of the new names. */
export function renamedBy(
  tags: readonly TagInUse[],
  others: readonly TagInUse[],
  from: string,
  to: string,
): readonly Renamed[] {
  const changed = tags.flatMap((tag) => {
    const name = tagName(newName(tag.name, from, to))
    const shown = newName(displayNameOf(tag), from, to).trim()
    if (shown !== displayNameOf(tag)) return [{ tag, name, shown }]
    return name === tag.name ? [] : [{ tag, name, shown: name }]
  })
  const leaving = new Set(changed.map(({ tag }) => tag.id))
  const holders = new Map<string, TagInUse>()
  for (const other of others)
    if (!leaving.has(other.id))
      for (const name of [other.name, ...otherNamesOf(other)])
        if (!holders.has(tagName(name))) holders.set(tagName(name), other)
  return changed.map(({ tag, name, shown }) => {
    const unusable = [checkName(name), checkOtherName(shown)].find(({ ok }) => !ok)
    if (unusable?.ok === false) return { tag, name, shown, problem: unusable.error, into: null }
    // Two tags can't swap their names without a third name in between.
    const waits = changed.some((each) => each.tag.id !== tag.id && each.tag.name === name)
    if (waits) return { tag, name, shown, problem: 'A tag that is renamed too has this name.', into: null }
    const holder = holders.get(name) ?? null
    if (holder === null) holders.set(name, tag)
    return { tag, name, shown, problem: null, into: holder?.id === tag.id ? null : holder }
  })
}

/**
 * The mutations of one act: renames, then merges into tags that have the name already. Former names stay as other
 * names.
 */
export function renaming(renamed: readonly Renamed[]): readonly Mutation[] {
  const usable = renamed.filter(({ problem }) => problem === null)
  return [
    ...usable.flatMap(({ tag, name, shown, into }): Mutation[] => {
      if (into !== null) return []
      return [
        ...(name === tag.name
          ? []
          : [{ name: 'renameTag' as const, args: { tagId: tag.id, name, keepsName: true } }]),
        ...(shown === name
          ? []
          : [{ name: 'setTagDisplayName' as const, args: { tagId: tag.id, displayName: shown } }]),
      ]
    }),
    ...byTarget(usable).map(
      ([intoTagId, tagIds]): Mutation => ({
        name: 'mergeTags',
        args: { tagIds, intoTagId, keepsNames: true },
      }),
    ),
  ]
}

function byTarget(renamed: readonly Renamed[]): readonly (readonly [Id, readonly Id[]])[] {
  const idsByTarget = new Map<Id, Id[]>()
  for (const { tag, into } of renamed)
    if (into !== null) idsByTarget.set(into.id, [...(idsByTarget.get(into.id) ?? []), tag.id])
  return [...idsByTarget]
}
