import { type Id, INITIAL_VALUES, NO_LINKS, parseSearch } from '@cardinal/domain'
import { WorkspaceIndex } from '@cardinal/engine'
import { describe, expect, it } from 'vitest'
import { FAILURES } from '../access/failures.ts'
import { ALL_CARDS, TextQuestions } from './asking.ts'

const id = (n: number) => n.toString(16).padStart(24, '0') as Id

/** Cards whose texts must be read to find the phrase. */
function workspace(cards: number): WorkspaceIndex {
  const index = new WorkspaceIndex()
  for (let n = 0; n < cards; n++) {
    const content = `${n} a ${'b a '.repeat(500)}`
    const row = { id: id(n), type: 'note', content, address: null, ...INITIAL_VALUES, ...NO_LINKS } as const
    index.apply([
      { kind: 'card', id: id(n), row: { ...row, tagIds: [], subnotes: [], createdAt: n, updatedAt: n } },
    ])
  }
  while (index.flush());
  return index
}

const PHRASE = { ...ALL_CARDS, search: parseSearch('"a b"'), offset: 0, limit: 5, parts: 'all' } as const
const ask = (questions: TextQuestions, user: number, index: WorkspaceIndex, note = () => {}) =>
  questions.ask(
    id(user),
    async () => {
      note()
      return index
    },
    'matchCards',
    PHRASE,
  )

describe('questions that read many texts', () => {
  it('[SB-1] a search that reads many texts is answered in slices, yields between them, and gives the same answer', async () => {
    const index = workspace(200)
    let [slices, turns, isAnswered] = [0, 0, false]
    const count = () => {
      turns++
      if (!isAnswered) setImmediate(count)
    }
    setImmediate(count)
    const answer = await ask(new TextQuestions({ slice: 0 }), 1, index, () => void slices++)
    isAnswered = true
    expect(answer).toEqual({ ok: true, value: workspace(200).ask('matchCards', PHRASE) })
    expect(answer).toMatchObject({ value: { total: 200 } })
    expect(slices).toBeGreaterThan(100)
    expect(turns).toBeGreaterThanOrEqual(slices - 1)
  })

  it('searches of one user that read many texts wait for each other, and those of others run between them', async () => {
    const questions = new TextQuestions({ slice: 0 })
    const order: string[] = []
    const asked = async (user: number, name: string, cards: number) => {
      const answer = await ask(questions, user, workspace(cards))
      order.push(name)
      return answer.ok
    }
    const all = [1, 2, 3].map((n) => asked(1, `greedy ${n}`, 300))
    expect(await Promise.all([...all, asked(2, 'honest', 40)])).toEqual([true, true, true, true])
    expect(order[0]).toBe('honest')
  })

  it('a search that reads many texts is refused with a message if it takes too long, or if too many wait', async () => {
    const index = workspace(200)
    const tooLong = { ok: false, error: FAILURES.searchTooLong }
    expect(await ask(new TextQuestions({ slice: 0, longest: 0 }), 1, index)).toEqual(tooLong)
    const busy = new TextQuestions({ slice: 0 })
    const answers = await Promise.all(Array.from({ length: 30 }, () => ask(busy, 1, workspace(50))))
    const refused = answers.filter(({ ok }) => !ok)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused.length).toBeLessThan(15)
    for (const answer of refused) expect(answer).toEqual({ ok: false, error: FAILURES.overloaded })
    expect(await ask(busy, 1, index)).toMatchObject({ ok: true })
  })
})
