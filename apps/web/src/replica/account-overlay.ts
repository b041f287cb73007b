import { editedRule, type Id, movedRule, type Rule } from '@cardinal/domain'
import { type AccountMutation, changedAll, withoutWorkspace } from '@cardinal/sync/edits'
import type { Account } from './replica.ts'

export type AccountRows = Pick<Account, 'settings' | 'workspaces'>

/** Applies a change of the person's settings or workspaces before the server has answered. */
export function applyAccountMutation(
  account: AccountRows,
  mutation: AccountMutation,
  at: number,
): AccountRows {
  const { settings, workspaces } = account
  switch (mutation.name) {
    case 'updateSettings': {
      const {
        savedSearches: after,
        savedSearchesBefore: before,
        searchesWorkspaceId: workspaceId,
        ...others
      } = mutation.args
      const next = { ...settings, ...others }
      const isGone = workspaceId !== undefined && !workspaces.some(({ id }) => id === workspaceId)
      if (after === undefined) return { ...account, settings: next }
      const place = isGone ? {} : { workspaceId }
      const searches = changedAll(settings, { ...place, after, before }, next.currentWorkspaceId)
      return { ...account, settings: { ...next, ...searches } }
    }
    case 'createWorkspace': {
      const { id, name } = mutation.args
      if (workspaces.some((workspace) => workspace.id === id)) return account
      return { ...account, workspaces: [...workspaces, { id, name, createdAt: at, updatedAt: at }] }
    }
    case 'renameWorkspace': {
      const { workspaceId, name } = mutation.args
      const renamed = workspaces.map((each) =>
        each.id === workspaceId ? { ...each, name, updatedAt: at } : each,
      )
      return { ...account, workspaces: renamed }
    }
    case 'deleteWorkspace': {
      const { workspaceId } = mutation.args
      const isCurrent = settings.currentWorkspaceId === workspaceId
      return {
        settings: {
          ...settings,
          ...withoutWorkspace(settings, workspaceId),
          ...(isCurrent && { currentWorkspaceId: null }),
        },
        workspaces: workspaces.filter((each) => each.id !== workspaceId),
      }
    }
    case 'createRule': {
      const { isPaused = false } = mutation.args
      const rule = { ...mutation.args.rule, isPaused, createdAt: at }
      return withRules(account, mutation.args.workspaceId, (rules) =>
        rules.some(({ id }) => id === rule.id) ? rules : [...rules, rule],
      )
    }
    case 'editRule': {
      const { workspaceId, ruleId, rule: after, seen } = mutation.args
      return withRules(account, workspaceId, (rules) =>
        rules.map((rule) => (rule.id === ruleId ? editedRule(rule, seen, after) : rule)),
      )
    }
    case 'moveRule': {
      const { workspaceId, ruleId, beforeRuleId } = mutation.args
      return withRules(account, workspaceId, (rules) => movedRule(rules, ruleId, beforeRuleId))
    }
    case 'pauseRule': {
      const { workspaceId, ruleId, isPaused } = mutation.args
      return withRules(account, workspaceId, (rules) =>
        rules.map((rule) => (rule.id === ruleId ? { ...rule, isPaused } : rule)),
      )
    }
    case 'deleteRule': {
      const { workspaceId, ruleId } = mutation.args
      return withRules(account, workspaceId, (rules) => rules.filter(({ id }) => id !== ruleId))
    }
  }
}

function withRules(
  account: AccountRows,
  workspaceId: Id,
  change: (rules: readonly Rule[]) => readonly Rule[],
): AccountRows {
  const workspaces = account.workspaces.map((each) =>
    each.id === workspaceId ? { ...each, rules: change(each.rules ?? []) } : each,
  )
  return { ...account, workspaces }
}
