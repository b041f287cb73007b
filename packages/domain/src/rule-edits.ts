import type { Id } from './id.ts'
import type { Rule, RuleParts } from './rules.ts'

/**
 * A rule after an edit. Parts that the edit did not change keep their present value, so that the edits of two
 * people are both kept.
 *
 * @param seen undefined: the edit replaces all parts
 */
export function editedRule(rule: Rule, seen: RuleParts | undefined, after: RuleParts): Rule {
  const of = (part: keyof RuleParts) =>
    seen === undefined || JSON.stringify(seen[part]) !== JSON.stringify(after[part]) ? after : rule
  const { color: _color, type: _type, hidesFromAll: _hides, ...parts } = rule
  const [colored, typed] = [of('color').color, of('type').type]
  const hides = of('hidesFromAll').hidesFromAll === true
  return {
    ...parts,
    search: of('search').search,
    addTagIds: of('addTagIds').addTagIds,
    removeTagIds: of('removeTagIds').removeTagIds,
    keepsCopy: of('keepsCopy').keepsCopy,
    ...(colored !== undefined && { color: colored }),
    ...(typed !== undefined && { type: typed }),
    ...(hides && { hidesFromAll: true }),
  }
}

/** The rules with one moved before another. It is moved to the end if `beforeId` is null or unknown. */
export function movedRule(rules: readonly Rule[], ruleId: Id, beforeId: Id | null): readonly Rule[] {
  const moved = rules.find(({ id }) => id === ruleId)
  if (moved === undefined || ruleId === beforeId) return rules
  const others = rules.filter((rule) => rule !== moved)
  const at = others.findIndex(({ id }) => id === beforeId)
  return at === -1 ? [...others, moved] : [...others.slice(0, at), moved, ...others.slice(at)]
}
