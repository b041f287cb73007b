import { ok, unique } from '@cardinal/domain'
import type { AccountMutation } from '@cardinal/sync'
import { mutation } from '@cardinal/testing/mutations'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AnyCall, MutationTools } from './call.ts'
import { type CallToSend, callOf } from './call-of.ts'
import { calls } from './calls.ts'
import { parseInput } from './parse-input.ts'

const WORKSPACE = 'e'.repeat(24)
const tools: MutationTools = {
  newId: () => {
    throw new Error('every id is in the call')
  },
  now: 0,
}

interface AnyChange extends AnyCall {
  toMutation(input: unknown, tools: MutationTools): unknown
}

const id = fc.constantFrom('a'.repeat(24), 'b'.repeat(24), 'c'.repeat(24))
const PARTS = ['search', 'addTagIds', 'removeTagIds', 'keepsCopy'] as const
const ruleParts = {
  search: fc.constantFrom('tag:tea', 'site:example.com, -read', 'type:link | "oolong"'),
  addTagIds: fc.uniqueArray(id, { minLength: 1 }),
  removeTagIds: fc.uniqueArray(id),
  color: fc.constantFrom(null, 'red' as const),
  type: fc.constantFrom('todo' as const, 'link' as const),
  keepsCopy: fc.boolean(),
  hidesFromAll: fc.constant(true),
}

/** Parses a call as the server does: finds it by method and path, checks the input, makes the mutation. */
function received({ method, path, body }: CallToSend): unknown {
  for (const call of Object.values(calls)) {
    const pattern = new RegExp(`^${call.path.replace(/\{\w+\}/g, '([^/]+)')}$`)
    const found = call.method === method ? pattern.exec(path) : null
    if (found === null || call.kind !== 'change') continue
    const params = found[1] === undefined ? {} : { id: found[1] }
    const input = parseInput(call as AnyCall, { params, query: {}, body: JSON.parse(JSON.stringify(body)) })
    if (!input.ok) return input
    return (call as unknown as AnyChange).toMutation(input.value, tools)
  }
  return `no call for ${method} ${path}`
}

describe('callOf', () => {
  it('[OF-2] callOf turns each mutation into a call from which the same mutation is read', () => {
    fc.assert(
      fc.property(mutation(), (sent) => {
        expect(received(callOf(sent, WORKSPACE))).toEqual(ok(sent))
      }),
      { numRuns: 2000 },
    )
  })

  it('callOf turns each change of an account into a call from which the same change is read', () => {
    const text = fc.string({ minLength: 1, maxLength: 20 }).map((given) => `a${given.trim()}`)
    const id = fc.constantFrom('a'.repeat(24), 'b'.repeat(24))
    const account: fc.Arbitrary<AccountMutation> = fc.oneof(
      fc
        .record(
          {
            savedSearches: fc.array(text, { maxLength: 10 }).map(unique),
            searchesWorkspaceId: id,
            showHelpers: fc.boolean(),
            currentWorkspaceId: fc.option(id),
          },
          { requiredKeys: [] },
        )
        .map((args) => ({ name: 'updateSettings' as const, args })),
      fc.record({ id, name: text }).map((args) => ({ name: 'createWorkspace' as const, args })),
      fc.record({ workspaceId: id, name: text }).map((args) => ({ name: 'renameWorkspace' as const, args })),
      fc
        .record({ workspaceId: id, confirm: text })
        .map((args) => ({ name: 'deleteWorkspace' as const, args })),
      fc
        .record(
          { workspaceId: id, rule: fc.record({ id, ...ruleParts }, { requiredKeys: ['id', ...PARTS] }) },
          { requiredKeys: ['workspaceId', 'rule'] },
        )
        .map((args) => ({ name: 'createRule' as const, args })),
      fc
        .record(
          {
            workspaceId: id,
            ruleId: id,
            rule: fc.record(ruleParts, { requiredKeys: [...PARTS] }),
            seen: fc.record(ruleParts, { requiredKeys: [...PARTS] }),
          },
          { requiredKeys: ['workspaceId', 'ruleId', 'rule'] },
        )
        .map((args) => ({ name: 'editRule' as const, args })),
      fc
        .record({ workspaceId: id, ruleId: id, beforeRuleId: fc.option(id) })
        .map((args) => ({ name: 'moveRule' as const, args })),
      fc
        .record({ workspaceId: id, ruleId: id, isPaused: fc.boolean() })
        .map((args) => ({ name: 'pauseRule' as const, args })),
      fc.record({ workspaceId: id, ruleId: id }).map((args) => ({ name: 'deleteRule' as const, args })),
    )
    fc.assert(
      fc.property(account, (sent) => {
        expect(received(callOf(sent, null))).toEqual(ok(sent))
      }),
    )
  })

  it('callOf names the workspace in a call that creates something', () => {
    const sent = callOf({ name: 'createTags', args: { tags: [], attachToCardIds: [] } }, WORKSPACE)
    expect(sent).toMatchObject({
      method: 'POST',
      path: '/tag/create-many-from-keyword',
      body: { workspace_id: WORKSPACE },
    })
  })
})
