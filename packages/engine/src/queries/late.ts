import { hardToFind } from './hard-to-find.ts'
import type { LateAnswers } from './index.ts'
import { labelUntagged } from './label-untagged.ts'
import { overview } from './overview.ts'
import { suggestConditions } from './suggest-conditions.ts'
import { suggestRelations } from './suggest-relations.ts'

/** The functions that answer the questions of `LATE_QUESTIONS`. */
export const LATE_ANSWERS: LateAnswers = {
  hardToFind,
  labelUntagged,
  overview,
  suggestConditions,
  suggestRelations,
}
