import type { Card } from './card.ts'
import { pageAddress } from './card-page.ts'
import type { Id } from './id.ts'

/** Which links are copied automatically. */
export interface CopyRule {
  /** `chosen`: none, the person asks link by link. `tags`: links with one of these tags. */
  readonly keeps: 'chosen' | 'tags' | 'all'
  readonly tagIds: readonly Id[]
}

/** The server's store describes the states. `none`: nobody asked for a copy. */
export const COPY_STATES = ['none', 'waiting', 'kept', 'failed', 'removed'] as const
/** Why a copy failed. `no-text`: no readable text; `full`: the account's storage is used up. */
export const COPY_PROBLEMS = ['blocked', 'gone', 'refused', 'trouble', 'no-text', 'full'] as const

export const COPY_RULES = ['chosen', 'tags', 'all'] as const
export const NO_COPY_RULE: CopyRule = { keeps: 'chosen', tagIds: [] }

/** Whether the rule copies a card's page. Implied tags do not count. */
export function ruleKeeps(
  { keeps, tagIds }: CopyRule,
  card: Pick<Card, 'type' | 'content' | 'tagIds'>,
): boolean {
  if (keeps === 'chosen' || pageAddress(card) === null) return false
  return keeps === 'all' || card.tagIds.some((id) => tagIds.includes(id))
}
