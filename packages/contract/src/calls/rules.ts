import { ruleSearch } from '@cardinal/domain'
import * as z from 'zod/mini'
import { defineCall, defineChange, defineQuestion } from '../call.ts'
import {
  doesSomething,
  newRuleFromWire,
  newRuleToWire,
  rule,
  ruleFields,
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
  body: z.strictObject({ workspace_id: id, _id: z.optional(stagedId), ...ruleFields }).check(doesSomething),
  answer: answer(rule),
  mutation: 'createRule',
  toArgs: ({ body }, { newId }) => ({
    workspaceId: body.workspace_id,
    rule: {
      ...newRuleFromWire({ ...body, search: ruleSearch(body.search) }),
      id: settledId(body._id, newId),
    },
  }),
  fromArgs: ({ workspaceId: workspace_id, rule: { id: _id, ...given } }) => ({
    body: { workspace_id, _id, ...newRuleToWire(given) },
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
