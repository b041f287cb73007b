import type { Id } from '@cardinal/domain'
import { RULE_LIMITS } from '@cardinal/domain/rules'
import type { Insertable, Selectable } from 'kysely'
import type { RuleEffectTable } from '../schema.ts'
import { type Db, writeInBatches } from './db.ts'

export type StoredRuleEffect = Selectable<RuleEffectTable>

/** The latest effects of rules. Written under the user's lock. */
export function ruleEffectsTable(db: Db) {
  return {
    /** By rule, the number of all its effects; rules without any are absent. */
    countsOf: async (userId: Id, ruleIds: readonly Id[]): Promise<Map<Id, number>> => {
      const rows = await db
        .selectFrom('rule_effect')
        .select(['rule_id', ({ fn }) => fn.max('number').as('count')])
        .where('user_id', '=', userId)
        .where('rule_id', 'in', ruleIds)
        .groupBy('rule_id')
        .execute()
      return new Map(rows.map(({ rule_id, count }) => [rule_id, Number(count)]))
    },
    /** Adds effects, and removes effects that are no longer among the latest of their rule. */
    add: async (rows: readonly Insertable<RuleEffectTable>[]): Promise<void> => {
      await writeInBatches([...rows], (batch) => db.insertInto('rule_effect').values(batch).execute())
      const last = new Map(rows.map((row) => [row.rule_id, row]))
      for (const { user_id, rule_id, number } of last.values())
        await db
          .deleteFrom('rule_effect')
          .where('user_id', '=', user_id)
          .where('rule_id', '=', rule_id)
          .where('number', '<=', number - RULE_LIMITS.effects)
          .execute()
    },
    /** Latest first. */
    inWorkspace: async (userId: Id, workspaceId: Id): Promise<StoredRuleEffect[]> =>
      db
        .selectFrom('rule_effect')
        .selectAll()
        .where('user_id', '=', userId)
        .where('workspace_id', '=', workspaceId)
        .orderBy('number', 'desc')
        .execute(),
    byNumber: async (userId: Id, ruleId: Id, number: number): Promise<StoredRuleEffect | undefined> =>
      db
        .selectFrom('rule_effect')
        .selectAll()
        .where('user_id', '=', userId)
        .where('rule_id', '=', ruleId)
        .where('number', '=', number)
        .executeTakeFirst(),
    setUndone: async (
      { user_id, rule_id, number }: Pick<StoredRuleEffect, 'user_id' | 'rule_id' | 'number'>,
      at: number,
    ): Promise<void> => {
      await db
        .updateTable('rule_effect')
        .set({ undone_at: at })
        .where('user_id', '=', user_id)
        .where('rule_id', '=', rule_id)
        .where('number', '=', number)
        .execute()
    },
    /** The rules that have effects, including deleted rules. */
    ruleIdsOf: async (userId: Id): Promise<Id[]> => {
      const rows = await db
        .selectFrom('rule_effect')
        .select('rule_id')
        .distinct()
        .where('user_id', '=', userId)
        .execute()
      return rows.map(({ rule_id }) => rule_id)
    },
    removeOf: async (userId: Id, ruleId: Id): Promise<void> => {
      await db.deleteFrom('rule_effect').where('user_id', '=', userId).where('rule_id', '=', ruleId).execute()
    },
  }
}
