import type { AnswerOf, LateQuestion, ParamsOf, QuestionName } from '../questions.ts'
import type { Reader } from '../tables.ts'
import { allTags, countTags, pageOfTags, tagIdsInOrder, tagsById, tagsByName } from './all-tags.ts'
import { groupsBySearchword, tagsBySearchword } from './by-searchword.ts'
import { cardsById, cardsWithAddress, countCards } from './cards.ts'
import { allGroups, closestGroups, groupsById, groupsOfTags, tagsOfGroups, ungroupedTags } from './groups.ts'
import { looseMatches } from './loose-matches.ts'
import { listCards, matchCards } from './match-cards.ts'
import { highlights, siblingTags, tagsOfCards } from './related-tags.ts'
import { countSearches, searchbarFacts, sitesBeginning, withoutEachWord } from './searchbar.ts'
import { suggestLabels } from './suggest-labels.ts'
import { suggestNarrowing } from './suggest-narrowing.ts'
import { impliedByGroup, impliedTags, tagRelations } from './tag-relations.ts'

export type Answers = { readonly [Q in QuestionName]: (reader: Reader, params: ParamsOf<Q>) => AnswerOf<Q> }
export type LateAnswers = Pick<Answers, LateQuestion>

/** The function that answers each question, except `LATE_QUESTIONS`. */
export const ANSWERS: Omit<Answers, LateQuestion> = {
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
  countTags,
  tagsBySearchword,
  tagsOfCards,
  siblingTags,
  tagRelations,
  impliedTags,
  impliedByGroup,
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
}
