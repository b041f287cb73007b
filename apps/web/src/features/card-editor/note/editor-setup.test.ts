import { type Card, INITIAL_VALUES, NO_LINKS } from '@cardinal/domain'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { IDLE_TOOLS } from '../../../../test/editor-tools.ts'
import { byTitle, CARD_LINK, linkTo } from '../../../shared/cards/card-link.ts'
import { noteState } from './editor-setup.ts'

const CARD: Card = {
  id: '65b2f0c2a1b2c3d4e5f60718',
  type: 'note',
  content: '',
  address: null,
  subnotes: [],
  tagIds: [],
  createdAt: 0,
  updatedAt: 0,
  ...INITIAL_VALUES,
  ...NO_LINKS,
}

describe('the editor of notes', () => {
  it('the note editor keeps every byte of a text, whatever its line breaks', () => {
    const pieces = fc.array(
      fc.constantFrom('a', '\n', '\r', '\r\n', '\t', '# ', '- [ ] ', '\u2028', '  ', '😀', '```\n'),
    )
    fc.assert(
      fc.property(
        fc.oneof(
          pieces.map((all) => all.join('')),
          fc.string({ unit: 'grapheme' }),
        ),
        (text) => {
          const state = noteState(text, IDLE_TOOLS)
          expect(state.sliceDoc()).toBe(text)
          // An edit in the middle must leave all other bytes unchanged.
          const at = Math.floor(text.length / 2)
          const changed = state.update({ changes: { from: at, insert: 'x\n' } }).state
          expect(changed.sliceDoc()).toBe(`${text.slice(0, at)}x\n${text.slice(at)}`)
        },
      ),
    )
  })

  it('a link to a card is written as Markdown, and is found again with its title and id', () => {
    const id = '65b2f0c2a1b2c3d4e5f60718'
    const link = linkTo({ id, content: '# A [very] good \\ day\nand more' })
    expect(link).toBe(`[A  very  good   day](card:${id})`)
    const [found] = [...`see ${link} and`.matchAll(CARD_LINK)]
    expect(found?.slice(1)).toEqual(['A  very  good   day', id])
  })

  it('[[ offers the cards with the best matching titles first', () => {
    const texts = ['About\nbread', 'The rye bread', 'Sourbread', 'Bread and rolls', 'bread', 'Bread, rye']
    const cards = texts.map((content) => ({ ...CARD, content }))
    expect(byTitle(cards, 'Bread').map(({ content }) => content)).toEqual([
      'bread',
      'Bread and rolls',
      'Bread, rye',
      'The rye bread',
      'Sourbread',
      'About\nbread',
    ])
    expect(
      byTitle(cards, 'rye bread')
        .map(({ content }) => content)
        .slice(0, 2),
    ).toEqual(['The rye bread', 'Bread, rye'])
  })
})
