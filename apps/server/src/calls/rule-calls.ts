import {
  type Calls,
  type getRules,
  ruleToWire,
  toInstant,
  typeToWire,
  type undoRuleEffect,
  type WireRule,
  type WireRuleEffect,
} from '@cardinal/contract'
import {
  type CardType,
  type Color,
  editedRule,
  type Id,
  movedRule,
  ok,
  type Refusal,
  type Result,
  type Rule,
  refused,
} from '@cardinal/domain'
import { RULE_LIMITS } from '@cardinal/domain/rules'
import { type CardEdit, readsOf, runMutation } from '@cardinal/sync'
import type { RuleEffect } from '@cardinal/sync/rules'
import { removeCopies } from '../pages/page-copies.ts'
import type { StoredRuleEffect, StoreTransaction, User } from '../services.ts'
import { changeWorkspace, type WorkspaceChange } from '../workspaces/change-workspace.ts'
import { openWorkspace } from './ask.ts'
import type { HandlerOf, PlainHandler, TransactionHandler } from './handler.ts'
import { refusalFailure } from './run-call.ts'

export const getRulesHandler: PlainHandler<typeof getRules> = async ({ body }, context) => {
  const opened = await openWorkspace(context, body.workspace_id)
  if (!opened.ok) return opened
  const { userId, workspace } = opened.value
  const effects = await context.services.store.ruleEffects.inWorkspace(userId, workspace.id)
  const data = (workspace.rules ?? []).map((row) => {
    const own = effects.filter(({ rule_id }) => rule_id === row.id)
    return { ...ruleToWire(row), effect_count: Number(own[0]?.number ?? 0), effects: own.map(effectToWire) }
  })
  return ok({ data })
}

function effectToWire(row: StoredRuleEffect): WireRuleEffect {
  const { addedTagIds, removedTagIds, color, type, keepsCopy } = effectIn(row)
  return {
    number: Number(row.number),
    entity_id: row.card_id,
    at: toInstant(Number(row.at)),
    added_tags: [...addedTagIds],
    removed_tags: [...removedTagIds],
    ...(color && { color: [...color] as [Color | null, Color | null] }),
    ...(type && { type: [typeToWire(type[0]), typeToWire(type[1])] as const satisfies [unknown, unknown] }),
    keep_copy: keepsCopy,
    undone: row.undone_at !== null,
  }
}

function effectIn(row: StoredRuleEffect): Omit<RuleEffect, 'ruleId' | 'cardId'> {
  return JSON.parse(row.effect) as Omit<RuleEffect, 'ruleId' | 'cardId'>
}

type RuleChange = 'createOneRule' | 'updateOneRule' | 'moveOneRule' | 'pauseOneRule' | 'deleteOneRule'

type RuleHandler<Args> = (change: {
  readonly tx: StoreTransaction
  readonly user: User
  readonly args: Args
  readonly onConflict: 'refuse' | 'merge'
}) => Promise<
  Result<{ answer: { data: WireRule | null }; moved: { workspaceId: Id; seq: number } | null }, Refusal>
>

/** Handles a change of a workspace's rules. The answer is the changed rule. */
function changingRules<Args extends { readonly workspaceId: Id; readonly ruleId: Id }>(
  change: (args: Args) => (rules: readonly Rule[], rule: Rule) => readonly Rule[],
): RuleHandler<Args> {
  return async ({ tx, user, args, onConflict }) => {
    const { workspaceId, ruleId } = args
    const workspace = await tx.workspaces.byId(user.id, workspaceId)
    if (workspace === undefined) return refused({ kind: 'not-found', what: 'workspace', id: workspaceId })
    const { rules = [] } = workspace
    const rule = rules.find(({ id }) => id === ruleId)
    if (rule === undefined && onConflict === 'merge') return ok({ answer: { data: null }, moved: null })
    if (rule === undefined) return refused({ kind: 'not-found', what: 'rule', id: ruleId })
    const after = change(args)(rules, rule)
    const answer = { data: ruleToWire(after.find(({ id }) => id === ruleId) ?? rule) }
    if (JSON.stringify(after) === JSON.stringify(rules)) return ok({ answer, moved: null })
    const seq = await tx.workspaces.nextSeq(user.id, workspaceId)
    await tx.workspaces.setRules(user.id, workspaceId, after, seq)
    return ok({ answer, moved: { workspaceId, seq } })
  }
}

export const ruleChanges: { readonly [Name in RuleChange]: HandlerOf<Calls[Name]> } = {
  createOneRule: async ({
    tx,
    user,
    args: { workspaceId, rule: given, isPaused = false },
    onConflict,
    services,
  }) => {
    const workspaces = await tx.workspaces.ofUser(user.id)
    const workspace = workspaces.find(({ id }) => id === workspaceId)
    if (workspace === undefined) return refused({ kind: 'not-found', what: 'workspace', id: workspaceId })
    const all = workspaces.flatMap(({ rules = [] }) => rules)
    const there = all.find(({ id }) => id === given.id)
    if (there !== undefined && onConflict === 'merge')
      return ok({ answer: { data: ruleToWire(there) }, moved: null })
    if (there !== undefined) return refused({ kind: 'id-taken', id: given.id })
    if (all.length >= RULE_LIMITS.rules)
      return refused({
        kind: 'invalid',
        field: 'search',
        reason: `An account has at most ${RULE_LIMITS.rules} rules.`,
      })
    const rule = { ...given, isPaused, createdAt: services.now() }
    const seq = await tx.workspaces.nextSeq(user.id, workspaceId)
    await tx.workspaces.setRules(user.id, workspaceId, [...(workspace.rules ?? []), rule], seq)
    return ok({ answer: { data: ruleToWire(rule) }, moved: { workspaceId, seq } })
  },

  updateOneRule: changingRules(({ seen, rule: after }) => (rules, rule) => {
    const edited = editedRule(rule, seen, after)
    return rules.map((each) => (each === rule ? edited : each))
  }),

  moveOneRule: changingRules(
    ({ ruleId, beforeRuleId }) =>
      (rules) =>
        movedRule(rules, ruleId, beforeRuleId),
  ),

  pauseOneRule: changingRules(
    ({ isPaused }) =>
      (rules, rule) =>
        rules.map((each) => (each === rule ? { ...rule, isPaused } : each)),
  ),

  deleteOneRule: async ({ tx, user, args: { workspaceId, ruleId }, onConflict }) => {
    const workspace = await tx.workspaces.byId(user.id, workspaceId)
    if (workspace === undefined) return refused({ kind: 'not-found', what: 'workspace', id: workspaceId })
    const { rules = [] } = workspace
    const after = rules.filter(({ id }) => id !== ruleId)
    if (after.length === rules.length && onConflict !== 'merge')
      return refused({ kind: 'not-found', what: 'rule', id: ruleId })
    if (after.length === rules.length) return ok({ answer: { data: ruleId }, moved: null })
    const seq = await tx.workspaces.nextSeq(user.id, workspaceId)
    await tx.workspaces.setRules(user.id, workspaceId, after, seq)
    await forgetGone(tx, user.id, ruleId)
    return ok({ answer: { data: ruleId }, moved: { workspaceId, seq } })
  },
}

/**
 * Effects of deleted rules are kept, because a rule can be brought back with them. From `RULE_LIMITS.rules`
 * deleted rules on, only those of the rule deleted last are kept.
 */
async function forgetGone(tx: StoreTransaction, userId: Id, deletedId: Id): Promise<void> {
  const workspaces = await tx.workspaces.ofUser(userId)
  const kept = new Set([deletedId, ...workspaces.flatMap(({ rules = [] }) => rules.map(({ id }) => id))])
  const gone = (await tx.ruleEffects.ruleIdsOf(userId)).filter((id) => !kept.has(id))
  if (gone.length < RULE_LIMITS.rules) return
  for (const id of gone) await tx.ruleEffects.removeOf(userId, id)
}

export const undoRuleEffectHandler: TransactionHandler<typeof undoRuleEffect> = {
  inTransaction: async ({ tx, user, input: { body }, services }) => {
    const { workspace_id: workspaceId, rule_id: ruleId, number } = body
    const row = await tx.ruleEffects.byNumber(user.id, ruleId, number)
    const workspace = await tx.workspaces.byId(user.id, workspaceId)
    const isThere = (workspace?.rules ?? []).some(({ id }) => id === ruleId)
    if (row === undefined || row.workspace_id !== workspaceId || !isThere)
      return refused(refusalFailure({ kind: 'not-found', what: 'rule', id: ruleId }))
    if (row.undone_at !== null) return ok({ answer: { data: false } })
    const { limits, now } = services
    const effect = effectIn(row)
    const changed = await changeWorkspace(tx, user, undoing(workspaceId, row.card_id, effect), limits, now())
    if (!changed.ok) return refused(refusalFailure(changed.error))
    await tx.ruleEffects.setUndone(row, now())
    const cards = effect.keepsCopy ? await tx.cards.byIds(user.id, [row.card_id]) : []
    const copies = await removeCopies({ tx, user, limits, now: now() }, cards)
    const { seq, outcome } = changed.value
    const hasChanged = outcome.changes.length > 0
    const moved = [...(hasChanged ? [{ workspaceId, seq }] : []), ...copies.moved]
    const after = () => {
      for (const place of moved) services.bus.publish({ userId: user.id, ...place })
    }
    return ok({ answer: { data: hasChanged || copies.count > 0 }, after })
  },
}

/**
 * Undoes an effect on one card. A colour or type that was changed since is left as it is, and so is a
 * deleted card.
 */
function undoing(
  workspaceId: Id,
  cardId: Id,
  { addedTagIds, removedTagIds, color, type }: ReturnType<typeof effectIn>,
): WorkspaceChange {
  const tagIds = { added: removedTagIds, removed: addedTagIds }
  return {
    place: { workspaceId },
    reads: readsOf({ name: 'editCard', args: { cardId, tagIds } }),
    write: (rows, context) => {
      const card = rows.card(cardId)
      if (card === undefined) return ok({ changes: [] })
      const args: CardEdit = {
        cardId,
        tagIds,
        ...before('color', color, card.color),
        ...before('type', type, card.type),
      }
      return runMutation({ name: 'editCard', args }, rows, { ...context, onConflict: 'merge' })
    },
  }
}

function before<Key extends 'color' | 'type', Value extends Color | CardType | null>(
  key: Key,
  change: readonly [Value, Value] | undefined,
  now: Value,
): Partial<Record<Key, Value>> {
  if (change === undefined || change[1] !== now) return {}
  return { [key]: change[0] } as Partial<Record<Key, Value>>
}
