import { fold, squeeze, tagName } from './folding.ts'
import type { Id } from './id.ts'
import { LIMITS } from './limits.ts'
import { isStorable, lengthProblem } from './problems.ts'
import { ok, type Result, refused } from './result.ts'
import { compareCodePoints } from './sorting.ts'
import type { Tag } from './tag.ts'

/** A tag's other names and its relations to tags and groups. */
export interface TagRelations {
  readonly otherNames: readonly string[]
  readonly parentIds: readonly Id[]
  readonly childGroupIds: readonly Id[]
}

const NONE: readonly never[] = []

export function otherNamesOf({ otherNames = NONE }: Pick<Tag, 'otherNames'>): readonly string[] {
  return otherNames
}

export function parentIdsOf({ parentIds = NONE }: Tag): readonly Id[] {
  return parentIds
}

export function childGroupIdsOf({ childGroupIds = NONE }: Tag): readonly Id[] {
  return childGroupIds
}

/** All names of a tag, its own name first. */
export function namesOfTag(tag: Pick<Tag, 'name' | 'otherNames'>): readonly string[] {
  return [tag.name, ...otherNamesOf(tag)]
}

/** Whether a tag has this name or other name, ignoring case. */
export function isCalled(tag: Tag, name: string): boolean {
  const key = tagName(name)
  return namesOfTag(tag).some((one) => tagName(one) === key)
}

export function displayNameOf({ name, displayName = name }: Pick<Tag, 'name' | 'displayName'>): string {
  return displayName
}

/** Whether a search word folds to one of the tag's names. */
export function isMeantBy(tag: Pick<Tag, 'name' | 'otherNames'>, word: string): boolean {
  const folded = foldedName(word)
  return namesOfTag(tag).some((name) => fold(name) === folded)
}

/** A tag's name in a search, folded. Commas become spaces, because no name contains one. */
export function foldedName(word: string): string {
  const folded = fold(word)
  return folded.includes(',') ? squeeze(folded.replaceAll(',', ' ')) : folded
}

export function hasRelations({ otherNames, parentIds, childGroupIds }: Tag): boolean {
  return otherNames !== undefined || parentIds !== undefined || childGroupIds !== undefined
}

/** @property displayName null: the tag is shown by its name */
export interface GivenRelations extends Partial<TagRelations> {
  readonly displayName?: string | null
}

/**
 * The tag with these relations in normal form: sorted, without the tag's own name or id, and cut at their
 * limits. Empty lists are dropped, and so is a display name that is not one of its names.
 */
export function withRelations(tag: Tag, given: GivenRelations): Tag {
  const { otherNames: names = NONE, parentIds: parents = NONE, childGroupIds: groups = NONE, ...others } = tag
  const { displayName: shown, ...rest } = others
  const { otherNames, parentIds, childGroupIds, displayName = shown ?? null } = given
  const own = tagName(tag.name)
  const byKey = new Map<string, string>()
  for (const name of otherNames ?? names) {
    const key = tagName(name)
    if (key !== own && !byKey.has(key)) byKey.set(key, name)
  }
  const kept = [...byKey].sort(([a], [b]) => compareCodePoints(a, b)).slice(0, LIMITS.otherNames)
  const keptNames = kept.map(([, name]) => name)
  const isOneOfThem =
    displayName !== null && [own, ...kept.map(([key]) => key)].includes(tagName(displayName))
  const keptParents = [...new Set(parentIds ?? parents)].filter((id) => id !== tag.id).sort(compareCodePoints)
  const keptGroups = [...new Set(childGroupIds ?? groups)].sort(compareCodePoints)
  return {
    ...rest,
    ...(keptNames.length > 0 && { otherNames: keptNames }),
    ...(isOneOfThem && displayName !== tag.name && { displayName }),
    ...(keptParents.length > 0 && { parentIds: keptParents.slice(0, LIMITS.parentTags) }),
    ...(keptGroups.length > 0 && { childGroupIds: keptGroups.slice(0, LIMITS.childGroups) }),
  }
}

export function hasSameRelations(a: Tag, b: Tag): boolean {
  if (a.displayName !== b.displayName) return false
  return [otherNamesOf, parentIdsOf, childGroupIdsOf].every((listOf) => isSameList(listOf(a), listOf(b)))
}

const BAD_OTHER_NAME_MESSAGE = 'A name can not hold a comma or begin with a minus: a search could not say it.'

/**
 * The stored form of another name of a tag, or the problem with it. Any characters that a search can express
 * are allowed, such as `c++` or an emoji. Upper case is kept for display.
 */
export function checkOtherName(text: string): Result<string, string> {
  const name = squeeze(text.normalize('NFC'))
  if (fold(name) === '') return refused('A name can not be empty.')
  if (!isStorable(name) || /[,，]/.test(name) || name.startsWith('-')) return refused(BAD_OTHER_NAME_MESSAGE)
  const tooLong = lengthProblem('A name', name, LIMITS.nameLength)
  return tooLong === null ? ok(name) : refused(tooLong)
}

/** Whether a text can contain the other name as a word. False for `c++`, of which only `c` is a word. */
export function isInTexts(otherName: string): boolean {
  return /^[\p{L}\p{N}](?:.*[\p{L}\p{N}\p{M}])?$/su.test(otherName)
}

function isSameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((item, at) => item === b[at])
}
