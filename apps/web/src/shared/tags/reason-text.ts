import type { Id } from '@cardinal/domain'
import { grouped } from '@cardinal/domain'
import type { SuggestionReason } from '@cardinal/engine'
import { counted } from '../text/counted.ts'

/** The name of another tag that a reason mentions. */
export type NameOfTag = (id: Id) => string | undefined

/** A reason in a few words after the tag's name: "on 7 of 9 of these". */
export function reasonText(reason: SuggestionReason, nameOfTag: NameOfTag): string {
  switch (reason.kind) {
    case 'on-matches':
      return `on ${grouped(reason.count)} of ${grouped(reason.of)} of these`
    case 'name':
      return NAME_MATCH[reason.match]
    case 'saved-search':
      return `in ${counted(reason.count, 'saved search', 'saved searches')}`
    case 'clicks':
      return reason.count === 1 ? 'you searched it once' : `you searched it ${grouped(reason.count)} times`
    case 'in-text':
      return 'named in the text'
    case 'site':
      return `on ${grouped(reason.count)} of ${grouped(reason.of)} from ${reason.site}`
    case 'words':
      return `on ${counted(reason.count, 'card')} with ${wordsIn(reason.words)}`
    case 'together': {
      const [tagId = ''] = reason.tagIds
      return `with ${nameOfTag(tagId) ?? 'a chosen tag'} on ${counted(reason.count, 'card')}`
    }
    case 'used':
      return `on ${counted(reason.count, 'card')}`
    case 'recent':
      return 'used lately'
  }
}

/**
 * The reason on the chip of an offered tag. `isQuiet`: the tag was only recently used, and is drawn paler.
 */
export function offerReason(
  [first]: readonly SuggestionReason[],
  nameOfTag: NameOfTag,
): { reason: string; isQuiet: boolean } {
  return { reason: first ? reasonText(first, nameOfTag) : '', isQuiet: first?.kind === 'recent' }
}

/** All reasons in one sentence, strongest first, for tooltips and screen readers. */
export function reasonSentence(reasons: readonly SuggestionReason[], nameOfTag: NameOfTag): string {
  return reasons.map((reason) => reasonText(reason, nameOfTag)).join('; ')
}

/** The count beside a suggestion: the cards counted by a reason about the tag, or else all its cards. */
export function countOf(reasons: readonly SuggestionReason[], cardCount: number): number {
  const counted = reasons.find((reason) => reason.kind === 'on-matches' || reason.kind === 'used')
  return counted?.count ?? cardCount
}

/** Examples of words, because each counted card has any of them: "words such as “bread”, “oven”". */
function wordsIn(words: readonly string[]): string {
  const quoted = `“${telling(words).join('”, “')}”`
  return words.length === 1 ? quoted : `words such as ${quoted}`
}

/** At most two words, short ones only if there are no others, because "bread" says more than "a". */
function telling(words: readonly string[]): readonly string[] {
  const long = words.filter((word) => word.length > 2)
  return (long.length > 0 ? long : words).slice(0, 2)
}

const NAME_MATCH = {
  exact: 'the tag of that name',
  prefix: 'starts with what you typed',
  part: 'has that in its name',
  near: 'spelled almost so',
} as const
