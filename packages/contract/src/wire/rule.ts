import type { Rule, RuleParts } from '@cardinal/domain'
import {
  doesNothing,
  RULE_LIMITS,
  RULE_WITHOUT_ACT,
  ruleSearch,
  ruleSearchProblem,
} from '@cardinal/domain/rules'
import * as z from 'zod/mini'
import {
  color,
  count,
  fromInstant,
  id,
  ids,
  instant,
  keptText,
  listOf,
  toInstant,
  typeFromWire,
  typeToWire,
  wireType,
} from './scalars.ts'

/** `color` and `type` are absent where the rule leaves them as they are, `hide_from_all` where it does not hide. */
export const rule = z.object({
  _id: id,
  search: z.string(),
  add_tags: ids,
  remove_tags: ids,
  color: z.optional(color),
  type: z.optional(wireType),
  keep_copy: z.boolean(),
  hide_from_all: z.optional(z.boolean()),
  paused: z.boolean(),
  createdAt: instant,
})
export type WireRule = z.output<typeof rule>

export function ruleToWire(row: Rule): WireRule {
  return { ...rulePartsToWire(row), _id: row.id, paused: row.isPaused, createdAt: toInstant(row.createdAt) }
}

export function ruleFromWire(wire: WireRule): Rule {
  return {
    ...rulePartsFromWire(wire),
    id: wire._id,
    isPaused: wire.paused,
    createdAt: fromInstant(wire.createdAt),
  }
}

/** The fields of a rule in a request. */
export const ruleFields = {
  search: keptText(RULE_LIMITS.searchLength, 'The search of a rule').check(
    z.refine((text) => ruleSearchProblem(text) === null, {
      error: ({ input }) => ruleSearchProblem(String(input)) ?? '',
    }),
  ),
  add_tags: z._default(listOf(id, RULE_LIMITS.tags), []),
  remove_tags: z._default(listOf(id, RULE_LIMITS.tags), []),
  color: z.optional(color),
  type: z.optional(wireType),
  keep_copy: z._default(z.boolean(), false),
  hide_from_all: z.optional(z.boolean()),
}

/** Refuses a rule that does nothing. */
export const doesSomething = z.refine<WireActs>(
  (given) => !doesNothing(rulePartsFromWire({ search: '', ...given })),
  {
    error: RULE_WITHOUT_ACT,
  },
)

type WireActs = Omit<WireRule, '_id' | 'search' | 'paused' | 'createdAt'>

export function rulePartsFromWire(wire: WireActs & { readonly search: string }): RuleParts {
  return {
    search: ruleSearch(wire.search),
    addTagIds: wire.add_tags,
    removeTagIds: wire.remove_tags,
    ...(wire.color !== undefined && { color: wire.color }),
    ...(wire.type !== undefined && { type: typeFromWire(wire.type) }),
    keepsCopy: wire.keep_copy,
    ...(wire.hide_from_all === true && { hidesFromAll: true }),
  }
}

export function rulePartsToWire(row: RuleParts): WireActs & { search: string } {
  return {
    search: row.search,
    add_tags: [...row.addTagIds],
    remove_tags: [...row.removeTagIds],
    ...(row.color !== undefined && { color: row.color }),
    ...(row.type !== undefined && { type: typeToWire(row.type) }),
    keep_copy: row.keepsCopy,
    ...(row.hidesFromAll === true && { hide_from_all: true }),
  }
}

/**
 * One of the last effects of a rule. `number` counts the rule's effects from 1. Lists of two hold the value before and the
 * value after.
 */
const ruleEffect = z.object({
  number: count,
  entity_id: id,
  at: instant,
  added_tags: ids,
  removed_tags: ids,
  color: z.optional(z.tuple([color, color])),
  type: z.optional(z.tuple([wireType, wireType])),
  keep_copy: z.boolean(),
  undone: z.boolean(),
})
export type WireRuleEffect = z.output<typeof ruleEffect>

/** `effect_count`: since the rule was made. `effects`: the last ones, newest first. */
export const ruleWithEffects = z.extend(rule, { effect_count: count, effects: z.array(ruleEffect) })
