import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readAddress, writeAddress } from './address-text.ts'
import { readBaseSearch } from './base-search.ts'
import { CENTER_POPUPS, TOP_POPUPS } from './names.ts'

const id = fc.stringMatching(/^[0-9a-f]{24}$/)
const text = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1 }),
  fc.constantFrom(
    'true',
    'false',
    'null',
    '007',
    '1e5',
    '"quoted"',
    '["a"]',
    '{"a":1}',
    'a,b',
    '&=?#%',
    '-0',
  ),
)
const address = fc.record(
  {
    popups_center: fc.uniqueArray(fc.constantFrom(...CENTER_POPUPS), { minLength: 1 }),
    popups_top: fc.uniqueArray(fc.constantFrom(...TOP_POPUPS), { minLength: 1 }),
    popups_params: fc.record({
      'master-editor': fc.record({ entityId: id }),
      'quick-add': fc.record({ text, type: fc.constantFrom('todo', 'note', 'link') }),
    }),
    assigning_tags: fc.array(fc.oneof(id, text), { minLength: 1 }),
    nav_hamburgerMenu_isOpen: fc.boolean(),
    primary_opt: fc.constantFrom('note' as const, 'todo' as const),
    exclude_fields: fc.subarray(['tags', 'content', 'dates', 'titles', 'buttons', 'input', 'btns'] as const),
    search: text.filter((each) => each.isWellFormed()),
    colors: fc.uniqueArray(fc.constantFrom('green', 'none'), { minLength: 1 }),
    only_tags: fc.constant(true),
    done: fc.constant(true),
    sort: fc.constant('oldest,updated'),
  },
  { requiredKeys: [] },
)

describe('[RT-3] the text of an address', () => {
  it('the text of an address names open popups plainly, each with its own parameters', () => {
    const popups_params = {
      'master-editor': { entityId: '64f000000000000000000001' },
      tagger: { entityIds: ['64f000000000000000000001', '64f000000000000000000002'] },
    }
    expect(
      writeAddress({ popups_center: ['tagger', 'master-editor'], popups_params, search: 'garden, spring' }),
    ).toBe(
      '?popups_center=tagger,master-editor&search=garden,+spring' +
        '&master-editor.entityId=64f000000000000000000001' +
        '&tagger.entityIds=64f000000000000000000001,64f000000000000000000002',
    )
  })

  it('the text of an address is read back as the values it was written from', () => {
    fc.assert(
      fc.property(address, (given) => {
        const meant = readBaseSearch(given)
        expect(readBaseSearch(readAddress(writeAddress(meant)))).toEqual(meant)
      }),
    )
  })

  it('[RT-2] addresses of earlier releases, with JSON for lists and parameters, are read', () => {
    fc.assert(
      fc.property(address, (given) => {
        const meant = readBaseSearch(given)
        const pairs = Object.entries(given).map(([name, value]) => [name, JSON.stringify(value)])
        expect(readBaseSearch(readAddress(`?${new URLSearchParams(pairs)}`))).toEqual(meant)
      }),
    )
  })

  it('[RT-4] popups are read from an address before a route has validated it', () => {
    expect(readAddress('?popups_center=tagger,grouper&popups_top=playground-tag')).toEqual({
      popups_center: ['tagger', 'grouper'],
      popups_top: ['playground-tag'],
    })
  })

  it('a parameter that occurs several times in an address is read as a list', () => {
    expect(readAddress('popups_center=tagger&popups_center=grouper')).toEqual({
      popups_center: ['tagger', 'grouper'],
    })
  })

  it('[RT-2] every address can be read, whatever it contains', () => {
    fc.assert(
      fc.property(fc.string(), (any) => {
        expect(() => readBaseSearch(readAddress(any))).not.toThrow()
      }),
    )
    expect(readAddress('?__proto__=x&tagger.__proto__=y&popups_params=[1').popups_params).toBeTypeOf('object')
    expect({}).not.toHaveProperty('x')
  })
})
