import { searchesIn } from '@cardinal/domain'
import type { AccountMutation } from '@cardinal/sync'
import type { AccountRows } from '../../src/replica/account-overlay.ts'
import type { Situation } from './acts.ts'
import type { Wish } from './wish.ts'

/** Most saved searches of a person in a story. Below the limit at which the oldest is dropped. */
const MOST_SAVED_SEARCHES = 4
const WORKSPACES = 3
const RULES = 3

export function accountAct(situation: Situation, account: AccountRows): Wish<AccountMutation> {
  const { dice } = situation
  const others =
    situation.focus === 'workspaces' ? [] : [searchesChanged, searchesChanged, helpersSet, rulesChanged]
  return dice.pick([...others, workspaceChanged, workspaceChanged])(situation, account)
}

function searchesChanged(
  { dice, words }: Situation,
  { settings, workspaces }: AccountRows,
): Wish<AccountMutation> {
  // The first workspace is never deleted, so that none of its searches is.
  const [{ id: searchesWorkspaceId }] = workspaces as [AccountRows['workspaces'][0]]
  const before = searchesIn(settings, searchesWorkspaceId)
  const isAdding = before.length === 0 || (before.length < MOST_SAVED_SEARCHES && dice.isLuckyIn(0.6))
  const search = isAdding ? words.word() : dice.pick(before)
  const savedSearches = isAdding ? [...before, search] : before.filter((each) => each !== search)
  return {
    mutation: {
      name: 'updateSettings',
      args: { savedSearches, savedSearchesBefore: before, searchesWorkspaceId },
    },
    texts: [{ place: 'saved search', from: isAdding ? '' : search, to: isAdding ? search : '' }],
    values: [],
  }
}

function workspaceChanged(situation: Situation, account: AccountRows): Wish<AccountMutation> {
  const { dice, words, newId } = situation
  const workspace = dice.pick(account.workspaces)
  if (account.workspaces.length < WORKSPACES && dice.isLuckyIn(0.4)) {
    const name = words.word()
    const texts = [{ place: 'workspace', from: '', to: name }] as const
    return { mutation: { name: 'createWorkspace', args: { id: newId(), name } }, texts, values: [] }
  }
  if (dice.isLuckyIn(0.5)) {
    const name = words.word()
    return {
      mutation: { name: 'renameWorkspace', args: { workspaceId: workspace.id, name } },
      // A name is one value, so the last rename wins.
      texts: [{ place: 'workspace', from: workspace.name, to: '' }],
      values: [],
    }
  }
  // The first workspace is kept: its tag counts clicks.
  if (dice.isLuckyIn(0.3) && workspace !== account.workspaces[0]) {
    const args = { workspaceId: workspace.id, confirm: workspace.name }
    const texts = [{ place: 'workspace', from: workspace.name, to: '' }] as const
    return { mutation: { name: 'deleteWorkspace', args }, texts, values: [] }
  }
  const args = { currentWorkspaceId: workspace.id }
  return { mutation: { name: 'updateSettings', args }, texts: [], values: [] }
}

const RULE_SEARCHES = [
  'type:todo',
  'type:note, -tag:ruled',
  'color:none',
  'has:subtasks',
  'tags:>1',
  'is:done',
]

/**
 * Creates, edits, moves, pauses, resumes or deletes a rule of the first workspace. Its effects meet acts on the
 * same cards.
 */
function rulesChanged(
  { dice, newId, ruledTagId }: Situation,
  { workspaces }: AccountRows,
): Wish<AccountMutation> {
  const [{ id: workspaceId, rules = [] }] = workspaces as [AccountRows['workspaces'][0]]
  const wish = (mutation: AccountMutation) => ({ mutation, texts: [], values: [] })
  if (rules.length === 0 || (rules.length < RULES && dice.isLuckyIn(0.5))) {
    const search = dice.pick(RULE_SEARCHES)
    const rule = { id: newId(), search, addTagIds: [ruledTagId], removeTagIds: [], keepsCopy: false }
    const hides = dice.isLuckyIn(0.3) ? { hidesFromAll: true } : {}
    return wish({ name: 'createRule', args: { workspaceId, rule: { ...rule, ...hides } } })
  }
  const { id: ruleId, isPaused } = dice.pick(rules)
  if (dice.isLuckyIn(0.3)) return wish({ name: 'deleteRule', args: { workspaceId, ruleId } })
  if (dice.isLuckyIn(0.2)) {
    const beforeRuleId = dice.pick([null, ...rules.map(({ id }) => id)])
    return wish({ name: 'moveRule', args: { workspaceId, ruleId, beforeRuleId } })
  }
  if (dice.isLuckyIn(0.2)) {
    const { id: _id, isPaused: _isPaused, createdAt: _createdAt, ...seen } = dice.pick(rules)
    const rule = { ...seen, search: dice.pick(RULE_SEARCHES) }
    return wish({ name: 'editRule', args: { workspaceId, ruleId, rule, seen } })
  }
  return wish({ name: 'pauseRule', args: { workspaceId, ruleId, isPaused: !isPaused } })
}

function helpersSet({ dice }: Situation): Wish<AccountMutation> {
  const args = { showHelpers: dice.isLuckyIn(0.5) }
  return { mutation: { name: 'updateSettings', args }, texts: [], values: [] }
}
