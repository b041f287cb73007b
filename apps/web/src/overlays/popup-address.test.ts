import { describe, expect, it } from 'vitest'
import { readBaseSearch } from './base-search.ts'
import { addPopup, type PopupAddress, removePopup, replacePopup, stackOf } from './popup-address.ts'
import { checkedParams } from './popup-params.ts'

const NOTHING_OPEN: PopupAddress = {}

describe('popups in the address', () => {
  it('[RT-4] popups in the address are added to the list of their slot, on top', () => {
    const address = addPopup(addPopup(NOTHING_OPEN, 'home-sorter'), 'playground-tag')
    expect(address).toEqual({ popups_center: ['home-sorter'], popups_top: ['playground-tag'] })
    expect(addPopup(address, 'home-filter').popups_center).toEqual(['home-sorter', 'home-filter'])
  })

  it('[RT-4] popups in the address come to the top, once, when they are opened again', () => {
    const address = addPopup(addPopup(addPopup(NOTHING_OPEN, 'grouper'), 'tagger'), 'grouper', { tagId: 'x' })
    expect(address.popups_center).toEqual(['tagger', 'grouper'])
    expect(address.popups_params).toEqual({ grouper: { tagId: 'x' } })
  })

  it('[RT-4] popups in the address are removed with their params, leaving no empty list behind', () => {
    const address = addPopup({ other: 1 } as object, 'home-editEntity', { cardId: 'x' })
    expect(removePopup(address, 'home-editEntity')).toEqual({ other: 1 })
  })

  it('[RT-4] popups in the address are replaced, the rest of the list staying', () => {
    const address = addPopup(addPopup(NOTHING_OPEN, 'home-viewer'), 'home-sorter')
    expect(replacePopup(address, 'home-sorter', 'home-filter').popups_center).toEqual([
      'home-viewer',
      'home-filter',
    ])
  })

  it('[RT-4] popups stack in the order of opening; where that is unknown, the top slot lies under the centre', () => {
    const address = { popups_center: ['home-editEntity', 'tagger'], popups_top: ['playground-todo'] }
    expect(stackOf(address)).toEqual(['playground-todo', 'home-editEntity', 'tagger'])
    const order = ['home-editEntity', 'playground-todo', 'tagger']
    expect(stackOf(address, order)).toEqual(order)
  })
})

describe('the menu', () => {
  it('[RT-3] the menu is open by its own parameter too, and closing it clears that', () => {
    const address = { nav_hamburgerMenu_isOpen: true, popups_center: ['home-sorter'] }
    expect(stackOf(address)).toEqual(['home-sorter', 'hamburger-menu'])
    expect(stackOf(removePopup(address, 'hamburger-menu'))).toEqual(['home-sorter'])
  })
})

describe('the base search schema', () => {
  it('[RT-3] the base search schema has the defaults of the specification', () => {
    expect(readBaseSearch({})).toEqual({ primary_opt: 'todo', col: 'col', exclude_fields: ['buttons'] })
  })

  it('[RT-3] the base search schema takes link for hyperlink', () => {
    expect(readBaseSearch({ primary_opt: 'link' }).primary_opt).toBe('hyperlink')
  })

  it('[RT-2] the base search schema lets every malformed value fall to its default', () => {
    const malformed = {
      popups_center: 7,
      popups_top: { a: 1 },
      popups_params: 'x',
      assigning_tags: null,
      nav_hamburgerMenu_isOpen: 'maybe',
      primary_opt: ['note'],
      view_cards: 'huge',
      col: 3,
      exclude_fields: ['nothing', 9],
    }
    expect(readBaseSearch(malformed)).toEqual(readBaseSearch({}))
  })

  it('[RT-2] a malformed parameter of a popup is left out, and the others count', () => {
    const params = { type: 'opera', text: 'Buy milk', tags: 5, other: 'x' }
    expect(checkedParams('quick-add', params)).toEqual({ text: 'Buy milk' })
    expect(checkedParams('master-editor', { entityId: 'nothing' })).toEqual({})
    expect(checkedParams('tagger', { entityIds: 'a, b' })).toEqual({ entityIds: ['a', 'b'] })
    for (const given of [null, 'text', 7, ['a']]) expect(checkedParams('grouper', given)).toEqual({})
  })

  it('[RT-2] the base search schema keeps what is well-formed in a list that is partly malformed', () => {
    const search = readBaseSearch({ popups_center: ['grouper', 5], exclude_fields: ['dates', 'nope'] })
    expect(search).toMatchObject({ popups_center: ['grouper'], exclude_fields: ['dates'] })
  })

  it('[RT-3] the base search schema reads a single text as a list', () => {
    expect(readBaseSearch({ popups_center: 'grouper,tagger' }).popups_center).toEqual(['grouper', 'tagger'])
  })
})
