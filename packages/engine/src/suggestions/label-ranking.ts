import type { Id } from '@cardinal/domain'
import type { Suggestion, TagInUse } from '../questions.ts'
import { bestFirst, type Part, suggestion } from './rank.ts'

/** `count` of the `of` past cards that have something also carry the tag. */
export interface Share {
  readonly count: number
  readonly of: number
}

/** What past cards say of a tag for the text at hand. */
export interface LabelEvidence {
  readonly tag: TagInUse
  readonly isInText: boolean
  readonly sites: readonly (Share & { readonly site: string })[]
  readonly words: readonly (Share & { readonly word: string })[]
  /** Cards that carry a chosen tag. */
  readonly together: readonly (Share & { readonly tagId: Id })[]
}

export interface LabelSituation {
  /** Past cards. */
  readonly cards: number
  readonly limit: number
}

/** Ranks tags by how likely the person is to put them on this text. */
export function rankLabels(candidates: readonly LabelEvidence[], situation: LabelSituation): Suggestion[] {
  return candidates
    .map((evidence) => suggestion(evidence.tag, partsOf(evidence, situation.cards)))
    .sort(bestFirst)
    .slice(0, situation.limit)
}

function partsOf(evidence: LabelEvidence, cards: number): Part[] {
  const { tag, isInText, sites, words, together } = evidence
  const parts: Part[] = [
    { weight: (WEIGHTS.used * tag.cardCount) / (cards + 1), reason: { kind: 'used', count: tag.cardCount } },
  ]
  if (isInText) parts.push({ weight: WEIGHTS.inText, reason: { kind: 'in-text' } })
  const site = strongest(sites)
  if (site !== undefined) {
    const weight = WEIGHTS.site * certainty(site)
    parts.push({ weight, reason: { kind: 'site', site: site.site, count: site.count, of: site.of } })
  }
  if (words.length > 0) parts.push(wordsPart(words, cards))
  if (together.length > 0) parts.push(togetherPart(together))
  return parts
}

function wordsPart(words: LabelEvidence['words'], cards: number): Part {
  const weight = WEIGHTS.words * anyOf(words.map((word) => certainty(word) * rarity(word.of, cards)))
  const telling = [...words].sort(
    (a, b) => certainty(b) * rarity(b.of, cards) - certainty(a) * rarity(a.of, cards),
  )
  const count = Math.max(...words.map((word) => word.count))
  return {
    weight,
    reason: { kind: 'words', words: telling.slice(0, TOLD_WORDS).map(({ word }) => word), count },
  }
}

function togetherPart(together: LabelEvidence['together']): Part {
  const weight = WEIGHTS.together * anyOf(together.map(certainty))
  const count = Math.max(...together.map((share) => share.count))
  return { weight, reason: { kind: 'together', tagIds: together.map(({ tagId }) => tagId), count } }
}

/** The chance that one of several independent signs is right. */
function anyOf(chances: readonly number[]): number {
  return 1 - chances.reduce((rest, chance) => rest * (1 - chance), 1)
}

/** A share, held back while it rests on few cards. */
function certainty({ count, of }: Share): number {
  return count / (of + 1)
}

/** Near 1 for a word that few cards have, near 0 for one that most have. */
function rarity(of: number, cards: number): number {
  return Math.log(1 + cards / of) / Math.log(1 + cards)
}

function strongest<S extends Share>(shares: readonly S[]): S | undefined {
  return shares.reduce<S | undefined>(
    (best, share) => (best === undefined || certainty(share) > certainty(best) ? share : best),
    undefined,
  )
}

const TOLD_WORDS = 3
const WEIGHTS = { used: 0.3, inText: 1, site: 0.7, words: 1, together: 0.8 } as const
