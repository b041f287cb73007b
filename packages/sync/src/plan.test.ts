import type { Card, Change } from '@cardinal/domain'
import { idOf } from '@cardinal/testing/mutations'
import { describe, expect, it } from 'vitest'
import { exceedsPlan } from './plan.ts'

const living = (...numbers: number[]) => {
  const ids = new Set(numbers.map((n) => idOf('card', n)))
  return (id: string) => ids.has(id)
}
const written = (n: number): Change => ({
  kind: 'card',
  id: idOf('card', n),
  row: { id: idOf('card', n) } as Card,
})
const gone = (n: number): Change => ({ kind: 'card', id: idOf('card', n), row: null })
const counts = { todo: 100, note: 200, link: 199 }

describe('[CD-9] the plan', () => {
  it('the plan allows the last card within the limit, and refuses the next one with the current counts', () => {
    expect(exceedsPlan([written(1)], living(), counts, 500)).toBeNull()
    expect(exceedsPlan([written(1), written(2)], living(), counts, 500)).toEqual({
      kind: 'card-limit',
      counts,
      limit: 500,
    })
  })

  it('the limit of the plan counts only cards that a change creates, each once', () => {
    expect(exceedsPlan([written(1), written(1), written(2)], living(2), counts, 500)).toBeNull()
  })

  it('the plan allows people with too many cards to edit and delete them', () => {
    expect(exceedsPlan([written(1), gone(2)], living(1, 2), counts, 10)).toBeNull()
    expect(exceedsPlan([written(1)], living(), counts, 10)).not.toBeNull()
  })

  it('[ID-11] the plan has no limit when the limit is 0', () => {
    expect(exceedsPlan([written(1)], living(), counts, 0)).toBeNull()
  })
})
