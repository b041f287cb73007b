import { addressOfLink, type Card, INITIAL_VALUES, NO_LINKS } from '@cardinal/domain'
import { describe, expect, it, vi } from 'vitest'
import { linkLines, writeLinks } from './link-list.ts'

const card = (content: string, tagIds: string[] = []): Card => ({
  id: content,
  type: 'link',
  content,
  address: addressOfLink(content),
  subnotes: [],
  tagIds,
  ...INITIAL_VALUES,
  ...NO_LINKS,
  createdAt: 1_700_000_000_000,
  updatedAt: 0,
})
const nameOf = (id: string) => (id === 'gone' ? undefined : id)
const nothing = async () => {}
const linesOf = (cards: Card[]) => linkLines(cards, nameOf, nothing)

describe('links as text', () => {
  it('[PU-6] links as text have each address once, and leave out cards without one', async () => {
    const cards = [card('https://a.example/ One'), card('no address'), card('https://a.example/ again')]
    expect((await linesOf(cards)).map(({ href, title }) => [href, title])).toEqual([
      ['https://a.example/', 'One'],
    ])
  })

  it('[PU-6] links as text of thousands of cards are all found, and the search yields to the event loop', async () => {
    const cards = Array.from({ length: 2_500 }, (_, n) => card(`https://a.example/${n}`))
    const yieldToEventLoop = vi.fn(nothing)
    const lines = await linkLines(cards, nameOf, yieldToEventLoop)
    expect(lines.map(({ href }) => href)).toEqual(cards.map(({ content }) => content))
    expect(yieldToEventLoop).toHaveBeenCalledTimes(2)
  })

  it('[PU-6] links as text keep names of tags, and escape the syntax of each format', async () => {
    const lines = await linesOf([card('https://a.example/?a=1&b=2 <b>[x]</b>', ['one', 'gone', 'two'])])
    expect(writeLinks(lines, 'addresses')).toBe('https://a.example/?a=1&b=2')
    expect(writeLinks(lines, 'markdown')).toBe('- [\\<b>\\[x\\]\\</b>](<https://a.example/?a=1&b=2>)')
    expect(writeLinks(lines, 'html')).toContain(
      '<DT><A HREF="https://a.example/?a=1&amp;b=2" ADD_DATE="1700000000" TAGS="one,two">&lt;b&gt;[x]&lt;/b&gt;</A>',
    )
  })

  it('[PU-6] links as text never make a spreadsheet run a title', async () => {
    const lines = await linesOf([card('https://a.example/ =1+1 "quoted"', ['one', 'two'])])
    expect(writeLinks(lines, 'csv').split('\r\n')[1]).toBe(
      '"\'=1+1 ""quoted""","https://a.example/","one,two"',
    )
  })
})
