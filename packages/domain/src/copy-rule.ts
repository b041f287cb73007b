import type { Card } from './card.ts'
import { pageAddress } from './card-page.ts'
import type { Id } from './id.ts'

/** Of which links copies are kept without a word about the single link. */
export interface CopyRule {
  /** `chosen`: of none; the person says it link by link. `tags`: of links with one of these tags. */
  readonly keeps: 'chosen' | 'tags' | 'all'
  readonly tagIds: readonly Id[]
}

/** See the states of the server's store; `none`: nobody asked for a copy. */
export const COPY_STATES = ['none', 'waiting', 'kept', 'failed', 'removed'] as const
/** Why a copy could not be made; `no-text`: no text could be read; `full`: the account has no room. */
export const COPY_PROBLEMS = ['blocked', 'gone', 'refused', 'trouble', 'no-text', 'full'] as const

export const COPY_RULES = ['chosen', 'tags', 'all'] as const
export const NO_COPY_RULE: CopyRule = { keeps: 'chosen', tagIds: [] }

/** Returns whether the rule keeps a copy of a card's page. A tag must be on the card itself. */
export function ruleKeeps(
  { keeps, tagIds }: CopyRule,
  card: Pick<Card, 'type' | 'content' | 'tagIds'>,
): boolean {
  if (keeps === 'chosen' || pageAddress(card) === null) return false
  return keeps === 'all' || card.tagIds.some((id) => tagIds.includes(id))
}
