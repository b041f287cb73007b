import * as z from 'zod/mini'
import { defineCall, defineChange, defineQuestion } from '../call.ts'
import {
  doesSomething,
  rule,
  ruleFields,
  rulePartsFromWire,
  rulePartsToWire,
  ruleWithEffects,
} from '../wire/rule.ts'
import { answer, count, id, settledId, stagedId, workspaceId } from '../wire/scalars.ts'

export const getRules = defineQuestion({
  method: 'POST',
  path: '/workspace/get-rules',
  description: 'The rules of a workspace, oldest first, each with its last ten effects.',
  body: z.strictObject({ workspace_id: workspaceId }),
  answer: answer(z.array(ruleWithEffects)),
})

export const createOneRule = defineChange({
  method: 'POST',
  path: '/workspace/create-rule',
  description:
    'A rule acts on each card that begins to match its search: when it is added, imported, fetched or edited.',
  body: z
    .strictObject({
      workspace_id: id,
      _id: z.optional(stagedId),
      paused: z.optional(z.boolean()),
      ...ruleFields,
    })
    .check(doesSomething),
  answer: answer(rule),
  mutation: 'createRule',
  toArgs: ({ body }, { newId }) => ({
    workspaceId: body.workspace_id,
    rule: { ...rulePartsFromWire(body), id: settledId(body._id, newId) },
    ...(body.paused === true && { isPaused: true as const }),
  }),
  fromArgs: ({ workspaceId: workspace_id, rule: { id: _id, ...given }, isPaused }) => ({
    body: { workspace_id, _id, ...rulePartsToWire(given), ...(isPaused && { paused: true }) },
  }),
})

export const updateOneRule = defineChange({
  method: 'POST',
  path: '/workspace/update-rule',
  description:
    'Replaces what a rule asks and does. With `seen`, the rule as it was read, only what differs from that is replaced. Cards that match already stay as they are. `data` is null if the rule is gone.',
  body: z
    .strictObject({
      workspace_id: id,
      rule_id: id,
      ...ruleFields,
      seen: z.optional(z.strictObject(ruleFields)),
    })
    .check(doesSomething),
  answer: answer(z.nullable(rule)),
  mutation: 'editRule',
  toArgs: ({ body }) => ({
    workspaceId: body.workspace_id,
    ruleId: body.rule_id,
    rule: rulePartsFromWire(body),
    ...(body.seen && { seen: rulePartsFromWire(body.seen) }),
  }),
  fromArgs: ({ workspaceId: workspace_id, ruleId: rule_id, rule: given, seen }) => ({
    body: {
      workspace_id,
      rule_id,
      ...rulePartsToWire(given),
      ...(seen && { seen: rulePartsToWire(seen) }),
    },
  }),
})

export const moveOneRule = defineChange({
  method: 'POST',
  path: '/workspace/move-rule',
  description:
    'Moves a rule before another one, or, with null, to the end. Of two colours or types the later rule’s stays. `data` is null if the rule is gone.',
  body: z.strictObject({ workspace_id: id, rule_id: id, before_rule_id: z.nullable(id) }),
  answer: answer(z.nullable(rule)),
  mutation: 'moveRule',
  toArgs: ({ body }) => ({
    workspaceId: body.workspace_id,
    ruleId: body.rule_id,
    beforeRuleId: body.before_rule_id,
  }),
  fromArgs: (args) => ({
    body: { workspace_id: args.workspaceId, rule_id: args.ruleId, before_rule_id: args.beforeRuleId },
  }),
})

export const pauseOneRule = defineChange({
  method: 'POST',
  path: '/workspace/pause-rule',
  description: 'Pauses a rule, which then does nothing, or lets it act again. `data` is null if it is gone.',
  body: z.strictObject({ workspace_id: id, rule_id: id, paused: z.boolean() }),
  answer: answer(z.nullable(rule)),
  mutation: 'pauseRule',
  toArgs: ({ body }) => ({ workspaceId: body.workspace_id, ruleId: body.rule_id, isPaused: body.paused }),
  fromArgs: (args) => ({
    body: { workspace_id: args.workspaceId, rule_id: args.ruleId, paused: args.isPaused },
  }),
})

export const deleteOneRule = defineChange({
  method: 'POST',
  path: '/workspace/delete-rule',
  description: 'Deletes a rule. What it did stays.',
  body: z.strictObject({ workspace_id: id, rule_id: id }),
  answer: answer(id),
  mutation: 'deleteRule',
  toArgs: ({ body }) => ({ workspaceId: body.workspace_id, ruleId: body.rule_id }),
  fromArgs: (args) => ({ body: { workspace_id: args.workspaceId, rule_id: args.ruleId } }),
})

export const undoRuleEffect = defineCall({
  method: 'POST',
  path: '/workspace/undo-rule-effect',
  access: 'write',
  description:
    'Takes back what a rule did to one card, as far as nobody has changed it since. `data`: whether the card changed.',
  body: z.strictObject({ workspace_id: id, rule_id: id, number: count }),
  answer: answer(z.boolean()),
})
