import {
  type Card,
  childGroupIdsOf,
  type Id,
  parentIdsOf,
  type Rule,
  type Tag,
  type TagGroup,
  unique,
} from '@cardinal/domain'
import { RULE_LIMITS, tagIdsOfRule } from '@cardinal/domain/rules'
import { MemoryRows, type Outcome, type Rows } from '@cardinal/sync'
import { asksTags, type Ruled, type RuleEffect, rulesInSteps } from '@cardinal/sync/rules'
import { yieldToEventLoop } from '../lib/waiting.ts'
import type { Stored, StoredWorkspace, StoreTransaction } from '../store/index.ts'
import { withAliased } from './load-rows.ts'

/** ms after which the rules yield. 100 rules over a card of 95 KB take some ms. */
const MOST_AT_ONCE_MS = 5

/**
 * A change together with the effects of the workspace's rules on its cards. Reads the tags that the rules need and
 * the change has not read.
 *
 * @param rows that the change has read
 */
export async function ruledChange(
  tx: StoreTransaction,
  userId: Id,
  { id: workspaceId, rules = [] }: StoredWorkspace,
  outcome: Outcome,
  rows: Rows,
): Promise<Ruled> {
  const active = rules.filter(({ isPaused }) => !isPaused)
  const cards = outcome.changes.flatMap(({ kind, row }) => (kind === 'card' && row !== null ? [row] : []))
  if (active.length === 0 || cards.length === 0) return { outcome, effects: [] }
  const before = cards.flatMap(({ id }) => rows.card(id) ?? rows.deletedCard(id) ?? [])
  const tags = await tagsFor(tx, { userId, workspaceId }, active, [...before, ...cards])
  const known: Rows = {
    ...rows,
    tag: (id: Id) => rows.tag(id) ?? tags.tag(id),
    tagAlias: (id: Id) => rows.tagAlias(id) ?? tags.tagAlias(id),
    group: (id: Id) => rows.group(id) ?? tags.group(id),
    relatedTags: () => tags.relatedTags(),
    groupsHolding: (id: Id) => tags.groupsHolding(id),
  }
  const steps = rulesInSteps(outcome, known, active)
  for (let since = performance.now(); ; ) {
    const step = steps.next()
    if (step.done === true) return step.value
    if (performance.now() - since < MOST_AT_ONCE_MS) continue
    await yieldToEventLoop()
    since = performance.now()
  }
}

/**
 * The tags of the cards and of the rules. If a rule has a condition on tags, also the tags that they imply, with
 * their groups.
 */
async function tagsFor(
  tx: StoreTransaction,
  { userId, workspaceId }: { readonly userId: Id; readonly workspaceId: Id },
  rules: readonly Rule[],
  cards: readonly Card[],
): Promise<MemoryRows> {
  const found = new MemoryRows()
  const isHere = (stored: Stored<unknown>) => stored.workspaceId === workspaceId
  const addTags = (stored: readonly Stored<Tag>[]) => {
    for (const { row, deletedAt, mergedInto } of stored.filter(isHere))
      if (deletedAt === null) found.apply([{ kind: 'tag', id: row.id, row }])
      else if (mergedInto !== undefined) found.apply([{ kind: 'tag', id: row.id, row: null, mergedInto }])
  }
  const addGroups = (stored: readonly Stored<TagGroup>[]) => {
    for (const one of stored.filter(isHere))
      if (one.deletedAt === null) found.apply([{ kind: 'group', id: one.row.id, row: one.row }])
  }
  const read = (ids: readonly Id[]) => tx.tags.byIds(userId, unique(ids))
  addTags(await withAliased(await read(rules.flatMap(tagIdsOfRule)), read))
  if (!asksTags(rules)) return found
  addTags(await tx.tags.related(userId, workspaceId))
  addGroups(await tx.groups.byIds(userId, unique(found.relatedTags().flatMap(childGroupIdsOf))))
  const parents = found.relatedTags().flatMap(parentIdsOf)
  const ofCards = cards.flatMap(({ tagIds }) => tagIds)
  addTags(await withAliased(await read([...ofCards, ...parents]), read))
  const all = unique([...ofCards, ...parents, ...found.relatedTags().map(({ id }) => id)])
  addGroups(await tx.groups.holding(userId, all))
  return found
}

/**
 * Reads how many effects the rules had. Returns a function that writes the new ones: of each rule, the latest ten.
 */
export async function effectsToWrite(
  tx: StoreTransaction,
  { userId, workspaceId, now }: { readonly userId: Id; readonly workspaceId: Id; readonly now: number },
  effects: readonly RuleEffect[],
): Promise<(() => Promise<void>) | null> {
  if (effects.length === 0) return null
  const ruleIds = unique(effects.map(({ ruleId }) => ruleId))
  const counts = await tx.ruleEffects.countsOf(userId, ruleIds)
  const rows = ruleIds.flatMap((ruleId) => {
    const all = effects.filter((effect) => effect.ruleId === ruleId)
    const first = (counts.get(ruleId) ?? 0) + 1
    const numbered = all.map((effect, at) => ({ effect, number: first + at }))
    return numbered.slice(-RULE_LIMITS.effects).map(({ effect, number }) => {
      const { ruleId: _rule, cardId, ...rest } = effect
      return {
        user_id: userId,
        workspace_id: workspaceId,
        rule_id: ruleId,
        number,
        card_id: cardId,
        at: now,
        effect: JSON.stringify(rest),
        undone_at: null,
      }
    })
  })
  return () => tx.ruleEffects.add(rows)
}
