import { LIMITS } from '@cardinal/domain'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changedSearches } from './saved-searches.ts'

const list = fc.uniqueArray(fc.constantFrom(...'abcdefghijklmn'), { maxLength: LIMITS.savedSearches })

describe('[HM-6] [OF-5] a change of the saved searches is made again on a newer list', () => {
  it('a change of saved searches, repeated on a newer list, keeps its additions, removals and order, and the rest of the list', () => {
    const change = (now: string, before: string, after: string) =>
      changedSearches([...now], [...before], [...after]).join('')
    expect(change('abz', 'ab', 'abx'), 'saved').toBe('abzx')
    expect(change('abz', 'ab', 'b'), 'taken away').toBe('bz')
    expect(change('abz', 'ab', 'ba'), 'saved again').toBe('bza')
    expect(change('bz', 'ab', 'abx'), 'gone elsewhere').toBe('bzx')
    expect(change('bz', 'ab', 'b'), 'gone on both').toBe('bz')
    expect(change('abcdefghiz', 'abcdefghij', 'bcdefghijx'), 'the oldest of more than ten').toBe('bcdefghizx')
  })

  it('a change of saved searches on the list that it was made on gives the list that was shown', () => {
    fc.assert(
      fc.property(list, list, (before, after) => {
        expect(changedSearches(before, before, after)).toEqual(after)
      }),
    )
  })

  it('a change of saved searches has the same effect when it is made twice', () => {
    fc.assert(
      fc.property(list, list, list, (now, before, after) => {
        const once = changedSearches(now, before, after)
        expect(changedSearches(once, before, after)).toEqual(once)
      }),
    )
  })

  it('two devices that save searches at once lose none of them, in either order', () => {
    const few = fc.uniqueArray(fc.constantFrom(...'abcdef'), { maxLength: 6 })
    fc.assert(
      fc.property(few, (before) => {
        const here = [...before, 'x']
        const there = [...before, 'y']
        expect(changedSearches(there, before, here)).toEqual([...before, 'y', 'x'])
        expect(changedSearches(here, before, there)).toEqual([...before, 'x', 'y'])
      }),
    )
  })
})
