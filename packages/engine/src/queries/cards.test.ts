import type { Change } from '@cardinal/domain'
import { IMPLEMENTATIONS, sample, sampleId, workedExample } from '@cardinal/testing'
import { describe, expect, it } from 'vitest'

describe.each(IMPLEMENTATIONS)('cards: %s', (_, create) => {
  it('[CD-9] cards are counted by type', () => {
    const { workspace, card } = workedExample(
      create(),
      `todo 1
       note 2
       note 3
       link https://a.example
       link https://b.example
       link https://c.example`,
    )
    expect(workspace.ask('countCards', {})).toEqual({ todo: 1, note: 2, link: 3 })
    workspace.apply([{ kind: 'card', id: card(2), row: null }])
    expect(workspace.ask('countCards', {})).toEqual({ todo: 1, note: 1, link: 3 })
  })

  it('[CD-1] cards are looked up by id, in the order asked', () => {
    const { workspace, card } = workedExample(create(), 'note one\nnote two')
    const found = workspace.ask('cardsById', { ids: [card(2), sampleId('c', 99), card(1)] })
    expect(found.map((each) => each?.content)).toEqual(['two', undefined, 'one'])
  })

  describe('with an address', () => {
    function saved(lines: string, address: string) {
      const { workspace, numberOf } = workedExample(create(), lines)
      return workspace.ask('cardsWithAddress', { address }).map(({ id }) => numberOf(id))
    }
    const LINKS = `
      link https://www.example.com/tea?cup=1
      link Tea, hot: http://example.com/tea/?cup=1#top (read it)
      link https://example.com/Tea?cup=1
      note https://example.com/tea?cup=1
      link https://example.com/milk
      link www.other.example and https://example.com/milk/
      link words about example com milk`

    it('[CD-10] the cards with an address are the links that hold any spelling of it, oldest first', () => {
      expect(saved(LINKS, 'https://example.com/tea?cup=1')).toEqual([1, 2])
      expect(saved(LINKS, 'HTTP://Example.com/tea/?cup=1#end')).toEqual([1, 2])
      expect(saved(LINKS, 'example.com/Tea?cup=1')).toEqual([3])
      expect(saved(LINKS, 'example.com/milk')).toEqual([5, 6])
      expect(saved(LINKS, 'other.example'), 'another address in the text is not the link’s').toEqual([])
    })

    it('[CD-10] no card is found by an address that nobody saved, or by a text that is no address', () => {
      expect(saved(LINKS, 'https://example.com/coffee')).toEqual([])
      expect(saved(LINKS, 'two words')).toEqual([])
      expect(saved(LINKS, '')).toEqual([])
    })

    it('[CD-10] a link is found by an address without any word in it', () => {
      expect(saved('link https://.../\nlink http://.../\nlink https://a.example', '...')).toEqual([1, 2])
    })

    it('[CD-10] cards with an address are sorted by creation time, and by id where the times are equal', () => {
      const given = sample(Array.from({ length: 4 }, () => 'link https://a.example/1').join('\n'))
      const workspace = create()
      const madeAt = [9, 5, 5, 5]
      const rows = given.changes.map(
        (change, n) => ({ ...change, row: { ...change.row, createdAt: madeAt[n] } }) as Change,
      )
      for (const n of [2, 3, 1, 0]) workspace.apply(rows.slice(n, n + 1))
      const found = workspace.ask('cardsWithAddress', { address: 'a.example/1' })
      expect(found.map(({ id }) => given.numberOf(id))).toEqual([2, 3, 4, 1])
    })
  })
})
