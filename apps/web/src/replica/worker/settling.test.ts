import { callOf } from '@cardinal/contract'
import type { Mutation } from '@cardinal/sync'
import { describe, expect, it } from 'vitest'
import { nextBatch } from './batching.ts'
import type { PushResult } from './network.ts'
import { readResults } from './settling.ts'
import type { StoredEntry } from './store/store.ts'

const W = 'f'.repeat(24)
const id = (letter: string) => letter.repeat(24)
let numbers = 0

function entry(mutation: Mutation, rest: Partial<StoredEntry> = {}): StoredEntry {
  const n = ++numbers
  const call = callOf(mutation, W)
  return {
    n,
    key: `k${n}`,
    workspaceId: W,
    mutation,
    call,
    at: 1,
    attempts: 0,
    ackedSeq: null,
    isRepeat: false,
    ...rest,
  }
}

const create = (letter: string): Mutation => ({
  name: 'createCard',
  args: { card: { id: id(letter), type: 'todo', content: letter } },
})
const color = (letter: string): Mutation => ({
  name: 'setCardColor',
  args: { cardIds: [id(letter)], color: 'red' },
})
const edit = (letter: string, after: string): Mutation => ({
  name: 'editCard',
  args: { cardId: id(letter), content: { before: '', after } },
})
const ok = ({ key }: StoredEntry, data: unknown = {}, seq = 9): PushResult => ({
  key,
  status: 200,
  body: { data, seq },
})
const no = ({ key }: StoredEntry, status: number, msg = 'no'): PushResult => ({ key, status, body: { msg } })

describe('what goes out together', () => {
  it('a batch stays within the size of a request, and a larger entry is sent alone', () => {
    const large = () => entry(edit('a', 'x'.repeat(900_000)))
    expect(nextBatch([large(), large(), large()])).toHaveLength(2)
    expect(nextBatch([entry(edit('a', 'x'.repeat(3_000_000)))])).toHaveLength(1)
  })
})

describe('what answers mean', () => {
  it('[OF-6] an entry that the server may accept later stays, and so do refused ones after it', () => {
    const sent = [entry(color('a')), entry(create('b')), entry(color('b')), entry(color('c'))]
    const [one, two, three, four] = sent as [StoredEntry, StoredEntry, StoredEntry, StoredEntry]
    for (const status of [408, 429, 401, 503]) {
      const verdict = readResults(sent, [ok(one), no(two, status), no(three, 404), ok(four)], [], 5)
      expect(verdict).toEqual({
        settlement: {
          acknowledged: [
            { n: one.n, seq: 9 },
            { n: four.n, seq: 9 },
          ],
          rejected: [],
        },
        mustWait: true,
        awaiting: [],
        failing: [],
      })
    }
  })

  it('[OF-2] an entry that fails on the server stays with the refused ones after it, and others are sent', () => {
    const sent = [entry(color('a')), entry(create('b')), entry(color('b')), entry(color('c'))]
    const [one, two, three, four] = sent as [StoredEntry, StoredEntry, StoredEntry, StoredEntry]
    for (const status of [424, 404]) {
      const verdict = readResults(sent, [ok(one), no(two, 500), no(three, status), ok(four)], [], 5)
      expect(verdict).toMatchObject({ mustWait: false, failing: [{ entry: two, status: 500 }] })
      expect(verdict.settlement.acknowledged.map(({ n }) => n)).toEqual([one.n, four.n])
      expect(verdict.settlement.rejected).toEqual([])
    }
  })

  it('a key that is being processed is no refusal, and a name that is taken is one', () => {
    const one = entry(color('a'))
    const running: PushResult = { key: one.key, status: 409, body: { msg: 'wait', command: 'key-running' } }
    expect(readResults([one], [running], [], 5)).toMatchObject({
      mustWait: true,
      settlement: { rejected: [] },
    })
    const taken: PushResult = { key: one.key, status: 409, body: { msg: 'taken', command: 'tag-name-taken' } }
    const { settlement, mustWait } = readResults([one], [taken], [], 5)
    expect(mustWait).toBe(false)
    expect(settlement.rejected).toEqual([{ entry: one, reason: 'taken', status: 409, at: 5, because: null }])
  })

  it('[OF-8] a change that needs a refused card is rejected with it, under its reason', () => {
    const sent = [entry(create('a')), entry(color('a')), entry(color('b'))]
    const [root, leaf, other] = sent as [StoredEntry, StoredEntry, StoredEntry]
    const [later, unrelated] = [entry(edit('a', 'x')), entry(edit('b', 'x'))]
    const results = [no(root, 403, 'Upgrade for more.'), no(leaf, 404), ok(other)]
    const { settlement } = readResults(sent, results, [later, unrelated], 5)
    expect(settlement.rejected).toEqual([
      { entry: root, reason: 'Upgrade for more.', status: 403, at: 5, because: null },
      { entry: leaf, reason: 'Upgrade for more.', status: 403, at: 5, because: root.key },
      { entry: later, reason: 'Upgrade for more.', status: 403, at: 5, because: root.key },
    ])
  })

  it('[OF-2] a key that was used for another request counts as accepted, because another tab sent the change', () => {
    const one = entry(color('a'))
    const reused: PushResult = { key: one.key, status: 422, body: { msg: 'used', command: 'key-reused' } }
    expect(readResults([one], [reused], [], 5)).toEqual({
      settlement: { acknowledged: [{ n: one.n, seq: 0 }], rejected: [] },
      mustWait: false,
      awaiting: [],
      failing: [],
    })
  })
})
