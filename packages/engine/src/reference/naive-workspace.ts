import type { Change } from '@cardinal/domain'
import type { AnswerOf, AskableWorkspace, ParamsOf, QuestionName } from '../questions.ts'
import { groupsBySearchword, tagsBySearchword } from './answers/by-searchword.ts'
import {
  allGroups,
  cardsById,
  cardsWithAddress,
  closestGroups,
  countCards,
  groupsById,
  groupsOfTags,
} from './answers/cards.ts'
import { hardToFind } from './answers/hard-to-find.ts'
import { labelUntagged } from './answers/label-untagged.ts'
import { looseMatches } from './answers/loose-matches.ts'
import { listCards, matchCards } from './answers/match-cards.ts'
import { overview } from './answers/overview.ts'
import { countSearches, searchbarFacts, sitesBeginning, withoutEachWord } from './answers/searchbar.ts'
import { suggestConditions } from './answers/suggest-conditions.ts'
import { suggestLabels } from './answers/suggest-labels.ts'
import { suggestNarrowing } from './answers/suggest-narrowing.ts'
import { impliedByGroup, impliedTags, suggestRelations, tagRelations } from './answers/tag-relations.ts'
import {
  allTags,
  countTagRows,
  highlights,
  pageOfTags,
  siblingTags,
  tagIdsInOrder,
  tagsById,
  tagsByName,
  tagsOfCards,
  tagsOfGroups,
  ungroupedTags,
} from './answers/tags.ts'
import { NaiveRows } from './naive-rows.ts'

type Answers = { readonly [Q in QuestionName]: (rows: NaiveRows, params: ParamsOf<Q>) => AnswerOf<Q> }

const ANSWERS: Answers = {
  matchCards,
  listCards,
  looseMatches,
  withoutEachWord,
  countSearches,
  sitesBeginning,
  countCards,
  cardsById,
  cardsWithAddress,
  allTags,
  tagIdsInOrder,
  pageOfTags,
  tagsById,
  tagsByName,
  countTags: countTagRows,
  tagsBySearchword,
  tagsOfCards,
  siblingTags,
  tagRelations,
  impliedTags,
  impliedByGroup,
  suggestRelations,
  highlights,
  allGroups,
  groupsById,
  groupsBySearchword,
  groupsOfTags,
  closestGroups,
  tagsOfGroups,
  ungroupedTags,
  searchbarFacts,
  suggestNarrowing,
  suggestLabels,
  suggestConditions,
  labelUntagged,
  hardToFind,
  overview,
}

/**
 * The reference implementation. Computes every answer from plain rows, by the definition in docs/search.md,
 * without any index. Slow, and meant to be read.
 */
export class NaiveWorkspace implements AskableWorkspace {
  private readonly rows = new NaiveRows()

  apply(changes: readonly Change[]): void {
    for (const change of changes) this.rows.apply(change)
  }

  flush(): boolean {
    return false
  }

  ask<Q extends QuestionName>(question: Q, params: ParamsOf<Q>): AnswerOf<Q> {
    const answers: Answers[Q] = ANSWERS[question]
    return answers(this.rows, params)
  }
}
