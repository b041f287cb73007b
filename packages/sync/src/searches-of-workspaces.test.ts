import { LIMITS, type SavedSearches, searchesIn } from '@cardinal/domain'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changedAll, withoutWorkspace, withSearchesIn } from './saved-searches.ts'

const [A, B] = ['a'.repeat(24), 'b'.repeat(24)]
const NONE: SavedSearches = { savedSearches: [], searchesByWorkspace: {} }

/** `shared` belong to every workspace. */
function saved(shared: string, inA: string, inB: string): SavedSearches {
  const all = { savedSearches: [...shared], searchesByWorkspace: {} }
  return withSearchesIn(withSearchesIn(all, A, [...shared, ...inA]), B, [...shared, ...inB])
}
const shown = (all: SavedSearches) => [A, B].map((id) => searchesIn(all, id).join('')).join(' ')

describe('[HM-6] saved searches belong to their workspace', () => {
  it('a search is saved and removed in one workspace; the others keep theirs', () => {
    const all = saved('s', 'xy', 'yz')
    expect(shown(all)).toBe('sxy syz')
    const change = (workspaceId: string, before: string, after: string) =>
      shown(changedAll(all, { workspaceId, before: [...before], after: [...after] }, null))
    expect(change(A, 'sxy', 'sxyn'), 'saved').toBe('sxyn syz')
    expect(change(A, 'sxy', 'sx'), 'removed where another workspace has it too').toBe('sx syz')
    expect(change(A, 'sxy', 'xy'), 'removed from every workspace').toBe('xy yz')
    expect(change(A, 'sxy', 'xys'), 'saved again').toBe('xys yz')
  })

  it('a change that names no workspace goes to the current one, and to every one where there is none', () => {
    const all = saved('s', 'x', 'y')
    const change = (after: string, current: string | null, before?: string) =>
      shown(
        changedAll(all, { after: [...after], before: before === undefined ? before : [...before] }, current),
      )
    expect(change('sxyn', A, 'sxy')).toBe('sxn sy')
    expect(change('sxyn', B)).toBe('sx syn')
    expect(change('sxyn', null)).toBe('snx sny')
    expect(change('', A), 'all are replaced').toBe(' ')
    expect(change('sx', A, 'sxy'), 'removed from the workspace that has it').toBe('sx s')
  })

  it('a workspace has at most ten, a person a hundred, and the oldest are dropped', () => {
    const many = Array.from({ length: 12 }, (_, n) => `s${n}`)
    const ten = changedAll(NONE, { after: many, workspaceId: A }, null)
    expect(ten.savedSearches).toEqual(many.slice(2))
    expect(changedAll(NONE, { after: many }, null).savedSearches).toEqual(many.slice(2))
    let all = NONE
    for (let n = 0; n < 12; n++)
      all = withSearchesIn(
        all,
        String(n).repeat(24),
        many.slice(2).map((search) => `${search} ${n}`),
      )
    expect(all.savedSearches).toHaveLength(LIMITS.savedSearchesInAll)
    expect(searchesIn(all, '0'.repeat(24))).toEqual([])
    expect(Object.keys(all.searchesByWorkspace)).toHaveLength(10)
  })

  it('the searches of a deleted workspace go with it, apart from searches that another has too', () => {
    expect(withoutWorkspace(saved('s', 'xy', 'yz'), A)).toEqual({
      savedSearches: ['s', 'y', 'z'],
      searchesByWorkspace: { [B]: ['y', 'z'] },
    })
  })

  it('a list that is put into a workspace is the one that it has then', () => {
    const list = fc.uniqueArray(fc.constantFrom(...'abcdef'), { maxLength: 6 })
    fc.assert(
      fc.property(list, list, list, list, (shared, one, other, put) => {
        const all = saved(
          shared.join(''),
          one.filter((s) => !shared.includes(s)).join(''),
          other.filter((s) => !shared.includes(s)).join(''),
        )
        const then = withSearchesIn(all, A, put)
        expect(searchesIn(then, A)).toEqual(put)
        expect(withSearchesIn(then, A, put)).toEqual(then)
        // The searches of every workspace may change their order.
        const own = other.filter((search) => !shared.includes(search))
        expect(searchesIn(then, B).filter((search) => own.includes(search))).toEqual(own)
      }),
    )
  })
})
