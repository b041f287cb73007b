import { describe, expect, it } from 'vitest'
import { readBaseSearch } from './base-search.ts'
import { addPopup, type PopupAddress, removePopup, replacePopup, stackOf } from './popup-address.ts'
import { checkedParams } from './popup-params.ts'

const NOTHING_OPEN: PopupAddress = {}

describe('popups in the address', () => {
  it('[RT-4] a popup is added on top of the list of its slot', () => {
    const address = addPopup(addPopup(NOTHING_OPEN, 'home-sorter'), 'playground-tag')
    expect(address).toEqual({ popups_center: ['home-sorter'], popups_top: ['playground-tag'] })
    expect(addPopup(address, 'home-filter').popups_center).toEqual(['home-sorter', 'home-filter'])
  })

  it('[RT-4] a popup that is opened again moves to the top and is listed once', () => {
    const address = addPopup(addPopup(addPopup(NOTHING_OPEN, 'grouper'), 'tagger'), 'grouper', { tagId: 'x' })
    expect(address.popups_center).toEqual(['tagger', 'grouper'])
    expect(address.popups_params).toEqual({ grouper: { tagId: 'x' } })
  })

  it('[RT-4] a popup is removed with its parameters, and leaves no empty list', () => {
    const address = addPopup({ other: 1 } as object, 'home-editEntity', { cardId: 'x' })
    expect(removePopup(address, 'home-editEntity')).toEqual({ other: 1 })
  })

  it('[RT-4] a popup is replaced, and the rest of its list stays', () => {
    const address = addPopup(addPopup(NOTHING_OPEN, 'home-viewer'), 'home-sorter')
    expect(replacePopup(address, 'home-sorter', 'home-filter').popups_center).toEqual([
      'home-viewer',
      'home-filter',
    ])
  })

  it('[RT-4] popups stack in the order of opening; if it is unknown, the top slot lies below the centre', () => {
    const address = { popups_center: ['home-editEntity', 'tagger'], popups_top: ['playground-todo'] }
    expect(stackOf(address)).toEqual(['playground-todo', 'home-editEntity', 'tagger'])
    const order = ['home-editEntity', 'playground-todo', 'tagger']
    expect(stackOf(address, order)).toEqual(order)
  })
})

describe('the menu', () => {
  it('[RT-3] the menu can also be open by its own parameter, and closing it removes the parameter', () => {
    const address = { nav_hamburgerMenu_isOpen: true, popups_center: ['home-sorter'] }
    expect(stackOf(address)).toEqual(['home-sorter', 'hamburger-menu'])
    expect(stackOf(removePopup(address, 'hamburger-menu'))).toEqual(['home-sorter'])
  })
})

describe('the base search schema', () => {
  it('[RT-3] the parameters of an address have the defaults of the specification', () => {
    expect(readBaseSearch({})).toEqual({ primary_opt: 'todo', col: 'col', exclude_fields: ['buttons'] })
  })

  it('[RT-3] the parameters of an address accept link for hyperlink', () => {
    expect(readBaseSearch({ primary_opt: 'link' }).primary_opt).toBe('hyperlink')
  })

  it('[RT-2] every malformed parameter of an address gets its default', () => {
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

  it('[RT-2] a malformed parameter of a popup is dropped, and its others are kept', () => {
    const params = { type: 'opera', text: 'Buy milk', tags: 5, other: 'x' }
    expect(checkedParams('quick-add', params)).toEqual({ text: 'Buy milk' })
    expect(checkedParams('master-editor', { entityId: 'nothing' })).toEqual({})
    expect(checkedParams('tagger', { entityIds: 'a, b' })).toEqual({ entityIds: ['a', 'b'] })
    for (const given of [null, 'text', 7, ['a']]) expect(checkedParams('grouper', given)).toEqual({})
  })

  it('[RT-2] a list with malformed values keeps the valid ones', () => {
    const search = readBaseSearch({ popups_center: ['grouper', 5], exclude_fields: ['dates', 'nope'] })
    expect(search).toMatchObject({ popups_center: ['grouper'], exclude_fields: ['dates'] })
  })

  it('[RT-3] a single text in an address is read as a list', () => {
    expect(readBaseSearch({ popups_center: 'grouper,tagger' }).popups_center).toEqual(['grouper', 'tagger'])
  })
})
